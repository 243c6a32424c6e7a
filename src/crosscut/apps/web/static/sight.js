// Bringing into sight what a tap has changed, above all on a phone, where board and panels stand one below the other.

import { preferences } from "./preferences.js";

const SMALL = matchMedia("(max-width: 899px)"); // as in style.css
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** Scroll to an element on a small screen; "nearest" on any, but only as far as is needed to see it. */
export function bringIntoSight(element, block = "start") {
  if (!SMALL.matches && block !== "nearest") return;
  const calm = preferences.motion === "none" || CALM.matches;
  element.scrollIntoView({ behavior: calm ? "instant" : "smooth", block });
}
