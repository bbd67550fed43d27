/** Light without a sun: an offset of the zero, or values in the middle of the night. Light beside the day alone is the clock's. */
import { NIGHT } from "../../../sky/clear-sky.js";
import { DIMMEST } from "../../limits.js";
import type { RowSpan, SkyRows } from "../types.js";
import type { Doubt } from "./columns.js";
import { isLit, type Lost, UP } from "./look.js";
import { dateOf, figure, spansOfRows } from "./words.js";

export interface NightLight {
  /** W/m² by which all values are too high; 0 where they are not. */
  readonly offset: number;
  /** Share of the light that falls in the dark, the offset left out. */
  readonly share: number;
  /** Light in the dark is the sun's, at a wrong time or place: nothing else can be said of the values. */
  readonly isClock: boolean;
  readonly spans: readonly RowSpan[];
}

/** W/m²: zeros of pyranometers are below it, and above it only those that are set wrong. */
const LEAST_OFFSET = 2;
/** Hours to the nearest row with a sun: clocks are off by less, where they are not off by a zone. */
const DEEP_HOURS = 3.5;
/** So much of the light in the dark, and so many rows by day without any, are the work of a clock, or of another place. */
const NOT_THE_SUN = 0.05;
/** Of the light: what falls deep in the night and is worth a word. */
const NOTABLE = 0.0005;
/** Values to take a median of. */
const MOST = 20_000;
/** W/m², of a single value. */
const LIT = 5;

export function nightLight(sky: SkyRows, lost: Lost): NightLight {
  const { light, sunHeight, count, step } = sky;
  const offset = offsetOf(sky, lost);
  const isDark = (row: number) =>
    sunHeight[row]! < NIGHT && !(sunHeight[row - 1]! >= NIGHT) && !(sunHeight[row + 1]! >= NIGHT);
  const deep = Math.ceil((DEEP_HOURS * 3_600_000) / step);
  const isBright = (row: number) => isDark(row) && light[row]! - offset > LIT && lost[row] === 0;
  let [all, dark, inDeep, since, days, dim] = [0, 0, 0, 0, 0, 0];
  // Rows of one night that are not deep in it yet, as seen from the morning.
  const recent = new Float64Array(deep);
  for (let row = 0; row < count; row++) {
    const value = Math.max(light[row]! - offset, 0);
    if (sunHeight[row]! >= NIGHT) since = 0;
    else {
      // What leaves the window is as far from the next day as it is from the last.
      if (since >= 2 * deep) inDeep += recent[row % deep]!;
      recent[row % deep] = isBright(row) ? value : 0;
      since++;
    }
    if (Number.isNaN(value)) continue;
    if (sunHeight[row]! > UP) {
      days++;
      if (value <= DIMMEST) dim++;
    }
    if (lost[row] !== 0) continue;
    all += value;
    if (isBright(row)) dark += value;
  }
  const share = all > 0 ? dark / all : 0;
  const isClock = share > NOT_THE_SUN && dim > NOT_THE_SUN * days;
  const spans = inDeep > NOTABLE * all && !isClock ? spansOfRows(count, isBright) : [];
  return { offset, share, isClock, spans };
}

function offsetOf(sky: SkyRows, lost: Lost): number {
  const { light, sunHeight, count } = sky;
  const stride = Math.ceil(count / MOST) | 1;
  const values: number[] = [];
  for (let row = 0; row < count; row += stride) {
    if (sunHeight[row]! < 2 * NIGHT && !Number.isNaN(light[row]!) && lost[row] === 0) values.push(light[row]!);
  }
  if (values.length === 0) return 0;
  values.sort((a, b) => a - b);
  const middle = values[values.length >> 1]!;
  const low = values[Math.floor(values.length / 10)]!;
  return middle > LEAST_OFFSET && low > middle / 2 ? middle : 0;
}

export function nightFinding(sky: SkyRows, likely: Float64Array, night: NightLight): Doubt | undefined {
  const { offset, share, spans } = night;
  const common = { code: "night", verdict: "look", effect: { horizontal: nightEffect(sky, likely, offset) } } as const;
  if (offset > 0) {
    return {
      ...common,
      spans: [{ from: 0, to: sky.count }],
      message: `the light never falls to 0 but stays at ${figure(offset)} W/m² in the middle of the night`,
      remedy: "subtract the offset from all values before they are read",
    };
  }
  if (spans.length === 0) return undefined;
  const nights = spans.length === 1 ? "once" : `${spans.length} times`;
  const first = dateOf(sky, spans[0]!.from);
  return {
    ...common,
    spans,
    message: `${figure(100 * share)} % of the light falls in the middle of the night, ${nights}, first on ${first}`,
    remedy: "look for lamps and rows of another time; pass dropFlagged to leave these rows out",
  };
}

/** Relative change of the year's light by an offset, or by light in the dark, which does not wait for the end of twilight. */
function nightEffect(sky: SkyRows, likely: Float64Array, offset: number): number {
  let [day, added] = [0, 0];
  for (let row = 0; row < sky.count; row++) {
    const value = likely[row]!;
    if (Number.isNaN(value)) continue;
    if (isLit(sky, row)) {
      day += value - offset;
      added += offset;
    } else added += Math.max(value, 0);
  }
  return day > 0 ? added / day : 0;
}
