/** A sensor without light by day: even under snow or in a storm there is more. */
import { DIMMEST } from "../../limits.js";
import type { RowSpan, SkyRows } from "../types.js";
import { UP } from "./look.js";

/** Share of the light without an atmosphere. The darkest hours of storms have 1 %, their days more than 3 %. */
const DARKEST_SHARE = 0.003;
/** A stretch counts from so many hours of a sun above 5°, and so much light without an atmosphere, Wh/m². */
const LEAST_HOURS = 3;
const LEAST_LIGHT = 700;
/**
 * Sine of 35°. A stretch without a noon must reach higher: what is dark in the morning or in the evening alone may be a clock two hours
 * off, or a mountain.
 */
const HIGH = 0.573_576;

/**
 * Stretches of rows without light, nights within them included.
 *
 * @param factor by which all values of the file are too low: its darkest days are not dead
 */
export function deadSpans(sky: SkyRows, factor: number): RowSpan[] {
  const { light, extraterrestrial, sunHeight, count, step } = sky;
  const hours = step / 3_600_000;
  const spans: RowSpan[] = [];
  let [from, to, rows, sent, lit, highest] = [-1, -1, 0, 0, 0, 0];
  const close = () => {
    const isLong = rows * hours >= LEAST_HOURS && sent * hours >= LEAST_LIGHT;
    if (isLong && highest > HIGH && lit <= factor * DARKEST_SHARE * sent) spans.push({ from, to });
    [from, rows, sent, lit, highest] = [-1, 0, 0, 0, 0];
  };
  for (let row = 0; row < count; row++) {
    const value = light[row]!;
    if (!(sunHeight[row]! > UP) || Number.isNaN(value)) continue;
    if (value > factor * Math.max(DIMMEST, DARKEST_SHARE * extraterrestrial[row]!)) {
      if (from >= 0) close();
      continue;
    }
    if (from < 0) from = row;
    to = row + 1;
    rows++;
    sent += extraterrestrial[row]!;
    lit += Math.max(value, 0);
    highest = Math.max(highest, isNoon(sunHeight, row) ? 1 : sunHeight[row]!);
  }
  if (from >= 0) close();
  return spans;
}

function isNoon(sunHeight: Float32Array, row: number): boolean {
  return sunHeight[row]! >= sunHeight[row - 1]! && sunHeight[row]! > sunHeight[row + 1]!;
}
