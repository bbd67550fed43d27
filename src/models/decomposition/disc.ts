/**
 * DISC: direct normal from global irradiance.
 *
 * Source: E. L. Maxwell (1987), A quasi-physical model for converting hourly global horizontal to direct normal
 * insolation, SERI/TR-215-3087. The report uses the relative air mass; NREL's own implementation, and this one with it,
 * the pressure-corrected one.
 */
import { withStage } from "../../engine/stage.js";
import { exp } from "../../math/index.js";
import { STANDARD_PRESSURE } from "../atmosphere/absolute-airmass.js";
import { kasten1966 } from "../atmosphere/kasten-1966.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { spencerRows } from "../solar-position/extraterrestrial.js";
import { clearnessIndexRows, MIN_COS_ZENITH } from "./clearness-index.js";

/** Solar constant of the report, W/m². */
export const DISC_SOLAR_CONSTANT = 1370;
/** Air mass up to which Kn was fitted. */
export const DISC_MAX_AIRMASS = 12;

/**
 * Direct over extraterrestrial normal irradiance, never below 0.
 *
 * @param kt clearness index, 0–1
 * @param airmass pressure-corrected air mass, at most 12
 */
export function discKn(kt: number, airmass: number): number {
  let a: number;
  let b: number;
  let c: number;
  if (kt <= 0.6) {
    a = 0.512 + kt * (-1.56 + kt * (2.286 - 2.222 * kt));
    b = 0.37 + 0.962 * kt;
    c = -0.28 + kt * (0.932 - 2.048 * kt);
  } else {
    a = -5.743 + kt * (21.77 + kt * (-27.49 + 11.56 * kt));
    b = 41.4 + kt * (-118.5 + kt * (66.05 + 31.9 * kt));
    c = -47.01 + kt * (184.2 + kt * (-222 + 73.81 * kt));
  }
  const clear = 0.866 + airmass * (-0.122 + airmass * (0.0121 + airmass * (-0.000653 + 1.4e-5 * airmass)));
  return Math.max(clear - (a + b * exp(c * airmass)), 0);
}

/** Pressure-corrected air mass (Kasten 1966) at a true zenith in degrees, at most `maxAirmass`; beyond 90° as at 90°. */
export function discAirmass(zenith: number, pressure: number, maxAirmass: number): number {
  return Math.min((kasten1966(Math.min(zenith, 90)) * pressure) / STANDARD_PRESSURE, maxAirmass);
}

/** Row kernel: Kn = DNI / E0 from the clearness index (0–1) and the pressure-corrected air mass (at most 12). */
export function discRows(i0: number, i1: number, kt: Float64Array, airmass: Float64Array, kn: Float64Array): void {
  for (let i = i0; i < i1; i++) kn[i] = discKn(kt[i]!, airmass[i]!);
}

/**
 * Share of the direct irradiance that is believed at a true zenith in degrees: 1 up to 85°, 0 from 87° on, where the
 * models end. Straight between, so that the pipeline shows no jump.
 */
export function lowSunTaper(zenith: number): number {
  return Math.min(Math.max((87 - zenith) / 2, 0), 1);
}

/**
 * Diffuse fraction that goes with a direct normal share `kn`: the interval's mean direct-horizontal is kn·E0h, its
 * mean GHI kt·E0h. 1 for a kt of 0 or less; NaN for NaN.
 */
export function diffuseFractionOf(kn: number, kt: number): number {
  return kt <= 0 ? 1 : Math.min(Math.max(1 - kn / kt, 0), 1);
}

export interface DiscOptions {
  /** Least cos(zenith) to divide by for the clearness index; default 0.065 (zenith 86.273°). */
  readonly minCosZenith?: number;
  /** Zenith in degrees beyond which DNI is 0; default 87. */
  readonly maxZenith?: number;
  /** Upper limit of the air mass; default 12. */
  readonly maxAirmass?: number;
}

function discModel(
  inputs: { ghi: ColumnInput; solarZenith: ColumnInput; dayOfYear: ColumnInput; pressure?: ColumnInput },
  options: DiscOptions = {},
): { dni: Float64Array; kt: Float64Array; airmass: Float64Array } {
  const { minCosZenith = MIN_COS_ZENITH, maxZenith = 87, maxAirmass = DISC_MAX_AIRMASS } = options;
  const { ghi, solarZenith, dayOfYear, pressure, n } = toColumns("disc", {
    ghi: inputs.ghi,
    solarZenith: inputs.solarZenith,
    dayOfYear: inputs.dayOfYear,
    pressure: inputs.pressure === undefined ? STANDARD_PRESSURE : inputs.pressure,
  });
  const dni = new Float64Array(n);
  const kt = new Float64Array(n);
  const airmass = new Float64Array(n);
  const dniExtra = new Float64Array(n);
  spencerRows(0, n, dayOfYear, DISC_SOLAR_CONSTANT, dniExtra);
  clearnessIndexRows(0, n, ghi, solarZenith, dniExtra, minCosZenith, 1, kt);
  for (let i = 0; i < n; i++) airmass[i] = discAirmass(solarZenith[i]!, pressure[i]!, maxAirmass);
  discRows(0, n, kt, airmass, dni);
  for (let i = 0; i < n; i++) {
    const zenith = solarZenith[i]!;
    const dark = zenith > maxZenith || ghi[i]! < 0;
    dni[i] = dni[i]! * dniExtra[i]! * (dark ? 0 : 1);
    if (zenith > 90) airmass[i] = Number.NaN;
  }
  return { dni, kt, airmass };
}

/**
 * DNI from GHI by DISC.
 *
 * @param inputs `ghi` in W/m²; `solarZenith`: true zenith in degrees; `dayOfYear`: 1 January = 1; `pressure` in Pa,
 *   default 101325 (which makes the air mass relative, as in the report)
 * @param options `minCosZenith` (0.065), `maxZenith` (87°), `maxAirmass` (12)
 * @returns `dni` in W/m², 0 beyond maxZenith and for a negative GHI; `kt` limited to [0, 1]; `airmass`,
 *   pressure-corrected, limited, NaN beyond a zenith of 90. NaN for NaN, also at night (pvlib: 0)
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` reads the interval's clearness index, true zenith and pressure, and fades the direct part out between 85°
 * and 87° so that no jump is left.
 */
export const disc = /* @__PURE__ */ withStage(discModel, {
  name: "disc",
  family: "decomposition",
  grid: "weather",
  reach: 0,
  reads: ["kt", "zenith", "pressure", "extraterrestrialHorizontal"],
  writes: ["diffuseFraction"],
  prepare: () => undefined,
  run({ from, to, columns: { kt, zenith, pressure, extraterrestrialHorizontal, diffuseFraction } }) {
    for (let i = from; i < to; i++) {
      if (extraterrestrialHorizontal[i]! <= 0) {
        diffuseFraction[i] = 1;
        continue;
      }
      const airmass = discAirmass(zenith[i]!, pressure[i]!, DISC_MAX_AIRMASS);
      const kn = discKn(Math.min(kt[i]!, 1), airmass) * lowSunTaper(zenith[i]!);
      diffuseFraction[i] = diffuseFractionOf(kn, kt[i]!);
    }
  },
});
