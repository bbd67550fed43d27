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
  "ice sheet": [0.22, 0.292, 0.22, 6.3, 0.316, 0],
  "small island": [0.104, 0.138, 0.172, 1.5, 0.149, 0],
  "stormy sea": [0.36, 0.478, 0.36, 3, 0.517, 0],
  "open sea": [0.15, 0.199, 0.172, 1.5, 0.215, 0],
  "high latitude": [0.104, 0.138, 0.172, 1.5, 0.149, 5],
  tropics: [0.086, 0.114, 0.112, 1.3, 0.123, 6],
  mountains: [0.081, 0.107, 0.113, 1.4, 0.116, 10],
  "hazy air": [0.066, 0.088, 0.12, 1, 0.095, 4],
  coast: [0.048, 0.064, 0.093, 1.1, 0.069, 19],
  "dry land": [0.055, 0.073, 0.088, 1.4, 0.079, 8],
  "temperate land": [0.051, 0.067, 0.097, 1.1, 0.073, 19],
};
