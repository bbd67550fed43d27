/** Two-axis tracking: a plane that faces the sun as far as its tilt goes. */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkAngle } from "./surface-orientation.js";

/**
 * Orientation and incidence of a two-axis tracker (vertical axis first): it looks at the sun's azimuth, tilted by the
 * sun's zenith or its limit. No source: the plane faces the sun.
 *
 * @param inputs apparentZenith, solarAzimuth in degrees; numbers or arrays of one length
 * @param options maxTilt: largest tilt in degrees, 0…90, default 90
 * @returns surfaceTilt, surfaceAzimuth (0…360) and aoi in degrees; aoi is 0 until the limit is reached; NaN for a zenith
 *   above 90 (as `singleaxis`) and where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function dualAxis(
  inputs: { apparentZenith: ColumnInput; solarAzimuth: ColumnInput },
  { maxTilt = 90 }: { maxTilt?: number | undefined } = {},
): { surfaceTilt: Float64Array; surfaceAzimuth: Float64Array; aoi: Float64Array } {
  checkAngle("dualAxis", "maxTilt", maxTilt, 0, 90);
  const { apparentZenith, solarAzimuth } = inputs;
  const c = toColumns("dualAxis", { apparentZenith, solarAzimuth });
  const surfaceTilt = new Float64Array(c.n);
  const surfaceAzimuth = new Float64Array(c.n);
  const aoi = new Float64Array(c.n);
  for (let i = 0; i < c.n; i++) {
    const azimuth = c.solarAzimuth[i]!;
    const zenith = c.apparentZenith[i]! > 90 || Number.isNaN(azimuth) ? Number.NaN : c.apparentZenith[i]!;
    surfaceTilt[i] = Math.min(zenith, maxTilt);
    surfaceAzimuth[i] = Number.isNaN(zenith) ? Number.NaN : azimuth - 360 * Math.floor(azimuth / 360);
    aoi[i] = zenith - surfaceTilt[i]!;
  }
  return { surfaceTilt, surfaceAzimuth, aoi };
}
