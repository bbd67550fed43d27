/** GHI, direct and diffuse light of each row on level ground, as a series has them. */

import { DAY, dayOfYearOf } from "../../../foundation/time/calendar.js";
import { SOLAR_CONSTANT, spencerRows } from "../../../physics/models/solar-position/extraterrestrial.js";
import type { WeatherColumn } from "../series.js";
import { checkLabels } from "./closing.js";
import { type CheckContext, possible } from "./context.js";
import { bitsOf, CLOCK_CODES, countRows } from "./types.js";

const BEAM = "direct_normal_irradiance";
const DIRECT = "direct_horizontal_irradiance";
/** Share of rows with a wrong clock that spoils what is found of the whole. */
const MANY = 0.25;
/** Sine of 5°. */
const LOWEST = 0.087;
/** The sun rises by at most 2π in a day as a sine; 1° more for its disc and refraction. */
const RISE = 2 * Math.PI;
const LOWEST_RISE = 0.017;

/** NaN = missing, impossible values included; a component that the series lacks has no column. */
export class ComponentRows {
  readonly context: CheckContext;
  readonly global: Float64Array | undefined;
  /** Of DNI by the mean cosine of the interval, unless the series has it horizontal. */
  readonly direct: Float32Array | undefined;
  readonly diffuse: Float64Array | undefined;
  /** Where the direct light comes from. */
  readonly directColumn: WeatherColumn;
  /** Mean cos z of the interval, 0 while the sun is down: extraterrestrial light on level ground over that normal to the sun. */
  readonly cosine: Float32Array;
  /** Sine of the sun's elevation above which the sun is up throughout a row, and its cosine is that of the whole of it. */
  readonly upThroughout: number;
  #isLate: boolean | undefined;

  constructor(context: CheckContext) {
    const { columns } = context.weather;
    this.context = context;
    this.cosine = cosineRows(context);
    this.directColumn = columns[DIRECT] === undefined ? BEAM : DIRECT;
    this.global = columns.global_horizontal_irradiance;
    this.direct = directRows(columns[this.directColumn], this.directColumn === BEAM ? this.cosine : undefined);
    this.diffuse = columns.diffuse_horizontal_irradiance;
    this.upThroughout = Math.max(LOWEST, LOWEST_RISE + (RISE * context.step) / DAY / 2);
  }

  /** Whether the clock is wrong: then no components fit one another, nor the clear sky. */
  get isLate(): boolean {
    const { context } = this;
    this.#isLate ??=
      countRows(context.flags, bitsOf(CLOCK_CODES)) > MANY * context.count ||
      checkLabels({ ...context.weather, place: context.place })?.notice !== undefined;
    return this.#isLate;
  }
}

function directRows(given: Float64Array | undefined, cosine: Float32Array | undefined): Float32Array | undefined {
  return given && Float32Array.from(given, (value, row) => possible(value) * (cosine?.[row] ?? 1));
}

function cosineRows({ start, step, count, extraterrestrial }: CheckContext): Float32Array {
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
