// What this browser keeps, if it keeps anything; one that does not still plays.

/** Return what is kept under a name, or null. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Keep something under a name; null keeps nothing there. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // then a reload loses it
  }
}
