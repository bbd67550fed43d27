/**
 * Random requests with random weather, most of them where things break: low sun, the line of the horizon, poles, gaps.
 * A draw is plain data (so fast-check can shrink it); `buildCase` makes the inputs of a computation of it. Shared with
 * scripts/stress.mjs, so only types come from src/.
 */

import fc from "fast-check";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import type { ObservationColumns, ObservationQuery } from "../../src/data/contract/observation/types.js";
import type { WeatherColumn, WeatherSeries } from "../../src/data/weather/series.js";
import type { DiagnosticName, ObservationContext } from "../../src/engine/plan/context.js";

/** The engine under test: src/ in vitest, dist/ in the stress script. */
export interface Engine {
  computeColumns(query: ObservationQuery, weather: WeatherSeries, context?: ObservationContext): ObservationColumns;
}

export interface Draw {
  /** lat and lon in hundredths of a degree; `kind` may overrule them. */
  place: { kind: "any" | "pole" | "overhead" | "polarNight" | "dateLine"; lat: number; lon: number };
  /** Days from 2019-01-01. */
  day: number;
  focus: "any" | "sunrise" | "sunset" | "noon" | "midnight";
  /** Seconds by which the middle of the period is off the focus. */
  shift: number;
  frequency: "1_minute" | "15_minutes" | "1_hour";
  /** Length of the period, in 16ths of the longest. */
  length: number;
  surface: { tilt: number; azimuth: number; tracking: boolean };
  horizon: { kind: "flat" | "zeros" | "atSun" | "hills" | "wall" | "spike"; seed: number };
  weather: {
    interval: 60 | 300 | 600 | 900 | 1800 | 3600;
    /** Seconds by which the grid is off UTC. */
    phase: number;
    instant: boolean;
    /** Bits: global, direct normal, direct horizontal, diffuse. */
    irradiance: number;
    /** Bits: temperature, snow, albedo, pressure, turbidity, dew point, aerosol and water. */
    others: number;
    /** Intervals of weather before and after the period; negative: the period sticks out. */
    before: number;
    after: number;
    sky: "clear" | "overcast" | "broken" | "aboveClear" | "zero" | "wild";
    diffuse: "none" | "some" | "all" | "moreThanGlobal";
    gaps: "none" | "few" | "many" | "night";
    seed: number;
  };
  context: {
    closure: "keep-global" | "keep-diffuse" | "component-sum";
    spread: "smooth" | "step";
    subSteps: 1 | 2 | 3 | "auto";
    turbidity: number;
    altitude: number;
    minimumCoverage: number;
    exact: boolean;
  };
}

/** Half ordinary, half from a list of values where things break. */
function orEdge<T>(ordinary: fc.Arbitrary<T>, ...edges: T[]): fc.Arbitrary<T> {
  return fc.oneof(ordinary, fc.constantFrom(...edges));
}

function oneOf<T>(...values: T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2019, 0, 1);
const dayOf = (year: number, month: number, day: number) => (Date.UTC(year, month - 1, day) - FIRST_DAY) / DAY;

export const draws: fc.Arbitrary<Draw> = fc.record({
  place: fc.record({
    kind: oneOf<Draw["place"]["kind"]>("any", "any", "any", "pole", "overhead", "polarNight", "dateLine"),
    lat: orEdge(fc.integer({ min: -9000, max: 9000 }), 0, 2344, -2344, 6656, -6656, 8999, -8999),
    lon: orEdge(fc.integer({ min: -18000, max: 18000 }), 0, 18000, -18000, 8250, 17999, -17999),
  }),
  day: orEdge(
    fc.integer({ min: 0, max: dayOf(2026, 1, 1) }),
    ...[dayOf(2024, 2, 28), dayOf(2024, 2, 29), dayOf(2020, 12, 31), dayOf(2021, 1, 1), dayOf(2023, 2, 28)],
    ...[dayOf(2022, 3, 20), dayOf(2022, 6, 21), dayOf(2022, 9, 23), dayOf(2022, 12, 21)],
  ),
  focus: oneOf<Draw["focus"]>("any", "sunrise", "sunrise", "sunset", "sunset", "noon", "midnight"),
  shift: orEdge(fc.integer({ min: -5400, max: 5400 }), 0, 1, 60, 1800),
  frequency: oneOf<Draw["frequency"]>("1_minute", "1_minute", "15_minutes", "1_hour"),
  length: fc.integer({ min: 1, max: 16 }),
  surface: fc.record({
    tilt: orEdge(fc.integer({ min: 0, max: 90 }), 0, 90, 0.001, 89.999),
    azimuth: orEdge(fc.integer({ min: 0, max: 360 }), 0, 90, 180, 270, 360),
    tracking: oneOf(false, false, true),
  }),
  horizon: fc.record({
    kind: oneOf<Draw["horizon"]["kind"]>("flat", "zeros", "atSun", "atSun", "hills", "wall", "spike"),
    seed: fc.nat(1e6),
  }),
  weather: fc.record({
    interval: oneOf<Draw["weather"]["interval"]>(60, 300, 600, 900, 1800, 3600),
    phase: orEdge(oneOf(0), 600, 1800, 37, 3599, 900),
    instant: oneOf(false, false, false, true),
    irradiance: orEdge(fc.integer({ min: 1, max: 15 }), 1, 1, 15, 9, 3),
    others: fc.integer({ min: 0, max: 127 }),
    before: orEdge(fc.integer({ min: -3, max: 6 }), 0, 1),
    after: orEdge(fc.integer({ min: -3, max: 6 }), 0, 1),
    sky: oneOf<Draw["weather"]["sky"]>("clear", "overcast", "broken", "aboveClear", "zero", "wild"),
    diffuse: oneOf<Draw["weather"]["diffuse"]>("none", "some", "some", "all", "moreThanGlobal"),
    gaps: oneOf<Draw["weather"]["gaps"]>("none", "none", "none", "few", "many", "night"),
    seed: fc.nat(1e6),
  }),
  context: fc.record({
    closure: oneOf<Draw["context"]["closure"]>("keep-global", "keep-global", "keep-diffuse", "component-sum"),
    spread: oneOf<Draw["context"]["spread"]>("smooth", "smooth", "step"),
    subSteps: oneOf<Draw["context"]["subSteps"]>("auto", "auto", 1, 2, 3),
    turbidity: orEdge(fc.integer({ min: 1, max: 15 }), 3, 1, 15),
    altitude: orEdge(fc.integer({ min: -500, max: 9000 }), 0, 5500),
    minimumCoverage: orEdge(oneOf(0.75), 0, 0.5, 1),
    exact: oneOf(false, false, true),
  }),
});

export interface Case {
  query: ObservationQuery & { lat: number; lon: number };
  weather: WeatherSeries & { start: number; columns: { [name in WeatherColumn]?: Float64Array } };
  context: ObservationContext;
}

/** Everything a computation can return. */
export const EXTRA: DiagnosticName[] = ["extraterrestrial_normal", "sunlit_fraction", "rotation"];

export const STEP_SECONDS = { "1_minute": 60, "15_minutes": 900, "1_hour": 3600 } as const;
const LONGEST_HOURS = { "1_minute": 10, "15_minutes": 48, "1_hour": 96 } as const;

export function buildCase(draw: Draw): Case {
  const { lat, lon, dayStart } = placeAndDay(draw);
  const centre = Math.round(focusTime(draw, lat, lon, dayStart) / 1000) * 1000 + draw.shift * 1000;
  const half = Math.round((draw.length / 32) * LONGEST_HOURS[draw.frequency] * 3600) * 1000;
  const start = centre - half;
  const end = centre + half;
  return {
    query: {
      ...{ lat, lon, parameters: "all", frequency: draw.frequency, start: iso(start), end: iso(end) },
      surface_tilt: draw.surface.tilt,
      surface_azimuth: draw.surface.azimuth,
      tracking_mode: draw.surface.tracking ? "1_axis" : "none",
      horizon: horizonLine(draw.horizon, lat, lon, dayStart),
    },
    weather: syntheticWeather(draw, lat, lon, start, end),
    context: {
      extra: EXTRA,
      closure: draw.context.closure,
      spread: draw.context.spread,
      subSteps: draw.context.subSteps,
      linkeTurbidity: draw.context.turbidity,
      altitude: draw.context.altitude,
      minimumCoverage: draw.context.minimumCoverage,
      exact: draw.context.exact,
    },
  };
}

export function iso(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

function placeAndDay({ place, day }: Draw): { lat: number; lon: number; dayStart: number } {
  let lat = place.lat / 100;
  const lon = place.kind === "dateLine" ? Math.sign(place.lon || 1) * 180 : place.lon / 100;
  let dayStart = FIRST_DAY + day * DAY;
  if (place.kind === "pole") lat = place.lat < 0 ? -90 : 90;
  if (place.kind === "overhead") {
    const noon = localNoon(dayStart, lon);
    const { elevation, azimuth } = roughSun(noon, 0, lon);
    lat = azimuth > 90 && azimuth < 270 ? elevation - 90 : 90 - elevation;
  }
  if (place.kind === "polarNight") {
    // The first or last day of the polar night: the noon elevation changes sign from one day to the next.
    lat = Math.sign(lat || 1) * (68 + (Math.abs(place.lat) % 2200) / 100);
    const sunAtNoon = (start: number) => roughSun(localNoon(start, lon), lat, lon).elevation > 0;
    const first = sunAtNoon(dayStart);
    for (let k = 1; k < 366 && sunAtNoon(dayStart) === first; k++) dayStart += DAY;
  }
  return { lat, lon, dayStart };
}

function localNoon(dayStart: number, lon: number): number {
  return dayStart + DAY / 2 - (lon / 360) * DAY;
}

function focusTime({ place, focus, day, shift }: Draw, lat: number, lon: number, dayStart: number): number {
  const noon = localNoon(dayStart, lon);
  if (focus === "noon" || (place.kind === "overhead" && focus !== "sunset")) return noon;
  if (focus === "midnight") return noon - DAY / 2;
  if (focus === "any") return noon + (((day * 7919 + shift) % 1440) - 720) * 60_000;
  const direction = focus === "sunrise" ? -1 : 1;
  let time = noon;
  for (let k = 0; k < 720 && roughSun(time, lat, lon).elevation > 0; k++) time += direction * 60_000;
  return time;
}

function horizonLine({ kind, seed }: Draw["horizon"], lat: number, lon: number, dayStart: number) {
  if (kind === "flat") return "flat";
  const random = randomNumbers(seed);
  const line: number[] = new Array(360).fill(0);
  if (kind === "wall") return line.fill(89);
  if (kind === "spike") line[Math.floor(random() * 360)] = Math.ceil(random() * 89);
  if (kind === "hills") for (let a = 0; a < 360; a++) line[a] = Math.floor(random() ** 3 * 60);
  if (kind === "atSun") {
    // Within half a degree of the sun all day long.
    for (let time = dayStart; time < dayStart + DAY; time += 120_000) {
      const sun = roughSun(time, lat, lon);
      const height = Math.min(Math.max(Math.round(sun.elevation), 0), 89);
      line[Math.floor(sun.azimuth) % 360] = height;
      line[Math.ceil(sun.azimuth) % 360] = height;
    }
  }
  return line;
}

/**
 * The sun by the Astronomical Almanac's low-precision formulas (0.01° from 1950 to 2050), apparent elevation by
 * Sæmundsson's refraction: quick, and independent of the engine's own.
 */
export function roughSun(time: number, lat: number, lon: number): { elevation: number; azimuth: number } {
  const rad = Math.PI / 180;
  const n = time / DAY - 10_957.5;
  const anomaly = (357.528 + 0.9856003 * n) * rad;
  const longitude = (280.46 + 0.9856474 * n + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const obliquity = (23.439 - 4e-7 * n) * rad;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude));
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(longitude));
  const hourAngle = (280.46061837 + 360.98564736629 * n + lon) * rad - ascension;
  const up =
    Math.sin(lat * rad) * Math.sin(declination) + Math.cos(lat * rad) * Math.cos(declination) * Math.cos(hourAngle);
  const east = -Math.cos(declination) * Math.sin(hourAngle);
  const north =
    Math.cos(lat * rad) * Math.sin(declination) - Math.sin(lat * rad) * Math.cos(declination) * Math.cos(hourAngle);
  const h = Math.atan2(up, Math.hypot(east, north)) / rad;
  const refraction = h < -0.83337 ? 0 : 1.02 / 60 / Math.tan((h + 10.3 / (h + 5.11)) * rad);
  return { elevation: h + refraction, azimuth: (Math.atan2(east, north) / rad + 360) % 360 };
}

function syntheticWeather(draw: Draw, lat: number, lon: number, from: number, to: number) {
  const { weather } = draw;
  const step = weather.interval * 1000;
  const phase = weather.phase * 1000;
  // An instant's interval begins half a step before it.
  const cell = (time: number) => Math.floor((time - phase + (weather.instant ? step / 2 : 0)) / step);
  const first = cell(from) - weather.before;
  const last = Math.max(cell(to - 1) + 1 + weather.after, first + 1, cell((from + to) / 2) + 1);
  const begin = Math.min(first, cell((from + to) / 2));
  const n = last - begin;
  const start = begin * step + phase;
  const random = randomNumbers(weather.seed);
  const column = () => new Float64Array(n);
  const columns = {
    global_horizontal_irradiance: column(),
    direct_normal_irradiance: column(),
    direct_horizontal_irradiance: column(),
    diffuse_horizontal_irradiance: column(),
    temperature: column(),
    snow_depth: column(),
    albedo: column(),
    pressure: column(),
    linke_turbidity: column(),
    dew_point_temperature: column(),
    aerosol_optical_depth: column(),
    precipitable_water: column(),
  };
  const c = columns;
  for (let i = 0; i < n; i++) {
    const e = roughSun(start + i * step + (weather.instant ? 0 : step / 2), lat, lon).elevation;
    const mu = Math.max(Math.sin((e * Math.PI) / 180), 0);
    const ghi = globalOf(weather.sky, e, mu, random);
    const share = { none: 0, some: random(), all: 1, moreThanGlobal: 1.3 }[weather.diffuse];
    const dhi = ghi * share;
    const direct = Math.max(ghi - dhi, 0) * (weather.seed % 3 === 0 ? 0.8 + 0.4 * random() : 1);
    c.global_horizontal_irradiance[i] = ghi;
    c.diffuse_horizontal_irradiance[i] = dhi;
    c.direct_horizontal_irradiance[i] = direct;
    c.direct_normal_irradiance[i] = mu > 0 ? Math.min(direct / Math.max(mu, 0.02), 1100) : 0;
    c.temperature[i] = 10 + 25 * (random() - 0.5);
    c.snow_depth[i] = Math.floor(random() * 300);
    c.albedo[i] = random();
    c.pressure[i] = 90_000 + 12_000 * random();
    c.linke_turbidity[i] = 1.5 + 5 * random();
    c.dew_point_temperature[i] = 20 * random();
    c.aerosol_optical_depth[i] = 0.4 * random();
    c.precipitable_water[i] = 0.2 + 4 * random();
    const missing = { none: 0, few: 0.1, many: 0.5, night: e < 0 ? 1 : 0 }[weather.gaps];
    for (const values of Object.values(columns)) if (random() < missing) values[i] = Number.NaN;
    if (random() < missing) for (const values of Object.values(columns)) values[i] = Number.NaN;
  }
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const given: { [name in WeatherColumn]?: Float64Array } = {};
  const bits = weather.irradiance | (weather.others << 4) | (weather.others & 64 ? 1 << 11 : 0);
  names.forEach((name, k) => {
    if (bits & (1 << k)) given[name] = columns[name];
  });
  const sampling = weather.instant ? ("instant" as const) : ("average" as const);
  return { start, interval: weather.interval, sampling, columns: given };
}

/** Values that a wild column may hold: offsets, missing codes, impossible light, hardly any light. */
const WILD = [0, -3, -20, -20.001, -999, 1e-12, 0.01, 5, 60, 101, 1500, 5000, Number.NaN, Number.POSITIVE_INFINITY];

function globalOf(sky: Draw["weather"]["sky"], elevation: number, mu: number, random: () => number): number {
  const clear = 1100 * mu ** 1.2 + (elevation > -6 && elevation < 3 ? (elevation + 6) / 6 : 0);
  const u = random();
  switch (sky) {
    case "clear":
      return clear * (0.95 + 0.1 * u);
    case "overcast":
      return clear * (0.05 + 0.35 * u);
    case "broken":
      return clear * (u < 0.5 ? 0.4 * u : 0.6 + 0.6 * u);
    case "aboveClear":
      return clear * (1.1 + 0.25 * u);
    case "zero":
      return 0;
    case "wild":
      return u < 0.5 ? WILD[Math.floor(2 * u * WILD.length)]! : clear * 2 * (u - 0.5);
  }
}
