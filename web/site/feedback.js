// Sounds and vibration when a move is made. Both are off until they are switched on in the settings. The sounds are made here: a knock of
// wood is a short noise and a falling tone.

import { menOf } from "./shared/board.js";
import { load } from "./storage.js";

/** What a move was, as far as it is heard. @typedef {"move" | "capture" | "check"} Event */

/** The knocks of each event: when they begin, in seconds, and the frequency of the tone, in hertz. @type {Record<Event, [number, number][]>} */
const KNOCKS = { move: [[0, 330]], capture: [[0, 330], [0.07, 220]], check: [[0, 330], [0.1, 660]] };
/** Milliseconds of vibration, and of the pauses between. @type {Record<Event, number[]>} */
const SHAKES = { move: [12], capture: [12, 40, 25], check: [30, 40, 30] };
/** Seconds that a knock is heard. */
const LENGTH = 0.12;

/**
 * What has happened between two positions of a board; nothing if no move was made.
 *
 * @param {import("./board-input.js").Position} before
 * @param {import("./board-input.js").Position} after
 * @returns {Event | undefined}
 */
export function eventBetween(before, after) {
  if (!after.last || after.last === before.last) return undefined;
  if (after.check) return "check";
  const count = (/** @type {string} */ fen) => Object.keys(menOf(fen)).length;
  return count(after.fen) < count(before.fen) ? "capture" : "move";
}

/** @type {AudioContext | undefined} */
let audio;

/** Makes an event heard and felt, as the settings have it. @param {Event} event */
export function giveFeedback(event) {
  const { sound, vibration } = load("settings") ?? {};
  if (vibration === true) navigator.vibrate?.(SHAKES[event]);
  if (sound !== true || !("AudioContext" in globalThis)) return;
  audio ??= new AudioContext();
  // Browsers suspend it until the page has been touched.
  void audio.resume();
  for (const [delay, frequency] of KNOCKS[event]) knock(audio, audio.currentTime + delay, frequency);
}

/** @param {AudioContext} audio @param {number} start @param {number} frequency */
function knock(audio, start, frequency) {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.35, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
  volume.connect(audio.destination);
  const tone = audio.createOscillator();
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency / 2, start + LENGTH);
  tone.connect(volume);
  tone.start(start);
  tone.stop(start + LENGTH);
  const noise = audio.createBufferSource();
  noise.buffer = clickOf(audio);
  noise.connect(volume);
  noise.start(start);
}

/** A hundredth of a second of noise. @param {AudioContext} audio */
function clickOf(audio) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate / 100), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = (Math.random() - 0.5) * (1 - index / samples.length);
  return buffer;
}
