/**
 * How bright irradiance can be for the height of the sun: the one place of the published limits, for models and engine alike.
 *
 * Long & Dutton 2002, BSRN Global Network recommended QC tests, V2.0; the same limits in Long & Shi 2008, An automated quality
 * assessment and control algorithm for surface radiation measurements, The Open Atmospheric Science Journal 2, 23–37.
 */
import { positivePow } from "../../math/index.js";

/** Upper limit (W/m²): `offset` + `extra`·E0·μ^`power`, with μ = cos z and E0 the extraterrestrial normal irradiance. */
export interface UpperLimit {
  readonly offset: number;
  readonly extra: number;
  readonly power: 0 | 0.2 | 1 | 1.2;
}

/** What an instrument may read, W/m²: above `least`, below `most`. */
export interface ComponentLimits {
  readonly least: number;
  readonly most: UpperLimit;
}

/** "Physically possible": beyond them no instrument that works has ever been. */
export const PHYSICALLY_POSSIBLE = {
  ghi: { least: -4, most: { offset: 100, extra: 1.5, power: 1.2 } },
  dhi: { least: -4, most: { offset: 50, extra: 0.95, power: 1.2 } },
  dni: { least: -4, most: { offset: 0, extra: 1, power: 0 } },
} as const satisfies { readonly [name: string]: ComponentLimits };

/** "Extremely rare": a moment at the edge of a cloud may be beyond them, hours of it are not. */
export const EXTREMELY_RARE = {
  ghi: { least: -2, most: { offset: 50, extra: 1.2, power: 1.2 } },
  dhi: { least: -2, most: { offset: 30, extra: 0.75, power: 1.2 } },
  dni: { least: -2, most: { offset: 10, extra: 0.95, power: 0.2 } },
} as const satisfies { readonly [name: string]: ComponentLimits };

/** The upper limit (W/m²) where cos z is `mu`, at least 0. */
export function upperLimit({ offset, extra, power }: UpperLimit, extraterrestrial: number, mu: number): number {
  if (power === 0) return offset + extra * extraterrestrial;
  return offset + extra * extraterrestrial * (power === 1 ? mu : positivePow(mu, power));
}
