/**
 * What the values of weather can be: one row for each column, each kind of limit by its name, so that numbers which differ stand beside
 * one another with the reason. Whoever looks at values takes the limits from here, and decides what follows.
 */

import { DEG, sin } from "../../foundation/math/index.js";
import { PHYSICALLY_POSSIBLE, type UpperLimit, upperLimit } from "../../physics/models/quality/limits.js";
import { TWILIGHT } from "../../physics/models/solar-position/refraction.js";
import type { WeatherColumn } from "./series.js";

/** Both included, in the column's own unit. */
export type ValueRange = readonly [least: number, most: number];

/** A value in this unit is value · factor + offset in the column's own. */
export interface OtherUnit {
  readonly name: string;
  readonly factor: number;
  readonly offset?: number;
  /** An amount of the interval: the factor is divided by its seconds. */
  readonly isEnergy?: true;
}

/** A column is in doubt where each statistic stated here is above the first number, and not above the second. */
export interface UnitSign {
  /** The units to choose from, the likely one first. */
  readonly units: readonly string[];
  readonly least?: readonly [above: number, upTo?: number];
  readonly most?: readonly [above: number, upTo?: number];
  /** Of the values above 0. */
  readonly median?: readonly [above: number, upTo?: number];
}

/**
 * The limits of a column, in rows of `LIMITS`; those of `COMPUTED` stand apart, so that the core of the engine carries no more.
 */
export interface ColumnLimits {
  readonly unit: string;
  /**
   * Of fields of an archive, where one fault is in every answer: a net for damage and wrong units. Temperatures are as narrow as the
   * weather of the Earth. Others are wider than `COMPUTED`, because packed and interpolated fields overshoot 0 and saturation, and
   * reanalyses heap up snow on glaciers for decades: such a value is sound in the archive, and the engine decides about it.
   */
  readonly archived: ValueRange;
  /** All values of any one place lie within: a unit in which they do is likely theirs. Narrower, so that few units fit. */
  readonly usual?: ValueRange;
  /** Units that archives confuse with the column's own. */
  readonly others?: readonly OtherUnit[];
  /** What values of a file in another unit look like. */
  readonly signs?: readonly UnitSign[];
}

/**
 * The engine computes with states within these limits; any other is a code for a missing value, such as −9999 °C, or in another unit,
 * such as a pressure in hPa, and counts as missing. A file is believed as far as the models can compute. Irradiance has `UPPER_LIMITS`,
 * which follow the sun.
 */
export const COMPUTED = {
  temperature: [-273.15, 1000], // °C
  dew_point_temperature: [-273.15, 1000], // °C
  wind_speed: [0, 150], // m/s
  snow_depth: [0, 20_000], // mm
  albedo: [0, 1],
  pressure: [30_000, 115_000], // Pa
  relative_humidity: [0, 120], // %
  precipitable_water: [0, 20], // cm
  aerosol_optical_depth: [0, 10],
  precipitation: [0, 3000], // mm/h; 38 mm fell in a minute (WMO archive of extremes)
  snowfall: [0, 100], // cm/h
} as const satisfies { readonly [column in WeatherColumn]?: ValueRange };
export type StateColumn = keyof typeof COMPUTED;

/**
 * The physically possible limits of BSRN, with μ the largest cos z of the interval, so that an average is never compared with lower
 * positions of the sun. Direct-horizontal is not among them: it has that of DNI as a horizontal plane sees it, and 4 W/m² besides, as
 * far as their lower limits (−4 W/m²) let a reading lie beside the light. Without it a few mW/m² after sunset, of rounding or noise,
 * would cost the whole row.
 */
export const UPPER_LIMITS = {
  ghi: PHYSICALLY_POSSIBLE.ghi.most,
  dhi: PHYSICALLY_POSSIBLE.dhi.most,
  dni: PHYSICALLY_POSSIBLE.dni.most,
  directHorizontal: { offset: -PHYSICALLY_POSSIBLE.dni.least, extra: 1, power: 1 },
} as const satisfies { readonly [name: string]: UpperLimit };

/** Night-time thermal offsets of pyranometers reach a few W/m²; −20 covers all of them (W/m²). */
const THERMAL_OFFSET = -20;
/** W/m²: below what the cold of the sky makes of a pyranometer's zero. */
export const DARKEST = -50;
/**
 * W/m²: no sensor sees more, under any cloud edge. BSRN's limit of what is possible (Long & Dutton 2002), 1.5·E0 + 100, is
 * 2222 under a sun in the zenith on the day when it is nearest, with their solar constant of 1368.
 */
export const BRIGHTEST = 2220;
/** GHI of a sunny day is hundreds; the darkest day of a place with a sun still has more than this (W/m²). */
export const DIMMEST = 2;
/** The highest light of days is above this in W/m², and never in kW/m² nor, of hours, in MJ/m² (3.6 at noon, 4 beside clouds). */
export const DIMMEST_OF_DAYS = 4.5;
/** Of a file so dark nothing tells the unit. */
export const DARK = 0.05;

const KELVIN: OtherUnit = { name: "K", factor: 1, offset: -273.15 };
const KELVIN_SIGN: UnitSign = { units: ["K", "C"], least: [150] };
const FAHRENHEIT_SIGN: UnitSign = { units: ["F", "C"], most: [62], median: [35] };

const LIGHT = {
  unit: "W/m²",
  archived: [-100, 2500],
  usual: [-5, 1500],
  others: [
    { name: "kJ/m²", factor: 1e3, isEnergy: true },
    { name: "J/m²", factor: 1, isEnergy: true },
    { name: "mW/m²", factor: 1e-3 },
  ],
  // How dim is too dim depends on the days and the sun: believe/units.ts.
  signs: [{ units: ["kJ/m2", "J/m2"], median: [BRIGHTEST] }],
} as const;

/** Without a row: the Linke turbidity, which no file and no archive has in another unit. */
const LIMITS: { readonly [column in WeatherColumn]?: ColumnLimits } = {
  global_horizontal_irradiance: LIGHT,
  direct_normal_irradiance: LIGHT,
  direct_horizontal_irradiance: LIGHT,
  diffuse_horizontal_irradiance: LIGHT,
  temperature: {
    unit: "°C",
    archived: [-100, 70],
    usual: [-90, 60],
    others: [KELVIN],
    signs: [KELVIN_SIGN, FAHRENHEIT_SIGN],
  },
  dew_point_temperature: {
    unit: "°C",
    archived: [-120, 50],
    usual: [-90, 60],
    others: [KELVIN],
    signs: [KELVIN_SIGN, FAHRENHEIT_SIGN],
  },
  wind_speed: { unit: "m/s", archived: [0, 150] },
  snow_depth: { unit: "mm", archived: [-10, 100_000] },
  albedo: {
    unit: "",
    archived: [-0.01, 1.01],
    usual: [0, 1],
    others: [{ name: "%", factor: 0.01 }],
    // Codes for missing values are other numbers, such as 999.
    signs: [{ units: ["%", "-"], most: [0, 100], median: [1] }],
  },
  pressure: {
    unit: "Pa",
    archived: [20_000, 115_000],
    usual: [45_000, 110_000],
    others: [
      { name: "hPa", factor: 100 },
      { name: "kPa", factor: 1000 },
    ],
  },
  relative_humidity: { unit: "%", archived: [-5, 150] },
  precipitable_water: {
    unit: "cm",
    archived: [-0.1, 20],
    usual: [0, 9],
    others: [{ name: "mm", factor: 0.1 }],
  },
  aerosol_optical_depth: { unit: "", archived: [-0.1, 20] },
  precipitation: { unit: "mm/h", archived: [-0.1, 3000] },
  snowfall: { unit: "cm/h", archived: [-0.1, 100] },
};

/** The limits of a column, if it has a row. */
export function limitsOf(column: WeatherColumn): ColumnLimits | undefined {
  return LIMITS[column];
}

/**
 * Share of the extraterrestrial beam that no air takes away, 1/(1 + 0.06·m): above the clean dry atmosphere of Kasten (1996)
 * at every air mass with the sun above 2°, whatever the altitude, because turbidity says nothing about what was measured.
 */
export const CLEANEST = 0.06;
/** How far a decomposed beam may be above the clear sky's: a factor, and W/m² that fade out at low sun. */
export const CLEAR_EXCESS = 1.1;
export const CLEAR_OFFSET = 100;
/** Elevation (deg) below which the offset fades. */
export const OFFSET_FADES = 3;

/** The highest measured direct normal irradiance (W/m²) that is accepted, from E0 and the absolute air mass. */
export function mostMeasured(extraterrestrialNormal: number, airmass: number): number {
  return extraterrestrialNormal / (1 + CLEANEST * airmass);
}

/** The highest direct normal irradiance (W/m²) that a decomposition may find, from that of the clear sky and the elevation. */
export function mostDecomposed(clearDni: number, elevation: number): number {
  const fade = elevation < OFFSET_FADES ? (elevation > 0 ? elevation / OFFSET_FADES : 0) : 1;
  return CLEAR_EXCESS * clearDni + CLEAR_OFFSET * fade;
}

/**
 * The limit (W/m²) with the sun at the horizon; below, it falls with the cube of the height above −6°: 17 at −1°, 8.9 at −2°, 1.1
 * at −4°. Half of the measured minutes have less than a fifth of it, one in a thousand reaches it (research/interval-course.md).
 */
export const MOST_AT_HORIZON = 30;

/** Depth of the end of twilight as a sine: heights are counted by sines, whose cube departs from that of degrees by 1 % at most. */
export const DEPTH = /* @__PURE__ */ sin(-TWILIGHT * DEG);

/** Mean limit (W/m²) over a time in which cos z goes evenly from `high`, at most 0, to `low`. */
export function mostInTwilight(high: number, low: number): number {
  const a = 1 + high / DEPTH;
  const b = 1 + low / DEPTH;
  if (!(a > 0)) return 0;
  const mean = b >= 0 ? ((a + b) * (a * a + b * b)) / 4 : (a * a * a * a) / (4 * (a - b));
  return MOST_AT_HORIZON * mean;
}

/** Whether a value below 0 is a thermal offset and not a missing code. */
export function isThermalOffset(value: number): boolean {
  return value < 0 && value >= THERMAL_OFFSET;
}

export interface QualityCounts {
  /** Values from −20 to 0 W/m², set to 0. */
  negative: number;
  /** Values below −20 W/m², taken as missing codes. */
  missing_code: number;
  /** Values above what is physically possible, set to missing. */
  implausible: number;
}

/**
 * Cleans one irradiance column in place, rows [i0, i1); only rows [countFrom, countTo) enter the counts.
 *
 * @param cosZenith a lower bound of the largest cos z of each interval
 * @param doubtful receives the numbers of the rows whose value exceeds the limit at that cos z: `judgeRows` decides
 * @returns the number of doubtful rows
 */
export function qualityRows(
  i0: number,
  i1: number,
  countFrom: number,
  countTo: number,
  { offset, extra, power }: UpperLimit,
  extraterrestrialNormal: Float64Array,
  cosZenith: Float64Array,
  column: Float64Array,
  doubtful: Float64Array,
  counts: QualityCounts,
): number {
  let doubts = 0;
  for (let i = i0; i < i1; i++) {
    const value = column[i]!;
    if (value === 0) {
      column[i] = 0; // it may be -0
      continue;
    }
    const mu = cosZenith[i]! > 0 ? cosZenith[i]! : 0;
    // μ² is below every power used: nearly all values pass here, without computing a power (measured: it costs more than the row).
    const surely = offset + extra * extraterrestrialNormal[i]! * (power === 0 ? 1 : mu * mu);
    if ((value > 0 && value <= surely) || Number.isNaN(value)) continue;
    if (!Number.isFinite(value)) {
      column[i] = Number.NaN; // an infinity counts as missing, too
    } else if (value < 0) {
      const offsetOnly = isThermalOffset(value);
      if (i >= countFrom && i < countTo) counts[offsetOnly ? "negative" : "missing_code"]++;
      column[i] = offsetOnly ? 0 : Number.NaN;
    } else doubtful[doubts++] = i;
  }
  return doubts;
}

/**
 * Decides the rows doubtful[0 … count): values above the limit become missing.
 *
 * @param cosZenith the largest cos z of these intervals, including their edges
 */
export function judgeRows(
  doubtful: Float64Array,
  count: number,
  countFrom: number,
  countTo: number,
  limit: UpperLimit,
  extraterrestrialNormal: Float64Array,
  cosZenith: Float64Array,
  column: Float64Array,
  counts: QualityCounts,
): void {
  for (let k = 0; k < count; k++) {
    const i = doubtful[k]!;
    if (!(column[i]! > upperLimit(limit, extraterrestrialNormal[i]!, Math.max(cosZenith[i]!, 0)))) continue;
    if (i >= countFrom && i < countTo) counts.implausible++;
    column[i] = Number.NaN;
  }
}

/**
 * Rows [i0, i1) whose completed GHI was found implausible lose their components, too: two components that are each plausible may
 * have an implausible sum, and a response fed back in would lose the row.
 */
export function completedQualityRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  directHorizontal: Float64Array,
  dhi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) if (Number.isNaN(ghi[i]!)) directHorizontal[i] = dhi[i] = Number.NaN;
}
