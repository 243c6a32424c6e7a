// Pictures of positions and games, drawn by the server, as texts and as pixels.

import { Refusal } from "./server.js";

const SCALE = 2; // pixels of a picture for one of its drawing

/** Return a picture of a moment as an SVG text. */
export async function drawn(path, moment) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(moment) };
  const answer = await fetch(path, options).catch(() => {
    throw new Refusal({ error: "", lost: true }, 0);
  });
  if (!answer.ok) throw new Refusal(await answer.json().catch(() => ({})), answer.status);
  return answer.text();
}

/** Return an SVG text as a PNG. */
export async function pixels(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * SCALE, image.height * SCALE];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
