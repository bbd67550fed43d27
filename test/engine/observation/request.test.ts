/** The specification's 2.4, 3.1, 4.1 and 8: what a query may say and what it means. */
import { describe, expect, it } from "vitest";
import { PARAMETER_NAMES } from "../../../src/data/contract/observation/parameters.js";
import { FREQUENCY_NAMES, parseObservationRequest } from "../../../src/data/contract/observation/request.js";
import type { ObservationQuery, ObservationRequest } from "../../../src/data/contract/observation/types.js";

const point = { lat: 39.7, lon: -105.2 };
const NOW = Date.UTC(2025, 5, 15, 12);
const parse = (query: object) => parseObservationRequest({ ...point, ...query } as ObservationQuery);

describe("4.1 shared observation query parameters", () => {
  it("lat and lon are the only required arguments; all others have defaults", () => {
    expect(parse({})).toEqual({
      kind: "observation-request",
      endpoint: undefined,
      lat: 39.7,
      lon: -105.2,
      parameters: ["global_horizontal_irradiance", "temperature"],
      frequency: "15_minutes",
      responseFormat: "json",
      surfaceAzimuth: 0,
      surfaceTilt: 0,
      trackingMode: "none",
      horizon: "flat",
      start: undefined,
      end: undefined,
      notices: [],
    });
  });

  it("what a query leaves open is said: a tilted plane without an azimuth faces north", () => {
    const codes = (query: object) => parse(query).notices.map(({ code }) => code);
    expect(parse({ surface_tilt: "30" }).notices).toEqual([
      {
        code: "azimuth",
        message: expect.stringContaining("surface_azimuth is not given: the tilted plane faces north"),
      },
    ]);
    expect(codes({ surface_tilt: 30, surface_azimuth: 0 })).toEqual([]);
    expect(codes({ surface_tilt: 0 })).toEqual([]);
    expect(codes({ surface_tilt: 30, tracking_mode: "1_axis" })).toEqual([]);
  });

  it("notices stay with a request that is cloned, sent as JSON, or given an endpoint", () => {
    const request = parse({ surface_tilt: 30 });
    const again = parseObservationRequest(structuredClone(request));
    expect(again).toEqual(request);
    expect(Object.isFrozen(again.notices)).toBe(true);
    expect(parseObservationRequest(JSON.parse(JSON.stringify(request))).notices).toEqual(request.notices);
    const served = parseObservationRequest({ ...point, surface_tilt: 30 }, { endpoint: "realtime", now: NOW });
    expect(served.notices).toEqual(request.notices);
    expect(parseObservationRequest({ ...structuredClone(request), notices: "x" } as never).notices).toEqual([]);
  });

  it.each([
    [-90, -90],
    [90, 90],
    ["-90", -90],
    ["90", 90],
    ["39.7", 39.7],
    ["+39.7", 39.7],
    ["3.97e1", 39.7],
    ["397E-1", 39.7],
    [".5", 0.5],
    ["5.", 5],
    ["005", 5],
  ])("lat: number (double), -90 to 90: %j is %d", (lat, value) => {
    expect(parse({ lat }).lat).toBe(value);
  });

  it.each([
    [-180, -180],
    [180, 180],
    ["-180", -180],
    ["179.999999", 179.999999],
  ])("lon: number (double), -180 to 180: %j is %d", (lon, value) => {
    expect(parse({ lon }).lon).toBe(value);
  });

  it.each(["lat", "lon", "surface_azimuth", "surface_tilt"])("%s: minus zero becomes zero", (key) => {
    const field =
      ({ surface_azimuth: "surfaceAzimuth", surface_tilt: "surfaceTilt" } as const)[key as "surface_tilt"] ?? key;
    for (const zero of [-0, "-0", "-0.0e5"]) {
      expect(parse({ [key]: zero })[field as "lat"]).toBe(0);
    }
  });

  it("surface_azimuth: number (double), 0 to 360, default 0", () => {
    expect(parse({ surface_azimuth: 0 }).surfaceAzimuth).toBe(0);
    expect(parse({ surface_azimuth: "180" }).surfaceAzimuth).toBe(180);
    expect(parse({ surface_azimuth: 360 }).surfaceAzimuth).toBe(360);
  });

  it("surface_tilt: number (double), 0 to 90, default 0", () => {
    expect(parse({ surface_tilt: 0 }).surfaceTilt).toBe(0);
    expect(parse({ surface_tilt: "33.3" }).surfaceTilt).toBe(33.3);
    expect(parse({ surface_tilt: 90 }).surfaceTilt).toBe(90);
  });

  it("parameters: the string `all` means all 19 names of 2.4", () => {
    expect(parse({ parameters: "all" }).parameters).toEqual(PARAMETER_NAMES);
    expect(parse({ parameters: ["all"] }).parameters).toEqual(PARAMETER_NAMES);
    expect(PARAMETER_NAMES).toHaveLength(19);
  });

  it("parameters: comma-separated list of names, or an array of names, in the order of 2.4", () => {
    const parameters = ["direct_normal_irradiance", "temperature"];
    expect(parse({ parameters: "temperature,direct_normal_irradiance" }).parameters).toEqual(parameters);
    expect(parse({ parameters: ["temperature", "direct_normal_irradiance"] }).parameters).toEqual(parameters);
    expect(parse({ parameters: "pv_production" }).parameters).toEqual(["pv_production"]);
  });

  it.each(PARAMETER_NAMES)("2.4 observation parameter name %s is accepted", (name) => {
    expect(parse({ parameters: name }).parameters).toEqual([name]);
  });

  it.each(FREQUENCY_NAMES)("3.1 frequency: %s", (frequency) => {
    expect(parse({ frequency }).frequency).toBe(frequency);
  });

  it.each(["json", "csv"] as const)("3.1 response_format: %s", (response_format) => {
    expect(parse({ response_format }).responseFormat).toBe(response_format);
  });

  it.each(["none", "1_axis"] as const)("3.1 tracking_mode: %s", (tracking_mode) => {
    expect(parse({ tracking_mode }).trackingMode).toBe(tracking_mode);
  });

  it("horizon: flat, auto", () => {
    expect(parse({ horizon: "flat" }).horizon).toBe("flat");
    expect(parse({ horizon: "auto" }).horizon).toBe("auto");
  });

  it("horizon: a comma-separated list of 360 integers, 0 <= value < 90, index i is azimuth i degrees", () => {
    const line = Array.from({ length: 360 }, (_, i) => i % 90);
    expect(parse({ horizon: line.join(",") }).horizon).toEqual(line);
    expect(parse({ horizon: line }).horizon).toEqual(line);
    expect(parse({ horizon: Float64Array.from(line) }).horizon).toEqual(line);
    expect(parse({ horizon: Uint8Array.from(line) }).horizon).toEqual(line);
    expect(Array.isArray(parse({ horizon: Int16Array.from(line) }).horizon)).toBe(true);
  });

  it("horizon: a line is read as it stands, whatever was read before", () => {
    const line = Array.from({ length: 360 }, (_, i) => i % 90);
    const other = line.map((value, azimuth) => (azimuth === 359 ? 5 : value));
    const unlike = line.map((value) => (value === 89 ? 90 : value));
    for (const form of [(values: number[]) => values, (values: number[]) => values.join(",")]) {
      expect(parse({ horizon: form(line) }).horizon).toEqual(line);
      expect(parse({ horizon: form(other) }).horizon).toEqual(other);
      expect(() => parse({ horizon: form(unlike) })).toThrow(/at index 89/);
      expect(() => parse({ horizon: form(line.slice(1)) })).toThrow(/359 of them/);
      expect(() => parse({ horizon: form([]) })).toThrow(/parameter "horizon" must be/);
      expect(parse({ horizon: form(other) }).horizon).toEqual(other);
      expect(parse({ horizon: form(line) }).horizon).toEqual(line);
    }
    expect(() => parse({ horizon: line.map(String) as never })).toThrow(/at index 0/);
    line[3] = 88; // what was read stays what it was
    expect(parse({ horizon: line }).horizon).toEqual(line);
  });

  it("horizon: a list of 360 zeros is kept as a list, minus zero becomes zero", () => {
    const zeros = Array.from({ length: 360 }, () => 0);
    expect(parse({ horizon: zeros.join(",") }).horizon).toEqual(zeros);
    expect(parse({ horizon: zeros.map((zero) => -zero) }).horizon).toEqual(zeros);
  });

  it.each([
    ["surface_tlit", "is surface_tilt meant?"],
    ["surfaceTilt", "is surface_tilt meant?"],
    ["tilt", "is surface_tilt meant?"],
    ["freqency", "is frequency meant?"],
    ["latitude", "is lat meant?"],
    ["toString", "known are lat, lon, "],
    ["kind", "known are lat, lon, "],
    ["api_key", "known are lat, lon, "],
  ])("an unknown query key is refused, with and without an endpoint: %s, %s", (key, idea) => {
    const served = { endpoint: "realtime", now: NOW } as const;
    for (const options of [{}, served]) {
      const act = () => parseObservationRequest({ ...point, [key]: 30 } as ObservationQuery, options);
      const message = expect.stringContaining(`unknown key "${key}": ${idea}`);
      expect(act).toThrow(expect.objectContaining({ code: "ERR_REQUEST", parameter: key, fault: "unknown", message }));
    }
  });

  it("says whether a key is missing or its value invalid", () => {
    const missing = () => parseObservationRequest({ lat: 46 } as ObservationQuery);
    expect(missing).toThrow(expect.objectContaining({ parameter: "lon", fault: "missing" }));
    const invalid = () => parseObservationRequest({ lat: 46, lon: 181 });
    expect(invalid).toThrow(expect.objectContaining({ parameter: "lon", fault: "invalid" }));
  });

  it("undefined counts as missing", () => {
    const keys = [
      "parameters",
      "frequency",
      "response_format",
      "surface_tilt",
      "tracking_mode",
      "horizon",
      "start",
      "end",
      "unknown",
    ];
    expect(parse(Object.fromEntries(keys.map((key) => [key, undefined])))).toEqual(parse({}));
  });

  it("takes a query without a prototype, as URL parsers make it", () => {
    const query = Object.assign(Object.create(null), { lat: "1", lon: "2" }) as ObservationQuery;
    expect(parseObservationRequest(query)).toMatchObject({ lat: 1, lon: 2 });
  });
});

describe("a parsed request", () => {
  const query = {
    ...point,
    parameters: ["temperature"],
    horizon: Array.from({ length: 360 }, (_, i) => i % 30),
    start: "2024-01-01T00:00Z",
    end: "2024-02-01T00:00Z",
  };

  it("is frozen all the way down, and plain", () => {
    const request = parseObservationRequest(query);
    expect(Object.isFrozen(request)).toBe(true);
    expect(Object.isFrozen(request.parameters)).toBe(true);
    expect(Object.isFrozen(request.horizon)).toBe(true);
    expect(Object.isFrozen(parse({}).parameters)).toBe(true);
    expect(Object.isFrozen(parse({ parameters: "all" }).parameters)).toBe(true);
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
  });

  it("leaves the query untouched, takes a frozen one, and shares nothing with it", () => {
    const horizon = Object.freeze([...query.horizon]);
    const frozen = Object.freeze({ ...query, parameters: Object.freeze(["temperature"]), horizon });
    const before = structuredClone(frozen);
    const request = parseObservationRequest(frozen);
    expect(frozen).toEqual(before);
    expect(request.horizon).not.toBe(horizon);

    const changing = { ...query, parameters: ["temperature"], horizon: [...query.horizon] };
    const kept = parseObservationRequest(changing);
    changing.parameters.push("nonsense");
    changing.horizon[0] = 77;
    expect(kept).toEqual(request);
    expect(Object.isFrozen(changing.horizon)).toBe(false);
  });

  it("passes through as it is", () => {
    const request = parseObservationRequest(query);
    expect(parseObservationRequest(request)).toBe(request);
    const realtime = parseObservationRequest(point, { endpoint: "realtime", now: NOW });
    expect(parseObservationRequest(realtime, { endpoint: "realtime", now: NOW + 1e12 })).toBe(realtime);
  });

  it.each([
    ["structuredClone", (request: ObservationRequest) => structuredClone(request)],
    ["JSON", (request: ObservationRequest) => JSON.parse(JSON.stringify(request)) as ObservationRequest],
    ["a spread", (request: ObservationRequest) => ({ ...request })],
  ])("is accepted back after %s, and frozen again", (_, copy) => {
    for (const request of [
      parseObservationRequest(query),
      parse({}),
      parse({ horizon: "auto", tracking_mode: "1_axis", response_format: "csv", surface_azimuth: 180 }),
      parseObservationRequest(point, { endpoint: "realtime", now: NOW + 0.5 }),
      parseObservationRequest(point, { endpoint: "training", now: NOW }),
    ]) {
      const back = parseObservationRequest(copy(request));
      expect(back).toEqual(request);
      expect(back).not.toBe(request);
      expect(Object.isFrozen(back) && Object.isFrozen(back.parameters)).toBe(true);
    }
  });

  it.each([
    [{ lat: 99 }, "lat"],
    [{ lat: undefined }, "lat"],
    [{ parameters: ["x"] }, "parameters"],
    [{ frequency: "x" }, "frequency"],
    [{ responseFormat: "xml" }, "response_format"],
    [{ surfaceAzimuth: 400 }, "surface_azimuth"],
    [{ surfaceTilt: Number.NaN }, "surface_tilt"],
    [{ trackingMode: "x" }, "tracking_mode"],
    [{ horizon: [1] }, "horizon"],
    [{ start: Number.NaN }, "start"],
    [{ start: 1e300 }, "start"],
    [{ end: null }, "end"],
    [{ end: 0 }, "start"],
  ])("a clone that was tampered with is refused: %j", (change, parameter) => {
    const clone = { ...parseObservationRequest(query), ...change } as ObservationRequest;
    expect(() => parseObservationRequest(clone)).toThrow(expect.objectContaining({ code: "ERR_REQUEST", parameter }));
  });

  it("a clone is held to the window of the endpoint it is parsed with", () => {
    const request = parseObservationRequest(query);
    expect(() => parseObservationRequest({ ...request }, { endpoint: "realtime", now: NOW })).toThrow(/realtime/);
    expect(() => parseObservationRequest(request, { endpoint: "realtime", now: NOW })).toThrow(/realtime/);
    const training = parseObservationRequest(request, { endpoint: "training", now: NOW });
    expect(training).toEqual({ ...request, endpoint: "training" });
  });

  it("takes on the default period of an endpoint it is parsed with later", () => {
    const options = { endpoint: "realtime", now: NOW } as const;
    expect(parseObservationRequest(parse({}), options)).toEqual(parseObservationRequest(point, options));
  });
});

describe("what the program passes", () => {
  it.each([null, undefined, "lat=1", 7])("a query that is no object is a TypeError: %j", (query) => {
    expect(() => parseObservationRequest(query as unknown as ObservationQuery)).toThrow(TypeError);
  });

  it("an endpoint without now is a TypeError that names now", () => {
    for (const endpoint of ["realtime", "training", "historical"] as const) {
      const start = "2024-01-01T00:00Z";
      const end = "2024-01-02T00:00Z";
      expect(() => parseObservationRequest({ ...point, start, end }, { endpoint })).toThrow(TypeError);
      expect(() => parseObservationRequest(point, { endpoint })).toThrow(/"now" is required/);
    }
  });

  it("a relative time without now is a TypeError that names now", () => {
    expect(() => parse({ start: "-24hours" })).toThrow(TypeError);
    expect(() => parse({ end: "now" })).toThrow(/"now" is required.*"end"/);
  });

  it("an unknown endpoint is a RangeError, another kind a TypeError", () => {
    expect(() => parseObservationRequest(point, { endpoint: "forecast" as never, now: NOW })).toThrow(RangeError);
    expect(() => parseObservationRequest(point, { endpoint: "toString" as never, now: NOW })).toThrow(
      /realtime, training/,
    );
    expect(() => parseObservationRequest(point, { endpoint: null as never, now: NOW })).toThrow(TypeError);
  });

  it.each([
    [Number.NaN, RangeError],
    [Number.POSITIVE_INFINITY, RangeError],
    [-1, RangeError],
    [1e300, RangeError],
    [new Date(Number.NaN), RangeError],
    ["tomorrow", RangeError],
    ["", RangeError],
    ["2024-02-30T00:00:00.000Z", RangeError],
    ["2024-01-01T00:00.000Z", RangeError],
    [null, TypeError],
    [true, TypeError],
    [{}, TypeError],
  ])("a bad now is refused: %j", (now, kind) => {
    expect(() => parseObservationRequest(point, { now: now as never })).toThrow(kind);
    expect(() => parseObservationRequest(point, { now: now as never })).toThrow(/"now"/);
  });

  it("now may be a Date, Unix ms or an ISO 8601 time, with milliseconds too", () => {
    const start = (now: Date | number | string) =>
      parseObservationRequest({ ...point, start: "-1hour" }, { now }).start;
    const time = Date.UTC(2025, 5, 15, 12, 0, 0, 250);
    expect(start(time)).toBe(time - 3_600_000);
    expect(start(time + 0.75)).toBe(time - 3_600_000);
    expect(start(new Date(time))).toBe(time - 3_600_000);
    expect(start(new Date(time).toISOString())).toBe(time - 3_600_000);
    expect(start("2025-06-15T12:00Z")).toBe(time - 250 - 3_600_000);
    expect(start("2025-06-15T12:00:00Z")).toBe(time - 250 - 3_600_000);
  });
});
