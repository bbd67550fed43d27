/**
 * MAC2 clear sky.
 *
 * Source: J. A. Davies, D. C. McKay (1982), Estimating solar irradiance and components, Solar Energy 29, 55–64; the aerosol's
 * transmittance from Ångström's law instead of the paper's constant per air mass, and all numbers, as in the public code
 * clear-sky-models (R): one place only.
 */
import { exp, pow } from "../../../foundation/math/index.js";
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

/** Extraterrestrial irradiance that the public function assumes, W/m². */
const DNI_EXTRA = 1353;
/** Ozone of 0.35 cm in mm. */
const OZONE = 3.5;
/** Share of the extinct light that aerosol scatters rather than absorbs. */
const SCATTERED = 0.75;

/** 0.95^1.66 */
const SKY_AEROSOL = /* @__PURE__ */ pow(0.95, 1.66);

/** Transmittance of Rayleigh scattering by air mass, and forward share of aerosol scattering by zenith in degrees. */
const RAYLEIGH_MASS = [0.5, 1, 1.2, 1.4, 1.6, 1.8, 2, 3, 3.5, 4, 4.5, 5, 5.5, 6, 10, 30];
const RAYLEIGH = [
  0.9385, 0.8973, 0.883, 0.8696, 0.8572, 0.8455, 0.8344, 0.7872, 0.7673, 0.7493, 0.7328, 0.7177, 0.7037, 0.6907, 0.6108,
  0.4364,
];
const FORWARD_ZENITH = [0, 25.8, 36.9, 45.6, 53.1, 60, 66.4, 72.5, 78.5, 90];
const FORWARD = [0.92, 0.91, 0.89, 0.86, 0.83, 0.78, 0.71, 0.67, 0.6, 0.6];

/** Linear between the points, the last value beyond them. */
function interpolate(at: number, points: readonly number[], values: readonly number[]): number {
  const last = points.length - 1;
  if (at >= points[last]!) return values[last]!;
  let k = 0;
  while (at > points[k + 1]!) k++;
  const share = (at - points[k]!) / (points[k + 1]! - points[k]!);
  return values[k]! + share * (values[k + 1]! - values[k]!);
}

/** Absorption by ozone, `x` = mm of ozone on the path. */
function ozoneAbsorption(x: number): number {
  const scaled = 10.36 * x;
  return (
    0.1082 * x * pow(1 + 13.86 * x, -0.805) +
    (0.00658 * x) / (1 + scaled * scaled * scaled) +
    (0.002118 * x) / (1 + x * (0.0042 + 3.23e-6 * x))
  );
}

/** Absorption by water vapour, `y` = mm of water on the path, corrected for pressure. */
function waterAbsorption(y: number): number {
  return (0.29 * y) / (pow(1 + 14.15 * y, 0.635) + 0.5925 * y);
}

/**
 * Row kernel for one albedo. `broadband`: aerosol optical depth of the model's law; at and below cosZenith 0 everything is 0.
 * `ghi`, `dni`, `dhi` may be the columns of `broadband`, `precipitableWater`, `pressure`.
 */
export function mac2Rows(
  from: number,
  to: number,
  light: Columns<"elevation" | "cosZenith" | "broadband" | "precipitableWater" | "pressure" | "dniExtra">,
  albedo: number,
  { ghi, dni, dhi }: SkyColumns,
): void {
  const { elevation, cosZenith, broadband, precipitableWater, pressure, dniExtra } = light;
  for (let i = from; i < to; i++) {
    const mu = cosZenith[i]!;
    const tau = broadband[i]!;
    const water = precipitableWater[i]!;
    const p = pressure[i]!;
    const extra = dniExtra[i]!;
    const known = mu + tau + water + p + extra + albedo;
    if (!(mu > 0) || Number.isNaN(known)) {
      const dark = Number.isNaN(known) ? Number.NaN : 0;
      ghi[i] = dni[i] = dhi[i] = dark;
      continue;
    }
    const m = 35 / Math.sqrt(1224 * mu * mu + 1);
    const ozone = 1 - ozoneAbsorption(OZONE * m);
    const rayleigh = interpolate(m, RAYLEIGH_MASS, RAYLEIGH);
    const aerosol = exp(-tau * m);
    const clean = Math.max(ozone * rayleigh - waterAbsorption(10 * water * m * pow(p / STANDARD_PRESSURE, 0.75)), 0);
    const forward = interpolate(90 - elevation[i]!, FORWARD_ZENITH, FORWARD);
    const normal = extra * clean * aerosol;
    const fromMolecules = (extra * mu * ozone * (1 - rayleigh)) / 2;
    const fromAerosol = extra * mu * clean * (1 - aerosol) * SCATTERED * forward;
    // Albedo of the sky: 0.0685 of molecules, and aerosol with a transmittance of 0.95 at air mass 1.66.
    const back = albedo * (0.0685 + (1 - SKY_AEROSOL) * SCATTERED * (1 - 0.83));
    const down = normal * mu + fromMolecules + fromAerosol;
    ghi[i] = down / (1 - back);
    dni[i] = normal;
    dhi[i] = (back * down) / (1 - back) + fromMolecules + fromAerosol;
  }
}

/** Aerosol optical depth of the model per unit of Ångström's turbidity (depth at 1 µm). */
function broadbandPerBeta(angstromAlpha: number): number {
  return 0.2758 * pow(0.38, -angstromAlpha) + 0.35 * pow(0.5, -angstromAlpha);
}

function mac2Model(
  inputs: Inputs<"zenith" | "aod550" | "precipitableWater", "angstromAlpha" | "pressure" | "albedo" | "dniExtra">,
): Outputs<"ghi" | "dni" | "dhi"> {
  const c = columnsOf("mac2", inputs, ["zenith", "aod550", "precipitableWater"], {
    ...{ angstromAlpha: TYPICAL_ANGSTROM_ALPHA, pressure: STANDARD_PRESSURE },
    ...{ albedo: CLEAR_SKY_DEFAULTS.albedo, dniExtra: DNI_EXTRA },
  });
  const broadband = c.aod550.map((aod, i) => {
    const alpha = c.angstromAlpha[i]!;
    return aod * pow(0.55, alpha) * broadbandPerBeta(alpha);
  });
  const elevation = c.zenith.map((zenith) => 90 - zenith);
  const light = { ...c, broadband, elevation, cosZenith: cosinesAboveHorizon(c.zenith) };
  const out = emptyColumns(SKY, c.n);
  for (let i = 0; i < c.n; i++) mac2Rows(i, i + 1, light, c.albedo[i]!, out);
  return out;
}

/**
 * Clear-sky GHI, DNI and DHI from aerosol and water vapour (MAC2), with 0.35 cm of ozone.
 *
 * @param inputs `zenith` in degrees; `aod550`: aerosol optical depth at 550 nm; `precipitableWater` in cm; `angstromAlpha`:
 *   Ångström exponent, default 1.14; `pressure` in Pa, default 101325; `albedo` of the ground, default 0.2; `dniExtra` in
 *   W/m², default 1353
 * @returns `ghi`, `dni`, `dhi` in W/m², ghi = dni·cos z + dhi; 0 from zenith 90 on, NaN for NaN. The table of Rayleigh
 *   transmittance ends at air mass 30 (zenith 89.0°): its last value holds beyond (the public code: NaN)
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` runs it on the apparent sun and puts defaults (options) for missing values.
 * @experimental
 */
export const mac2 = /* @__PURE__ */ withClearSky(mac2Model, {
  name: "mac2",
  reads: ["up", "elevation", "aerosolOpticalDepth", "precipitableWater", "pressure", "extraterrestrialNormal"],
  prepare: (_site, options: Omit<AerosolStageOptions, "ozone">) => {
    const { aerosolOpticalDepth, precipitableWater, albedo } = CLEAR_SKY_DEFAULTS;
    const defaults = { aerosolOpticalDepth, precipitableWater, albedo, angstromAlpha: TYPICAL_ANGSTROM_ALPHA };
    const o = withDefaults("mac2", defaults, options);
    return { ...o, broadbandPerAod550: pow(0.55, o.angstromAlpha) * broadbandPerBeta(o.angstromAlpha) };
  },
  run({ from, to, columns: c }, o) {
    // The output columns hold the inputs until the kernel overwrites them.
    for (let i = from; i < to; i++) {
      c.clearGhi[i] = within(c.aerosolOpticalDepth[i]!, 0, 5, o.aerosolOpticalDepth) * o.broadbandPerAod550;
      c.clearDni[i] = within(c.precipitableWater[i]!, 0, 10, o.precipitableWater);
      c.clearDhi[i] = within(c.pressure[i]!, 30000, 110000, STANDARD_PRESSURE);
    }
    const held = { broadband: c.clearGhi, precipitableWater: c.clearDni, pressure: c.clearDhi };
    const light = { elevation: c.elevation, cosZenith: c.up, dniExtra: c.extraterrestrialNormal, ...held };
    mac2Rows(from, to, light, o.albedo, skyOf(c));
  },
});
