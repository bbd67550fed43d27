/**
 * REST2, version 9.0c (compact), as used for the National Solar Radiation Database.
 *
 * Source: C. A. Gueymard (2008), Solar Energy 82, 272–285, in its later version as published in NREL's code rest2: one place
 * only. Gases and optical masses as in version 5 (rest2-gases.ts), the masses 1 at least.
 */
import { exp, log, pow } from "../../../foundation/math/index.js";
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
import * as gas from "./rest2-gases.js";

/** Extraterrestrial irradiance that the public function assumes, W/m². */
const DNI_EXTRA = 1361.2;
/** Shares of the bands in the extraterrestrial irradiance. */
const BAND_1 = 0.47244;
const BAND_2 = 0.51951;
/** Optical masses stay at their values at this zenith (degrees) from there to the horizon. */
const LARGEST_ZENITH = 89;
/** cos 89° */
const COS_LARGEST_ZENITH = 0.01745240643728351;
/** Asymmetry of the aerosol's scattering if nothing is known. */
const ASYMMETRY = 0.7;

/** Effective aerosol wavelengths in µm; air mass `m`, `slant` = m · beta. */
function wavelength1(a: number, m: number, beta: number): number {
  let wavelength: number;
  const slant = m * beta;
  if (slant > 10) {
    const x = m * Math.sqrt(beta);
    const q1 =
      0.06518 + a * (-0.039075 + a * (0.11648 + a * (0.048987 + a * (-0.026766 + a * (-0.12573 + a * 0.092131)))));
    const q2 =
      0.099191 + a * (-0.083962 + a * (0.20562 + a * (0.057377 + a * (-0.049548 + a * (-0.17782 + a * 0.13647)))));
    wavelength = (0.5 + q1 * x) / (1 + q2 * x);
  } else {
    const y = m * pow(beta, 0.3333 * a);
    const k0 = 0.50947 + a * (-0.012555 + a * (0.0026455 + a * (0.0044092 + a * (-0.0022439 + a * 0.0003123))));
    const k1 = 0.062836 + a * (0.049194 + a * (0.013976 + a * (-0.011429 + a * (0.0053573 + a * 0.0026402))));
    const k2 = 0.096418 + a * (0.072221 + a * (0.015505 + a * (-0.021649 + a * (0.011901 + a * 0.0033763))));
    wavelength = (k0 + k1 * y) / (1 + k2 * y);
  }
  const largest = Math.max(0.61, (0.6 + 0.95155 * a) / (1 + 1.3095 * a));
  return Math.max(Math.min(wavelength, largest), 0.5158 - 0.008334 * a);
}

function wavelength2(a: number, slant: number): number {
  const u = log(1 + slant);
  const p0 = 1.0677 + a * (-0.05432 + a * (0.014351 + a * (-0.0097063 + a * 0.0023655)));
  const p1 = -0.20914 + a * (-0.27218 + a * (0.83552 + a * (-0.85437 + a * (0.49305 + a * (-0.14965 + a * 0.018964)))));
  const p2 =
    0.0010588 + a * (0.039597 + a * (0.006733 + a * (0.070698 + a * (-0.11284 + a * (0.055096 - a * 0.0086265)))));
  const p3 =
    -0.19432 + a * (-0.29366 + a * (0.83474 + a * (-0.78019 + a * (0.37382 + a * (-0.089069 + a * 0.0091113)))));
  const largest = 1.3 + a * (1.5317 - 0.55289 * a);
  return Math.max(Math.min((p0 + u * (p1 + p2 * u)) / (1 + p3 * u), largest), 1 - 0.02 * a);
}

/** Albedo of the sky seen from below, for the optical depth of scattering. */
function skyAlbedo(depth: number): number {
  return (depth * (0.51754 + 0.15884 * depth)) / (1 + 2.77 * depth);
}

/** Scattered light that reaches the ground, per unit of band irradiance behind the absorbers. */
function scatteredDown(mu: number, mr: number, rayleighDepth: number, aerosolDepth: number, asymmetry: number): number {
  const depth = rayleighDepth + aerosolDepth;
  const forward = ((0.5 + 1.8823 * mu) / (1 + 1.7971 * mu)) * aerosolDepth + 0.5 * rayleighDepth;
  const x = mr * depth;
  const ofDepth = (1 - x * (10.921 + 11.741 * x)) / (1 + 35.006 * x);
  const g = (asymmetry * aerosolDepth) / depth;
  const ofAsymmetry = (-0.5 + g * (10.497 - 11.735 * g)) / (1 + 401 * g * g);
  const ofMass = (0.15244 * (mr - 1)) / (1 + 2.2413 * mr);
  return forward * exp(ofDepth + ofAsymmetry + ofMass);
}

/**
 * Row kernel for one aerosol type, ozone (atm-cm) and albedo. `beta`: Ångström's turbidity (optical depth at 1 µm);
 * `scattering1`, `scattering2`: single scattering albedo in the bands; where cosZenith is 0 or less everything is 0. `ghi`,
 * `dni`, `dhi` may be the columns of `beta`, `precipitableWater`, `pressure`.
 */
function rest2V9Rows(
  from: number,
  to: number,
  light: Columns<"elevation" | "cosZenith" | "beta" | "precipitableWater" | "pressure" | "dniExtra">,
  air: {
    readonly [name in "angstromAlpha" | "scattering1" | "scattering2" | "asymmetry" | "ozone" | "albedo"]: number;
  },
  { ghi, dni, dhi }: SkyColumns,
): void {
  const { elevation, cosZenith, beta, precipitableWater, pressure, dniExtra } = light;
  const { angstromAlpha, scattering1, scattering2, asymmetry, ozone, albedo } = air;
  const a = angstromAlpha;
  const asymmetry0 = asymmetry + 0.066 * (1 - a);
  for (let i = from; i < to; i++) {
    const mu = cosZenith[i]!;
    const b = beta[i]!;
    const water = precipitableWater[i]!;
    const p = pressure[i]!;
    const extra = dniExtra[i]!;
    const known = mu + b + water + p + extra + asymmetry0 + scattering1 + scattering2 + ozone + albedo;
    if (!(mu > 0) || Number.isNaN(known)) {
      const dark = Number.isNaN(known) ? Number.NaN : 0;
      ghi[i] = dni[i] = dhi[i] = dark;
      continue;
    }
    const zenith = Math.min(90 - elevation[i]!, LARGEST_ZENITH);
    const massMu = Math.max(mu, COS_LARGEST_ZENITH);
    const mr = Math.max(gas.rayleighMass(massMu, zenith), 1);
    const ma = Math.max(gas.aerosolMass(massMu, zenith), 1);
    const mw = Math.max(gas.waterMass(massMu, zenith), 1);
    const mo = Math.max(gas.ozoneMass(massMu, zenith), 1);
    const mp = (mr * p) / STANDARD_PRESSURE;
    const slant = ma * b;
    // Nitrogen dioxide of unpolluted air
    const nitrogen = (1 + mw * (0.18307 - 0.00024 * mw)) / (1 + 0.18713 * mw);

    const rayleigh1 = gas.rayleigh1(mp);
    const depth1 = b * pow(wavelength1(a, ma, b), -a);
    const gases1 = gas.mixed1(mp) * gas.ozone1(ozone, mo) * nitrogen * gas.water1(water, mw);
    const absorbed1 = BAND_1 * gases1 * exp(-ma * depth1 * (1 - scattering1));
    const direct1 = absorbed1 * rayleigh1 * exp(-ma * scattering1 * depth1);
    const rayleighDepth1 = -log(rayleigh1) / mr;
    const down1 = absorbed1 * scatteredDown(mu, mr, rayleighDepth1, scattering1 * depth1, asymmetry0);
    const back1 = albedo * skyAlbedo(rayleighDepth1 + scattering1 * depth1);

    const rayleigh2 = gas.rayleigh2(mp);
    const depth2 = b * pow(wavelength2(a, slant), -a);
    const gases2 = gas.mixed2(mp) * gas.water2(water, mw);
    const absorbed2 = BAND_2 * gases2 * exp(-ma * depth2 * (1 - scattering2));
    const direct2 = absorbed2 * rayleigh2 * exp(-ma * scattering2 * depth2);
    const rayleighDepth2 = -log(rayleigh2) / mr;
    const down2 = absorbed2 * scatteredDown(mu, mr, rayleighDepth2, scattering2 * depth2, asymmetry0);
    const back2 = albedo * skyAlbedo(rayleighDepth2 + scattering2 * depth2);

    // biome-ignore lint/suspicious/noApproximativeNumericConstant: the model's digits, not √2
    const correction = exp((slant * (0.015981 + 0.183 * slant)) / (1 + 1.4142 * slant));
    const normal = extra * (direct1 + direct2) * correction;
    const diffuse1 = down1 + (back1 * (direct1 * mu + down1)) / (1 - back1);
    const diffuse2 = down2 + (back2 * (direct2 * mu + down2)) / (1 - back2);
    const diffuse = extra * (diffuse1 + diffuse2);
    ghi[i] = normal * mu + diffuse;
    dni[i] = normal;
    dhi[i] = diffuse;
  }
}

/** Single scattering albedo in the bands from that near 0.7 µm; 0 or less: unknown. */
function scatteringIn1(albedo: number): number {
  return albedo <= 0 ? 0.95 : within(albedo + 0.03, 0.85, 0.98, Number.NaN);
}

function scatteringIn2(albedo: number): number {
  return albedo <= 0 ? 0.9 : within(albedo - 0.02, 0.85, 0.95, Number.NaN);
}

function rest2V9Model(
  inputs: Inputs<
    "zenith" | "aod550" | "precipitableWater",
    "angstromAlpha" | "singleScatteringAlbedo" | "asymmetry" | "pressure" | "ozone" | "albedo" | "dniExtra"
  >,
): Outputs<"ghi" | "dni" | "dhi"> {
  const { ozone, albedo } = CLEAR_SKY_DEFAULTS;
  const c = columnsOf("rest2V9", inputs, ["zenith", "aod550", "precipitableWater"], {
    ...{ angstromAlpha: TYPICAL_ANGSTROM_ALPHA, singleScatteringAlbedo: 0, asymmetry: ASYMMETRY },
    ...{ pressure: STANDARD_PRESSURE, ozone, albedo, dniExtra: DNI_EXTRA },
  });
  const alpha = c.angstromAlpha.map((exponent) => within(exponent, 0, 2.501, Number.NaN));
  const beta = c.aod550.map((aod, i) => within(aod * pow(0.55, alpha[i]!), 0.001, 2.2, Number.NaN));
  const elevation = c.zenith.map((zenith) => 90 - zenith);
  const light = { ...c, elevation, cosZenith: cosinesAboveHorizon(c.zenith), beta };
  const out = emptyColumns(SKY, c.n);
  for (let i = 0; i < c.n; i++) {
    const air = {
      angstromAlpha: alpha[i]!,
      scattering1: scatteringIn1(c.singleScatteringAlbedo[i]!),
      scattering2: scatteringIn2(c.singleScatteringAlbedo[i]!),
      asymmetry: c.asymmetry[i]!,
      ozone: c.ozone[i]!,
      albedo: within(c.albedo[i]!, 0.05, 1, Number.NaN),
    };
    rest2V9Rows(i, i + 1, light, air, out);
  }
  return out;
}

/**
 * Clear-sky GHI, DNI and DHI from aerosol, water vapour and ozone (REST2, version 9.0c).
 *
 * @param inputs `zenith` in degrees; `aod550`: aerosol optical depth at 550 nm; `precipitableWater` in cm; `angstromAlpha`:
 *   Ångström exponent, 0–2.5, default 1.14; `singleScatteringAlbedo` of the aerosol near 700 nm, 0 or less (default) for
 *   unknown: 0.95 and 0.9 in the two bands; `asymmetry` of its scattering near 700 nm, default 0.7; `pressure` in Pa, default
 *   101325; `ozone` in atm-cm, default 0.3; `albedo` of the ground, 0.05–1, default 0.2; `dniExtra` in W/m², default 1361.2.
 *   An exponent, albedo or turbidity aod550·0.55^alpha (0.001–2.2) outside its range counts as the nearest limit
 * @returns `ghi`, `dni`, `dhi` in W/m², ghi = dni·cos z + dhi; 0 from zenith 90 on, NaN for NaN. Between 89 and 90 with the
 *   optical masses of 89 (the published code takes the zenith itself for 89 from there on, also at night)
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` runs it on the apparent sun and puts defaults (options) for missing values.
 * @experimental
 */
export const rest2V9 = /* @__PURE__ */ withClearSky(rest2V9Model, {
  name: "rest2V9",
  reads: ["up", "elevation", "aerosolOpticalDepth", "precipitableWater", "pressure", "extraterrestrialNormal"],
  prepare: (
    _site,
    options: AerosolStageOptions & {
      readonly singleScatteringAlbedo?: number | undefined;
      readonly asymmetry?: number | undefined;
    },
  ) => {
    const defaults = {
      ...CLEAR_SKY_DEFAULTS,
      angstromAlpha: TYPICAL_ANGSTROM_ALPHA,
      singleScatteringAlbedo: 0,
      asymmetry: ASYMMETRY,
    };
    const o = withDefaults("rest2V9", defaults, options);
    const angstromAlpha = within(o.angstromAlpha, 0, 2.501, TYPICAL_ANGSTROM_ALPHA);
    return {
      ...o,
      angstromAlpha,
      betaPerAod550: pow(0.55, angstromAlpha),
      scattering1: scatteringIn1(o.singleScatteringAlbedo),
      scattering2: scatteringIn2(o.singleScatteringAlbedo),
      albedo: within(o.albedo, 0.05, 1, CLEAR_SKY_DEFAULTS.albedo),
    };
  },
  run({ from, to, columns: c }, o) {
    // The output columns hold the inputs until the kernel overwrites them.
    for (let i = from; i < to; i++) {
      const aod = c.aerosolOpticalDepth[i]!;
      c.clearGhi[i] = within((Number.isNaN(aod) ? o.aerosolOpticalDepth : aod) * o.betaPerAod550, 0.001, 2.2, 0.001);
      c.clearDni[i] = within(c.precipitableWater[i]!, 0, 10, o.precipitableWater);
      c.clearDhi[i] = within(c.pressure[i]!, 30000, 110000, STANDARD_PRESSURE);
    }
    const held = { beta: c.clearGhi, precipitableWater: c.clearDni, pressure: c.clearDhi };
    const light = { elevation: c.elevation, cosZenith: c.up, dniExtra: c.extraterrestrialNormal, ...held };
    rest2V9Rows(from, to, light, o, skyOf(c));
  },
});
