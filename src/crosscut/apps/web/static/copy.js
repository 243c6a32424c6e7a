// Copying links.

import { words } from "./strings.js";

/** Put a text into a field and copy it; where that is not allowed, it is there to be selected. Returns what to say. */
export async function copy(text, field) {
  field.value = text;
  try {
    await navigator.clipboard.writeText(text);
    return words.share.copied;
  } catch {
    field.focus();
    field.select();
    return words.share.notCopied;
  }
}
