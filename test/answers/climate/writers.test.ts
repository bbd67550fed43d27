/** The climate response as object, JSON and CSV. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import {
  type ClimateColumns,
  computeClimate,
  toClimateResponse,
  writeClimateCsv,
  writeClimateJson,
} from "../../../src/answers/climate/index.js";
import { CLIMATE_PARAMETER_NAMES, CLIMATE_VALUE_NAMES } from "../../../src/data/contract/climate/parameters.js";
import { parseClimateRequest } from "../../../src/data/contract/index.js";
import type { WriteOptions } from "../../../src/data/contract/observation/response.js";
import { createWorkspace } from "../../../src/index.js";
import { CLIMATE_RESPONSE_SCHEMA } from "../../data/contract/response-schemas.js";
import { weatherOver } from "./weather.js";

const weather = weatherOver(50, 10, Date.UTC(2031, 11, 31), Date.UTC(2033, 0, 2), 3600);
const parse = (query: object) => parseClimateRequest({ lat: 50, lon: 10, ...query }, { endpoint: "tmy", now: 1.7e12 });
const future = { future_scenario: "ssp1_26", future_year: "2032" };

/** The first and the last rows, and those around the day that is left out. */
function few(timeZone: number, query: object = {}): ClimateColumns {
  return computeClimate(parse({ ...future, ...query }), weather, { timeZone });
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const validate = new Ajv2020({ allErrors: true }).compile(CLIMATE_RESPONSE_SCHEMA);

describe("time stamps", () => {
  it.each([
    [1, "+01:00"],
    [0, "+00:00"],
    [5.5, "+05:30"],
    [5.75, "+05:45"],
    [-3.5, "-03:30"],
    [12.75, "+12:45"],
    [-0.5, "-00:30"],
    [-11, "-11:00"],
  ])("at UTC%d end in %s", (timeZone, suffix) => {
    const { start_times, end_times } = toClimateResponse(few(timeZone));
    expect(start_times.slice(0, 2)).toEqual([`2032-01-01T00:00:00${suffix}`, `2032-01-01T01:00:00${suffix}`]);
    expect(start_times[1416]).toBe(`2032-03-01T00:00:00${suffix}`);
    expect(end_times[1415]).toBe(`2032-02-29T00:00:00${suffix}`);
    expect([start_times.at(-1), end_times.at(-1)]).toEqual([
      `2032-12-31T23:00:00${suffix}`,
      `2033-01-01T00:00:00${suffix}`,
    ]);
    expect(new Date(start_times[0]!).getTime()).toBe(few(timeZone).start);
  });

  it("are in UTC with climate_time=utc", () => {
    const { start_times, meta } = toClimateResponse(few(5.5, { climate_time: "utc" }));
    expect([start_times[0], start_times.at(-1)]).toEqual(["2032-01-01T00:00:00Z", "2032-12-31T23:00:00Z"]);
    expect(meta.time_zone).toBe(5.5);
  });
});

describe("the response", () => {
  const all = few(5.5, { parameters: "all" });

  it("has the shape that its schema says, by default", () => {
    for (const columns of [all, few(1), few(1, { climate_time: "utc", tracking_mode: "1_axis" })])
      expect(validate(JSON.parse(text(writeClimateJson(columns)))), JSON.stringify(validate.errors?.[0])).toBe(true);
    expect(validate({ ...toClimateResponse(all), more: 1 })).toBe(false);
  });

  it("has every value's key in wire order, and descriptors of what was requested", () => {
    const response = toClimateResponse(all);
    expect(Object.keys(response.values)).toEqual(CLIMATE_VALUE_NAMES);
    expect(response.meta.parameters.map(({ name }) => name)).toEqual(CLIMATE_PARAMETER_NAMES);
    expect(response.meta.parameters.at(-1)).toEqual({
      name: "precipitation",
      description: "Precipitation",
      unit: { name: "mm", description: "millimeters" },
      aggregation_method: "sum",
    });
    const two = toClimateResponse(few(1)).values;
    const there = Object.entries(two).filter(([, column]) => column !== null);
    expect(there.map(([name]) => name)).toEqual([
      "global_horizontal_irradiance",
      "temperature",
      "surface_azimuth",
      "surface_tilt",
    ]);
  });

  const cases: [string, ClimateColumns, WriteOptions][] = [
    ["all", all, {}],
    ["local hours", few(-3.5), { decimals: null }],
    ["UTC", few(1, { climate_time: "utc", parameters: "wind_speed" }), { decimals: 0 }],
    ["with more in meta", few(1), { meta: { sources: [{ dataset: "é" }], notices: [] } }],
    ["for pvlib", all, { compatibility: "pvlib" }],
    ["a part for pvlib", few(5.75), { compatibility: "pvlib" }],
    ["UTC for pvlib", few(1, { climate_time: "utc" }), { compatibility: "pvlib" }],
    ["no rows", { ...all, count: 0, skip: null }, {}],
  ];

  it.each(cases)("is the same from JSON.stringify and as bytes: %s", (_name, columns, options) => {
    const expected = JSON.stringify(toClimateResponse(columns, options));
    expect(text(writeClimateJson(columns, options)) === expected).toBe(true);
  });

  it.each(cases.slice(0, -1))("has the same values as CSV: %s", (_name, columns, options) => {
    const { start_times, end_times, values, meta } = toClimateResponse(columns, options);
    const asked = new Set<string>(meta.parameters.map(({ name }) => name));
    const names = CLIMATE_VALUE_NAMES.filter((name) => asked.has(name) || values[name] !== null);
    const rows = start_times.map((start, row) =>
      [start, end_times[row], ...names.map((name) => values[name]?.[row] ?? "")].join(","),
    );
    const expected = `${["start_time", "end_time", ...names].join(",")}\n${rows.join("\n")}\n`;
    expect(text(writeClimateCsv(columns, options)) === expected).toBe(true);
  });

  it("for pvlib has surface angles with all parameters only, and the stamps' time zone", () => {
    const options = { compatibility: "pvlib" } as const;
    const part = toClimateResponse(few(5.5), options);
    expect([part.values.surface_azimuth, part.values.surface_tilt, part.meta.time_zone]).toEqual([null, null, 5.5]);
    expect(toClimateResponse(all, options).values.surface_tilt).toHaveLength(8760);
    expect(toClimateResponse(few(5.5, { climate_time: "utc" }), options).meta.time_zone).toBe(0);
  });

  it("refuses stale columns and bad options", () => {
    const workspace = createWorkspace();
    const first = computeClimate(parse({ ...future }), weather, {}, workspace);
    computeClimate(parse({ ...future, parameters: "temperature" }), weather, {}, workspace);
    for (const write of [toClimateResponse, writeClimateJson, writeClimateCsv]) {
      expect(() => write(first)).toThrow(/workspace/);
      expect(() => write(all, { decimals: 7 })).toThrow(/decimals/);
      expect(() => write(all, { compatibility: "other" as never })).toThrow(/"compatibility" must be "pvlib"/);
      expect(() => write(all, { meta: { lat: 1 } })).toThrow(/must not contain "lat"/);
    }
  });
});
