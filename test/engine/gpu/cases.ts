/** Seeded batches of sites with everything that makes a difference, and their f64 reference from the engine. */
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import type { ParameterName } from "../../../src/data/contract/observation/parameters.js";
import type { AcceleratorRequest, SiteInput } from "../../../src/engine/gpu/types.js";
import { computeColumns, type ObservationColumns, type WeatherSeries } from "../../../src/index.js";

export const YEAR_START = Date.UTC(2023, 0, 1);

export const LIGHT_PARAMETERS: readonly ParameterName[] = [
  "global_horizontal_irradiance",
  "global_horizontal_irradiance_with_shading",
  "direct_horizontal_irradiance",
  "direct_horizontal_irradiance_with_shading",
  "diffuse_horizontal_irradiance",
  "diffuse_horizontal_irradiance_with_shading",
  "direct_normal_irradiance",
  "direct_normal_irradiance_with_shading",
  "global_tilted_irradiance",
  "global_tilted_irradiance_with_shading",
  "direct_tilted_irradiance",
  "direct_tilted_irradiance_with_shading",
  "diffuse_tilted_irradiance",
  "diffuse_tilted_irradiance_with_shading",
  "pv_production",
  "pv_production_with_shading",
  "global_clear_sky_irradiance",
];

export interface CaseOptions {
  readonly seed: number;
  readonly sites: number;
  readonly days: number;
  readonly interval: number;
  /** Which irradiances the weather has. */
  readonly given: "ghi" | "ghi+dhi" | "dni+dhi" | "direct+dhi" | "all";
  readonly planes?: "fixed" | "tracked" | "mixed";
  readonly horizon?: boolean;
  readonly perSite?: boolean;
  readonly start?: number;
  readonly parameters?: readonly ParameterName[];
  readonly subSteps?: number;
}

/** A hilly line: a few waves, cut off at 0°. */
function hills(random: () => number): number[] {
  const waves = Array.from({ length: 4 }, () => ({
    height: 8 * random(),
    times: 1 + Math.floor(12 * random()),
    at: random(),
  }));
  return Array.from({ length: 360 }, (_, azimuth) => {
    const sum = waves.reduce((h, w) => h + w.height * Math.sin(2 * Math.PI * (w.times * (azimuth / 360) + w.at)), 4);
    return Math.max(sum, 0);
  });
}

function makeSite(random: () => number, { planes = "mixed", horizon = true }: CaseOptions): SiteInput {
  const tracked = planes === "mixed" ? random() < 0.5 : planes === "tracked";
  return {
    latitude: 140 * random() - 70,
    longitude: 360 * random() - 180,
    altitude: 9000 * random() * random(),
    surfaceTilt: 90 * random(),
    surfaceAzimuth: 360 * random(),
    trackingMode: tracked ? "1_axis" : "none",
    horizon: horizon ? hills(random) : null,
    linkeTurbidity: random() < 0.5 ? 2 + 4 * random() : Array.from({ length: 12 }, () => 2 + 4 * random()),
    albedo: random() < 0.5 ? 0.1 + 0.4 * random() : undefined,
  };
}

/** Rough height of the sun, for weather that is plausible. */
function roughHeight(time: number, { latitude, longitude }: SiteInput): number {
  const day = (time - YEAR_START) / 86_400_000;
  const declination = -0.409 * Math.cos((2 * Math.PI * (day + 10)) / 365.25);
  const hour = 2 * Math.PI * ((day % 1) - 0.5) + (longitude * Math.PI) / 180;
  const phi = (latitude * Math.PI) / 180;
  return Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hour);
}

/** Broken sky: gaps, thermal offsets, beams that are too strong, light in twilight and at night, impossible values. */
function makeWeather(random: () => number, site: SiteInput, options: CaseOptions): WeatherSeries {
  const { interval, days, given, start = YEAR_START } = options;
  const n = Math.round((days * 86_400) / interval);
  const column = () => new Float64Array(n);
  const [ghi, dni, dhi, direct, temperature, pressure, snow, albedo] = [0, 1, 2, 3, 4, 5, 6, 7].map(
    column,
  ) as Float64Array[];
  const [turbidity, aerosol, water] = [column(), column(), column()];
  for (let j = 0; j < n; j++) {
    const mu = Math.max(roughHeight(start + (j + 0.5) * interval * 1000, site), 0);
    const sky = random() < 0.3 ? 1 : random();
    dni![j] = mu > 0 ? 1000 * sky * Math.min(1, mu * 4) : 0;
    dhi![j] = mu > 0 ? 40 + 350 * mu * random() : -3 * random();
    direct![j] = dni![j]! * mu;
    ghi![j] = (direct![j]! + Math.max(dhi![j]!, 0)) * (0.95 + 0.1 * random());
    const mishap = random();
    if (mishap < 0.01) ghi![j] = dhi![j] = Number.NaN;
    else if (mishap < 0.02) dni![j] = direct![j] = -9999;
    else if (mishap < 0.025) ghi![j] = 2 * ghi![j]!;
    else if (mishap < 0.03) direct![j] = dni![j]!;
    else if (mishap < 0.035) dhi![j] = 5;
    else if (mishap < 0.1 && mu === 0) dhi![j] = ghi![j] = 300 * (mishap - 0.035); // more than twilight has
    temperature![j] = mishap > 0.99 ? Number.NaN : 30 * random() - 5;
    pressure![j] = random() < 0.5 ? Number.NaN : 80_000 + 20_000 * random();
    snow![j] = random() < 0.8 ? 0 : 150 * random();
    albedo![j] = random() < 0.5 ? Number.NaN : random();
    turbidity[j] = random() < 0.7 ? Number.NaN : 2 + 4 * random();
    aerosol[j] = random() < 0.3 ? Number.NaN : 0.5 * random();
    water[j] = random() < 0.1 ? -1 : 0.1 + 4 * random();
  }
  const light = {
    ghi: { global_horizontal_irradiance: ghi! },
    "ghi+dhi": { global_horizontal_irradiance: ghi!, diffuse_horizontal_irradiance: dhi! },
    "dni+dhi": { direct_normal_irradiance: dni!, diffuse_horizontal_irradiance: dhi! },
    "direct+dhi": { direct_horizontal_irradiance: direct!, diffuse_horizontal_irradiance: dhi! },
    all: {
      global_horizontal_irradiance: ghi!,
      direct_normal_irradiance: dni!,
      direct_horizontal_irradiance: direct!,
      diffuse_horizontal_irradiance: dhi!,
      pressure: pressure!,
      snow_depth: snow!,
      albedo: albedo!,
      linke_turbidity: turbidity,
      aerosol_optical_depth: aerosol,
      precipitable_water: water,
    },
  }[given];
  return { start, interval, columns: { ...light, temperature: temperature! } };
}

export function makeCase(options: CaseOptions): AcceleratorRequest {
  const random = randomNumbers(options.seed);
  const sites = Array.from({ length: options.sites }, () => makeSite(random, options));
  const weather = options.perSite
    ? sites.map((site) => makeWeather(random, site, options))
    : makeWeather(random, sites[0]!, options);
  const { parameters = LIGHT_PARAMETERS, subSteps = 4 } = options;
  return { sites, weather, parameters, subSteps };
}

const FREQUENCIES: { readonly [interval: number]: string } = { 60: "1_minute", 900: "15_minutes", 3600: "1_hour" };

/** The same site by the engine, in f64, on the published models of its default chain. */
export function reference(request: AcceleratorRequest, k: number, exact = true): ObservationColumns {
  const site = request.sites[k]!;
  const series = Array.isArray(request.weather)
    ? (request.weather as readonly WeatherSeries[])
    : [request.weather as WeatherSeries];
  const weather = series[series.length === 1 ? 0 : k]!;
  return computeColumns(
    {
      lat: site.latitude,
      lon: site.longitude,
      parameters: request.parameters.filter((name): name is ParameterName => !name.startsWith("surface_")),
      frequency: FREQUENCIES[weather.interval]!,
      surface_tilt: site.surfaceTilt ?? 0,
      surface_azimuth: site.surfaceAzimuth ?? 0,
      tracking_mode: site.trackingMode ?? "none",
      horizon: site.horizon ? "auto" : "flat",
    },
    weather,
    {
      exact,
      models: { decomposition: "erbsDriesse" },
      altitude: site.altitude ?? 0,
      spread: "step",
      subSteps: request.subSteps ?? 4,
      ...(site.horizon ? { horizon: site.horizon } : {}),
      ...(site.linkeTurbidity === undefined ? {} : { linkeTurbidity: site.linkeTurbidity }),
      ...(site.albedo === undefined ? {} : { albedo: site.albedo }),
      ...(request.closure === undefined ? {} : { closure: request.closure }),
    },
  );
}
