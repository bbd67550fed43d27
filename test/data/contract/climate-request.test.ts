/** Queries of the climate endpoints: what they may say, and what it means. */
import { describe, expect, it } from "vitest";
import {
  CLIMATE_PARAMETER_NAMES,
  CLIMATE_PARAMETERS,
  CLIMATE_VALUE_NAMES,
} from "../../../src/data/contract/climate/parameters.js";
import {
  type ClimateEndpoint,
  checkClimateRequest,
  DEFAULT_RANDOM_SEED,
} from "../../../src/data/contract/climate/request.js";
import { parseClimateRequest, unmodelled } from "../../../src/data/contract/index.js";
import { PARAMETER_NAMES } from "../../../src/data/contract/observation/parameters.js";
import { expectProgramError, refusal } from "./refusal.js";

const NOW = Date.UTC(2026, 10, 22, 12);
const parse = (query: object = {}, endpoint: ClimateEndpoint = "tmy", more: object = {}) =>
  parseClimateRequest({ lat: 47.4, lon: 8.5, ...query }, { endpoint, now: NOW, ...more });

describe("a climate query", () => {
  it("needs lat and lon alone; all else has a default", () => {
    expect(parse()).toEqual({
      ...{ kind: "climate-request", endpoint: "tmy", lat: 47.4, lon: 8.5, altitude: "auto", notices: [] },
      ...{ surfaceAzimuth: 0, surfaceTilt: 0, trackingMode: "none", situation: "open", horizon: "flat" },
      ...{ parameters: ["global_horizontal_irradiance", "temperature"], frequency: "1_hour", responseFormat: "json" },
      ...{ albedo: "auto", turbidity: "auto", randomSeed: DEFAULT_RANDOM_SEED, clearSkyModel: "esra" },
      ...{ futureScenario: undefined, futureYear: undefined, extreme: undefined, extremeScope: "year" },
      ...{ climateTime: "local", year: undefined },
    });
    expect(refusal(() => parseClimateRequest({ lon: 1 } as never, { endpoint: "tmy", now: NOW })).message).toBe(
      'parameter "lat" is required: a number from -90 to 90',
    );
  });

  it("says that a tilted plane without an azimuth faces north, also when it is copied", () => {
    const tilted = parse({ surface_tilt: "30" });
    expect(tilted.notices.map(({ code }) => code)).toEqual(["azimuth"]);
    expect(checkClimateRequest(structuredClone(tilted)).notices).toEqual(tilted.notices);
    expect(parse({ surface_tilt: 30, surface_azimuth: 0 }).notices).toEqual([]);
  });

  const months = "2.1,2.2,2.6,2.9,3.2,3.4,3.5,3.3,2.9,2.6,2.3,2.2";
  it.each([
    ["altitude", "549", "altitude", 549],
    ["altitude", "auto", "altitude", "auto"],
    ["altitude", -28.5, "altitude", -28.5],
    ["albedo", "0.25", "albedo", 0.25],
    ["albedo", "auto", "albedo", "auto"],
    ["turbidity", months, "turbidity", months.split(",").map(Number)],
    ["turbidity", months.split(",").map(Number), "turbidity", months.split(",").map(Number)],
    ["random_seed", "100", "randomSeed", 100],
    ["random_seed", 0, "randomSeed", 0],
    ["clear_sky_radiation_model", "solis", "clearSkyModel", "solis"],
    ["situation", "cold_air_lake", "situation", "cold_air_lake"],
    ["frequency", "1_minute", "frequency", "1_minute"],
    ["climate_time", "utc", "climateTime", "utc"],
    ["extreme", "p90", "extreme", "p90"],
    ["response_format", "csv", "responseFormat", "csv"],
    ["tracking_mode", "1_axis", "trackingMode", "1_axis"],
    ["surface_tilt", "20", "surfaceTilt", 20],
    ["surface_azimuth", "186", "surfaceAzimuth", 186],
    ["parameters", "wind_speed,temperature", "parameters", ["temperature", "wind_speed"]],
    ["parameters", "all", "parameters", CLIMATE_PARAMETER_NAMES],
  ] as const)("%s=%s is %s: %s", (key, value, field, expected) => {
    expect(parse({ [key]: value })[field]).toEqual(expected);
  });

  it.each([
    ["altitude", ["high", "", 9001, -501, Number.NaN, ["1", "2"], null], "auto or a number from -500 to 9000"],
    ["albedo", ["white", "", 1.01, -0.1, ["0.1", "0.2"]], "auto or a number from 0 to 1"],
    ["situation", ["summit", "", ["open", "open"], 1], "one of open, depression, cold_air_lake, sea_lake, city, "],
    ["frequency", ["15_minutes", "", ["1_hour", "1_hour"]], "one of 1_hour, 1_minute, got"],
    ["random_seed", ["1.5", "-1", "", 2 ** 53, ["1", "2"]], "a whole number from 0 to 9007199254740991"],
    ["clear_sky_radiation_model", ["bird", ""], "one of esra, solis"],
    ["extreme", ["P90", "", ["p10", "p90"]], "one of p10, p50, p90"],
    ["climate_time", ["UTC", ""], "one of local, utc"],
    [
      "turbidity",
      ["3", "", "1,2", `${months},3`, `0.5,${months.slice(4)}`, [1]],
      "auto or 12 comma-separated numbers from 1 to 15",
    ],
    ["lat", ["", "91", ["1", "2"]], "a number from -90 to 90"],
    ["horizon", ["0,1", ["flat", "flat"]], "flat, auto or 360 comma-separated integers"],
  ] as const)("%s is refused: %j", (key, values, allowed) => {
    for (const value of values) {
      const error = refusal(() => parse({ [key]: value }));
      expect(error.parameter).toBe(key);
      expect(error.message).toContain(`parameter "${key}" must be ${allowed}`);
      expect(error.message).toMatch(/, got /);
    }
  });

  it("names a parameter that there is not", () => {
    const { message } = refusal(() => parse({ parameters: "temperature,rain" }));
    expect(message).toMatch(
      /^invalid parameter "rain" in parameter "parameters": allowed is "all" or .*precipitation$/,
    );
  });

  it.each([
    [{ future_scenario: "ssp1_26" }, "future_year", '"future_year" is required with "future_scenario": a whole'],
    [{ future_year: "2030" }, "future_scenario", '"future_scenario" is required with "future_year": one of ssp1'],
    [{ extreme_scope: "month" }, "extreme", '"extreme" is required with "extreme_scope": one of p10'],
  ])("%j is half of a pair", (query, parameter, text) => {
    const error = refusal(() => parse(query));
    expect([error.parameter, error.message]).toEqual([parameter, expect.stringContaining(`parameter ${text}`)]);
  });

  it("future_year is a year from 2021 to 2100", () => {
    const future = (future_year: unknown) => parse({ future_scenario: "ssp5_85", future_year });
    expect([future("2021").futureYear, future(2100).futureYear]).toEqual([2021, 2100]);
    for (const year of ["2020", "2101", "soon", "2030.5"]) {
      expect(refusal(() => future(year)).message).toContain('"future_year" must be a whole number from 2021 to 2100');
    }
  });

  it("year is read by amy alone, and over somewhere on Earth", () => {
    expect(parse({ year: "2024" }, "amy").year).toBe(2024);
    expect(refusal(() => parse({ year: "2024" })).parameter).toBe("year");
    expect(parse({}, "amy").year).toBeUndefined();
    const error = refusal(() => parse({ year: 2026 }, "amy"));
    expect(error.message).toBe('parameter "year" must be a whole number from 1900 to 2025, got 2026');
    const almost = Date.UTC(2026, 11, 31, 9, 59);
    expect(() => parse({ year: 2026 }, "amy", { now: almost })).toThrow();
    expect(parse({ year: 2026 }, "amy", { now: almost + 60_000 }).year).toBe(2026);
  });

  it("takes its clock from the option where it does not say", () => {
    expect(parse({}, "tmy", { climateTime: "utc" }).climateTime).toBe("utc");
    expect(parse({ climate_time: "local" }, "tmy", { climateTime: "utc" }).climateTime).toBe("local");
  });

  it("gives a request that is frozen, cloneable, and checked again when copied", () => {
    const extreme = { extreme: "p10", extreme_scope: "month" };
    const full = parse({ parameters: "all", turbidity: months, ...extreme, year: 2020 }, "amy");
    expect([full, full.parameters, full.turbidity].every(Object.isFrozen)).toBe(true);
    expect(checkClimateRequest(full)).toBe(full);
    const copy = checkClimateRequest(structuredClone(full));
    expect([copy, Object.isFrozen(copy)]).toEqual([full, true]);
    expect(checkClimateRequest({ ...full, year: 2019 }).year).toBe(2019);
    for (const endpoint of ["tmy", "amy", "import_monthly"] as const) {
      const plain = parse({}, endpoint);
      expect(checkClimateRequest(structuredClone(plain))).toEqual(plain);
    }
    expect(refusal(() => checkClimateRequest({ ...full, surfaceTilt: 91 })).parameter).toBe("surface_tilt");
    expect(() => checkClimateRequest({ kind: "observation-request" } as never)).toThrow(TypeError);
  });

  it("reads a request anew for an endpoint", () => {
    const full = parse({ parameters: "all", surface_tilt: 35, random_seed: 9, albedo: 0.5, climate_time: "utc" });
    expect(parseClimateRequest(full, { endpoint: "tmy", now: NOW })).toEqual(full);
    const actual = parseClimateRequest({ ...full, year: 2020 }, { endpoint: "amy", now: NOW });
    expect(actual).toEqual({ ...full, endpoint: "amy", year: 2020 });
    const late = () => parseClimateRequest({ ...full, year: 2026 }, { endpoint: "amy", now: NOW });
    expect(late).toThrow(/"year" must be a whole number from 1900 to 2025, got 2026/);
  });

  it.each([
    [null, { endpoint: "tmy", now: NOW }, TypeError, /query must be an object, got null/],
    [{}, { endpoint: "typical", now: NOW }, RangeError, /must be one of tmy, amy, import_monthly, got "typical"/],
    [{}, { endpoint: "tmy" }, TypeError, /"now" is required/],
    [{}, { endpoint: "tmy", now: NOW, climateTime: "mars" }, RangeError, /climateTime must be one of local, utc/],
    [{}, undefined, TypeError, /endpoint must be one of/],
  ])("program errors are no RequestErrors: %j %j", (query, options, kind, text) => {
    expectProgramError(() => parseClimateRequest(query as never, options as never), kind as ErrorConstructor, text);
  });
});

it.each([
  [{}, undefined],
  [{ clear_sky_radiation_model: "solis", random_seed: 5, albedo: 0.3, frequency: "1_minute" }, undefined],
  [{ situation: "city" }, "situation"],
  [{ future_scenario: "ssp1_26", future_year: 2030, extreme: "p90" }, undefined],
  [{ endpoint: "amy", future_scenario: "ssp1_26", future_year: 2030 }, "future_scenario"],
  [{ endpoint: "amy", extreme: "p90" }, "extreme"],
])("unmodelled %j: %s", ({ endpoint = "tmy", ...query }: { endpoint?: string; [key: string]: unknown }, parameter) => {
  const gap = unmodelled(parse(query, endpoint as never));
  expect(gap?.parameter).toBe(parameter);
  if (parameter) expect(gap?.message).toMatch(new RegExp(`^parameter "${parameter}": this version has no model for "`));
});

describe("the catalogue", () => {
  it("has the 19 names of observations, then the names that only climate years have", () => {
    const clear = ["direct_horizontal", "diffuse", "direct_normal"].map((kind) => `${kind}_clear_sky_irradiance`);
    const states = ["dew_point_temperature", "relative_humidity", "wind_speed", "precipitation"];
    expect(CLIMATE_PARAMETER_NAMES).toEqual([...PARAMETER_NAMES, ...clear, ...states]);
    expect(Object.keys(CLIMATE_PARAMETERS)).toEqual(CLIMATE_PARAMETER_NAMES);
    expect(CLIMATE_VALUE_NAMES.slice(19, 21)).toEqual(["surface_azimuth", "surface_tilt"]);
    expect(CLIMATE_VALUE_NAMES).toHaveLength(28);
  });

  it("sums rain, and averages all else", () => {
    const sums = CLIMATE_PARAMETER_NAMES.filter((name) => CLIMATE_PARAMETERS[name].aggregation === "sum");
    expect(sums).toEqual(["precipitation"]);
    for (const { description, unit } of Object.values(CLIMATE_PARAMETERS)) {
      expect([description, unit.name, unit.description].every((text) => text.length > 0)).toBe(true);
    }
  });
});
