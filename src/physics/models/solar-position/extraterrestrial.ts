/**
 * Extraterrestrial irradiance, and the Earth–sun distance.
 */
import { cos, sin } from "../../../foundation/math/index.js";
import { DAY, dayOfYearOf } from "../../../foundation/time/calendar.js";
import { type ColumnInput, type Inputs, model, type Outputs, toColumns } from "../model.js";
import { deltaTAt } from "./delta-t.js";
import { createGeocentricSun, END_TIME, FIRST_TIME, geocentricSun } from "./spa.js";

/** Solar constant of the pipeline, W/m² (C. A. Gueymard, "A reevaluation of the solar constant…", Solar Energy 168, 2018). @experimental */
export const SOLAR_CONSTANT = 1361.1;

export type ExtraRadiationMethod = "spencer" | "asce" | "nrel";

/** Extraterrestrial normal irradiance of the pipeline: solarConstant·(1 AU / R)², `distance` R in AU. */
export function extraterrestrialRows(
  i0: number,
  i1: number,
  distance: Float64Array,
  solarConstant: number,
  dniExtra: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const r = distance[i]!;
    dniExtra[i] = solarConstant / (r * r);
  }
}

/** Spencer 1971: factor (R0/R)² from the day of the year; day angle 2π(n − 1)/365. */
export function spencerRows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  solarConstant: number,
  dniExtra: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const b = ((2 * Math.PI) / 365) * (dayOfYear[i]! - 1);
    const once = 0.034221 * cos(b) + 0.00128 * sin(b);
    const twice = 0.000719 * cos(2 * b) + 7.7e-5 * sin(2 * b);
    dniExtra[i] = solarConstant * (1.00011 + once + twice);
  }
}

/** ASCE 2005: factor 1 + 0.033·cos(2πn/365). */
function asceRows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  solarConstant: number,
  dniExtra: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    dniExtra[i] = solarConstant * (1 + 0.033 * cos(((2 * Math.PI) / 365) * dayOfYear[i]!));
  }
}

/** Earth–sun distance R in AU by the full SPA, `time` in Unix ms; NaN outside the years −2000…6000. */
function earthSunDistanceRows(i0: number, i1: number, time: Float64Array, distance: Float64Array): void {
  const sun = createGeocentricSun();
  for (let i = i0; i < i1; i++) {
    const t = time[i]!;
    if (!(t >= FIRST_TIME && t < END_TIME)) {
      distance[i] = Number.NaN;
      continue;
    }
    const day = Math.floor(t / DAY);
    geocentricSun(day, (t - day * DAY) / DAY, deltaTAt(t), sun);
    distance[i] = sun.distance;
  }
}

/**
 * Extraterrestrial irradiance on a plane normal to the sun.
 *
 * @param columns.time Unix ms (UTC); its UTC day of the year serves "spencer" and "asce"
 * @param columns.dayOfYear 1…366, instead of `time`; not for "nrel"
 * @param options.method "spencer" (default; J. W. Spencer, Search 2, 172, 1971), "asce" (Allen et al., ASCE standardized
 *   reference evapotranspiration equation, 2005) or "nrel" (Earth–sun distance of SPA, NREL/TP-560-34302; years
 *   −2000…6000, NaN outside). "nrel" is what the pipeline uses
 * @param options.solarConstant W/m², default 1366.1 as in pvlib; the pipeline uses 1361.1 (`SOLAR_CONSTANT`)
 * @returns `dniExtra` in W/m²; NaN in → NaN out
 * @throws TypeError when not exactly one of time and dayOfYear is given, or "nrel" gets dayOfYear; RangeError for an
 *   unknown method
 *
 * Same as pvlib `get_extra_radiation`, except: "nrel" with a day of year is refused, where pvlib assumes the year 2014,
 * and ΔT follows `deltaT`, where pvlib holds 67 s (1e-10 in R).
 * @experimental
 */
export function getExtraRadiation(
  { time, dayOfYear }: Inputs<never, "time" | "dayOfYear">,
  {
    method = "spencer",
    solarConstant = 1366.1,
  }: { method?: ExtraRadiationMethod | undefined; solarConstant?: number | undefined } = {},
): Outputs<"dniExtra"> {
  if (method !== "spencer" && method !== "asce" && method !== "nrel") {
    throw new RangeError(
      `getExtraRadiation: method must be "spencer", "asce" or "nrel", got ${JSON.stringify(method)}`,
    );
  }
  if ((time === undefined) === (dayOfYear === undefined)) {
    throw new TypeError("getExtraRadiation: give either time or dayOfYear");
  }
  if (method === "nrel") {
    if (time === undefined) throw new TypeError('getExtraRadiation: method "nrel" needs time, got dayOfYear');
    const columns = toColumns("getExtraRadiation", { time });
    const dniExtra = new Float64Array(columns.n);
    earthSunDistanceRows(0, columns.n, columns.time, dniExtra);
    extraterrestrialRows(0, columns.n, dniExtra, solarConstant, dniExtra);
    return { dniExtra };
  }
  const days =
    dayOfYear === undefined
      ? toColumns("getExtraRadiation", { time: time as ColumnInput }).time.map(dayOfYearOf)
      : toColumns("getExtraRadiation", { dayOfYear }).dayOfYear;
  const dniExtra = new Float64Array(days.length);
  (method === "asce" ? asceRows : spencerRows)(0, days.length, days, solarConstant, dniExtra);
  return { dniExtra };
}

/**
 * Earth–sun distance by the full SPA.
 *
 * @param inputs `time` Unix ms (UTC)
 * @returns `distance` in AU; NaN for NaN and outside the years −2000…6000. ΔT follows `deltaT`; pvlib's constant 67 s
 *   changes the distance by less than 1e-7
 * @throws TypeError for a column of wrong kind
 *
 * Source: I. Reda, A. Andreas, NREL/TP-560-34302, revised 2008, section 3.2 (radius vector R).
 * @experimental
 */
export const nrelEarthsunDistance = /* @__PURE__ */ model("nrelEarthsunDistance", {
  inputs: ["time"],
  outputs: ["distance"],
  rows: (from, to, { time, distance }) => earthSunDistanceRows(from, to, time, distance),
});
