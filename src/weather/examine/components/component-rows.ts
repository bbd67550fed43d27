/** GHI, direct and diffuse light of each row on level ground, as a series has them. */
import { SOLAR_CONSTANT, spencerRows } from "../../../models/solar-position/extraterrestrial.js";
import { DAY, dayOfYearOf } from "../../../time/calendar.js";
import { BRIGHTEST, DARKEST } from "../../limits.js";
import type { WeatherColumn } from "../../series.js";
import type { SkyRows } from "../types.js";

/** NaN = missing, impossible values included; a component that the series lacks has no column. */
export interface ComponentRows {
  readonly global: Float64Array | undefined;
  /** Of DNI by the mean cosine of the interval, unless the series has it horizontal. */
  readonly direct: Float32Array | undefined;
  readonly diffuse: Float64Array | undefined;
  /** Where the direct light comes from. */
  readonly directColumn: WeatherColumn;
  /** Mean cos z of the interval, 0 while the sun is down: extraterrestrial light on level ground over that normal to the sun. */
  readonly cosine: Float32Array;
}

const BEAM = "direct_normal_irradiance";
const DIRECT = "direct_horizontal_irradiance";

export function componentRows(sky: SkyRows): ComponentRows {
  const { columns } = sky.weather;
  const cosine = cosineRows(sky);
  const directColumn = columns[DIRECT] === undefined ? BEAM : DIRECT;
  return {
    global: columns.global_horizontal_irradiance,
    direct: directRows(columns[directColumn], directColumn === BEAM ? cosine : undefined),
    diffuse: columns.diffuse_horizontal_irradiance,
    directColumn,
    cosine,
  };
}

function directRows(given: Float64Array | undefined, cosine: Float32Array | undefined): Float32Array | undefined {
  if (given === undefined) return undefined;
  const direct = new Float32Array(given.length);
  for (let row = 0; row < direct.length; row++) direct[row] = possible(given[row]!) * (cosine?.[row] ?? 1);
  return direct;
}

/** The value, or NaN where no sensor can have seen it. */
export function possible(value: number): number {
  return value <= BRIGHTEST && value >= DARKEST ? value : Number.NaN;
}

function cosineRows({ start, step, count, extraterrestrial }: SkyRows): Float32Array {
  const days = Float64Array.from({ length: 367 }, (_, day) => day);
  const normal = new Float64Array(367);
  spencerRows(0, 367, days, SOLAR_CONSTANT, normal);
  const cosine = new Float32Array(count);
  let [until, sent] = [Number.NEGATIVE_INFINITY, 0];
  for (let row = 0; row < count; row++) {
    const middle = start + (row + 0.5) * step;
    if (middle >= until) {
      until = (Math.floor(middle / DAY) + 1) * DAY;
      sent = normal[dayOfYearOf(middle)]!;
    }
    cosine[row] = extraterrestrial[row]! / sent;
  }
  return cosine;
}

/** Sine of the sun's elevation above which the sun is up throughout a row, and its cosine is that of the whole of it. */
export function upThroughout(step: number): number {
  return Math.max(LOWEST, LOWEST_RISE + (RISE * step) / DAY / 2);
}

/** 5°. */
const LOWEST = 0.087;
/** The sun rises by at most 2π in a day as a sine; 1° more for its disc and refraction. */
const RISE = 2 * Math.PI;
const LOWEST_RISE = 0.017;
