// What all scripts need of the page.

/** Return the element with an id. */
export function find(id) {
  return document.getElementById(id);
}
