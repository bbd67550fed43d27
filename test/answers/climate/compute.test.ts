/** Climate years against the observation of the same weather, which is computed in UTC and in quarters of an hour. */
import { describe, expect, it } from "vitest";
import { computeClimate } from "../../../src/answers/climate/index.js";
import { checkClimateRequest } from "../../../src/data/contract/climate/request.js";
import { parseClimateRequest } from "../../../src/data/contract/index.js";
import { PARAMETERS, type ValueName } from "../../../src/data/contract/observation/parameters.js";
import { formatTime } from "../../../src/data/contract/observation/period.js";
import { computeColumns } from "../../../src/engine/compute.js";
import type { ObservationContext } from "../../../src/engine/plan/context.js";
import { createWorkspace } from "../../../src/index.js";
import { kasten96Lt } from "../../../src/physics/models/atmosphere/index.js";
import { TYPICAL_ANGSTROM_ALPHA } from "../../../src/physics/models/atmosphere/turbidity.js";
import { esra } from "../../../src/physics/models/clear-sky/index.js";
import { DAY, weatherOfYear, weatherOver, without } from "./weather.js";

const NOW = Date.UTC(2026, 10, 22);
const HOUR = 3_600_000;
const request = (query: object, endpoint: "tmy" | "amy" = "tmy") =>
  parseClimateRequest(
    { lat: 27.7, lon: 85.3, surface_tilt: 30, surface_azimuth: 150, ...query },
    { endpoint, now: NOW },
  );

/** Kathmandu; with it the other zones are tried, as the sun does not care what the clock says. */
const [LAT, LON] = [27.7, 85.3];
const QUERY = { lat: LAT, lon: LON, parameters: "all", surface_tilt: 30, surface_azimuth: 150 };
const weather = weatherOfYear(LAT, LON, 2005);
const found = new Map<string, ReturnType<typeof computeClimate>>();
/** All columns, computed once: nobody changes them. */
function everything(timeZone: number, query: object = {}) {
  const key = JSON.stringify([timeZone, query]);
  const year = found.get(key) ?? computeClimate(request({ parameters: "all", ...query }), weather, { timeZone });
  found.set(key, year);
  return year;
}
const sum = (column: Float64Array) => column.reduce((total, value) => total + value, 0);

/** The quarters of an hour that make up the hours from `start` on, as an observation. */
function quarters(start: number, hours: number, context: ObservationContext) {
  const period = { start: formatTime(start), end: formatTime(start + hours * HOUR) };
  return computeColumns({ ...QUERY, ...period }, weather, { ...context, models: { clearSky: esra } });
}

function meanOfFour(column: Float64Array, hour: number): number {
  return (column[4 * hour]! + column[4 * hour + 1]! + column[4 * hour + 2]! + column[4 * hour + 3]!) / 4;
}

/** Means over time; PV is a formula of other means. */
const AVERAGED = Object.entries(PARAMETERS)
  .filter(([name, { needs }]) => !(needs as readonly string[]).includes("pv") && name !== "snow_depth")
  .map(([name]) => name as ValueName);

describe("hours on the clock of the place", () => {
  it.each([5.75, 5.5, -3.5, 8.75, 12.75, 0, 1, -11, 14, -12])("at UTC%d are means of their quarters", (timeZone) => {
    const climate = everything(timeZone);
    expect([climate.count, climate.interval, climate.offset, climate.skip]).toEqual([8760, 3600, timeZone, null]);
    expect(climate.start).toBe(Date.UTC(2005, 0, 1) - timeZone * HOUR);
    expect(climate.meta.time_zone).toBe(timeZone);
    for (const day of [0, 80, 171, 364]) {
      const observed = quarters(climate.start + day * DAY, 24, {});
      for (const name of AVERAGED) {
        for (let hour = 0; hour < 24; hour++) {
          const value = climate.values[name]![24 * day + hour]!;
          const miss = Math.abs(value - meanOfFour(observed.values[name]!, hour));
          expect(miss, `${name} ${day} ${hour}`).toBeLessThan(1e-9);
        }
      }
    }
  });

  it("hold the horizontal light of their minutes", () => {
    const climate = everything(5.5);
    const day = 171;
    const query = { lat: LAT, lon: LON, parameters: "all", frequency: "1_minute" };
    const begin = climate.start + day * DAY;
    const period = { start: formatTime(begin), end: formatTime(begin + DAY) };
    const minutes = computeColumns({ ...query, ...period }, weather, { models: { clearSky: esra } }).values;
    for (const name of ["global", "direct", "diffuse"] as const) {
      for (let hour = 0; hour < 24; hour++) {
        const column = minutes[`${name}_horizontal_irradiance`]!.subarray(60 * hour, 60 * hour + 60);
        const mean = column.reduce((sum, value) => sum + value, 0) / 60;
        const value = climate.values[`${name}_horizontal_irradiance`]![24 * day + hour]!;
        // The split asks for the mean height of the sun, which the nodes of a minute know to another digit; of its two models,
        // DIRINT asks more than Starke.
        expect(Math.abs(value - mean), `${name}, hour ${hour}`).toBeLessThan(name === "global" ? 1e-6 : 1.5e-3);
      }
    }
  });

  it("give PV from their own means", () => {
    const { values } = everything(5.75);
    for (let row = 0; row < 8760; row += 7) {
      const light = values.global_tilted_irradiance![row]!;
      const module = values.temperature![row]! + 0.03 * light;
      expect(values.pv_production![row]).toBeCloseTo(0.82 * light * (1 - 0.005 * (module - 25)), 9);
    }
  });

  it("hold the year's energy", () => {
    const { values, start } = everything(5.75);
    const observed = quarters(start, 8760, {}).values;
    for (const kind of ["global_horizontal", "direct_normal", "global_tilted"] as const) {
      const name = `${kind}_irradiance` as const;
      expect(sum(values[name]!) / (sum(observed[name]!) / 4)).toBeCloseTo(1, 12);
    }
  });

  it("are cut out of hourly UTC weather without losing energy", () => {
    const hourly = weatherOfYear(LAT, LON, 2005, 3600);
    const local = computeClimate(request({}), hourly, { timeZone: 5.75 });
    const utc = computeClimate(request({ climate_time: "utc" }), hourly, { timeZone: 5.75 });
    // Days are whole in both: the sun of this place is down at midnight of either clock by less than the day differs.
    const dayOf = (column: Float64Array, from: number) => column.slice(from, from + 24 * 363).reduce((a, b) => a + b);
    const name = "global_horizontal_irradiance";
    const noNight = dayOf(local.values[name]!, 24);
    const alsoUtc = dayOf(utc.values[name]!, 24);
    const edges = 2 * 24 * 1000; // at most the light of two days
    expect(Math.abs(noNight - alsoUtc)).toBeLessThan(edges);
    // Exactly: the hours of the local year against minutes of the same weather.
    const begin = local.start + 100 * DAY;
    const query = { lat: LAT, lon: LON, parameters: name, frequency: "1_minute" };
    const period = { start: formatTime(begin), end: formatTime(begin + DAY) };
    const minutes = computeColumns({ ...query, ...period }, hourly, { models: { clearSky: esra } }).values[name]!;
    const day = local.values[name]!.slice(2400, 2424).reduce((a, b) => a + b);
    expect(day / (minutes.reduce((a, b) => a + b) / 60)).toBeCloseTo(1, 4);
  });

  it("are in UTC with climate_time=utc", () => {
    const climate = everything(5.75, { climate_time: "utc" });
    expect([climate.offset, climate.start, climate.meta.time_zone]).toEqual([null, Date.UTC(2005, 0, 1), 5.75]);
    const period = { start: "2005-01-01T00:00Z", end: "2006-01-01T00:00Z", frequency: "1_hour" };
    const observed = computeColumns({ ...QUERY, ...period }, weather, { models: { clearSky: esra } }).values;
    for (const name of AVERAGED) expect(climate.values[name], name).toEqual(observed[name]);
  });

  it("follow the weather's zone, then the longitude, where the context has none", () => {
    expect(computeClimate(request({}), weather).offset).toBe(6);
    const place = { ...weather.place!, timeZone: 5.75 };
    expect(computeClimate(request({}), { ...weather, place }).offset).toBe(5.75);
    expect(() => computeClimate(request({}), weather, { timeZone: 5.123 })).toThrow(/whole minutes, got 5.123/);
  });
});

describe("the year", () => {
  const years = weatherOver(LAT, LON, Date.UTC(2031, 11, 31), Date.UTC(2033, 0, 2));
  const future = request({ parameters: "all", future_scenario: "ssp2_45", future_year: 2032 });

  it("of a scenario skips 29 February in a leap year and keeps all dates", () => {
    const climate = computeClimate(future, years, { timeZone: 5.75 });
    expect([climate.count, climate.skip]).toEqual([8760, { row: 59 * 24, intervals: 24 }]);
    const real = { endpoint: "amy", year: 2032, futureScenario: undefined, futureYear: undefined } as const;
    const actual = checkClimateRequest({ ...future, ...real });
    const leap = computeClimate(actual, years, { timeZone: 5.75 });
    expect([leap.count, leap.skip]).toEqual([8784, null]);
    for (const name of [...AVERAGED, "surface_tilt", "wind_speed", "direct_normal_clear_sky_irradiance"] as const) {
      const column = leap.values[name]!;
      expect(climate.values[name], name).toEqual(Float64Array.of(...column.slice(0, 1416), ...column.slice(1440)));
    }
  });

  it("of amy is the real one, leap or not", () => {
    const actual = (year: number) => request({ year, parameters: "temperature" }, "amy");
    const leap = weatherOver(LAT, LON, Date.UTC(2023, 11, 31), Date.UTC(2025, 0, 2), 3600);
    expect(computeClimate(actual(2024), leap, { timeZone: 5.5 }).count).toBe(8784);
    expect(computeClimate(actual(2005), weather, { timeZone: 5.5 }).count).toBe(8760);
    expect(() => computeClimate(request({}, "amy"), weather)).toThrow(/request.year must be set/);
    expect(() => computeClimate(actual(2005), leap)).toThrow(/no part of the year 2005/);
  });

  it("has 525,600 minutes, and says where they come from", () => {
    const asked = request({ parameters: "temperature", frequency: "1_minute" });
    const minutes = computeClimate(asked, weather, { timeZone: 5.5 });
    expect(minutes.count).toBe(525_600);
    expect(minutes.diagnostics.notices.map(({ code }) => code)).toEqual(["smooth"]);
    expect(computeClimate(request({ parameters: "temperature" }), weather).diagnostics.notices).toEqual([]);
  });

  it("is null where the weather does not reach, and says so", () => {
    const short = weatherOver(LAT, LON, Date.UTC(2005, 0, 1), Date.UTC(2006, 0, 1));
    const climate = computeClimate(request({ parameters: "temperature" }), short, { timeZone: 5.75 });
    expect([...climate.values.temperature!.slice(0, 5)]).toEqual(Array(5).fill(Number.NaN));
    expect(climate.values.temperature![6]).not.toBeNaN();
    expect(climate.diagnostics.notices.map(({ code }) => code)).toEqual(["coverage"]);
  });
});

describe("columns that only a climate year has", () => {
  const climate = everything(5.75);
  const { values } = climate;

  it("close: direct and diffuse clear sky add up to the global one", () => {
    for (const clear_sky_radiation_model of ["esra", "solis"]) {
      const sky = computeClimate(request({ parameters: "all", clear_sky_radiation_model }), weather).values;
      let [direct, lit] = [0, 0];
      for (let row = 0; row < 8760; row++) {
        const global = sky.global_clear_sky_irradiance![row]!;
        const beam = sky.direct_horizontal_clear_sky_irradiance![row]!;
        const diffuse = sky.diffuse_clear_sky_irradiance![row]!;
        expect(Math.abs(beam + diffuse - global)).toBeLessThan(1e-9);
        expect(Math.min(beam, diffuse)).toBeGreaterThanOrEqual(0);
        expect(beam).toBeLessThanOrEqual(sky.direct_normal_clear_sky_irradiance![row]! + 20);
        direct += beam;
        if (global > 0) lit++;
      }
      expect(lit).toBeGreaterThan(4300);
      expect(direct / 1000).toBeGreaterThan(1000); // kWh/m² in a year, and no more than there is outside of the air
      expect(direct / 1000).toBeLessThan(2600);
    }
  });

  it("are the clear sky of the diagnostics, which are computed at night, too", () => {
    const query = { lat: LAT, lon: LON, parameters: "global_clear_sky_irradiance", frequency: "1_hour" };
    const period = { start: "2005-01-01T00:00Z", end: "2006-01-01T00:00Z" };
    const extra = ["clear_sky_dni", "clear_sky_dhi", "sunlit_fraction"] as const;
    const observed = computeColumns({ ...query, ...period }, weather, { models: { clearSky: esra }, extra });
    const utc = everything(5.75, { climate_time: "utc" }).values;
    expect(utc.direct_normal_clear_sky_irradiance).toEqual(observed.extra.clear_sky_dni);
    expect(utc.diffuse_clear_sky_irradiance).toEqual(observed.extra.clear_sky_dhi);
    const one = { parameters: "direct_normal_clear_sky_irradiance", climate_time: "utc" };
    const alone = computeClimate(request(one), weather).values.direct_normal_clear_sky_irradiance;
    expect(alone).toEqual(observed.extra.clear_sky_dni);
  });

  it("average the weather's own humidity and wind", () => {
    const first = (climate.start - (weather.start as number)) / 900_000;
    for (const name of ["dew_point_temperature", "relative_humidity", "wind_speed"] as const) {
      const column = weather.columns[name] as Float64Array;
      for (let row = 0; row < 8760; row += 11) {
        const mean = column.subarray(first + 4 * row, first + 4 * row + 4).reduce((a, b) => a + b) / 4;
        expect(values[name]![row], `${name} ${row}`).toBeCloseTo(mean, 9);
      }
    }
  });

  it("keep humidity from 0 to 100 % and wind at 0 or more between the means", () => {
    const hourly = weatherOfYear(LAT, LON, 2005, 10_800);
    const fine = computeClimate(request({ parameters: "relative_humidity,wind_speed", frequency: "1_minute" }), hourly);
    const range = (column: Float64Array) =>
      column.reduce(([low, high], v) => [Math.min(low!, v), Math.max(high!, v)], [1e9, -1e9]);
    const [driest, dampest] = range(fine.values.relative_humidity!);
    expect(driest).toBeGreaterThanOrEqual(0);
    expect(dampest).toBeLessThanOrEqual(100);
    expect(range(fine.values.wind_speed!)[0]).toBeGreaterThanOrEqual(0);
  });

  it("take what instruments give above 100 % in fog for 100 %", () => {
    const fog = (percent: number) => {
      const column = (weather.columns.relative_humidity as Float64Array).map((value) => (value > 95 ? percent : value));
      const foggy = { ...weather, columns: { ...weather.columns, relative_humidity: column } };
      return computeClimate(request({ parameters: "relative_humidity" }), foggy).values.relative_humidity!;
    };
    expect(fog(104)).toEqual(fog(100));
    expect(fog(104).reduce((most, value) => Math.max(most, value))).toBe(100);
  });

  it("make dew point and humidity of one another where one is missing", () => {
    const asked = request({ parameters: "dew_point_temperature,relative_humidity,temperature" });
    const dry = computeClimate(asked, without(weather, "dew_point_temperature"), { timeZone: 5.75 }).values;
    const damp = computeClimate(asked, without(weather, "relative_humidity"), { timeZone: 5.75 }).values;
    const first = (climate.start - (weather.start as number)) / 900_000;
    const column = (name: "temperature" | "relative_humidity" | "dew_point_temperature", row: number) =>
      (weather.columns[name] as Float64Array)[first + row]!;
    const magnus = (t: number) => Math.exp((17.62 * t) / (243.12 + t));
    for (let row = 0; row < 8760; row += 13) {
      let [humidity, dewPoint] = [0, 0];
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        const air = magnus(column("temperature", k));
        humidity += Math.min((100 * magnus(column("dew_point_temperature", k))) / air, 100) / 4;
        const vapour = Math.log((column("relative_humidity", k) / 100) * air);
        dewPoint += (243.12 * vapour) / (17.62 - vapour) / 4;
      }
      expect(dry.dew_point_temperature![row]).toBeCloseTo(dewPoint, 8);
      expect(damp.relative_humidity![row]).toBeCloseTo(humidity, 8);
    }
  });

  it("are null, with a notice, where the weather knows nothing of them", () => {
    expect([values.precipitation, values.snow_depth]).toEqual([null, null]);
    expect(climate.diagnostics.notices.filter(({ code }) => code !== "turbidity")).toEqual([
      { code: "no-data", message: "the weather has no data for snow_depth, precipitation: null" },
    ]);
    const bare = without(weather, "global_horizontal_irradiance", "wind_speed");
    const dark = computeClimate(request({ parameters: "global_horizontal_irradiance,wind_speed,temperature" }), bare);
    expect([dark.values.global_horizontal_irradiance, dark.values.wind_speed]).toEqual([null, null]);
    expect(dark.values.temperature).not.toBeNull();
    const named = dark.meta.parameters.map(({ name }) => name).join();
    expect(named).toBe("global_horizontal_irradiance,temperature,wind_speed");
  });

  it("are computed only when asked for", () => {
    const wind = computeClimate(request({ parameters: "wind_speed" }), weather, { timeZone: 5.75 });
    const there = Object.entries(wind.values).filter(([, column]) => column !== null);
    expect(there.map(([name]) => name)).toEqual(["surface_azimuth", "surface_tilt", "wind_speed"]);
    expect(wind.values.wind_speed).toEqual(values.wind_speed);
  });
});

describe("what the request says of the place", () => {
  const light = "global_tilted_irradiance,global_clear_sky_irradiance";
  const of = (query: object, series = weather, context: ObservationContext = {}) =>
    computeClimate(request({ parameters: light, climate_time: "utc", ...query }), series, context);

  it("wins over the context", () => {
    const given = { altitude: 3000, albedo: 0.7, turbidity: "2,2,3,3,4,4,4,4,3,3,2,2" };
    const context = { altitude: 3000, albedo: 0.7, linkeTurbidity: [2, 2, 3, 3, 4, 4, 4, 4, 3, 3, 2, 2] };
    const other = { altitude: 10, albedo: 0.1, linkeTurbidity: 6 };
    expect(of(given, weather, other).values).toEqual(of({}, weather, context).values);
    expect(of(given).meta.altitude).toBe(3000);
    expect(of({}).meta.altitude).toBe(100);
    expect(of({}, weather, context).values).not.toEqual(of({}, weather, other).values);
  });

  it("wins over columns of the weather", () => {
    const count = (weather.columns.temperature as Float64Array).length;
    const bright = { albedo: new Float64Array(count).fill(0.9), linke_turbidity: new Float64Array(count).fill(8) };
    const rich = { ...weather, columns: { ...weather.columns, ...bright } };
    const fixed = { albedo: 0.2, turbidity: new Array(12).fill(3) };
    expect(of(fixed, rich).values).toEqual(of(fixed).values);
    expect(of({}, rich).values).not.toEqual(of({}).values);
  });

  it("Solis takes its aerosol from the turbidity", () => {
    const solis = { clear_sky_radiation_model: "solis", parameters: light };
    const clear = of({ ...solis, turbidity: new Array(12).fill(2.5) }).values.global_clear_sky_irradiance!;
    const hazy = of({ ...solis, turbidity: new Array(12).fill(5) }).values.global_clear_sky_irradiance!;
    expect(sum(hazy) / sum(clear)).toBeLessThan(0.95);
    expect(sum(hazy) / sum(clear)).toBeGreaterThan(0.7);
    // The depth that gives this turbidity by Kasten's formula, as weather.
    const aod700 = 0.15;
    const { linkeTurbidity } = kasten96Lt({ airmassAbsolute: 2, precipitableWater: 1, aodBb: aod700 });
    const count = (weather.columns.temperature as Float64Array).length;
    const aod550 = new Float64Array(count).fill(aod700 * (550 / 700) ** -TYPICAL_ANGSTROM_ALPHA);
    const dusty = { ...weather, columns: { ...weather.columns, aerosol_optical_depth: aod550 } };
    const given = of(solis, dusty).values.global_clear_sky_irradiance!;
    const derived = of({ ...solis, turbidity: new Array(12).fill(linkeTurbidity[0]) }).values
      .global_clear_sky_irradiance!;
    for (let row = 0; row < given.length; row += 17) expect(derived[row]).toBeCloseTo(given[row]!, 6);
  });
});

describe("care", () => {
  it("checks a copy of a request again, and takes nothing else", () => {
    const asked = request({ parameters: "temperature" });
    const copy = structuredClone(asked);
    expect(computeClimate(copy, weather).values).toEqual(computeClimate(asked, weather).values);
    expect(() => computeClimate({ ...copy, lat: 91 }, weather)).toThrow(/parameter "lat" must be/);
    expect(() => computeClimate({ lat: 1, lon: 2 } as never, weather)).toThrow(/come from parseClimateRequest/);
  });

  it("leaves the weather as it is, and gives the same bits with a workspace", () => {
    const before = structuredClone(weather);
    const asked = request({ parameters: "all" });
    const workspace = createWorkspace();
    const first = computeClimate(asked, weather, { timeZone: 5.75 }, workspace);
    expect(first.values).toEqual(everything(5.75).values);
    expect(weather).toEqual(before);
  });
});
