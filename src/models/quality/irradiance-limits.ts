/**
 * BSRN's limits of single components: what is physically possible, and what is extremely rare.
 *
 * Long & Dutton 2002, BSRN Global Network recommended QC tests, V2.0; Long & Shi 2008, The Open Atmospheric Science Journal 2,
 * 23–37, doi 10.2174/1874282300802010023. Flags as pvanalytics 0.2.2 sets them, with both limits outside of what passes.
 */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { type ComponentLimits, EXTREMELY_RARE, PHYSICALLY_POSSIBLE, upperLimit } from "./upper-limits.js";

const LIMITS = { physical: PHYSICALLY_POSSIBLE, extreme: EXTREMELY_RARE };

/** Row kernel: irradiance (W/m²), solarZenith (degrees), dniExtra (W/m²) → flag 1 within the limits, 0 beyond, NaN for NaN. */
export function irradianceLimitsRows(
  i0: number,
  i1: number,
  { least, most }: ComponentLimits,
  irradiance: Float64Array,
  solarZenith: Float64Array,
  dniExtra: Float64Array,
  flag: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const value = irradiance[i]!;
    const upper = upperLimit(most, dniExtra[i]!, Math.max(cos(solarZenith[i]! * DEG), 0));
    if (Number.isNaN(value + upper + solarZenith[i]!)) flag[i] = Number.NaN;
    else flag[i] = value > least && value < upper ? 1 : 0;
  }
}

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
  inputs: {
    ghi?: ColumnInput | undefined;
    dhi?: ColumnInput | undefined;
    dni?: ColumnInput | undefined;
    solarZenith: ColumnInput;
    dniExtra: ColumnInput;
  },
  options: { limits?: "physical" | "extreme" | undefined } = {},
): { ghiLimitFlag: Float64Array; dhiLimitFlag: Float64Array; dniLimitFlag: Float64Array } {
  const limits = LIMITS[options.limits ?? "physical"];
  if (limits === undefined) {
    throw new RangeError(`checkIrradianceLimitsQcrad: limits must be "physical" or "extreme", got ${options.limits}`);
  }
  const { ghi = null, dhi = null, dni = null, solarZenith, dniExtra } = inputs;
  const c = toColumns("checkIrradianceLimitsQcrad", { ghi, dhi, dni, solarZenith, dniExtra });
  const flags = [new Float64Array(c.n), new Float64Array(c.n), new Float64Array(c.n)] as const;
  irradianceLimitsRows(0, c.n, limits.ghi, c.ghi, c.solarZenith, c.dniExtra, flags[0]);
  irradianceLimitsRows(0, c.n, limits.dhi, c.dhi, c.solarZenith, c.dniExtra, flags[1]);
  irradianceLimitsRows(0, c.n, limits.dni, c.dni, c.solarZenith, c.dniExtra, flags[2]);
  return { ghiLimitFlag: flags[0], dhiLimitFlag: flags[1], dniLimitFlag: flags[2] };
}
