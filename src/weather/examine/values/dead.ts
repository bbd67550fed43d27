/** A sensor without light by day: even under snow or in a storm there is more. */
import { DIMMEST } from "../../limits.js";
import type { RowSpan, SkyRows } from "../types.js";
import { UP } from "./look.js";

/** Shares of the light without an atmosphere: under a high sun, and as the darkest hours of storms have it; their days have more than 3 %. */
const DEAD_SHARE = 0.003;
const STORM_SHARE = 0.01;
/** A stretch counts from so many hours of a sun above 5°, and so much light without an atmosphere, Wh/m². */
const LEAST_HOURS = 3;
const LEAST_LIGHT = 700;
/**
 * And where it comes so near the height of noon: what is dark in the morning or in the evening alone may be a clock two hours off, or a
 * mountain.
 */
const NEAR_NOON = 0.78;

/**
 * Stretches of rows without light, nights within them included.
 *
 * @param factor by which all values of the file are too low: its darkest days are not dead
 */
export function deadSpans(sky: SkyRows, factor: number): RowSpan[] {
  const { light, extraterrestrial, sunHeight, count, step } = sky;
  const hours = step / 3_600_000;
  const spans: RowSpan[] = [];
  let [from, to, rows, sent, highest] = [-1, -1, 0, 0, -1];
  const close = () => {
    const isLong = rows * hours >= LEAST_HOURS && sent * hours >= LEAST_LIGHT;
    if (isLong && sunHeight[highest]! >= NEAR_NOON * noonHeight(sunHeight, highest)) spans.push({ from, to });
    [from, rows, sent, highest] = [-1, 0, 0, -1];
  };
  for (let row = 0; row < count; row++) {
    const value = light[row]!;
    if (!(sunHeight[row]! > UP) || Number.isNaN(value)) continue;
    const sentHere = extraterrestrial[row]!;
    if (value > factor * Math.max(Math.min(DIMMEST, STORM_SHARE * sentHere), DEAD_SHARE * sentHere)) {
      if (from >= 0) close();
      continue;
    }
    if (from < 0) from = row;
    to = row + 1;
    rows++;
    sent += sentHere;
    if (!(sunHeight[row]! <= sunHeight[highest]!)) highest = row;
  }
  if (from >= 0) close();
  return spans;
}

/** The sun's height at the noon of a row's day. */
function noonHeight(sunHeight: Float32Array, row: number): number {
  let noon = row;
  for (const side of [-1, 1]) while (sunHeight[noon + side]! > sunHeight[noon]!) noon += side;
  return sunHeight[noon]!;
}
