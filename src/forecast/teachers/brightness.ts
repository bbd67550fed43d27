/** Light that clear hours show to be too bright or too dark for the clear sky, in all or for a time. */
import { quantileOfSorted } from "../../statistics/order.js";
import { TELLING, type TeacherHours } from "./teacher-hours.js";

/**
 * Clear hours: of the index of a fortnight's hours so much is below. At two stations it is 0.95 to 1.13, in 30 days 1.01 to 1.11
 * (research/forecast/bad-teachers.mjs).
 */
const CLEAR_HOURS = 0.95;
const FORTNIGHT = 15;
/** Hours that a fortnight needs to tell. */
const LEAST_HOURS = 30;
const TOO_BRIGHT = 1.22;
const TOO_DARK = 0.82;
/** Of all hours together. */
const ALL_TOO_BRIGHT = 1.2;
const ALL_TOO_DARK = 0.9;
/** Only where the runs have clear hours is their absence a sensor's: of a quarter of their hours the index is higher, of the clearest. */
const RUN_QUARTER = 0.75;
const RUN_CLEAR = 0.85;

export interface Brightness {
  /** Clear hours over the clear sky, and the same of the runs. */
  readonly clear: number;
  readonly run: number;
}

/** Of the days [from, to); undefined where too few hours tell. */
function brightnessOf(indices: readonly DayIndices[], from: number, to: number, share: number): Brightness | undefined {
  const days = indices.slice(Math.max(0, from), Math.max(0, to));
  const light = days.flatMap((day) => day.light);
  if (light.length < LEAST_HOURS) return undefined;
  const run = days.flatMap((day) => day.run);
  return { clear: quantileOf(light, CLEAR_HOURS), run: run.length < LEAST_HOURS ? Number.NaN : quantileOf(run, share) };
}

function quantileOf(values: readonly number[], share: number): number {
  return quantileOfSorted(Float64Array.from(values).sort(), share);
}

interface DayIndices {
  readonly light: readonly number[];
  readonly run: readonly number[];
}

function indicesOf({ days, day, clear, light, newest }: TeacherHours): readonly DayIndices[] {
  const all = Array.from({ length: days }, () => ({ light: [] as number[], run: [] as number[] }));
  for (let row = 0; row < light.length; row++) {
    if (!(clear[row]! > TELLING) || Number.isNaN(light[row]!)) continue;
    all[day[row]!]!.light.push(light[row]! / clear[row]!);
    if (newest[row]! >= 0) all[day[row]!]!.run.push(newest[row]! / clear[row]!);
  }
  return all;
}

/** Of each day, whether the fortnight around it, before it or after it is too dark, or that around it too bright. */
export function strayDays(hours: TeacherHours): readonly boolean[] {
  const indices = indicesOf(hours);
  const half = Math.floor(FORTNIGHT / 2);
  return indices.map(({ light }, day) => {
    if (light.length === 0) return false;
    const windows = [day - half, day - FORTNIGHT + 1, day].map((from) =>
      brightnessOf(indices, from, from + FORTNIGHT, RUN_QUARTER),
    );
    const isDark = (one: Brightness | undefined) =>
      one !== undefined && one.clear < TOO_DARK && !(one.run < RUN_CLEAR);
    return (windows[0]?.clear ?? 1) > TOO_BRIGHT || windows.some(isDark);
  });
}

/** The factor by which all of the light seems to be off; undefined: none. */
export function strayFactor(hours: TeacherHours): number | undefined {
  const indices = indicesOf(hours);
  const found = brightnessOf(indices, 0, indices.length, CLEAR_HOURS);
  if (found === undefined) return undefined;
  const { clear, run } = found;
  const isDark = clear < ALL_TOO_DARK && !(clear > ALL_TOO_DARK * run);
  return clear > ALL_TOO_BRIGHT || isDark ? clear : undefined;
}
