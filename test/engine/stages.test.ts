/**
 * Each stage of the pipeline against the public model functions, called one after the other on the same inputs: 1-minute
 * weather, one sub-step per minute, so nothing is averaged. What differs on purpose is said where it does.
 */

import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { computeColumns, type ObservationContext, type Stage, type WeatherSeries } from "../../src/index.js";
import { kastenYoungRows } from "../../src/physics/models/atmosphere/airmass.js";
import {
  alt2pres,
  getAbsoluteAirmass,
  getRelativeAirmass,
  linkeTurbidity,
} from "../../src/physics/models/atmosphere/index.js";
import { ineichenAltitude, simplifiedSolis } from "../../src/physics/models/clear-sky/index.js";
import { erbsDriesseRows, erbsRows } from "../../src/physics/models/decomposition/by-clearness.js";
import { ktPrimeRows } from "../../src/physics/models/decomposition/clearness-index.js";
import { dirintRows } from "../../src/physics/models/decomposition/dirint.js";
import { discAirmassRows, discRows } from "../../src/physics/models/decomposition/disc.js";
import { dirint, disc, erbs, erbsDriesse } from "../../src/physics/models/decomposition/index.js";
import { defaultPv } from "../../src/physics/models/pv/index.js";
import {
  horizonBandFactor,
  prepareHorizon,
  skyViewFactor,
  visibleDiscFraction,
} from "../../src/physics/models/shading/index.js";
import { getExtraRadiation, solarPosition } from "../../src/physics/models/solar-position/index.js";
import { singleaxis } from "../../src/physics/models/tracking/index.js";
import {
  aoi,
  getGroundDiffuse,
  haydavies,
  isotropic,
  klucher,
  perezDriesse,
  reindl,
} from "../../src/physics/models/transposition/index.js";

const LAT = 46.8;
const LON = 9.8;
const ALTITUDE = 1590;
const START = Date.UTC(2024, 2, 10);
const N = 1440;
const DEG = Math.PI / 180;
const TIME = Float64Array.from({ length: N }, (_, i) => START + (i + 0.5) * 60_000);
const PRESSURE = alt2pres({ altitude: ALTITUDE }).pressure[0]!;

/** The whole algorithm at each minute's middle; the pipeline's sun is fitted to it within 3e-8°. */
const SUN = solarPosition({
  ...{ time: TIME, latitude: LAT, longitude: LON, altitude: ALTITUDE, pressure: PRESSURE, temperature: 12 },
});
const E0 = getExtraRadiation({ time: TIME }, { method: "nrel", solarConstant: 1361.1 }).dniExtra;
const CLEAR = clearSky(3);

function clearSky(turbidity: number | Float64Array, pressure: number | Float64Array = PRESSURE) {
  const { airmassRelative } = getRelativeAirmass({ zenith: SUN.apparentZenith });
  const { airmassAbsolute } = getAbsoluteAirmass({ airmassRelative, pressure });
  return ineichenAltitude({
    ...{ apparentZenith: SUN.apparentZenith, airmassAbsolute, linkeTurbidity: turbidity },
    ...{ altitude: ALTITUDE, dniExtra: E0 },
  });
}

function minutes(columns: WeatherSeries["columns"]): WeatherSeries {
  return { start: START, interval: 60, columns };
}

/** A day of broken sky: half of it GHI near clear, half of it thin, all below the cap on the beam. */
function brokenSky(seed = 3): { ghi: Float64Array; dhi: Float64Array } {
  const random = randomNumbers(seed);
  const ghi = CLEAR.ghi.map((clear) => clear * (0.15 + 0.8 * random()));
  return { ghi, dhi: ghi.map((g, i) => Math.min(CLEAR.dhi[i]! * (0.8 + random()), g)) };
}

function run(query: object, weather: WeatherSeries, context: ObservationContext = {}) {
  return computeColumns(
    { lat: LAT, lon: LON, parameters: "all", frequency: "1_minute", ...query },
    weather,
    {
      ...{ altitude: ALTITUDE, subSteps: 1, exact: true },
      extra: ["apparent_zenith", "azimuth", "extraterrestrial_normal", "relative_airmass", "clear_sky_dni", "clear_sky_dhi", "rotation", "incidence_angle", "clearness_index"],
      ...context,
    },
  ); // biome-ignore format: one call
}

/** Largest difference, absolute below 1 and relative above; rows that `where` refuses are left out. */
function difference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  where: (i: number) => boolean = () => true,
): { worst: number; rows: number } {
  let worst = 0;
  let rows = 0;
  for (let i = 0; i < a.length; i++) {
    if (!where(i)) continue;
    rows++;
    if (Number.isNaN(a[i]!) !== Number.isNaN(b[i]!)) return { worst: Number.POSITIVE_INFINITY, rows };
    const d = Math.abs(a[i]! - b[i]!) / Math.max(1, Math.abs(b[i]!));
    if (d > worst) worst = d;
  }
  return { worst, rows };
}

function same(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number, where?: (i: number) => boolean) {
  const { worst, rows } = difference(a, b, where);
  expect(rows).toBeGreaterThan(100);
  expect(worst).toBeLessThan(tolerance);
}

const up = (i: number) => SUN.apparentZenith[i]! < 90;
/** Below 85° every composition is as published, and the disc is wholly visible. */
const high = (i: number) => SUN.apparentZenith[i]! < 84.9;

describe("sun and clear sky", () => {
  const plain = run({}, minutes({ temperature: new Float64Array(N).fill(5) }));

  test("apparent zenith and azimuth are those of the full algorithm to 3e-8°", () => {
    same(plain.extra.apparent_zenith!, SUN.apparentZenith, 3e-8);
    same(plain.extra.azimuth!, SUN.azimuth, 3e-8);
  });

  test("extraterrestrial irradiance is 1361.1 W/m² by the Earth–sun distance", () => {
    // The distance runs through daily nodes.
    same(plain.extra.extraterrestrial_normal!, E0, 1e-9);
  });

  test("air mass is Kasten and Young's of the apparent zenith", () => {
    const { airmassRelative } = getRelativeAirmass({ zenith: SUN.apparentZenith });
    // Its slope at the horizon is some 9 per degree.
    same(plain.extra.relative_airmass!, airmassRelative, 1e-7);
  });

  test("clear sky is Ineichen's at turbidity 3 and standard pressure", () => {
    same(plain.values.global_clear_sky_irradiance!, CLEAR.ghi, 1e-8);
    same(plain.extra.clear_sky_dni!, CLEAR.dni, 1e-7);
    same(plain.extra.clear_sky_dhi!, CLEAR.dhi, 1e-8);
  });

  test("turbidity: column before aerosol and water, before context", () => {
    const aod = new Float64Array(N).fill(0.15);
    const water = new Float64Array(N).fill(1.4);
    const column = Float64Array.from({ length: N }, (_, i) => (i % 2 ? 4.2 : Number.NaN));
    const given = run({}, minutes({ linke_turbidity: column, aerosol_optical_depth: aod, precipitable_water: water }));
    // Kasten's formula at air mass 2, the depth moved from 550 to 700 nm with Angstrom's exponent 1.14.
    const made = linkeTurbidity(2, 1.4, 0.15 * (550 / 700) ** 1.14);
    const expected = clearSky(column.map((value) => (Number.isNaN(value) ? made : value)));
    same(given.values.global_clear_sky_irradiance!, expected.ghi, 1e-8);
    const context = run({}, minutes({ temperature: water }), { linkeTurbidity: 5.5 });
    same(context.values.global_clear_sky_irradiance!, clearSky(5.5).ghi, 1e-8);
  });

  test("monthly turbidity runs linearly between the middles of the months", () => {
    const months = [2, 2.5, 3.5, 4, 4.5, 5, 5.5, 5, 4, 3, 2.5, 2];
    const { values } = run({}, minutes({ temperature: new Float64Array(N) }), { linkeTurbidity: months });
    // March has 31 days, its middle is the 16th at noon; the middle of February 2024 (29 days) is the 15th at noon.
    const february = Date.UTC(2024, 1, 15, 12);
    const march = Date.UTC(2024, 2, 16, 12);
    // By months, not by days: half of February from 14.5 days before its end, half of March to 15.5 days after.
    const marchStart = Date.UTC(2024, 2, 1);
    const turbidity = TIME.map((t) => 2.5 + (3.5 - 2.5) * (0.5 + (0.5 * (t - marchStart)) / (march - marchStart)));
    expect(february).toBeLessThan(marchStart);
    same(values.global_clear_sky_irradiance!, clearSky(turbidity).ghi, 1e-8);
  });

  test("a pressure column acts on the air mass, not on the sun's path", () => {
    const pressure = Float64Array.from({ length: N }, (_, i) => 80_000 + 5 * i);
    const pressed = run({}, minutes({ pressure }));
    for (const name of ["apparent_zenith", "azimuth", "relative_airmass", "extraterrestrial_normal"]) {
      expect(pressed.extra[name]).toEqual(plain.extra[name]);
    }
    same(pressed.values.global_clear_sky_irradiance!, clearSky(3, pressure).ghi, 1e-8);
    expect(difference(pressed.values.global_clear_sky_irradiance!, CLEAR.ghi).worst).toBeGreaterThan(1e-3);
  });

  test("simplified Solis in its place", () => {
    const weather = minutes({ temperature: new Float64Array(N) });
    const solis = run({}, weather, { models: { clearSky: simplifiedSolis } });
    const inputs = { apparentElevation: SUN.apparentElevation, pressure: PRESSURE, dniExtra: E0 };
    same(solis.values.global_clear_sky_irradiance!, simplifiedSolis(inputs).ghi, 1e-7, up);
  });
});

describe("decomposition and caps", () => {
  const { ghi } = brokenSky();
  const cosZenith = SUN.apparentZenith.map((zenith) => Math.cos(zenith * DEG));
  const fade = SUN.apparentElevation.map((elevation) => Math.min(Math.max(elevation / 3, 0), 1));
  const airmass = new Float64Array(N);
  kastenYoungRows(0, N, SUN.apparentZenith, airmass);
  const measuredCap = E0.map((e0, i) => e0 / (1 + (0.06 * airmass[i]! * PRESSURE) / 101_325));
  const cap = CLEAR.dni.map((dni, i) => Math.min(measuredCap[i]!, 1.1 * dni + 100 * fade[i]!));
  test.each([
    ["Erbs–Driesse", erbsDriesse, erbsDriesseRows],
    ["Erbs", erbs, erbsRows],
  ])("%s, from the apparent zenith and the pipeline's extraterrestrial irradiance", (_name, decomposition, rows) => {
    const { values } = run({}, minutes({ global_horizontal_irradiance: ghi }), {
      models: { decomposition },
    });
    const fraction = ghi.map((g, i) => (up(i) ? Math.min(g / (E0[i]! * cosZenith[i]!), 1) : 0));
    rows(0, N, fraction, fraction);
    const dhi = ghi.map((g, i) => g * fraction[i]!);
    const direct = ghi.map((g, i) => Math.min(g - dhi[i]!, cap[i]! * cosZenith[i]!));
    same(values.direct_horizontal_irradiance!, direct, 1e-6, up);
    same(values.diffuse_horizontal_irradiance!, ghi.map((g, i) => g - direct[i]!), 1e-6, up); // biome-ignore format: short
    same(values.direct_normal_irradiance!, direct.map((d, i) => d / cosZenith[i]!), 1e-6, up); // biome-ignore format: short
    same(values.global_horizontal_irradiance!, ghi, 1e-12);
  });

  test.each([
    ["DIRINT with dew point", true],
    ["DIRINT without", false],
  ])("%s, neighbour by neighbour from its own row kernels", (_name, withDew) => {
    const tempDew = Float64Array.from({ length: N }, (_, i) => 14 - i / 60);
    const weather = minutes({
      global_horizontal_irradiance: ghi,
      ...(withDew ? { dew_point_temperature: tempDew } : {}),
    });
    const { values } = run({}, weather, { models: { decomposition: dirint } });
    const kt = ghi.map((g, i) => (up(i) ? g / (E0[i]! * cosZenith[i]!) : Number.NaN));
    const pressure = new Float64Array(N).fill(PRESSURE);
    const airmass = new Float64Array(N);
    discAirmassRows(0, N, SUN.zenith.map((z) => Math.min(z, 90)), pressure, 12, airmass); // biome-ignore format: short
    const kn = new Float64Array(N);
    discRows(0, N, kt, airmass, kn);
    const ktPrime = new Float64Array(N);
    ktPrimeRows(0, N, kt.map((k) => Math.min(k, 1)), airmass, 1, ktPrime); // biome-ignore format: short
    const water = withDew ? tempDew.map((dew) => Math.exp(0.07 * dew - 0.075)) : new Float64Array(N).fill(Number.NaN);
    dirintRows(0, N, 0, N, ktPrime, SUN.zenith, water, true, kn);
    const direct = ghi.map((g, i) => {
      const taper = Math.min(Math.max((90 - SUN.zenith[i]!) / 3, 0), 1);
      return Math.min(g * Math.min(Math.max((kn[i]! * taper) / kt[i]!, 0), 1), cap[i]! * cosZenith[i]!);
    });
    // Its bins have edges: a handful of rows that lie on one may fall to either side.
    const off = Array.from(direct).filter(
      (d, i) => up(i) && Math.abs(d - values.direct_horizontal_irradiance![i]!) > 1e-6,
    );
    expect(off.length).toBeLessThanOrEqual(2);
    const beyond = (i: number) => SUN.zenith[i]! > 90 && up(i);
    for (let i = 0; i < N; i++) if (beyond(i)) expect(values.direct_horizontal_irradiance![i]).toBeLessThan(1e-9);
  });

  test("DISC, faded out from 87° to 90°", () => {
    const { values } = run({}, minutes({ global_horizontal_irradiance: ghi }), { models: { decomposition: disc } });
    const kt = ghi.map((g, i) => (up(i) ? g / (E0[i]! * cosZenith[i]!) : Number.NaN));
    const airmass = new Float64Array(N);
    discAirmassRows(0, N, SUN.zenith.map((z) => Math.min(z, 90)), new Float64Array(N).fill(PRESSURE), 12, airmass); // biome-ignore format: short
    const kn = new Float64Array(N);
    discRows(0, N, kt, airmass, kn);
    const direct = ghi.map((g, i) => Math.min(Math.max((g * kn[i]!) / kt[i]!, 0), g, cap[i]! * cosZenith[i]!));
    same(values.direct_horizontal_irradiance!, direct, 1e-6, (i) => SUN.zenith[i]! < 86.99);
    same(values.diffuse_horizontal_irradiance!, ghi, 1e-6, (i) => !(SUN.zenith[i]! < 90));
  });

  test("a decomposed beam above 1.1·clear + 100 becomes diffuse, a measured one above E0/(1 + 0.06·m)", () => {
    const bright = CLEAR.ghi.map((global) => 1.3 * global);
    const split = run({}, minutes({ global_horizontal_irradiance: bright }), { models: { decomposition: erbs } });
    same(split.values.direct_normal_irradiance!, cap, 1e-6, (i) => up(i) && SUN.apparentElevation[i]! > 20);
    expect(split.diagnostics.counts.capped).toBeGreaterThan(100);
    const direct = E0.map((e0, i) => (up(i) ? 0.99 * e0 * cosZenith[i]! : 0));
    const dhi = CLEAR.dhi.map((value) => 0.2 * value);
    const { values, diagnostics } = run(
      {},
      minutes({ direct_horizontal_irradiance: direct, diffuse_horizontal_irradiance: dhi }),
    );
    expect(diagnostics.counts.implausible).toBe(0);
    same(values.direct_normal_irradiance!, measuredCap, 1e-6, up);
    // Above any clear sky, and below what no air takes away: believed.
    expect(measuredCap.every((most, i) => !up(i) || most > 1.1 * CLEAR.dni[i]!)).toBe(true);
    same(values.global_horizontal_irradiance!, direct.map((d, i) => d + dhi[i]!), 1e-12, up); // biome-ignore format: short
    expect(diagnostics.counts.capped).toBeGreaterThan(100);
  });
});

describe("the plane", () => {
  const { ghi, dhi } = brokenSky();
  const snow = Float64Array.from({ length: N }, (_, i) => i % 150);
  const weather = minutes({ global_horizontal_irradiance: ghi, diffuse_horizontal_irradiance: dhi, snow_depth: snow });
  // From bare ground 0.2 to 0.7 under deep snow, 63 % of it at 40 mm.
  const albedo = snow.map((depth) => 0.2 + 0.5 * (1 - Math.exp(-depth / 40)));

  test.each([
    [0, 0],
    [35, 180],
    [90, 95],
    [60, 300],
  ])("tilt %d, azimuth %d: incidence, beam, Perez–Driesse and ground", (surfaceTilt, surfaceAzimuth) => {
    const { values, extra } = run({ surface_tilt: surfaceTilt, surface_azimuth: surfaceAzimuth }, weather);
    const position = { solarZenith: extra.apparent_zenith!, solarAzimuth: extra.azimuth! };
    const angle = aoi({ surfaceTilt, surfaceAzimuth, ...position }).aoi;
    // The cosine is flat at 0 incidence: 1e-15 of it is 3e-6° there.
    same(extra.incidence_angle!, angle, 1e-7, (i) => up(i) && angle[i]! > 0.1);
    const dni = values.direct_normal_irradiance!;
    same(values.direct_tilted_irradiance!, dni.map((d, i) => d * Math.max(Math.cos(angle[i]! * DEG), 0)), 1e-9, up); // biome-ignore format: short
    const sky = perezDriesse({ surfaceTilt, surfaceAzimuth, dhi, dni, dniExtra: E0, ...position }).skyDiffuse;
    const ground = getGroundDiffuse({ surfaceTilt, ghi, albedo }).groundDiffuse;
    same(values.diffuse_tilted_irradiance!, sky.map((s, i) => s + ground[i]!), 1e-9, high); // biome-ignore format: short
  });

  test.each([
    ["haydavies", haydavies],
    ["isotropic", isotropic],
    ["klucher", klucher],
    ["reindl", reindl],
  ] as const)("%s in its place", (_name, model) => {
    const plane = { surfaceTilt: 50, surfaceAzimuth: 140 };
    const { values, extra } = run({ surface_tilt: 50, surface_azimuth: 140 }, weather, {
      models: { transposition: model },
    });
    const inputs = { ...plane, dhi, ghi, dni: values.direct_normal_irradiance!, dniExtra: E0, solarZenith: extra.apparent_zenith!, solarAzimuth: extra.azimuth! }; // biome-ignore format: one list
    const result = (model as (columns: typeof inputs) => { skyDiffuse?: Float64Array; diffuse?: Float64Array })(inputs);
    const sky = result.skyDiffuse ?? Object.values(result)[0]!;
    const ground = getGroundDiffuse({ surfaceTilt: 50, ghi, albedo }).groundDiffuse;
    same(values.diffuse_tilted_irradiance!, sky.map((s, i) => s + ground[i]!), 1e-9, high); // biome-ignore format: short
  });

  test("the tracker is singleaxis with backtracking, gcr 0.3 and 45°", () => {
    const { values, extra } = run({ tracking_mode: "1_axis" }, weather);
    const position = { apparentZenith: extra.apparent_zenith!, solarAzimuth: extra.azimuth! };
    const { trackerTheta, surfaceTilt, surfaceAzimuth } = singleaxis(position, {
      ...{ axisTilt: 0, axisAzimuth: 180, maxAngle: 45, backtrack: true, gcr: 0.3 },
    });
    same(extra.rotation!, trackerTheta, 1e-9, up);
    same(values.surface_tilt!, surfaceTilt, 1e-9, up);
    const turned = (i: number) => up(i) && Math.abs(trackerTheta[i]!) > 1e-6;
    same(values.surface_azimuth!, surfaceAzimuth, 1e-9, turned);
    for (let i = 0; i < N; i++)
      if (!up(i)) expect([values.surface_tilt![i], values.surface_azimuth![i]]).toEqual([0, 90]);
    const solar = { solarZenith: position.apparentZenith, solarAzimuth: position.solarAzimuth };
    const surface = { surfaceTilt: values.surface_tilt!, surfaceAzimuth: values.surface_azimuth! };
    const dni = values.direct_normal_irradiance!;
    const sky = perezDriesse({ ...surface, dhi, dni, dniExtra: E0, ...solar }).skyDiffuse;
    const ground = getGroundDiffuse({ surfaceTilt: surface.surfaceTilt, ghi, albedo }).groundDiffuse;
    same(values.diffuse_tilted_irradiance!, sky.map((s, i) => s + ground[i]!), 1e-8, high); // biome-ignore format: short
    const angle = aoi({ ...surface, ...solar }).aoi;
    same(values.direct_tilted_irradiance!, dni.map((d, i) => d * Math.max(Math.cos(angle[i]! * DEG), 0)), 1e-9, high); // biome-ignore format: short
  });

  test("behind a horizon line: beam by the disc's visible part, sky by its parts, ground by the shaded GHI", () => {
    const line = Array.from({ length: 360 }, (_, a) => Math.round(12 + 10 * Math.sin(a / 20)));
    const plane = { surfaceTilt: 40, surfaceAzimuth: 200 };
    const { values, extra } = run({ surface_tilt: 40, surface_azimuth: 200, horizon: line }, weather);
    const horizon = prepareHorizon(line);
    const visible = SUN.apparentElevation.map((e, i) => {
      const azimuth = SUN.azimuth[i]!;
      const a = Math.floor(azimuth) % 360;
      return visibleDiscFraction(e, line[a]! + (line[(a + 1) % 360]! - line[a]!) * (azimuth - Math.floor(azimuth)));
    });
    const dni = values.direct_normal_irradiance!;
    // The disc's edge crosses a line in some two minutes: 4 per degree, of a sun that is the same to 3e-8°.
    same(values.direct_normal_irradiance_with_shading!, dni.map((d, i) => d * visible[i]!), 1e-6, high); // biome-ignore format: short
    const solar = { solarZenith: extra.apparent_zenith!, solarAzimuth: extra.azimuth! };
    const parts = (surfaceTilt: number, surfaceAzimuth: number) => {
      const c = perezDriesse(
        { surfaceTilt, surfaceAzimuth, dhi, dni, dniExtra: E0, ...solar },
        { returnComponents: true },
      );
      const view = skyViewFactor(horizon, { surfaceTilt, surfaceAzimuth });
      const band = horizonBandFactor(horizon, surfaceAzimuth);
      return c.poaIsotropic.map((isotropicPart, i) => {
        const darkOrBright = c.poaHorizon[i]! >= 0 ? c.poaHorizon[i]! * band : c.poaHorizon[i]! * view;
        return isotropicPart * view + c.poaCircumsolar[i]! * visible[i]! + darkOrBright;
      });
    };
    const level = parts(0, 0);
    same(values.diffuse_horizontal_irradiance_with_shading!, level, 1e-6, high);
    const ghiShaded = level.map((d, i) => d + dni[i]! * visible[i]! * Math.cos(SUN.apparentZenith[i]! * DEG));
    const ground = getGroundDiffuse({ surfaceTilt: 40, ghi: ghiShaded, albedo }).groundDiffuse;
    const tilted = parts(plane.surfaceTilt, plane.surfaceAzimuth);
    same(values.diffuse_tilted_irradiance_with_shading!, tilted.map((s, i) => s + ground[i]!), 1e-6, high); // biome-ignore format: short
  });

  test("hiddenSky ground: what hides the sky reflects like the ground in front", () => {
    const line = new Array(360).fill(20);
    const query = { surface_tilt: 70, surface_azimuth: 180, horizon: line };
    const dark = run(query, weather).values;
    const light = run(query, weather, { hiddenSky: "ground" }).values;
    const horizon = prepareHorizon(line);
    const view = skyViewFactor(horizon, { surfaceTilt: 70, surfaceAzimuth: 180 });
    const share = (1 + Math.cos(70 * DEG)) / 2;
    const level = 1 - skyViewFactor(horizon, { surfaceTilt: 0, surfaceAzimuth: 0 });
    for (let i = 0; i < N; i++) {
      const more = light.diffuse_tilted_irradiance_with_shading![i]! - dark.diffuse_tilted_irradiance_with_shading![i]!;
      const hidden = albedo[i]! * ghi[i]!;
      const onGround = hidden * level * albedo[i]! * (1 - Math.cos(70 * DEG)) * 0.5;
      expect(more).toBeCloseTo(hidden * share * (1 - view) + onGround, 8);
    }
  });
});

describe("PV", () => {
  const { ghi, dhi } = brokenSky(9);
  const temperature = Float64Array.from({ length: N }, (_, i) => 15 * Math.sin(i / 200));
  const weather = minutes({ global_horizontal_irradiance: ghi, diffuse_horizontal_irradiance: dhi, temperature });

  test("the default formula is defaultPv, also at the sub-step", () => {
    const { values } = run({ surface_tilt: 30, surface_azimuth: 180 }, weather);
    const { power } = defaultPv({ poaGlobal: values.global_tilted_irradiance!, tempAir: values.temperature! });
    expect(values.pv_production).toEqual(power);
    const fine = run({ surface_tilt: 30, surface_azimuth: 180 }, weather, { pv: { step: "sub-step" } });
    same(fine.values.pv_production!, power, 1e-12);
  });

  test("pv.step sub-step averages last: an hour is the mean of its minutes' power", () => {
    const context: ObservationContext = { pv: { step: "sub-step" } };
    const query = { surface_tilt: 30, surface_azimuth: 180, horizon: new Array(360).fill(10) };
    const minute = run(query, weather, context).values;
    const hour = run({ ...query, frequency: "1_hour" }, weather, context).values;
    const formula = run({ ...query, frequency: "1_hour" }, weather).values;
    let apart = 0;
    for (const name of ["pv_production", "pv_production_with_shading"] as const) {
      for (let h = 0; h < 24; h++) {
        const mean = minute[name]!.subarray(60 * h, 60 * h + 60).reduce((a, b) => a + b, 0) / 60;
        expect(hour[name]![h]).toBeCloseTo(mean, 9);
        apart = Math.max(apart, Math.abs(hour[name]![h]! - formula[name]![h]!));
      }
    }
    expect(apart).toBeGreaterThan(0.1);
  });

  test("another model, at the fine step, from what the stage says it reads", () => {
    const power: Stage = {
      ...{ name: "squared", family: "pv", grid: "compute", reach: 0 },
      ...{ reads: ["globalTilted", "temperature"], writes: ["pv"] },
      prepare: (site, options) => ({ site, options }),
      run({ from, to, columns: c }, prepared) {
        expect(prepared).toEqual({
          site: { latitude: LAT, longitude: LON, altitude: ALTITUDE },
          options: { factor: 2e-3 },
        });
        for (let i = from; i < to; i++)
          c.pv[i] = 2e-3 * c.globalTilted[i]! * c.globalTilted[i]! + c.temperature[i]! * c.up[i]!;
      },
    };
    const horizon = new Array(360).fill(25);
    const models = { pv: { model: { stage: power }, options: { factor: 2e-3 } } };
    const { values } = run({ surface_tilt: 30, surface_azimuth: 180, horizon }, weather, { models });
    for (const suffix of ["", "_with_shading"] as const) {
      const expected = values[`global_tilted_irradiance${suffix}`]!.map(
        (g, i) => 2e-3 * g * g + temperature[i]! * Math.cos(SUN.apparentZenith[i]! * DEG),
      );
      same(values[`pv_production${suffix}`]!, expected, 1e-9, (i) => SUN.apparentZenith[i]! < 90);
    }
    expect(values.pv_production).not.toEqual(values.pv_production_with_shading);
  });
});
