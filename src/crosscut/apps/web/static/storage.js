// What this browser keeps, if it keeps anything; one that does not still plays.

/** Return what is kept under a name, or null; what sessionStorage has is forgotten with the tab. */
export function recall(name, store = "localStorage") {
  try {
    return JSON.parse(window[store].getItem(name));
  } catch {
    return null;
  }
}

/** Keep something under a name; null keeps nothing there. */
export function keep(name, value, store = "localStorage") {
  try {
    if (value === null) window[store].removeItem(name);
    else window[store].setItem(name, JSON.stringify(value));
  } catch {
    // then a reload loses it
  }
}
