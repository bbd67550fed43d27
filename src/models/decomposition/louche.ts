import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkLimits } from "../options.js";
import { withStage } from "../stage.js";
import { clearnessIndexRows, MIN_COS_ZENITH } from "./clearness-index.js";
import { darkRows, limitedClearnessRows, modelExtraRadiation } from "./diffuse-fraction.js";

/**
 * Row kernel: direct over extraterrestrial normal irradiance of the hourly clearness index, as the polynomial gives it:
 * 0.002 at 0, and falling again from 0.86 on, below 0 beyond 1.056. `kb` may be the same column as `kt`.
 */
export function loucheRows(i0: number, i1: number, kt: Float64Array, kb: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    kb[i] = 0.002 + k * (-0.059 + k * (0.994 + k * (-5.205 + k * (15.307 - 10.627 * k))));
  }
}

function loucheModel(
  inputs: { ghi: ColumnInput; solarZenith: ColumnInput; dayOfYear: ColumnInput },
  options: { readonly maxZenith?: number | undefined } = {},
): { dni: Float64Array; dhi: Float64Array; kt: Float64Array } {
  const { maxZenith = 90 } = options;
  checkLimits("louche", { maxZenith });
  const { ghi, solarZenith, dayOfYear, n } = toColumns("louche", {
    ghi: inputs.ghi,
    solarZenith: inputs.solarZenith,
    dayOfYear: inputs.dayOfYear,
  });
  const dniExtra = modelExtraRadiation(dayOfYear);
  const dni = new Float64Array(n);
  const dhi = new Float64Array(n);
  const kt = new Float64Array(n);
  clearnessIndexRows(0, n, ghi, solarZenith, dniExtra, MIN_COS_ZENITH, 2, kt);
  loucheRows(0, n, kt, dni);
  for (let i = 0; i < n; i++) {
    const direct = dni[i]! * dniExtra[i]!;
    const diffuse = ghi[i]! - direct * cos(solarZenith[i]! * DEG);
    const dark = solarZenith[i]! > maxZenith || direct < 0 || diffuse < 0;
    dni[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? 0 : direct;
    dhi[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? Math.max(ghi[i]!, 0) : diffuse;
  }
  return { dni, dhi, kt };
}

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
export const louche = /* @__PURE__ */ withStage(loucheModel, {
  name: "louche",
  family: "decomposition",
  grid: "weather",
  reach: 0,
  reads: ["kt", "extraterrestrialHorizontal"],
  writes: ["diffuseFraction"],
  prepare: () => undefined,
  run({ from, to, columns: { kt, extraterrestrialHorizontal, diffuseFraction } }) {
    limitedClearnessRows(from, to, kt, diffuseFraction);
    loucheRows(from, to, diffuseFraction, diffuseFraction);
    directToDiffuseRows(from, to, kt, diffuseFraction);
    darkRows(from, to, kt, extraterrestrialHorizontal, diffuseFraction);
  },
});

/** Row kernel: diffuse fraction, in place of kb; 1 where kb is more than there is light, as in the function. */
function directToDiffuseRows(i0: number, i1: number, kt: Float64Array, fraction: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const direct = fraction[i]! / Math.min(kt[i]!, 1);
    fraction[i] = direct > 1 ? 1 : Math.min(1 - direct, 1);
  }
}
