/** A sensor without light by day: even under snow or in a storm there is more. */
import { DAY } from "../../../time/calendar.js";
import { BRIGHTEST, DIMMEST } from "../../limits.js";
import type { RowSpan, SkyRows } from "../types.js";
import { UP } from "./look.js";
import { timesText } from "./words.js";

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
  const { extraterrestrial, sunHeight, count, step } = sky;
  const hours = step / 3_600_000;
  const spans: RowSpan[] = [];
  let [from, to, rows, sent, highest] = [-1, -1, 0, 0, -1];
  const close = () => {
    const isLong = rows * hours >= LEAST_HOURS && sent * hours >= LEAST_LIGHT;
    if (isLong && sunHeight[highest]! >= NEAR_NOON * noonHeight(sunHeight, highest)) spans.push({ from, to });
    [from, rows, sent, highest] = [-1, 0, 0, -1];
  };
  for (let row = 0; row < count; row++) {
    if (!isSeen(sky, row)) continue;
    if (!isDark(sky, row, factor)) {
      if (from >= 0) close();
      continue;
    }
    if (from < 0) from = row;
    to = row + 1;
    rows++;
    sent += extraterrestrial[row]!;
    if (!(sunHeight[row]! <= sunHeight[highest]!)) highest = row;
  }
  if (from >= 0) close();
  return spans;
}

/** Whether the sun is 5° high, and there is a value. */
function isSeen({ light, sunHeight }: SkyRows, row: number): boolean {
  return sunHeight[row]! > UP && !Number.isNaN(light[row]!);
}

function isDark({ light, extraterrestrial }: SkyRows, row: number, factor: number): boolean {
  const sent = extraterrestrial[row]!;
  return !(light[row]! > factor * Math.max(Math.min(DIMMEST, STORM_SHARE * sent), DEAD_SHARE * sent));
}

/** Days on which a time of day is dark, or of a short file a share of all; no storm comes so often between two lit hours. */
const LEAST_DAYS = 20;
const FEWEST_DAYS = 5;
const MOST_OF_DAYS = 0.8;

/**
 * Times of day that are dark on many days between lit ones, as in archives that lose the first hour of each run: in stretches that are too
 * short for `deadSpans`.
 */
export function darkHours(sky: SkyRows, factor: number): RowSpan[] {
  const { light, count, step } = sky;
  const perDay = DAY / step;
  if (!Number.isInteger(perDay)) return [];
  const longest = (LEAST_HOURS * DAY) / 24 / step;
  // Most rows need no look at the sun.
  const brightest = factor * Math.max(DIMMEST, DEAD_SHARE * BRIGHTEST);
  const days = new Uint32Array(perDay);
  const spans: RowSpan[] = [];
  for (let row = 1; row < count; row++) {
    if (light[row]! > brightest || !isSeen(sky, row) || !isDark(sky, row, factor)) continue;
    const from = row;
    while (row < count && isSeen(sky, row) && isDark(sky, row, factor)) row++;
    const isBetween = light[from - 1]! > factor * DIMMEST && light[row]! > factor * DIMMEST;
    if (!isBetween || row - from >= longest) continue;
    spans.push({ from, to: row });
    for (let dark = from; dark < row; dark++) days[dark % perDay]!++;
  }
  const least = Math.min(LEAST_DAYS, Math.max(FEWEST_DAYS, (MOST_OF_DAYS * count) / perDay));
  return spans.filter(({ from, to }) => {
    for (let row = from; row < to; row++) if (days[row % perDay]! >= least) return true;
    return false;
  });
}

/** The time of day that is dark most often, and on how many days. */
export function darkHoursText(sky: SkyRows, spans: readonly RowSpan[]): string {
  const byTime = new Map<number, RowSpan[]>();
  for (const span of spans) {
    const time = span.from % (DAY / sky.step);
    byTime.set(time, [...(byTime.get(time) ?? []), span]);
  }
  const [most, ...others] = [...byTime.values()].sort((a, b) => b.length - a.length);
  const times = others.length === 1 ? "another time" : `${others.length} other times`;
  const more = others.length === 0 ? "" : `, and at ${times} of day`;
  return `no light ${timesText(sky, most![0]!)} on ${most!.length} days${more}, while the rows before and after are lit`;
}

/** The sun's height at the noon of a row's day. */
function noonHeight(sunHeight: Float32Array, row: number): number {
  let noon = row;
  for (const side of [-1, 1]) while (sunHeight[noon + side]! > sunHeight[noon]!) noon += side;
  return sunHeight[noon]!;
}
