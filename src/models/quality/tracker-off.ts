/**
 * A tracker that has lost the sun: GHI is of a clear sky, and DNI of none.
 *
 * Forstinger et al. 2021, Expert quality control of solar radiation ground data sets, ISES Solar World Congress 2021, doi
 * 10.18086/swc.2021.38.02, with their coarse clear sky: 0.8 of the extraterrestrial irradiance, 16.5 % of it diffuse.
 */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

const CLEAR_SHARE = 0.8;
const DIFFUSE_SHARE = 0.165;
/** (clear − measured)/(clear + measured): below this GHI is of a clear sky, above that DNI is none. */
const CLEAR_GHI = 0.2;
const NO_DNI = 0.95;
const LAST_ZENITH = 85;
/** Of cos z, in the clear sky's DNI. */
const LEAST_COSINE = 0.01;

/** Row kernel: ghi, dni, dniExtra (W/m²), solarZenith (degrees) → trackerOff, 1 or 0; NaN for NaN. */
export function trackerOffRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  dni: Float64Array,
  dniExtra: Float64Array,
  solarZenith: Float64Array,
  trackerOff: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const mu = cos(solarZenith[i]! * DEG);
    const ghiClear = CLEAR_SHARE * dniExtra[i]! * mu;
    const dniClear = ((1 - DIFFUSE_SHARE) * ghiClear) / Math.max(mu, LEAST_COSINE);
    const isClear = (ghiClear - ghi[i]!) / (ghiClear + ghi[i]!) < CLEAR_GHI;
    const hasNone = (dniClear - dni[i]!) / (dniClear + dni[i]!) > NO_DNI;
    const missing = 0 * (ghi[i]! + dni[i]! + ghiClear);
    trackerOff[i] = missing + (isClear && hasNone && solarZenith[i]! < LAST_ZENITH ? 1 : 0);
  }
}

/**
 * Rows in which the tracker does not point at the sun: GHI is near a clear sky's and DNI is a fortieth of it or less.
 *
 * @param inputs `ghi`, `dni` in W/m²; `dniExtra`: extraterrestrial normal irradiance in W/m²; `solarZenith`: true zenith in degrees
 * @returns `trackerOff`, without unit: 1 where it is, 0 elsewhere and from 85° of zenith on; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: Forstinger et al. 2021, see the file.
 * @experimental
 */
export function trackerOff(inputs: {
  ghi: ColumnInput;
  dni: ColumnInput;
  dniExtra: ColumnInput;
  solarZenith: ColumnInput;
}): { trackerOff: Float64Array } {
  const { ghi, dni, dniExtra, solarZenith } = inputs;
  const c = toColumns("trackerOff", { ghi, dni, dniExtra, solarZenith });
  const off = new Float64Array(c.n);
  trackerOffRows(0, c.n, c.ghi, c.dni, c.dniExtra, c.solarZenith, off);
  return { trackerOff: off };
}
