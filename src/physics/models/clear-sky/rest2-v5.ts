/**
 * REST2, version 5: two bands, 0.29–0.7 and 0.7–4 µm.
 *
 * Source: C. A. Gueymard (2008), REST2: High-performance solar radiation model for cloudless-sky irradiance, illuminance, and
 * photosynthetically active radiation, Solar Energy 82, 272–285; coefficients as in four public codes that agree
 * (clear-sky-models in R, Matlab and Python; bsrn). Later versions change some of them: do not mix.
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
const DNI_EXTRA = 1366.1;
/** Nitrogen dioxide if nothing is known, atm-cm. */
const NITROGEN_DIOXIDE = 0.0002;
/** Shares of the bands in the extraterrestrial irradiance. */
const BAND_1 = 0.46512;
const BAND_2 = 0.51951;
/** Single scattering albedo in the bands. */
const SCATTERED_1 = 0.92;
const SCATTERED_2 = 0.84;
/** Air mass at which scattered light is absorbed. */
const DIFFUSE_MASS = 1.66;

/** Effective aerosol wavelengths in µm, `u` = ln(1 + ma·beta). */
function wavelength1(a: number, u: number): number {
  const d0 = 0.57664 - 0.024743 * a;
  const d1 = (0.093942 + a * (-0.2269 + 0.12848 * a)) / (1 + 0.6418 * a);
  const d2 = (-0.093819 + a * (0.36668 - 0.12775 * a)) / (1 - 0.11651 * a);
  const d3 = (a * (0.15232 + a * (-0.087214 + 0.012664 * a))) / (1 + a * (-0.90454 + 0.26167 * a));
  return limited(d0 + u * (d1 + d2 * u), 1 + d3 * u * u, 0.3, 0.75);
}

function wavelength2(a: number, u: number): number {
  const e0 = (1.183 + a * (-0.022989 + 0.020829 * a)) / (1 + 0.11133 * a);
  const e1 = (-0.50003 + a * (-0.18329 + 0.23835 * a)) / (1 + 1.6756 * a);
  const e2 = (-0.50001 + a * (1.1414 + 0.0083589 * a)) / (1 + 11.168 * a);
  const e3 = (-0.70003 + a * (-0.73587 + 0.51509 * a)) / (1 + 4.7665 * a);
  return limited(e0 + u * (e1 + e2 * u), 1 + e3 * u, 0.75, 3.2);
}

/**
 * above/below within [low, high]. For an exponent below some 0.8 the fit of band 2 has a pole at a thick slant path: what runs
 * into it upwards stays at the upper limit, what runs downwards at the lower. (The codes give NaN or the modulus of a complex
 * power there.)
 */
function limited(above: number, below: number, low: number, high: number): number {
  if (below <= 0) return above > 0 ? high : low;
  return Math.min(Math.max(above / below, low), high);
}

/** Correction of aerosol scattering for its multiplicity. */
function multiple1(m: number, t: number): number {
  const m2 = m * m;
  const g0 = (3.715 + 0.368 * m + 0.036294 * m2) / (1 + 0.0009391 * m2);
  const g1 = (-0.164 - 0.72567 * m + 0.20701 * m2) / (1 + 0.0019012 * m2);
  const g2 = (-0.052288 + 0.31902 * m + 0.17871 * m2) / (1 + 0.0069592 * m2);
  return (g0 + g1 * t) / (1 + g2 * t);
}

function multiple2(m: number, t: number): number {
  const m2 = m * m;
  const m15 = m * Math.sqrt(m);
  const h0 = (3.4352 + 0.65267 * m + 0.00034328 * m2) / (1 + 0.034388 * m15);
  const h1 = (1.231 - 1.63853 * m + 0.20667 * m2) / (1 + 0.1451 * m15);
  const h2 = (0.8889 - 0.55063 * m + 0.50152 * m2) / (1 + 0.14865 * m15);
  return (h0 + h1 * t) / (1 + h2 * t);
}

/** Albedo of the sky seen from below. */
function skyAlbedo1(a: number, beta: number): number {
  const above = 0.13363 + 0.00077358 * a + (beta * (0.37567 + 0.22946 * a)) / (1 - 0.10832 * a);
  return above / (1 + (beta * (0.84057 + 0.68683 * a)) / (1 - 0.08158 * a));
}

function skyAlbedo2(a: number, beta: number): number {
  const above = 0.010191 + 0.00085547 * a + (beta * (0.14618 + 0.062758 * a)) / (1 - 0.19402 * a);
  return above / (1 + (beta * (0.58101 + 0.17426 * a)) / (1 - 0.17586 * a));
}

/** Downward share of scattered radiation, per unit of radiation that is not absorbed; x^0.25 as two square roots. */
function scatteredDown(
  rayleighForward: number,
  rayleigh: number,
  aerosol: number,
  aerosolForward: number,
  multiple: number,
  aerosolScattering: number,
): number {
  const molecules = rayleighForward * (1 - rayleigh) * Math.sqrt(Math.sqrt(aerosol));
  return molecules + aerosolForward * multiple * rayleigh * (1 - Math.sqrt(Math.sqrt(aerosolScattering)));
}

/**
 * Row kernel for one Ångström exponent, ozone and nitrogen dioxide (atm-cm) and albedo. `beta`: Ångström's turbidity (optical
 * depth at 1 µm); `elevation` in degrees, above 0 wherever cosZenith is; where cosZenith is 0 or less everything is 0. `ghi`,
 * `dni`, `dhi` may be the columns of `beta`, `precipitableWater`, `pressure`.
 */
export function rest2V5Rows(
  from: number,
  to: number,
  light: Columns<"elevation" | "cosZenith" | "beta" | "precipitableWater" | "pressure" | "dniExtra">,
  air: { readonly [name in "angstromAlpha" | "ozone" | "nitrogenDioxide" | "albedo"]: number },
  { ghi, dni, dhi }: SkyColumns,
): void {
  const { elevation, cosZenith, beta, precipitableWater, pressure, dniExtra } = light;
  const { angstromAlpha, ozone, nitrogenDioxide, albedo } = air;
  for (let i = from; i < to; i++) {
    const mu = cosZenith[i]!;
    const b = beta[i]!;
    const water = precipitableWater[i]!;
    const p = pressure[i]!;
    const extra = dniExtra[i]!;
    const known = mu + b + water + p + extra + angstromAlpha + ozone + nitrogenDioxide + albedo;
    if (!(mu > 0) || Number.isNaN(known)) {
      const dark = Number.isNaN(known) ? Number.NaN : 0;
      ghi[i] = dni[i] = dhi[i] = dark;
      continue;
    }
    const zenith = 90 - elevation[i]!;
    const mr = gas.rayleighMass(mu, zenith);
    const ma = gas.aerosolMass(mu, zenith);
    const mw = gas.waterMass(mu, zenith);
    const mo = gas.ozoneMass(mu, zenith);
    const mp = (mr * p) / STANDARD_PRESSURE;
    const u = log(1 + ma * b);
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: the paper's digits, not ln 2
    const forward = 1 - exp(-0.6931 - 1.8326 * mu);

    const rayleigh1 = gas.rayleigh1(mp);
    const mixed1 = gas.mixed1(mp) * gas.ozone1(ozone, mo);
    const tau1 = b * pow(wavelength1(angstromAlpha, u), -angstromAlpha);
    const aerosol1 = exp(-ma * tau1);
    const down1 = scatteredDown(
      0.5 * (0.89013 + mr * (-0.0049558 + 0.000045721 * mr)),
      rayleigh1,
      aerosol1,
      forward,
      multiple1(ma, tau1),
      exp(-SCATTERED_1 * ma * tau1),
    );
    const direct1 = mixed1 * gas.nitrogen1(nitrogenDioxide, mw) * gas.water1(water, mw) * rayleigh1 * aerosol1;
    const diffuse1 = mixed1 * gas.nitrogen1(nitrogenDioxide, DIFFUSE_MASS) * gas.water1(water, DIFFUSE_MASS) * down1;

    const rayleigh2 = gas.rayleigh2(mp);
    const mixed2 = gas.mixed2(mp);
    const tau2 = b * pow(wavelength2(angstromAlpha, u), -angstromAlpha);
    const aerosol2 = exp(-ma * tau2);
    const down2 = scatteredDown(0.5, rayleigh2, aerosol2, forward, multiple2(ma, tau2), exp(-SCATTERED_2 * ma * tau2));
    const direct2 = mixed2 * gas.water2(water, mw) * rayleigh2 * aerosol2;
    const diffuse2 = mixed2 * gas.water2(water, DIFFUSE_MASS) * down2;

    const back1 = albedo * skyAlbedo1(angstromAlpha, b);
    const back2 = albedo * skyAlbedo2(angstromAlpha, b);
    const down = BAND_1 * (diffuse1 + (back1 * (direct1 + diffuse1)) / (1 - back1));
    const normal = extra * (BAND_1 * direct1 + BAND_2 * direct2);
    const diffuse = extra * mu * (down + BAND_2 * (diffuse2 + (back2 * (direct2 + diffuse2)) / (1 - back2)));
    ghi[i] = normal * mu + diffuse;
    dni[i] = normal;
    dhi[i] = diffuse;
  }
}

function rest2V5Model(
  inputs: Inputs<
    "zenith" | "aod550" | "precipitableWater",
    "angstromAlpha" | "pressure" | "ozone" | "nitrogenDioxide" | "albedo" | "dniExtra"
  >,
): Outputs<"ghi" | "dni" | "dhi"> {
  const { ozone, albedo } = CLEAR_SKY_DEFAULTS;
  const c = columnsOf("rest2V5", inputs, ["zenith", "aod550", "precipitableWater"], {
    ...{ angstromAlpha: TYPICAL_ANGSTROM_ALPHA, pressure: STANDARD_PRESSURE, ozone },
    ...{ nitrogenDioxide: NITROGEN_DIOXIDE, albedo, dniExtra: DNI_EXTRA },
  });
  const limit = (column: Float64Array, low: number, high: number) =>
    column.map((value) => within(value, low, high, Number.NaN));
  const alpha = limit(c.angstromAlpha, 0, 2.5);
  const beta = c.aod550.map((aod, i) => within(aod * pow(0.55, alpha[i]!), 0, 1.1, Number.NaN));
  const light = {
    ...{ elevation: c.zenith.map((zenith) => 90 - zenith), cosZenith: cosinesAboveHorizon(c.zenith), beta },
    precipitableWater: limit(c.precipitableWater, 0, 10),
    pressure: limit(c.pressure, 30000, 110000),
    dniExtra: c.dniExtra,
  };
  const out = emptyColumns(SKY, c.n);
  for (let i = 0; i < c.n; i++) {
    const air = {
      angstromAlpha: alpha[i]!,
      ozone: within(c.ozone[i]!, 0, 0.6, Number.NaN),
      nitrogenDioxide: within(c.nitrogenDioxide[i]!, 0, 0.03, Number.NaN),
      albedo: within(c.albedo[i]!, 0, 1, Number.NaN),
    };
    rest2V5Rows(i, i + 1, light, air, out);
  }
  return out;
}

/**
 * Clear-sky GHI, DNI and DHI from aerosol, water vapour, ozone and nitrogen dioxide (REST2, version 5).
 *
 * @param inputs `zenith` in degrees; `aod550`: aerosol optical depth at 550 nm; `precipitableWater` in cm, 0–10;
 *   `angstromAlpha`: Ångström exponent, 0–2.5, default 1.14; `pressure` in Pa, 30000–110000, default 101325; `ozone` in
 *   atm-cm, 0–0.6, default 0.3; `nitrogenDioxide` in atm-cm, 0–0.03, default 0.0002; `albedo` of the ground, 0–1, default
 *   0.2; `dniExtra` in W/m², default 1366.1. Values outside these ranges, and a turbidity aod550·0.55^alpha outside 0–1.1,
 *   count as the nearest limit
 * @returns `ghi`, `dni`, `dhi` in W/m², ghi = dni·cos z + dhi; 0 from zenith 90 on, NaN for NaN. Differs from the published
 *   codes where their fits leave the physical range: a transmittance of nitrogen dioxide below 0 counts as 0, the effective
 *   wavelengths of aerosol stay within 0.3–0.75 and 0.75–3.2 µm
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` runs it on the apparent sun and puts defaults (options) for missing values.
 * @experimental
 */
export const rest2V5 = /* @__PURE__ */ withClearSky(rest2V5Model, {
  name: "rest2V5",
  reads: ["up", "elevation", "aerosolOpticalDepth", "precipitableWater", "pressure", "extraterrestrialNormal"],
  prepare: (_site, options: AerosolStageOptions & { readonly nitrogenDioxide?: number | undefined }) => {
    const defaults = {
      ...CLEAR_SKY_DEFAULTS,
      angstromAlpha: TYPICAL_ANGSTROM_ALPHA,
      nitrogenDioxide: NITROGEN_DIOXIDE,
    };
    const o = withDefaults("rest2V5", defaults, options);
    const angstromAlpha = within(o.angstromAlpha, 0, 2.5, TYPICAL_ANGSTROM_ALPHA);
    return {
      ...o,
      angstromAlpha,
      betaPerAod550: pow(0.55, angstromAlpha),
      ozone: within(o.ozone, 0, 0.6, CLEAR_SKY_DEFAULTS.ozone),
      nitrogenDioxide: within(o.nitrogenDioxide, 0, 0.03, NITROGEN_DIOXIDE),
    };
  },
  run({ from, to, columns: c }, o) {
    // The output columns hold the inputs until the kernel overwrites them.
    for (let i = from; i < to; i++) {
      c.clearGhi[i] = within(
        c.aerosolOpticalDepth[i]! * o.betaPerAod550,
        0,
        1.1,
        o.aerosolOpticalDepth * o.betaPerAod550,
      );
      c.clearDni[i] = within(c.precipitableWater[i]!, 0, 10, o.precipitableWater);
      c.clearDhi[i] = within(c.pressure[i]!, 30000, 110000, STANDARD_PRESSURE);
    }
    const held = { beta: c.clearGhi, precipitableWater: c.clearDni, pressure: c.clearDhi };
    const light = { elevation: c.elevation, cosZenith: c.up, dniExtra: c.extraterrestrialNormal, ...held };
    rest2V5Rows(from, to, light, o, skyOf(c));
  },
});
