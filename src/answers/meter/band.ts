/** How far a learnt plane may be off: bands that hold in eight of ten cases. */
import { DEG, sin } from "../../foundation/math/index.js";
import { mean } from "../../foundation/statistics/order.js";
import { type FitRows, ofDays } from "./fit-rows.js";
import { fitNear, type PlaneFit } from "./plane.js";

/** Standard errors of 80 %. */
const EIGHTY = 1.2816;
/** Parts that are left out in turn, and days in a row of each: neighbours have the same haze. */
const PARTS = 4;
const BLOCK = 7;
/**
 * What no number of days takes away, rms of nine metered systems whose plane is known: degrees of tilt, degrees across the tilt (an azimuth
 * means less the flatter a plane is), share of the power from year to year.
 */
const TILT_ERROR = 2.2;
const ACROSS_ERROR = 1.1;
const POWER_ERROR = 0.013;
/** Degrees across by which a minute of the clock turns a plane. */
const BY_MINUTE = 0.3;
/** An azimuth is known to no more than this. */
const NO_AZIMUTH = 180;
/**
 * Effective power over peak power: 0.79 to 0.92 at nine metered systems, whose losses (wires, dirt, mismatch, age, inverter) nobody can tell
 * from their size.
 */
const BY_KWP = 0.86;
const KWP_ERROR = 0.06;

/** From, to: eight of ten true values are between. Of what was given, twice the same. */
export type Band = readonly [from: number, to: number];

export interface PlaneBands {
  readonly tilt: Band;
  /** Degrees, may be below 0 or above 360 where north is within. */
  readonly azimuth: Band;
  /** kW. */
  readonly power: Band;
  readonly kwp: { readonly value: number; readonly band: Band };
}

/** @param clockError minutes, 80 % */
export function bandsOf(rows: FitRows, plane: PlaneFit, clockError: number): PlaneBands {
  const parts = Array.from({ length: PARTS }, (_, part) =>
    fitNear(
      ofDays(rows, (day) => Math.floor(day / BLOCK) % PARTS !== part),
      plane,
    ),
  );
  const steep = Math.max(sin(plane.tilt * DEG), 1e-3);
  const turn = (azimuth: number) => ((azimuth - plane.azimuth + 540) % 360) - 180;
  const { fixed = {} } = rows;
  const tilt = EIGHTY * together(TILT_ERROR, jackknife(parts.map((part) => part.tilt)));
  const across = together(ACROSS_ERROR, jackknife(parts.map((part) => turn(part.azimuth) * steep)));
  const azimuth = Math.min(NO_AZIMUTH, together(EIGHTY * across, BY_MINUTE * clockError) / steep);
  const power = EIGHTY * together(POWER_ERROR, jackknife(parts.map((part) => part.power / plane.power)));
  const kwp = plane.power / BY_KWP;
  const around = (value: number, error: number): Band => [value - error, value + error];
  return {
    tilt:
      fixed.tilt === undefined
        ? [Math.max(0, plane.tilt - tilt), Math.min(90, plane.tilt + tilt)]
        : around(fixed.tilt, 0),
    azimuth: around(plane.azimuth, fixed.azimuth === undefined ? azimuth : 0),
    power: around(plane.power, power * plane.power),
    kwp: { value: kwp, band: around(kwp, kwp * together(power, EIGHTY * KWP_ERROR)) },
  };
}

/** Standard error of the whole, by what leaving out a part changes. */
function jackknife(values: readonly number[]): number {
  const middle = mean(Float64Array.from(values));
  const squares = values.reduce((sum, value) => sum + (value - middle) * (value - middle), 0);
  return Math.sqrt(((values.length - 1) / values.length) * squares);
}

/** Of errors that know nothing of each other. (`Math.hypot` is not the same on all engines.) */
function together(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}
