// What a person prefers, kept in the browser, and the dialog in which it is chosen.

const KEY = "crosscut:preferences";

export const DEFAULTS = {
  theme: "system",
  ground: "wood",
  palette: "stones",
  own0: "#26272b",
  own1: "#fbfaf6",
  coordinates: true,
  marks: "helpful",
  confirm: "small",
  placeFirst: false,
  sound: true,
  motion: "system",
  turns: 0,
  flipped: false,
  name: "",
};

/** What can be chosen: a title and the choices with their words; true and false are a box to tick. */
export const CHOICES = {
  theme: ["Page", { system: "as the system", light: "light", dark: "dark" }],
  ground: ["Board", { wood: "wooden points", plain: "plain points", cells: "cells" }],
  palette: [
    "Pieces",
    { stones: "black and white", safe: "orange/blue, colour-blind safe", bold: "red and green, with signs", own: "colours of my own" },
  ],
  own0: ["First colour", "colour"],
  own1: ["Second colour", "colour"],
  coordinates: ["Coordinates", "tick"],
  marks: ["Legal taps", { all: "all marked", helpful: "marked in the middle of a turn", none: "not marked" }],
  confirm: ["Confirm a turn", { never: "never", small: "when small cells are touched", touch: "when touched", always: "always" }],
  placeFirst: ["Classic Slither: place first, then step", "tick"],
  sound: ["Sound", "tick"],
  motion: ["Motion", { system: "as the system", none: "none" }],
};

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const preferences = load();
const listeners = new Set();

/** Choose something, keep it, and let everything show it. */
export function prefer(name, value) {
  preferences[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // a browser that keeps nothing still plays
  }
  apply();
  for (const listener of listeners) listener(name);
}

/** Hear of choices; the listener gets the name of what was chosen. */
export function onPrefer(listener) {
  listeners.add(listener);
}

/** Let the page look as preferred. */
export function apply() {
  const { dataset, style } = document.documentElement;
  for (const name of ["theme", "ground", "palette", "marks", "motion"]) dataset[name] = preferences[name];
  dataset.coordinates = preferences.coordinates ? "on" : "off";
  style.setProperty("--own0", preferences.own0);
  style.setProperty("--own1", preferences.own1);
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  Object.assign(preferences, load());
  apply();
  for (const listener of listeners) listener(null);
});

apply();
