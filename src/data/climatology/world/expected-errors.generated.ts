/** Written by research/fit-expected-error.mjs on 2026-11-26; research/world-climate.md has what it said. */
import type { PlaceClass } from "./types.js";

/** Of each class: GHI of the year, rms, and within which eight of ten places lie, as fractions of it; of months; of temperature, K; of yields; places judged. */
type ClassErrors = readonly [
  annual: number,
  within80: number,
  monthly: number,
  kelvin: number,
  ofYield: number,
  places: number,
];

export const CLASS_ERRORS: Readonly<Record<PlaceClass, ClassErrors>> = {
  "ice sheet": [0.22, 0.265, 0.22, 6.3, 0.279, 0],
  "small island": [0.083, 0.1, 0.146, 1.5, 0.109, 0],
  "stormy sea": [0.36, 0.434, 0.36, 3, 0.455, 0],
  "open sea": [0.15, 0.181, 0.15, 1.5, 0.191, 0],
  "high latitude": [0.074, 0.089, 0.146, 1.5, 0.097, 5],
  tropics: [0.083, 0.1, 0.107, 1.3, 0.109, 6],
  mountains: [0.051, 0.061, 0.086, 1.4, 0.07, 9],
  "hazy air": [0.069, 0.083, 0.1, 1.1, 0.091, 4],
  coast: [0.049, 0.059, 0.091, 1.1, 0.068, 19],
  "dry land": [0.048, 0.058, 0.082, 1.4, 0.067, 8],
  "temperate land": [0.054, 0.065, 0.086, 1.3, 0.074, 19],
};
