// Short sounds, made on the spot: a stone that is put down, and the end of a game.

import { preferences } from "./preferences.js";

let context = null;

/** Play a tone that fades away. */
function tone(frequency, seconds, delay = 0, volume = 0.15) {
  context ??= new AudioContext();
  const begin = context.currentTime + delay;
  const oscillator = new OscillatorNode(context, { frequency, type: "triangle" });
  const gain = new GainNode(context, { gain: volume });
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + seconds);
}

/** Make a sound, unless that is switched off or the browser does not let us. */
export function sound(name) {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive) return;
  if (name === "stone") tone(320, 0.07);
  if (name === "yours") [320, 480].forEach((frequency, i) => tone(frequency, 0.12, 0.1 * i));
  if (name === "refused") tone(140, 0.12);
  if (name === "end") [392, 494, 587].forEach((frequency, i) => tone(frequency, 0.3, 0.12 * i));
}
