// Names that people give themselves, so that a sentence around one stays whole.

const LONGEST = 20; // signs that a narrow box has room for
const OTHER_WAY = /[\u0590-\u1fff\u2c00-\u{10ffff}]/u; // blocks with signs that are written from right to left, and others

/** Return a name whose direction turns nothing round that stands beside it. */
export function apart(name) {
  return OTHER_WAY.test(name) ? `\u2068${name}\u2069` : name;
}

/** Return a name that is short enough for a narrow box. */
export function clipped(name) {
  const signs = [...name];
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join("")}…` : name;
}
