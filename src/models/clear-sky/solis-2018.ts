/**
 * Solis 2018, the simplified Solis model refitted for high turbidity.
 *
 * Source: P. Ineichen (2018), High turbidity Solis clear sky model: development and validation, Remote Sensing 10, 435;
 * coefficients as in the public code clear-sky-models (R), which took them from the author's: one place only.
 */
import { exp, log, pow } from "../../math/index.js";
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { withDefaults } from "../options.js";
import { withStage } from "../stage.js";
import { type AerosolStageOptions, CLEAR_SKY_DEFAULTS, cosinesAboveHorizon, within } from "./limits.js";
import { SOLIS_2018 } from "./solis-2018-coefficients.js";

/** Extraterrestrial irradiance that the public function assumes, W/m². */
const DNI_EXTRA = 1367;
/** The logarithms need some aerosol and water. */
const LEAST_AOD = 0.0005;
const LEAST_WATER = 0.05;

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
export function solis2018Rows(
  i0: number,
  i1: number,
  cosZenith: Float64Array,
  aod550: Float64Array,
  precipitableWater: Float64Array,
  pressure: Float64Array,
  dniExtra: Float64Array,
  ghi: Float64Array,
  dni: Float64Array,
  dhi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const mu = cosZenith[i]!;
    const a = Math.max(aod550[i]!, LEAST_AOD);
    const w = Math.max(precipitableWater[i]!, LEAST_WATER);
    const p = pressure[i]! / STANDARD_PRESSURE;
    const extra = dniExtra[i]!;
    const known = mu + a + w + p + extra;
    if (!(mu > 0) || Number.isNaN(known)) {
      const dark = Number.isNaN(known) ? Number.NaN : 0;
      ghi[i] = dark;
      dni[i] = dark;
      dhi[i] = dark;
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

function solis2018Model(inputs: {
  zenith: ColumnInput;
  aod550: ColumnInput;
  precipitableWater: ColumnInput;
  pressure?: ColumnInput | undefined;
  dniExtra?: ColumnInput | undefined;
}): { ghi: Float64Array; dni: Float64Array; dhi: Float64Array } {
  const { zenith, aod550, precipitableWater, pressure, dniExtra, n } = toColumns("solis2018", {
    zenith: inputs.zenith,
    aod550: inputs.aod550,
    precipitableWater: inputs.precipitableWater,
    pressure: inputs.pressure === undefined ? STANDARD_PRESSURE : inputs.pressure,
    dniExtra: inputs.dniExtra === undefined ? DNI_EXTRA : inputs.dniExtra,
  });
  const ghi = new Float64Array(n);
  const dni = new Float64Array(n);
  const dhi = new Float64Array(n);
  const cosZenith = cosinesAboveHorizon(zenith);
  solis2018Rows(0, n, cosZenith, aod550, precipitableWater, pressure, dniExtra, ghi, dni, dhi);
  return { ghi, dni, dhi };
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
export const solis2018 = /* @__PURE__ */ withStage(solis2018Model, {
  name: "solis2018",
  family: "clear-sky",
  grid: "compute",
  reach: 0,
  reads: ["up", "aerosolOpticalDepth", "precipitableWater", "pressure", "extraterrestrialNormal"],
  writes: ["clearGhi", "clearDni", "clearDhi"],
  fitted: { altitude: 7000, aerosolOpticalDepth: 7, precipitableWater: [LEAST_WATER, 10] },
  prepare: (_site, options: Pick<AerosolStageOptions, "aerosolOpticalDepth" | "precipitableWater">) =>
    withDefaults("solis2018", CLEAR_SKY_DEFAULTS, options),
  run({ from, to, columns: c }, { aerosolOpticalDepth, precipitableWater }) {
    // The output columns hold the inputs until the kernel overwrites them.
    for (let i = from; i < to; i++) {
      c.clearGhi[i] = within(c.aerosolOpticalDepth[i]!, LEAST_AOD, 3, aerosolOpticalDepth);
      c.clearDni[i] = within(c.precipitableWater[i]!, LEAST_WATER, 10, precipitableWater);
      c.clearDhi[i] = within(c.pressure[i]!, 40000, 110000, STANDARD_PRESSURE);
    }
    solis2018Rows(
      from,
      to,
      c.up,
      c.clearGhi,
      c.clearDni,
      c.clearDhi,
      c.extraterrestrialNormal,
      c.clearGhi,
      c.clearDni,
      c.clearDhi,
    );
  },
});
