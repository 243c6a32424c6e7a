// The dialog of preferences, made from the list of what can be chosen.

import { CHOICES, onPrefer, prefer, preferences } from "./preferences.js";

/** Make the dialog and the button that opens it. */
export function addSettings() {
  const dialog = document.createElement("dialog");
  dialog.id = "settings";
  dialog.setAttribute("aria-labelledby", "settings-title");
  const form = document.createElement("form");
  form.method = "dialog";
  const title = document.createElement("h2");
  title.id = "settings-title";
  title.textContent = "Settings";
  const fields = document.createElement("div");
  fields.className = "fields";
  for (const [name, [words, kind]] of Object.entries(CHOICES)) fields.append(...field(name, words, kind));
  const close = document.createElement("button");
  close.className = "primary";
  close.textContent = "Close";
  const row = document.createElement("div");
  row.className = "row";
  row.append(close);
  form.append(title, fields, row);
  dialog.append(form);
  document.body.append(dialog);
  const button = document.getElementById("open-settings");
  button.hidden = false;
  button.addEventListener("click", () => dialog.showModal());
  const showOwn = () => {
    for (const each of fields.querySelectorAll("[data-own]")) each.hidden = preferences.palette !== "own";
  };
  onPrefer(showOwn);
  showOwn();
}

/** Return a label and what it belongs to. */
function field(name, text, kind) {
  const label = document.createElement("label");
  label.htmlFor = `prefer-${name}`;
  label.textContent = text;
  const control = document.createElement(typeof kind === "object" ? "select" : "input");
  control.id = label.htmlFor;
  if (kind === "tick") {
    control.type = "checkbox";
    control.checked = preferences[name];
  } else if (kind === "colour") {
    control.type = "color";
    control.value = preferences[name];
    label.dataset.own = control.dataset.own = "";
  } else {
    for (const [value, said] of Object.entries(kind)) control.append(new Option(said, value));
    control.value = preferences[name];
  }
  control.addEventListener("input", () => prefer(name, kind === "tick" ? control.checked : control.value));
  return [label, control];
}
