/** Direct irradiance from global: DISC, and Louche's polynomial. */
import { cos, DEG, exp } from "../../../foundation/math/index.js";
import { kasten1966Rows, STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { type Columns, checkLimits, columnsOf, emptyColumns, type Inputs, model, type Outputs } from "../model.js";
import { spencerRows } from "../solar-position/extraterrestrial.js";
import { withStage } from "../stage.js";
import {
  clearnessIndexRows,
  fractionStage,
  MIN_COS_ZENITH,
  modelExtraRadiation,
  withDecomposition,
} from "./clearness-index.js";

/** Solar constant of the report, W/m². */
export const DISC_SOLAR_CONSTANT = 1370;
/** Air mass up to which Kn was fitted. */
export const DISC_MAX_AIRMASS = 12;

/**
 * Row kernel: pressure-corrected air mass (Kasten 1966) of true zeniths in degrees, at most `maxAirmass`; beyond 90° as
 * at 90°.
 */
export function discAirmassRows(
  i0: number,
  i1: number,
  zenith: Float64Array,
  pressure: Float64Array,
  maxAirmass: number,
  airmass: Float64Array,
): void {
  kasten1966Rows(i0, i1, zenith, airmass);
  for (let i = i0; i < i1; i++) airmass[i] = Math.min((airmass[i]! * pressure[i]!) / STANDARD_PRESSURE, maxAirmass);
}

/** Clearness index at which one polynomial of the report ends and the other begins. */
const SEAM = 0.6;

/** Kn of the clearness index k, at most 1, and the air mass m, by the polynomials below or above the seam. */
function knOf(k: number, m: number, above: boolean): number {
  let a: number;
  let b: number;
  let c: number;
  if (above) {
    a = -5.743 + k * (21.77 + k * (-27.49 + 11.56 * k));
    b = 41.4 + k * (-118.5 + k * (66.05 + 31.9 * k));
    c = -47.01 + k * (184.2 + k * (-222 + 73.81 * k));
  } else {
    a = 0.512 + k * (-1.56 + k * (2.286 - 2.222 * k));
    b = 0.37 + 0.962 * k;
    c = -0.28 + k * (0.932 - 2.048 * k);
  }
  const clear = 0.866 + m * (-0.122 + m * (0.0121 + m * (-0.000653 + 1.4e-5 * m)));
  return Math.max(clear - (a + b * exp(c * m)), 0);
}

/**
 * Row kernel: Kn, direct over extraterrestrial normal irradiance, never below 0, from the clearness index (above 1 it
 * counts as 1) and the pressure-corrected air mass (at most 12). `kn` may be the same column as `airmass`.
 */
export function discRows(i0: number, i1: number, kt: Float64Array, airmass: Float64Array, kn: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const k = Math.min(kt[i]!, 1);
    kn[i] = knOf(k, airmass[i]!, !(k <= SEAM));
  }
}

/** Half the width in clearness index over which `seamlessDiscRows` passes from one polynomial to the other. */
const SEAM_HALF = 0.02;

/** Row kernel: as `discRows`, but without the jump of up to 0.02 in Kn at a clearness index of 0.6. */
export function seamlessDiscRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  airmass: Float64Array,
  kn: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const k = Math.min(kt[i]!, 1);
    const m = airmass[i]!;
    const above = (k - SEAM + SEAM_HALF) / (2 * SEAM_HALF);
    // One call for nearly all rows, so that V8 makes it part of the loop.
    const one = knOf(k, m, above > 0);
    kn[i] = above > 0 && above < 1 ? (1 - above) * knOf(k, m, false) + above * one : one;
  }
}

export type KnToDiffuseFractionColumns = Columns<"kt" | "zenith" | "extraterrestrialHorizontal" | "fraction">;

/**
 * Row kernel: from Kn to the diffuse fraction, in place. The interval's mean direct-horizontal is Kn·E0h, its mean GHI
 * kt·E0h. The direct part fades out between a true zenith of 87° and 90°, so that no jump is left (research/decomposition.md,
 * "Low sun", has the evidence). 1 without sun and for a kt of 0 or less; NaN for NaN.
 */
export function knToDiffuseFractionRows(i0: number, i1: number, c: KnToDiffuseFractionColumns): void {
  const { kt, zenith, extraterrestrialHorizontal, fraction } = c;
  for (let i = i0; i < i1; i++) {
    const taper = Math.min(Math.max((90 - zenith[i]!) / 3, 0), 1);
    const dark = extraterrestrialHorizontal[i]! <= 0 || kt[i]! <= 0;
    fraction[i] = dark ? 1 : Math.min(Math.max(1 - (fraction[i]! * taper) / kt[i]!, 0), 1);
  }
}

export interface DiscOptions {
  /** Least cos(zenith) to divide by for the clearness index; default 0.065 (zenith 86.273°). */
  readonly minCosZenith?: number | undefined;
  /** Zenith in degrees beyond which DNI is 0, as it is beyond 90 in any case; default 87. */
  readonly maxZenith?: number | undefined;
  /** Upper limit of the air mass; default 12. */
  readonly maxAirmass?: number | undefined;
}

type DiscInputs = Inputs<"ghi" | "solarZenith" | "dayOfYear", "pressure">;

/** DISC for the public function `model`, which error texts name; `rows` gives Kn. */
export function discOf(
  model: string,
  inputs: DiscInputs,
  options: DiscOptions,
  rows = discRows,
): Outputs<"dni" | "kt" | "airmass"> {
  const { minCosZenith = MIN_COS_ZENITH, maxZenith = 87, maxAirmass = DISC_MAX_AIRMASS } = options;
  checkLimits(model, { minCosZenith, maxZenith, maxAirmass });
  const { ghi, solarZenith, dayOfYear, pressure, n } = columnsOf(model, inputs, ["ghi", "solarZenith", "dayOfYear"], {
    pressure: STANDARD_PRESSURE,
  });
  const { dni, kt, airmass, dniExtra } = emptyColumns(["dni", "kt", "airmass", "dniExtra"], n);
  spencerRows(0, n, dayOfYear, DISC_SOLAR_CONSTANT, dniExtra);
  clearnessIndexRows(0, n, ghi, solarZenith, dniExtra, minCosZenith, 1, kt);
  discAirmassRows(0, n, solarZenith, pressure, maxAirmass, airmass);
  rows(0, n, kt, airmass, dni);
  for (let i = 0; i < n; i++) {
    const zenith = solarZenith[i]!;
    const down = zenith > 90;
    const dark = down || zenith > maxZenith || ghi[i]! < 0;
    dni[i] = dni[i]! * dniExtra[i]! * (dark ? 0 : 1);
    if (down) airmass[i] = Number.NaN;
  }
  return { dni, kt, airmass };
}

/**
 * DNI from GHI by DISC.
 *
 * @param inputs `ghi` in W/m²; `solarZenith`: true zenith in degrees; `dayOfYear`: 1 January = 1; `pressure` in Pa,
 *   default 101325 (which makes the air mass relative, as in the report)
 * @param options `minCosZenith` (0.065), `maxZenith` (87°), `maxAirmass` (12)
 * @returns `dni` in W/m², 0 beyond maxZenith, beyond 90° and for a negative GHI; `kt` limited to [0, 1]; `airmass`,
 *   pressure-corrected, limited, NaN beyond a zenith of 90. NaN for NaN, also at night (pvlib: 0)
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Its `stage` reads the interval's clearness index, true zenith and pressure, and fades the direct part out between 87°
 * and 90° so that no jump is left.
 *
 * Source: E. L. Maxwell (1987), A quasi-physical model for converting hourly global horizontal to direct normal insolation,
 * SERI/TR-215-3087. The report uses the relative air mass; NREL's own implementation, and this one with it, the
 * pressure-corrected one.
 * @experimental
 */
export const disc = /* @__PURE__ */ withDecomposition(
  (inputs: DiscInputs, options: DiscOptions = {}) => discOf("disc", inputs, options),
  {
    name: "disc",
    reads: ["kt", "zenith", "pressure", "extraterrestrialHorizontal"],
    accepts: [],
    prepare: () => undefined,
    run({ from, to, columns: { kt, zenith, pressure, extraterrestrialHorizontal, diffuseFraction } }) {
      // diffuseFraction holds the air mass, then Kn.
      discAirmassRows(from, to, zenith, pressure, DISC_MAX_AIRMASS, diffuseFraction);
      discRows(from, to, kt, diffuseFraction, diffuseFraction);
      knToDiffuseFractionRows(from, to, { kt, zenith, extraterrestrialHorizontal, fraction: diffuseFraction });
    },
  },
);

/**
 * Direct over extraterrestrial normal irradiance of the hourly clearness index, as the polynomial gives it: 0.002 at 0, and falling again
 * from 0.86 on, below 0 beyond 1.056.
 */
function loucheTransmittance(k: number): number {
  return 0.002 + k * (-0.059 + k * (0.994 + k * (-5.205 + k * (15.307 - 10.627 * k))));
}

const loucheModel = /* @__PURE__ */ model("louche", {
  inputs: ["ghi", "solarZenith", "dayOfYear"],
  outputs: ["dni", "dhi", "kt"],
  settings({ maxZenith = 90 }: { readonly maxZenith?: number | undefined }): number {
    checkLimits("louche", { maxZenith });
    return maxZenith;
  },
  rows(from, to, { ghi, solarZenith, dayOfYear, dni, dhi, kt }, maxZenith) {
    const dniExtra = modelExtraRadiation(dayOfYear);
    clearnessIndexRows(from, to, ghi, solarZenith, dniExtra, MIN_COS_ZENITH, 2, kt);
    for (let i = from; i < to; i++) {
      const direct = loucheTransmittance(kt[i]!) * dniExtra[i]!;
      const diffuse = ghi[i]! - direct * cos(solarZenith[i]! * DEG);
      const dark = solarZenith[i]! > maxZenith || direct < 0 || diffuse < 0;
      dni[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? 0 : direct;
      dhi[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? Math.max(ghi[i]!, 0) : diffuse;
    }
  },
});

/**
 * DNI and DHI from GHI by the direct transmittance of Louche et al. (hourly values of Ajaccio).
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `solarZenith`: true zenith in degrees; `dayOfYear`: 1 January = 1
 * @param options `maxZenith` (90°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 2], with cos(zenith) not below 0.065; beyond maxZenith, and where
 *   the polynomial is negative (kt above 1.056), dni = 0 and dhi = ghi. NaN for NaN. Unlike pvlib: where the polynomial
 *   gives more direct light than there is light (kt below 0.0019) all is diffuse, there dhi is negative; a negative GHI
 *   gives dhi = 0; a missing value gives NaN at night, too
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Its `stage` reads the interval's clearness index within [0, 1].
 *
 * Source: A. Louche, G. Notton, P. Poggi, G. Simonnot (1991), Correlations for direct normal and global horizontal
 * irradiation on a French Mediterranean site, Solar Energy 46, 261–266; coefficients read in pvlib-python 0.15.0.
 * @experimental
 */
export const louche = /* @__PURE__ */ withStage(
  loucheModel,
  /* @__PURE__ */ fractionStage({
    name: "louche",
    // 1 where the transmittance is more than there is light, as in the function.
    rows(from, to, kt, fraction) {
      for (let i = from; i < to; i++) {
        const direct = loucheTransmittance(kt[i]!) / Math.min(kt[i]!, 1);
        fraction[i] = direct > 1 ? 1 : Math.min(1 - direct, 1);
      }
    },
  }),
);
