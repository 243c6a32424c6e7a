// Bringing into sight what a tap on a phone has changed, where board and panels stand one below the other.

import { preferences } from "./preferences.js";

const SMALL = matchMedia("(max-width: 899px)"); // as in style.css
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** Scroll to an element on a small screen; "nearest" only as far as is needed to see it. */
export function bringIntoSight(element, block = "start") {
  if (!SMALL.matches) return;
  const calm = preferences.motion === "none" || CALM.matches;
  element.scrollIntoView({ behavior: calm ? "instant" : "smooth", block });
}
