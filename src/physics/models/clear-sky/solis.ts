/**
 * Simplified Solis clear sky, and Solis 2018, refitted for high turbidity.
 *
 * Source: P. Ineichen (2008), A broadband simplified version of the Solis clear sky model, Solar Energy 82, 758–762,
 * doi 10.1016/j.solener.2008.02.009. Solis 2018: P. Ineichen (2018), High turbidity Solis clear sky model: development and validation,
 * Remote Sensing 10, 435; coefficients as in the public code clear-sky-models (R), which took them from the author's: one place only.
 */
import { DEG, exp, log, pow, sin } from "../../../foundation/math/index.js";
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { TYPICAL_ANGSTROM_ALPHA } from "../atmosphere/turbidity.js";
import { type Columns, columnsOf, emptyColumns, type Inputs, type Outputs, withDefaults } from "../model.js";
import {
  type AerosolStageOptions,
  CLEAR_SKY_DEFAULTS,
  cosinesAboveHorizon,
  SKY,
  type SkyColumns,
  skyOf,
  withClearSky,
  within,
} from "./limits.js";
import { SOLIS_2018 } from "./solis-2018-coefficients.js";

/** What pvlib assumes if nothing is known. */
const STAGE_DEFAULTS = { aod700: 0.1, precipitableWater: 1 };
const DNI_EXTRA = 1364;

/** The fit begins at 0.2 cm of water and fails below. */
const LEAST_WATER = 0.2;

/**
 * Row kernel. `sinElevation` is that of the apparent sun; at and below 0 everything is 0. The three parts are fitted
 * each on its own: ghi is not exactly dni·sinElevation + dhi. `ghi`, `dni`, `dhi` may be the columns of `aod700`,
 * `precipitableWater`, `pressure`.
 */
export function simplifiedSolisRows(
  i0: number,
  i1: number,
  sinElevation: Float64Array,
  aod700: Float64Array,
  precipitableWater: Float64Array,
  pressure: Float64Array,
  dniExtra: Float64Array,
  ghi: Float64Array,
  dni: Float64Array,
  dhi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const aod = aod700[i]!;
    const w = Math.max(precipitableWater[i]!, LEAST_WATER);
    const p = pressure[i]!;
    const extra = dniExtra[i]!;
    const mu = sinElevation[i]!;
    if (mu <= 0) {
      const dark = Number.isNaN(aod + w + p + extra) ? Number.NaN : 0;
      ghi[i] = dni[i] = dhi[i] = dark;
      continue;
    }
    const lnP = log(p / STANDARD_PRESSURE);
    const lnW = log(w);
    const lnW2 = lnW * lnW;
    const aod2 = aod * aod;
    const lnMu = log(mu);

    // Enhanced extraterrestrial irradiance
    const io0 = 1.08 * exp(0.0051 * lnW);
    const io1 = 0.97 * exp(0.032 * lnW);
    const io2 = 0.12 * exp(0.56 * lnW);
    const enhanced = extra * (io2 * aod2 + io1 * aod + io0 + 0.071 * lnP);

    // Direct
    const tb1 = 1.82 + 0.056 * lnW + 0.0071 * lnW2;
    const tb0 = 0.33 + 0.045 * lnW + 0.0096 * lnW2;
    const tbp = 0.0089 * w + 0.13;
    const taub = tb1 * aod + tb0 + tbp * lnP;
    const b1 = 0.00925 * aod2 + 0.0148 * aod - 0.0172;
    const b0 = -0.7565 * aod2 + 0.5057 * aod + 0.4557;
    const b = b1 * lnW + b0;

    // Global
    const tg1 = 1.24 + 0.047 * lnW + 0.0061 * lnW2;
    const tg0 = 0.27 + 0.043 * lnW + 0.009 * lnW2;
    const tgp = 0.0079 * w + 0.1;
    const taug = tg1 * aod + tg0 + tgp * lnP;
    const g = -0.0147 * lnW - 0.3079 * aod2 + 0.2846 * aod + 0.3798;

    // Diffuse: two fits that meet at an optical depth of 0.05
    const clean = aod < 0.05;
    const td4 = clean ? 86 * w - 13800 : -0.21 * w + 11.6;
    const td3 = clean ? -3.11 * w + 79.4 : 0.27 * w - 20.7;
    const td2 = clean ? -0.23 * w + 74.8 : -0.134 * w + 15.5;
    const td1 = clean ? 0.092 * w - 8.86 : 0.0554 * w - 5.71;
    const td0 = clean ? 0.0042 * w + 3.12 : 0.0057 * w + 2.94;
    const tdp = clean ? -0.83 * pow(1 + aod, -17.2) : -0.71 * pow(1 + aod, -15);
    const taud = td4 * aod2 * aod2 + td3 * aod2 * aod + td2 * aod2 + td1 * aod + td0 + tdp * lnP;
    const d = -0.337 * aod2 + 0.63 * aod + 0.116 + lnP / (18 + 152 * aod);

    dni[i] = enhanced * exp(-taub * exp(-b * lnMu));
    ghi[i] = enhanced * exp(-taug * exp(-g * lnMu)) * mu;
    dhi[i] = enhanced * exp(-taud * exp(-d * lnMu));
  }
}

export interface SimplifiedSolisStageOptions {
  /** Aerosol optical depth at 700 nm where the weather has none; default 0.1. */
  readonly aod700?: number | undefined;
  /** Precipitable water in cm where the weather has none; default 1. */
  readonly precipitableWater?: number | undefined;
}

function simplifiedSolisModel(
  inputs: Inputs<"apparentElevation", "aod700" | "precipitableWater" | "pressure" | "dniExtra">,
): Outputs<"ghi" | "dni" | "dhi"> {
  const { aod700, precipitableWater } = STAGE_DEFAULTS;
  const c = columnsOf("simplifiedSolis", inputs, ["apparentElevation"], {
    ...{ aod700, precipitableWater, pressure: STANDARD_PRESSURE, dniExtra: DNI_EXTRA },
  });
  const sinElevation = c.apparentElevation.map((elevation) => sin(elevation * DEG));
  const out = emptyColumns(SKY, c.n);
  const light = [sinElevation, c.aod700, c.precipitableWater, c.pressure, c.dniExtra] as const;
  simplifiedSolisRows(0, c.n, ...light, out.ghi, out.dni, out.dhi);
  return out;
}

/**
 * Clear-sky GHI, DNI and DHI from aerosol and water vapour (simplified Solis).
 *
 * @param inputs `apparentElevation` in degrees; `aod700`: aerosol optical depth at 700 nm, fitted for 0–0.45, default
 *   0.1; `precipitableWater` in cm, fitted for 0.2–10, default 1 (less than 0.2 counts as 0.2); `pressure` in Pa, fitted
 *   for 41000–101325, default 101325; `dniExtra` in W/m², default 1364
 * @returns `ghi`, `dni`, `dhi` in W/m²; 0 for a sun at or below the horizon, NaN for NaN. Each is a fit of its own, so
 *   that ghi = dni·sin(elevation) + dhi holds only within its accuracy (15–20 W/m²). Beyond the fitted range the formula
 *   is extrapolated and soon senseless (from an optical depth of about 1.15 on the beam grows towards the horizon)
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` takes the weather's aerosol optical depth from 550 to 700 nm by Ångström's law, keeps all inputs within
 * the fitted range and puts defaults (options) for missing values. A plan tells where a site or its weather is beyond it:
 * above 7000 m, an optical depth of 0.59 at 550 nm, or 10 cm of water, below 0.2 cm.
 * @experimental
 */
export const simplifiedSolis = /* @__PURE__ */ withClearSky(simplifiedSolisModel, {
  name: "simplifiedSolis",
  reads: ["up", "aerosolOpticalDepth", "precipitableWater", "pressure", "extraterrestrialNormal"],
  fitted: { altitude: 7000, aerosolOpticalDepth: 0.59, precipitableWater: [LEAST_WATER, 10] },
  prepare: (_site, options: SimplifiedSolisStageOptions) => ({
    ...withDefaults("simplifiedSolis", STAGE_DEFAULTS, options),
    aod700PerAod550: pow(550 / 700, TYPICAL_ANGSTROM_ALPHA),
  }),
  run({ from, to, columns: c }, { aod700, precipitableWater, aod700PerAod550 }) {
    // The output columns hold the inputs, brought into the fitted range, until the kernel overwrites them.
    for (let i = from; i < to; i++) {
      c.clearGhi[i] = within(c.aerosolOpticalDepth[i]! * aod700PerAod550, 0, 0.45, aod700);
      c.clearDni[i] = within(c.precipitableWater[i]!, LEAST_WATER, 10, precipitableWater);
      c.clearDhi[i] = within(c.pressure[i]!, 41000, 110000, STANDARD_PRESSURE);
    }
    const { clearGhi, clearDni, clearDhi } = c;
    const held = [clearGhi, clearDni, clearDhi] as const;
    simplifiedSolisRows(from, to, c.up, ...held, c.extraterrestrialNormal, ...held);
  },
});

/** Extraterrestrial irradiance that the public function assumes, W/m². */
const DNI_EXTRA_2018 = 1367;
/** The logarithms need some aerosol and water. */
const LEAST_AOD = 0.0005;
const LEAST_WATER_2018 = 0.05;

/**
 * Cubic in the optical depth `a` of quantity `at` (0 enhanced irradiance, 24 optical depth of global, 48 of beam): each of its
 * four coefficients is x1·p + x2 times 1, √w and ln w.
 */
function cubic(at: number, a: number, p: number, sqrtW: number, lnW: number): number {
  let value = 0;
  for (let k = at; k < at + 24; k += 6) {
    const constant = SOLIS_2018[k]! * p + SOLIS_2018[k + 3]!;
    const root = SOLIS_2018[k + 1]! * p + SOLIS_2018[k + 4]!;
    const logarithm = SOLIS_2018[k + 2]! * p + SOLIS_2018[k + 5]!;
    value = value * a + constant + root * sqrtW + logarithm * lnW;
  }
  return value;
}

/**
 * Row kernel. At and below cosZenith 0 everything is 0. `ghi`, `dni`, `dhi` may be the columns of `aod550`,
 * `precipitableWater`, `pressure`.
 */
function solis2018Rows(
  from: number,
  to: number,
  light: Columns<"cosZenith" | "aod550" | "precipitableWater" | "pressure" | "dniExtra">,
  { ghi, dni, dhi }: SkyColumns,
): void {
  const { cosZenith, aod550, precipitableWater, pressure, dniExtra } = light;
  for (let i = from; i < to; i++) {
    const mu = cosZenith[i]!;
    const a = Math.max(aod550[i]!, LEAST_AOD);
    const w = Math.max(precipitableWater[i]!, LEAST_WATER_2018);
    const p = pressure[i]! / STANDARD_PRESSURE;
    const extra = dniExtra[i]!;
    const known = mu + a + w + p + extra;
    if (!(mu > 0) || Number.isNaN(known)) {
      const dark = Number.isNaN(known) ? Number.NaN : 0;
      ghi[i] = dni[i] = dhi[i] = dark;
      continue;
    }
    const lnW = log(w);
    const lnA = log(a);
    const sqrtW = Math.sqrt(w);
    const lnMu = log(mu);
    const enhanced = extra * cubic(0, a, p, sqrtW, lnW);
    const tauGlobal = -cubic(24, a, p, sqrtW, lnW);
    const tauBeam = -cubic(48, a, p, sqrtW, lnW);
    const beamExponent = 0.482261237 * exp(-0.016678672 * lnW) * pow(0.914171831, a);
    const globalExponent =
      0.393927007 -
      0.014924316 * lnW -
      0.092174236 * lnA -
      0.001048172 * lnW * lnW -
      0.009163093 * lnA * lnA +
      0.006108964 * lnW * lnA;
    const normal = Math.max(enhanced * exp(-tauBeam * exp(-beamExponent * lnMu)), 0);
    const global = Math.max(enhanced * exp(-tauGlobal * exp(-globalExponent * lnMu)) * mu, 0);
    ghi[i] = global;
    dni[i] = normal;
    dhi[i] = Math.max(global - normal * mu, 0);
  }
}

function solis2018Model(
  inputs: Inputs<"zenith" | "aod550" | "precipitableWater", "pressure" | "dniExtra">,
): Outputs<"ghi" | "dni" | "dhi"> {
  const c = columnsOf("solis2018", inputs, ["zenith", "aod550", "precipitableWater"], {
    pressure: STANDARD_PRESSURE,
    dniExtra: DNI_EXTRA_2018,
  });
  const out = emptyColumns(SKY, c.n);
  solis2018Rows(0, c.n, { ...c, cosZenith: cosinesAboveHorizon(c.zenith) }, out);
  return out;
}

/**
 * Clear-sky GHI, DNI and DHI from aerosol and water vapour (Solis 2018, for high turbidity).
 *
 * @param inputs `zenith` in degrees; `aod550`: aerosol optical depth at 550 nm (less than 0.0005 counts as that);
 *   `precipitableWater` in cm (less than 0.05 counts as that); `pressure` in Pa, default 101325; `dniExtra` in W/m², default
 *   1367
 * @returns `ghi`, `dni`, `dhi` in W/m²; 0 from zenith 90 on, NaN for NaN. Global and beam are fitted each on its own: where
 *   dni·cos z passes ghi, dhi is 0 and the sum does not close
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` runs it on the apparent sun and puts defaults (options) for missing values. A plan tells where a site or its
 * weather is beyond what it was fitted for: above 7000 m, an optical depth of 7, or 10 cm of water, below 0.05 cm.
 * @experimental
 */
export const solis2018 = /* @__PURE__ */ withClearSky(solis2018Model, {
  name: "solis2018",
  reads: ["up", "aerosolOpticalDepth", "precipitableWater", "pressure", "extraterrestrialNormal"],
  fitted: { altitude: 7000, aerosolOpticalDepth: 7, precipitableWater: [LEAST_WATER_2018, 10] },
  prepare: (_site, options: Pick<AerosolStageOptions, "aerosolOpticalDepth" | "precipitableWater">) =>
    withDefaults("solis2018", CLEAR_SKY_DEFAULTS, options),
  run({ from, to, columns: c }, { aerosolOpticalDepth, precipitableWater }) {
    // The output columns hold the inputs until the kernel overwrites them.
    for (let i = from; i < to; i++) {
      c.clearGhi[i] = within(c.aerosolOpticalDepth[i]!, LEAST_AOD, 3, aerosolOpticalDepth);
      c.clearDni[i] = within(c.precipitableWater[i]!, LEAST_WATER_2018, 10, precipitableWater);
      c.clearDhi[i] = within(c.pressure[i]!, 40000, 110000, STANDARD_PRESSURE);
    }
    const held = { aod550: c.clearGhi, precipitableWater: c.clearDni, pressure: c.clearDhi };
    solis2018Rows(from, to, { cosZenith: c.up, dniExtra: c.extraterrestrialNormal, ...held }, skyOf(c));
  },
});
