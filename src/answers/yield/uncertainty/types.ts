/** How far a yield may be off, and what it exceeds with a given probability. Shares are relative standard uncertainties (k = 1) in percent. */
import type { Trend } from "../../../foundation/statistics/student-t.js";

/**
 * - `interannual`: the variation from year to year; of the mean of N years 1/√N of it;
 * - `record`: that mean, from the years behind it;
 * - `irradiance`: the light on the horizontal, by its source;
 * - `plane`: the light on the planes, from that;
 * - `module`: rated power;
 * - `losses`: soiling and snow;
 * - `model`: temperature of the cells, reflection, inverter.
 */
export const UNCERTAINTY_KEYS = ["interannual", "record", "irradiance", "plane", "module", "losses", "model"] as const;
export type UncertaintyKey = (typeof UNCERTAINTY_KEYS)[number];

/** Percent in place of shares that are assumed; 0 leaves one out. */
export type UncertaintyOverrides = { readonly [key in UncertaintyKey]?: number | undefined };

/** What the light of the weather comes from. */
export const LIGHT_SOURCES = [
  "pyranometer",
  "satellite",
  "reanalysis",
  "typical-year",
  "generated",
  "unknown",
] as const;

/** What was found of light from the world climatology at places of its kind: an `ExpectedError`. */
export interface PlaceError {
  /** Fractions (rms). */
  readonly annualGlobalHorizontal: number;
  readonly yield: number;
  readonly placeClass: string;
  readonly places: number;
  /** What is known of the light there beyond its class: a fraction, so many km away, and in words. */
  readonly knownMiss?:
    | { readonly place: string; readonly error: number; readonly distanceKm: number; readonly message: string }
    | undefined;
}

/** A kind of source, or the error of a place. */
export type LightSource = (typeof LIGHT_SOURCES)[number] | PlaceError;

export interface UncertaintyShare {
  readonly key: UncertaintyKey;
  /** k = 1. */
  readonly percent: number;
  /** Where the figure is from. */
  readonly reason: string;
}

/** Energy that is exceeded with a probability, kWh. */
export interface ExceededEnergy {
  /** Percent. */
  readonly exceedance: number;
  readonly energy: number;
}

/** Of the mean of so many years. */
export interface UncertaintyHorizon {
  readonly years: number;
  /** All shares in quadrature, the interannual one over √years. */
  readonly percent: number;
  /** P50, P75, P90, P95, P99; never below 0. */
  readonly values: readonly ExceededEnergy[];
}

export interface Uncertainty {
  /** Of the mean year, kWh: P50. */
  readonly energy: number;
  readonly shares: readonly UncertaintyShare[];
  /** Degrees of freedom of `interannual` and `record`: few make P-values wider than normal ones. null: the share was given. */
  readonly degrees: number | null;
  /** One year, and means of 10, 20 and 25. */
  readonly horizons: readonly UncertaintyHorizon[];
  /** A straight line through the years of a record, kWh a year, from three of them on; it is not taken out of the scatter. */
  readonly trend: Trend | null;
}

/** Of one year of a system's life; energies in kWh. */
export interface LifeYear {
  /** 1 is the first. */
  readonly year: number;
  /** Share of the nominal power left. */
  readonly factor: number;
  readonly p50: number;
  readonly p90: number;
  /** Of all years up to this one. */
  readonly sumP50: number;
  readonly sumP90: number;
}

export interface Life {
  /** Percent a year; 0 with a table. */
  readonly rate: number;
  readonly rateUncertainty: number;
  readonly years: readonly LifeYear[];
}
