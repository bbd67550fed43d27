/**
 * Whether GHI, DNI and DHI can be of the same sky: closure, and diffuse no brighter than global.
 *
 * Long & Shi 2008, An automated quality assessment and control algorithm for surface radiation measurements, The Open Atmospheric
 * Science Journal 2, 23–37, doi 10.2174/1874282300802010023; the same in Long & Dutton 2002, BSRN recommended QC tests, V2.0.
 */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Zenith in degrees that parts the high sun from the low one, and beyond which nothing is tested. */
export const LOW_SUN = 75;
const LAST_ZENITH = 93;
/** W/m²: ratios of less light say nothing. */
export const LEAST_LIGHT = 50;
/** How far GHI may be from DNI·cos z + DHI, as a share of the sum. */
export const CLOSURE = { high: 0.08, low: 0.15 };
/** How far DHI may be above GHI, which shadow bands and levels of instruments explain. */
const DIFFUSE_RATIO = { high: 1.05, low: 1.1 };

/**
 * Row kernel: solarZenith (degrees), ghi, dhi, dni (W/m²) → consistentComponents and diffuseRatioLimit: 1 passes, 0 fails,
 * outsideDomain where there is too little light or sun to say, NaN for NaN. The bounds of the ratios themselves fail, as in pvanalytics.
 */
export function irradianceConsistencyRows(
  i0: number,
  i1: number,
  solarZenith: Float64Array,
  ghi: Float64Array,
  dhi: Float64Array,
  dni: Float64Array,
  outsideDomain: number,
  consistentComponents: Float64Array,
  diffuseRatioLimit: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const zenith = solarZenith[i]!;
    const sum = dni[i]! * cos(zenith * DEG) + dhi[i]!;
    const low = zenith >= LOW_SUN;
    const hasSun = zenith >= 0 && zenith < LAST_ZENITH;
    const missing = 0 * (ghi[i]! + sum);
    const closure = low ? CLOSURE.low : CLOSURE.high;
    const ratio = ghi[i]! / sum;
    const closes = ratio > 1 - closure && ratio < 1 + closure ? 1 : 0;
    consistentComponents[i] = missing + (hasSun && sum >= LEAST_LIGHT ? closes : outsideDomain);
    const isDiffuse = dhi[i]! / ghi[i]!;
    const passes = isDiffuse > 0 && isDiffuse < (low ? DIFFUSE_RATIO.low : DIFFUSE_RATIO.high) ? 1 : 0;
    diffuseRatioLimit[i] = missing + (hasSun && ghi[i]! >= LEAST_LIGHT ? passes : outsideDomain);
  }
}

/**
 * QCRad's tests of the three components against one another: GHI within 8 % of DNI·cos z + DHI (15 % from 75° of zenith on), and DHI at
 * most 1.05 of GHI (1.10), where there are 50 W/m² and the zenith is below 93°.
 *
 * @param inputs `solarZenith`: true zenith in degrees; `ghi`, `dhi`, `dni` in W/m²
 * @param options `outsideDomain`: the flag where a test says nothing, default 0, as in pvanalytics; NaN tells it from a failure
 * @returns `consistentComponents`, `diffuseRatioLimit`, without unit: 1 where the row passes, 0 where it fails; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: Long & Shi 2008, see the file; pvanalytics `check_irradiance_consistency_qcrad`.
 * @experimental
 */
export function checkIrradianceConsistencyQcrad(
  inputs: { solarZenith: ColumnInput; ghi: ColumnInput; dhi: ColumnInput; dni: ColumnInput },
  options: { outsideDomain?: number | undefined } = {},
): { consistentComponents: Float64Array; diffuseRatioLimit: Float64Array } {
  const { solarZenith, ghi, dhi, dni } = inputs;
  const { outsideDomain = 0 } = options;
  if (typeof outsideDomain !== "number") {
    throw new TypeError(
      `checkIrradianceConsistencyQcrad: outsideDomain must be a number or NaN, got ${String(outsideDomain)}`,
    );
  }
  const c = toColumns("checkIrradianceConsistencyQcrad", { solarZenith, ghi, dhi, dni });
  const [closes, ratio] = [new Float64Array(c.n), new Float64Array(c.n)];
  irradianceConsistencyRows(0, c.n, c.solarZenith, c.ghi, c.dhi, c.dni, outsideDomain, closes, ratio);
  return { consistentComponents: closes, diffuseRatioLimit: ratio };
}
