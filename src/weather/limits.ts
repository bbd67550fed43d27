/**
 * What the values of weather can be: one row for each column, each kind of limit by its name, so that numbers which differ stand beside
 * one another with the reason. Whoever looks at values takes the limits from here, and decides what follows.
 */
import { PHYSICALLY_POSSIBLE, type UpperLimit } from "../models/quality/upper-limits.js";
import type { WeatherColumn } from "./series.js";

/** Both included, in the column's own unit. @experimental */
export type ValueRange = readonly [least: number, most: number];

/** A value in this unit is value · factor + offset in the column's own. @experimental */
export interface OtherUnit {
  readonly name: string;
  readonly factor: number;
  readonly offset?: number;
  /** An amount of the interval: the factor is divided by its seconds. */
  readonly isEnergy?: true;
}

/** A column is in doubt where each statistic stated here is above the first number, and not above the second. @experimental */
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
 *
 * @experimental
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
export const THERMAL_OFFSET = -20;
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
  // How dim is too dim depends on the days and the sun: readers/table/dim.ts.
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

/** The limits of a column, if it has a row. @experimental */
export function limitsOf(column: WeatherColumn): ColumnLimits | undefined {
  return LIMITS[column];
}
