/** Written by research/fit-expected-error.mjs on 2026-11-30; research/world-climate.md has what it said. */
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
  "ice sheet": [0.22, 0.264, 0.22, 6.3, 0.286, 0],
  "small island": [0.077, 0.093, 0.134, 1.6, 0.104, 0],
  "stormy sea": [0.36, 0.432, 0.36, 3, 0.467, 0],
  "open sea": [0.15, 0.18, 0.15, 1.6, 0.196, 0],
  "high latitude": [0.077, 0.093, 0.134, 1.6, 0.104, 8],
  tropics: [0.064, 0.076, 0.09, 1.4, 0.087, 6],
  mountains: [0.047, 0.056, 0.07, 1.6, 0.067, 15],
  "hazy air": [0.066, 0.079, 0.089, 1.2, 0.09, 6],
  coast: [0.048, 0.058, 0.085, 1.2, 0.068, 27],
  "dry land": [0.033, 0.04, 0.059, 1.4, 0.052, 19],
  "temperate land": [0.039, 0.047, 0.062, 1.4, 0.058, 37],
};
