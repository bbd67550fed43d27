/** Power of a learnt system under a clear sky, for every row of a meter. */

import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import { passesOf } from "./learn-shade.js";
import { type ClockShift, SkyRows } from "./sky-rows.js";
import type { LearntPlane, MeterPlace, MeterRows } from "./types.js";
import type { MeterWeather } from "./weather.js";

/** Rows computed at once. */
const ROWS = 8192;

export interface LearntPower {
  readonly planes: readonly LearntPlane[];
  /** kW. */
  readonly limit?: number | undefined;
  readonly shade?: ShadeMap | undefined;
}

/** kW by row, 0 in the night; under weather NaN where it is not known. @param weather default: a clear sky */
export function expectedPower(
  meter: MeterRows,
  place: MeterPlace,
  system: LearntPower,
  shift: ClockShift,
  weather?: MeterWeather,
): Float64Array {
  const expected = new Float64Array(meter.power.length);
  for (let from = 0; from < expected.length; from += ROWS) {
    const index = Int32Array.from({ length: Math.min(ROWS, expected.length - from) }, (_, k) => from + k);
    expected.set(powerUnder(SkyRows.above(meter, place, index, shift, weather), system), from);
  }
  return expected;
}

/** @param beam share of the beam that counts; default: what the shade lets pass */
export function powerUnder(
  sky: SkyRows,
  { planes, limit = Number.POSITIVE_INFINITY, shade }: LearntPower,
  beam?: number,
): Float64Array {
  const passes =
    beam === undefined ? shade && passesOf(shade, sky) : new Float64Array(sky.moments.up.length).fill(beam);
  const sum = new Float64Array(sky.index.length);
  for (const plane of planes) {
    const own = sky.power(plane, passes);
    for (let row = 0; row < sum.length; row++) sum[row]! += plane.power * own[row]!;
  }
  return sum.map((power) => Math.min(limit, power));
}
