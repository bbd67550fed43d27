/**
 * How bright irradiance can be for the height of the sun: the one place of the published limits, for models and engine alike, and BSRN's
 * test of single components.
 *
 * Long & Dutton 2002, BSRN Global Network recommended QC tests, V2.0; the same limits in Long & Shi 2008, An automated quality
 * assessment and control algorithm for surface radiation measurements, The Open Atmospheric Science Journal 2, 23–37, doi
 * 10.2174/1874282300802010023. Flags as pvanalytics 0.2.2 sets them, with both limits outside of what passes.
 */
import { cos, DEG, positivePow } from "../../../foundation/math/index.js";
import { emptyColumns, type Inputs, type Outputs, toColumns } from "../model.js";

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
const EXTREMELY_RARE = {
  ghi: { least: -2, most: { offset: 50, extra: 1.2, power: 1.2 } },
  dhi: { least: -2, most: { offset: 30, extra: 0.75, power: 1.2 } },
  dni: { least: -2, most: { offset: 10, extra: 0.95, power: 0.2 } },
} as const satisfies { readonly [name: string]: ComponentLimits };

/** The upper limit (W/m²) where cos z is `mu`, at least 0. */
export function upperLimit({ offset, extra, power }: UpperLimit, extraterrestrial: number, mu: number): number {
  if (power === 0) return offset + extra * extraterrestrial;
  return offset + extra * extraterrestrial * (power === 1 ? mu : positivePow(mu, power));
}

const LIMITS = { physical: PHYSICALLY_POSSIBLE, extreme: EXTREMELY_RARE };

/**
 * Whether irradiance is within BSRN's limits, component by component.
 *
 * @param inputs `ghi`, `dhi`, `dni` in W/m², of which any may be left out; `solarZenith`: true zenith in degrees; `dniExtra`:
 *   extraterrestrial normal irradiance in W/m²
 * @param options `limits`: "physical" (default), beyond which a value is wrong, or "extreme", which minutes at the edge of a cloud
 *   may pass
 * @returns `ghiLimitFlag`, `dhiLimitFlag`, `dniLimitFlag`, without unit: 1 within the limits, 0 beyond; NaN for NaN (pvanalytics: beyond)
 * @throws TypeError, RangeError for columns of wrong kind or unequal length, or other limits
 *
 * Source: Long & Dutton 2002, see the file; pvanalytics `check_irradiance_limits_qcrad`.
 * @experimental
 */
export function checkIrradianceLimitsQcrad(
  inputs: Inputs<"solarZenith" | "dniExtra", "ghi" | "dhi" | "dni">,
  options: { limits?: "physical" | "extreme" | undefined } = {},
): Outputs<"ghiLimitFlag" | "dhiLimitFlag" | "dniLimitFlag"> {
  const limits = LIMITS[options.limits ?? "physical"];
  if (limits === undefined) {
    throw new RangeError(`checkIrradianceLimitsQcrad: limits must be "physical" or "extreme", got ${options.limits}`);
  }
  const { ghi = null, dhi = null, dni = null, solarZenith, dniExtra } = inputs;
  const c = toColumns("checkIrradianceLimitsQcrad", { ghi, dhi, dni, solarZenith, dniExtra });
  const flags = emptyColumns(["ghiLimitFlag", "dhiLimitFlag", "dniLimitFlag"], c.n);
  for (const name of ["ghi", "dhi", "dni"] as const) {
    const { least, most } = limits[name];
    for (let i = 0; i < c.n; i++) {
      const value = c[name][i]!;
      const upper = upperLimit(most, c.dniExtra[i]!, Math.max(cos(c.solarZenith[i]! * DEG), 0));
      const known = value + upper + c.solarZenith[i]!;
      flags[`${name}LimitFlag`][i] = Number.isNaN(known) ? Number.NaN : value > least && value < upper ? 1 : 0;
    }
  }
  return flags;
}
