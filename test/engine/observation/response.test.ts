/** The specification's 2.1 to 2.4 and 3.1: the response and its metadata. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { PARAMETER_NAMES, PARAMETERS, VALUE_NAMES } from "../../../src/data/contract/observation/parameters.js";
import { parseObservationRequest } from "../../../src/data/contract/observation/request.js";
import {
  describeParameters,
  observationMetadata,
  toResponse,
} from "../../../src/data/contract/observation/response.js";
import type { ObservationResponse } from "../../../src/data/contract/observation/types.js";
import { OBSERVATION_RESPONSE_SCHEMA } from "../../data/contract/response-schemas.js";
import { columnsByHand } from "./columns-by-hand.js";

const validate = new Ajv2020({ allErrors: true }).compile(OBSERVATION_RESPONSE_SCHEMA);

const NAMES_OF_2_4 =
  "global_horizontal_irradiance, global_horizontal_irradiance_with_shading, direct_horizontal_irradiance, direct_horizontal_irradiance_with_shading, diffuse_horizontal_irradiance, diffuse_horizontal_irradiance_with_shading, direct_normal_irradiance, direct_normal_irradiance_with_shading, global_tilted_irradiance, global_tilted_irradiance_with_shading, direct_tilted_irradiance, direct_tilted_irradiance_with_shading, diffuse_tilted_irradiance, diffuse_tilted_irradiance_with_shading, pv_production, pv_production_with_shading, global_clear_sky_irradiance, temperature, snow_depth".split(
    ", ",
  );

describe("2.1 observation response", () => {
  it("has start_times, end_times, values, meta, in this order", () => {
    expect(Object.keys(toResponse(columnsByHand(3)))).toEqual(["start_times", "end_times", "values", "meta"]);
  });

  it("start_times and end_times: ISO 8601 UTC, every interval's start and end given explicitly", () => {
    const { start_times, end_times } = toResponse(columnsByHand(3));
    expect(start_times).toEqual(["2024-02-28T22:30:00Z", "2024-02-28T22:45:00Z", "2024-02-28T23:00:00Z"]);
    expect(end_times).toEqual(["2024-02-28T22:45:00Z", "2024-02-28T23:00:00Z", "2024-02-28T23:15:00Z"]);
  });

  it("times run over a leap day and a year's end", () => {
    const hours = (start: number) => toResponse({ ...columnsByHand(26), start, interval: 3600 }).end_times;
    expect(hours(Date.UTC(2024, 1, 28, 23)).slice(0, 2)).toEqual(["2024-02-29T00:00:00Z", "2024-02-29T01:00:00Z"]);
    expect(hours(Date.UTC(2024, 1, 28, 23))[24]).toBe("2024-03-01T00:00:00Z");
    expect(hours(Date.UTC(2023, 11, 31, 23))[0]).toBe("2024-01-01T00:00:00Z");
  });

  it("rule 1: element i of the times and of every non-null array describe the same interval", () => {
    const response = toResponse(columnsByHand(7, { parameters: "all" }));
    expect(response.start_times).toHaveLength(7);
    expect(response.end_times).toHaveLength(7);
    for (const name of VALUE_NAMES) expect(response.values[name]).toHaveLength(7);
    expect(response.end_times.slice(0, -1)).toEqual(response.start_times.slice(1));
  });

  it("columns longer than count (views on a workspace) give count items", () => {
    const response = toResponse({ ...columnsByHand(7), count: 5 });
    expect(response.start_times).toHaveLength(5);
    expect(response.values.temperature).toEqual([0, 0.5, 1, 1.5, 2]);
  });
});

describe("2.2 values object", () => {
  it("rule 1: one key for each of the 19 parameters of 2.4, then surface_azimuth and surface_tilt", () => {
    const keys = [...NAMES_OF_2_4, "surface_azimuth", "surface_tilt"];
    expect(Object.keys(toResponse(columnsByHand(1)).values)).toEqual(keys);
    expect(VALUE_NAMES).toEqual(keys);
    expect(PARAMETER_NAMES).toEqual(NAMES_OF_2_4);
  });

  it("rule 2: the value of a key is an array of numbers, one per interval; null for an interval without a value", () => {
    const temperature = [1.234, Number.NaN, -5.678, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const columns = columnsByHand(5, {}, { temperature });
    expect(toResponse(columns).values.temperature).toEqual([1.23, null, -5.68, null, null]);
  });

  it("rule 3: a parameter that was not requested has the value null", () => {
    const { values } = toResponse(columnsByHand(2, { parameters: "snow_depth" }));
    for (const name of PARAMETER_NAMES) expect(values[name] === null, name).toBe(name !== "snow_depth");
  });

  it("rule 4: surface_azimuth and surface_tilt appear as arrays of numbers, whatever was requested", () => {
    const { values } = toResponse(columnsByHand(2, { parameters: "snow_depth" }, { surface_tilt: [30, 30] }));
    expect(values.surface_azimuth).toEqual([0, 0.5]);
    expect(values.surface_tilt).toEqual([30, 30]);
  });

  it("a requested parameter without any input is an array of nulls", () => {
    const snow_depth = [Number.NaN, Number.NaN];
    expect(toResponse(columnsByHand(2, { parameters: "all" }, { snow_depth })).values.snow_depth).toEqual([null, null]);
  });

  it.each([
    [0, [1, -1, 2, -0.4, 123456.789, 1e21], [1, -1, 2, 0, 123457, 1e21]],
    [1, [0.05, -0.05, 0.25, -0.25, 1.05], [0.1, 0, 0.3, -0.2, 1.1]],
    [2, [1.005, 0.005, -0.005, -0.0050001, 2.675], [1, 0.01, 0, -0.01, 2.68]],
    [6, [1e-7, 4.9e-7, 5e-7, -5e-7, 0.1234565], [0, 0, 0.000001, 0, 0.123457]],
    [null, [1e-7, 1.005, -0, 1e21, 5e-324], [1e-7, 1.005, 0, 1e21, 5e-324]],
  ])("rounding: Math.round(v·10^d)/10^d with d = %j, halves up, never -0", (decimals, temperature, expected) => {
    const columns = columnsByHand(temperature.length, {}, { temperature });
    expect(toResponse(columns, { decimals }).values.temperature).toEqual(expected);
  });

  it("rounding: two decimals by default, also for undefined; too large to scale is null, as the rule says", () => {
    const columns = columnsByHand(2, {}, { temperature: [0.129, 1e308] });
    expect(toResponse(columns).values.temperature).toEqual([0.13, null]);
    expect(toResponse(columns, { decimals: undefined }).values.temperature).toEqual([0.13, null]);
    expect(toResponse(columns, { decimals: null }).values.temperature).toEqual([0.129, 1e308]);
  });

  it.each([-1, 7, 1.5, Number.NaN, "2", true])("decimals %j is a RangeError that says what is allowed", (decimals) => {
    expect(() => toResponse(columnsByHand(1), { decimals: decimals as number })).toThrow(RangeError);
    expect(() => toResponse(columnsByHand(1), { decimals: decimals as number })).toThrow(/decimals must be .* 0 to 6/);
  });

  it("leaves the columns untouched and shares nothing with them", () => {
    const columns = columnsByHand(4, { parameters: "all" }, { temperature: [-0, Number.NaN, 0.123456, 1] });
    const before = structuredClone(columns);
    const response = toResponse(columns);
    response.values.temperature![0] = 99;
    response.meta.lat = 99;
    response.meta.parameters[0]!.unit.name = "x";
    response.meta.parameters.length = 1;
    expect(columns).toEqual(before);
    expect(PARAMETERS.global_horizontal_irradiance.unit.name).toBe("W/m**2");
  });

  it("columns shorter than count, or without surface angles, are refused", () => {
    expect(() => toResponse({ ...columnsByHand(2), count: 3 })).toThrow(/has 2 rows, but count is 3/);
    const columns = columnsByHand(2);
    columns.values.surface_tilt = null;
    expect(() => toResponse(columns)).toThrow(TypeError);
  });
});

describe("2.3 meta object", () => {
  const keys =
    "version, commit, frequency, parameters, lat, lon, altitude, surface_azimuth, surface_tilt, time_zone".split(", ");
  const place = { altitude: 408, timeZone: 5.75 };
  const software = { version: "1.2.3", commit: "abc" };
  const request = (query: object) => parseObservationRequest({ lat: 47.4, lon: 8.5, ...query });

  it("version, commit, frequency, parameters, lat, lon, altitude, surface_azimuth, surface_tilt, time_zone", () => {
    const query = { parameters: "temperature", frequency: "1_hour", surface_azimuth: 190, surface_tilt: 30 };
    const meta = observationMetadata(request(query), place, software);
    expect(Object.keys(meta)).toEqual(keys);
    expect(meta).toEqual({
      version: "1.2.3",
      commit: "abc",
      frequency: "1_hour",
      parameters: [
        {
          name: "temperature",
          description: "Air temperature, 2 m above ground.",
          unit: { name: "°C", description: "degrees Celsius" },
          aggregation_method: "average",
        },
      ],
      lat: 47.4,
      lon: 8.5,
      altitude: 408,
      surface_azimuth: 190,
      surface_tilt: 30,
      time_zone: 5.75,
    });
  });

  it("the response's meta has these keys in this order, whatever order they were set in", () => {
    const columns = columnsByHand(1);
    columns.meta = Object.fromEntries(Object.entries(columns.meta).reverse()) as unknown as typeof columns.meta;
    expect(Object.keys(toResponse(columns).meta)).toEqual(keys);
  });

  it("commit: unknown without one", () => {
    expect(observationMetadata(request({}), place, { version: "1" }).commit).toBe("unknown");
  });

  it("4.1 tracking_mode rule 2: with 1_axis surface_azimuth and surface_tilt are ignored; meta gives 0 for both", () => {
    const query = { tracking_mode: "1_axis", surface_azimuth: 190, surface_tilt: 30 };
    expect(observationMetadata(request(query), place, software)).toMatchObject({ surface_azimuth: 0, surface_tilt: 0 });
  });

  it("parameters: one descriptor per requested parameter, in the order of values, none for surface_*", () => {
    const { meta } = toResponse(columnsByHand(1, { parameters: "temperature,global_tilted_irradiance" }));
    expect(meta.parameters.map(({ name }) => name)).toEqual(["global_tilted_irradiance", "temperature"]);
    expect(toResponse(columnsByHand(1, { parameters: "all" })).meta.parameters).toHaveLength(19);
  });

  it("parameter descriptor: name, description, unit { name, description }, aggregation_method", () => {
    for (const descriptor of describeParameters(PARAMETER_NAMES)) {
      expect(Object.keys(descriptor)).toEqual(["name", "description", "unit", "aggregation_method"]);
      expect(Object.keys(descriptor.unit)).toEqual(["name", "description"]);
      expect(descriptor.aggregation_method).toBe("average");
    }
  });

  it("descriptors are fresh: changing one leaves the catalogue alone", () => {
    describeParameters(["temperature"])[0]!.unit.name = "K";
    expect(PARAMETERS.temperature.unit.name).toBe("°C");
    expect(describeParameters(["temperature"])[0]!.unit.name).toBe("°C");
  });

  it("units: irradiances W/m**2, PV W/kWp, temperature °C, snow depth mm", () => {
    const units = new Map(describeParameters(PARAMETER_NAMES).map(({ name, unit }) => [name, unit]));
    for (const [name, unit] of units) {
      if (name.includes("irradiance")) expect(unit).toEqual({ name: "W/m**2", description: "watt per square meter" });
      if (name.startsWith("pv")) expect(unit).toEqual({ name: "W/kWp", description: "Watts per kilowatt peak" });
    }
    expect(units.get("snow_depth")).toEqual({ name: "mm", description: "millimeters" });
  });

  it("descriptions of shaded parameters add how", () => {
    const texts = Object.fromEntries(
      describeParameters(PARAMETER_NAMES).map(({ name, description }) => [name, description]),
    );
    expect(texts.global_horizontal_irradiance).toBe("Global horizontal irradiance");
    expect(texts.pv_production_with_shading).toBe("Power output per kWp installed, with shading taken into account");
    for (const name of PARAMETER_NAMES) {
      const unshaded = name.replace("_with_shading", "");
      if (unshaded === name || name.startsWith("pv")) continue;
      expect(texts[name]).toBe(`${texts[unshaded]} with shading taken into account`);
    }
  });

  it("describeParameters: each once, in order; an unknown name is a RangeError", () => {
    const names = ["temperature", "pv_production", "temperature"] as const;
    expect(describeParameters(names).map(({ name }) => name)).toEqual(["pv_production", "temperature"]);
    expect(() => describeParameters(["ghi" as never])).toThrow(/invalid parameter "ghi"/);
  });
});

describe("schema", () => {
  it.each([{}, { parameters: "all" }, { parameters: "temperature", tracking_mode: "1_axis", frequency: "1_minute" }])(
    "a response to %j is valid",
    (query) => {
      const response = toResponse(columnsByHand(5, query, { temperature: [1, Number.NaN, -3, 4, 5] }));
      expect(validate(JSON.parse(JSON.stringify(response))), JSON.stringify(validate.errors)).toBe(true);
    },
  );

  // biome-ignore lint/suspicious/noExplicitAny: a response to be damaged in every way
  type Loose = any;
  const damages: [string, (response: Loose) => unknown][] = [
    ["a key too many", (response) => Object.assign(response, { extra: 1 })],
    ["a key too few", (response) => delete response.end_times],
    ["a value key too many", (response) => Object.assign(response.values, { ghi: null })],
    ["a value key too few", (response) => delete response.values.snow_depth],
    ["null for surface_tilt", (response) => Object.assign(response.values, { surface_tilt: null })],
    ["a null item in surface_azimuth", (response) => Object.assign(response.values, { surface_azimuth: [null] })],
    ["a text in a series", (response) => Object.assign(response.values, { temperature: ["1"] })],
    ["a number in place of a series", (response) => Object.assign(response.values, { temperature: 1 })],
    ["a time with milliseconds", (response) => Object.assign(response, { start_times: ["2024-01-01T00:00:00.000Z"] })],
    ["a time without zone", (response) => Object.assign(response, { end_times: ["2024-01-01T00:00:00"] })],
    ["hour 24", (response) => Object.assign(response, { end_times: ["2024-01-01T24:00:00Z"] })],
    ["an unknown frequency", (response) => Object.assign(response.meta, { frequency: "2_days" })],
    ["a meta key too few", (response) => delete response.meta.time_zone],
    ["a meta key too many", (response) => Object.assign(response.meta, { latitude: 1 })],
    ["another aggregation", (response) => Object.assign(response.meta.parameters[0], { aggregation_method: "median" })],
    ["an unknown descriptor", (response) => Object.assign(response.meta.parameters[0], { name: "ghi" })],
    ["a unit without description", (response) => delete response.meta.parameters[0].unit.description],
  ];
  it("null items of the surface angles are those of days, months and years", () => {
    const response: Loose = JSON.parse(JSON.stringify(toResponse(columnsByHand(2))));
    Object.assign(response.values, { surface_azimuth: [null, null], surface_tilt: [null, null] });
    for (const [frequency, isValid] of Object.entries({
      "1_hour": false,
      "5_minutes": false,
      "1_day": true,
      "1_year": true,
    })) {
      response.meta.frequency = frequency;
      expect(validate(response), frequency).toBe(isValid);
    }
    response.values.surface_tilt = [null, "0"];
    expect(validate(response)).toBe(false);
  });

  it.each(damages)("%s is invalid", (_, damage) => {
    const response = JSON.parse(JSON.stringify(toResponse(columnsByHand(2)))) as ObservationResponse;
    expect(validate(response)).toBe(true);
    damage(response);
    expect(validate(response)).toBe(false);
  });
});
