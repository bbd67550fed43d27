/**
 * Bird's clear sky.
 *
 * Source: R. E. Bird, R. L. Hulstrom (1981), A simplified clear sky model for direct and diffuse insolation on horizontal
 * surfaces, SERI/TR-642-761; coefficients as in pvlib, which follows the NREL worksheet of D. R. Myers (2013).
 */
import { exp, pow } from "../../../foundation/math/index.js";
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { birdHulstrom80AodBb, TYPICAL_ANGSTROM_ALPHA } from "../atmosphere/turbidity.js";
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

/** Extraterrestrial irradiance (W/m²) and share of forward scattering that the public function assumes. */
const DNI_EXTRA = 1364;
const ASYMMETRY = 0.85;
/** The Rayleigh depth of the fit has its maximum here (zenith 86.6°) and turns negative at the horizon. */
const LARGEST_AIRMASS = 14;

/** Transmittance of ozone: `amount` = air mass · ozone (atm-cm). */
function ozoneTransmittance(amount: number): number {
  return (
    1 -
    0.1611 * amount * pow(1 + 139.48 * amount, -0.3034) -
    (0.002715 * amount) / (1 + 0.044 * amount + 0.0003 * amount * amount)
  );
}

/** Transmittance of water vapour: `amount` = air mass · precipitable water (cm). */
function waterTransmittance(amount: number): number {
  return 1 - (2.4959 * amount) / (pow(1 + 79.034 * amount, 0.6828) + 6.385 * amount);
}

/**
 * Row kernel for one ozone column (atm-cm), asymmetry and albedo; larger air masses count as `largestAirmass`. At and below
 * cosZenith 0 everything is 0, whatever the air mass. `ghi`, `dni`, `dhi` may be the columns of `aodBb`, `precipitableWater`, `pressure`.
 */
function birdRows(
  from: number,
  to: number,
  light: Columns<"cosZenith" | "airmassRelative" | "aodBb" | "precipitableWater" | "pressure" | "dniExtra">,
  {
    ozone,
    asymmetry,
    albedo,
    largestAirmass,
  }: { readonly [name in "ozone" | "asymmetry" | "albedo" | "largestAirmass"]: number },
  { ghi, dni, dhi }: SkyColumns,
): void {
  const { cosZenith, airmassRelative, aodBb, precipitableWater, pressure, dniExtra } = light;
  for (let i = from; i < to; i++) {
    const mu = cosZenith[i]!;
    const tau = aodBb[i]!;
    const water = precipitableWater[i]!;
    const p = pressure[i]!;
    const extra = dniExtra[i]!;
    const known = mu + tau + water + p + extra + ozone + asymmetry + albedo;
    if (!(mu > 0) || Number.isNaN(known)) {
      const dark = Number.isNaN(known) ? Number.NaN : 0;
      ghi[i] = dni[i] = dhi[i] = dark;
      continue;
    }
    const m = Math.min(airmassRelative[i]!, largestAirmass);
    const mp = (m * p) / STANDARD_PRESSURE;
    const rayleigh = exp(-0.0903 * pow(mp, 0.84) * (1 + mp - pow(mp, 1.01)));
    const gases = exp(-0.0127 * pow(mp, 0.26));
    const absorbed = gases * ozoneTransmittance(ozone * m) * waterTransmittance(water * m);
    const aerosol = exp(-pow(tau, 0.873) * (1 + tau - pow(tau, 0.7088)) * pow(m, 0.9108));
    const absorption = 1 - 0.1 * (1 - m + pow(m, 1.06)) * (1 - aerosol);
    const scattered = 1 - aerosol / absorption;
    const skyAlbedo = 0.0685 + (1 - asymmetry) * scattered;

    const normal = 0.9662 * extra * aerosol * absorbed * rayleigh;
    const sky =
      (extra * mu * 0.79 * absorbed * absorption * (0.5 * (1 - rayleigh) + asymmetry * scattered)) /
      (1 - m + pow(m, 1.02));
    const global = (normal * mu + sky) / (1 - albedo * skyAlbedo);
    const direct = normal * mu;
    ghi[i] = Math.max(global, direct);
    dni[i] = normal;
    dhi[i] = Math.max(global - direct, 0);
  }
}

function birdModel(
  inputs: Inputs<
    "zenith" | "airmassRelative" | "aod380" | "aod500" | "precipitableWater",
    "ozone" | "pressure" | "dniExtra" | "asymmetry" | "albedo"
  >,
): Outputs<"ghi" | "dni" | "dhi" | "directHorizontal"> {
  const required = ["zenith", "airmassRelative", "aod380", "aod500", "precipitableWater"] as const;
  const { ozone, albedo } = CLEAR_SKY_DEFAULTS;
  const c = columnsOf("bird", inputs, required, {
    ...{ ozone, pressure: STANDARD_PRESSURE, dniExtra: DNI_EXTRA, asymmetry: ASYMMETRY, albedo },
  });
  const { aodBb } = birdHulstrom80AodBb({ aod380: c.aod380, aod500: c.aod500 });
  const cosZenith = cosinesAboveHorizon(c.zenith);
  const light = { ...c, aodBb, cosZenith };
  const out = emptyColumns(SKY, c.n);
  for (let i = 0; i < c.n; i++) {
    const air = { ozone: c.ozone[i]!, asymmetry: c.asymmetry[i]!, albedo: c.albedo[i]! };
    birdRows(i, i + 1, light, { ...air, largestAirmass: Number.POSITIVE_INFINITY }, out);
  }
  return { ...out, directHorizontal: out.dni.map((normal, i) => normal * cosZenith[i]!) };
}

/**
 * Clear-sky GHI, DNI and DHI from aerosol, water vapour and ozone (Bird & Hulstrom).
 *
 * @param inputs `zenith` in degrees; `airmassRelative` (the paper: Kasten 1966, of the apparent zenith); `aod380`, `aod500`:
 *   aerosol optical depth at 380 and 500 nm; `precipitableWater` in cm; `ozone` in atm-cm, default 0.3; `pressure` in Pa,
 *   default 101325; `dniExtra` in W/m², default 1364; `asymmetry`: share of aerosol scattering that goes forward, default
 *   0.85; `albedo` of the ground, default 0.2
 * @returns `ghi`, `dni`, `dhi`, `directHorizontal` in W/m². 0 from zenith 90 on, where the air mass may be NaN; else NaN for
 *   NaN. Made for zeniths up to some 85°: at 86.6° the Rayleigh depth of the fit begins to fall again, so that DNI rises
 *   towards the horizon (to 900 W/m² in clean air). pvlib differs at zenith 90 (a DNI of up to 910 W/m²), below the horizon
 *   (NaN), and above 89.4° in clean air (a negative DHI, here 0)
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` takes the weather's optical depth from 550 nm to the two wavelengths by Ångström's law (option
 * `angstromAlpha`), puts defaults (options) for missing values, and limits the air mass to 14, which keeps DNI from rising
 * towards the horizon.
 * @experimental
 */
export const bird = /* @__PURE__ */ withClearSky(birdModel, {
  name: "bird",
  reads: ["up", "relativeAirmass", "aerosolOpticalDepth", "precipitableWater", "pressure", "extraterrestrialNormal"],
  prepare: (_site, options: AerosolStageOptions & { readonly asymmetry?: number | undefined }) => {
    const defaults = { ...CLEAR_SKY_DEFAULTS, asymmetry: ASYMMETRY, angstromAlpha: TYPICAL_ANGSTROM_ALPHA };
    const prepared = withDefaults("bird", defaults, options);
    const aod380 = pow(550 / 380, prepared.angstromAlpha);
    const aod500 = pow(550 / 500, prepared.angstromAlpha);
    return { ...prepared, broadband: birdHulstrom80AodBb({ aod380, aod500 }).aodBb[0]! };
  },
  run({ from, to, columns: c }, { aerosolOpticalDepth, precipitableWater, ozone, asymmetry, albedo, broadband }) {
    // The output columns hold the inputs until the kernel overwrites them.
    for (let i = from; i < to; i++) {
      c.clearGhi[i] = within(c.aerosolOpticalDepth[i]!, 0, 3, aerosolOpticalDepth) * broadband;
      c.clearDni[i] = within(c.precipitableWater[i]!, 0, 10, precipitableWater);
      c.clearDhi[i] = within(c.pressure[i]!, 30000, 110000, STANDARD_PRESSURE);
    }
    const light = { cosZenith: c.up, airmassRelative: c.relativeAirmass, dniExtra: c.extraterrestrialNormal };
    const held = { aodBb: c.clearGhi, precipitableWater: c.clearDni, pressure: c.clearDhi };
    birdRows(from, to, { ...light, ...held }, { ozone, asymmetry, albedo, largestAirmass: LARGEST_AIRMASS }, skyOf(c));
  },
});
