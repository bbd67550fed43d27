/** Queries of the forecast endpoints: period, window and frequency; the rest is as on the observation endpoints. */
import { describe, expect, it } from "vitest";
import { type ForecastEndpoint, QUANTILE_NAMES } from "../../../src/data/contract/forecast/request.js";
import { parseForecastRequest } from "../../../src/data/contract/index.js";
import { RequestError } from "../../../src/data/contract/observation/readers.js";
import { parseObservationRequest } from "../../../src/data/contract/observation/request.js";
import { expectProgramError } from "./refusal.js";

const NOW = Date.UTC(2026, 5, 15, 12, 7, 31, 250);
const HOUR = 3_600_000;
const parse = (query: object = {}, endpoint: ForecastEndpoint = "basic", more: object = {}) =>
  parseForecastRequest({ lat: 50, lon: 10, ...query }, { endpoint, now: NOW, ...more });
const iso = (time: number) => new Date(time).toISOString().replace(/\.\d+Z/, "Z");

describe("a forecast query", () => {
  it.each([
    ["basic", "1_hour", 72],
    ["precision", "15_minutes", 24],
  ] as const)("%s: %s from now for %d hours by default", (endpoint, frequency, hours) => {
    const request = parse({}, endpoint);
    expect([request.kind, request.endpoint]).toEqual(["forecast-request", endpoint]);
    const period = { frequency, start: NOW, end: NOW + hours * HOUR };
    expect(request.observation).toEqual({ ...parseObservationRequest({ lat: 50, lon: 10 }), ...period });
    expect(Object.isFrozen(request) && Object.isFrozen(request.observation)).toBe(true);
    expect(parseObservationRequest(request.observation)).toBe(request.observation);
    expect(structuredClone(request)).toEqual(request);
  });

  it("basic is hourly only", () => {
    expect(parse({ frequency: "1_hour" }).observation.frequency).toBe("1_hour");
    for (const frequency of ["15_minutes", "1_minute", "", ["1_hour", "1_hour"]]) {
      expect(() => parse({ frequency })).toThrow(/^parameter "frequency" must be 1_hour, got/);
    }
  });

  it.each(["1_minute", "15_minutes", "30_minutes", "1_hour"])("precision knows %s", (frequency) => {
    expect(parse({ frequency }, "precision").observation.frequency).toBe(frequency);
    expect(() => parse({ frequency: "1_day" }, "precision")).toThrow(
      /one of 15_minutes, 1_minute, 30_minutes, 1_hour, got "1_day"/,
    );
  });

  it.each([
    ["basic", 14 * 24, "from 24 hours ago to 14 days ahead"],
    ["precision", 14 * 24, "from 24 hours ago to 14 days ahead"],
  ] as const)("%s reaches back 24 and ahead %d hours, limits included", (endpoint, ahead, reach) => {
    const of = (start: string, end: string, more = {}) => parse({ start, end }, endpoint, more).observation;
    expect(of("-24hours", `+${ahead}hours`)).toMatchObject({ start: NOW - 24 * HOUR, end: NOW + ahead * HOUR });
    const late = () => of("now", `+${ahead * 3600 + 1}seconds`);
    expect(late).toThrow(RequestError);
    expect(late).toThrow(`parameter "end" is outside the window of the forecast ${endpoint} endpoint (${reach})`);
    expect(late).toThrow(`${iso(NOW + ahead * HOUR)}, got`);
    expect(() => of("-86401seconds", "now")).toThrow(/parameter "start" is outside the window/);
    const graced = of("-87300seconds", `+${ahead * 3600 + 900}seconds`, { grace: 900 });
    expect(graced).toMatchObject({ start: NOW - 24 * HOUR - 900_000, end: NOW + ahead * HOUR + 900_000 });
    const beyond = () => of("-87301seconds", "now", { grace: 900 });
    expect(beyond).toThrow(`allowed is ${iso(Math.ceil((NOW - 24 * HOUR) / 1000) * 1000)} to`);
  });

  it("takes absolute and relative times", () => {
    const { observation } = parse({ start: "2026-06-15T13:00Z", end: "+6hours" });
    expect(observation).toMatchObject({ start: Date.UTC(2026, 5, 15, 13), end: NOW + 6 * HOUR });
    expect(() => parse({ start: "+6hours", end: "+5hours" })).toThrow(
      /^parameter "start" must be before "end", got start/,
    );
    expect(() => parse({ start: "" })).toThrow(/^parameter "start" must be a UTC time/);
    expect(() => parse({ end: ["now", "now"] })).toThrow(/^parameter "end" must be a UTC time/);
  });

  it("reads all else as an observation query", () => {
    const plane = { surface_tilt: "20", horizon: "auto", tracking_mode: "1_axis" };
    const query = { parameters: "all", response_format: "csv", ...plane };
    const { observation } = parse(query);
    const alone = parseObservationRequest({ lat: 50, lon: 10, ...query, frequency: "1_hour" });
    expect(observation).toEqual({ ...alone, start: NOW, end: NOW + 72 * HOUR });
    expect(() => parse({ surface_tilt: 91 })).toThrow(
      /^parameter "surface_tilt" must be a number from 0 to 90, got 91/,
    );
    expect(() => parse({ parameters: "wind_speed" })).toThrow(/invalid parameter "wind_speed"/);
  });

  it.each([
    [null, { endpoint: "basic", now: NOW }, TypeError, /query must be an object/],
    [{}, { endpoint: "exact", now: NOW }, RangeError, /endpoint must be one of basic, precision, got "exact"/],
    [{}, { endpoint: "basic" }, TypeError, /"now" is required/],
    [{}, { endpoint: "basic", now: NOW, grace: -1 }, RangeError, /"grace" must be 0 to 86400 seconds, got -1/],
    [{}, { endpoint: "basic", now: NOW, grace: "900" }, TypeError, /"grace" must be 0 to 86400 seconds, got "900"/],
  ])("program errors are no RequestErrors: %j %j", (query, options, kind, text) => {
    const act = () => parseForecastRequest((query && { lat: 1, lon: 2, ...query }) as never, options as never);
    expectProgramError(act, kind as ErrorConstructor, text);
  });
});

describe("grace at the windows of observations", () => {
  const parsed = (start: string, grace?: number) =>
    parseObservationRequest({ lat: 1, lon: 2, start, end: "now" }, { endpoint: "realtime", now: NOW, grace });

  it("lets a clock be wrong by so much, and names the plain window", () => {
    expect(() => parsed("-604801seconds")).toThrow(/outside the window/);
    expect(parsed("-605700seconds", 900).start).toBe(NOW - 605_700_000);
    expect(() => parsed("-605701seconds", 900)).toThrow(
      `allowed is ${iso(Math.ceil((NOW - 7 * 24 * HOUR) / 1000) * 1000)} to ${iso(NOW)}`,
    );
  });
});

describe("the quantiles of a forecast query", () => {
  const quantiles = (given: unknown, more: object = {}) => parse({ quantiles: given, ...more }, "precision").quantiles;

  it("are names from p1 to p99, ascending, each once, and absent unless asked for", () => {
    expect(QUANTILE_NAMES).toHaveLength(99);
    expect([QUANTILE_NAMES[0], QUANTILE_NAMES.at(-1)]).toEqual(["p1", "p99"]);
    expect(quantiles("p90,p10,p90")).toEqual(["p10", "p90"]);
    expect(quantiles(["p50"])).toEqual(["p50"]);
    expect(parse({}, "precision")).not.toHaveProperty("quantiles");
    expect(parse({ quantiles: "p10" }).quantiles).toEqual(["p10"]);
  });

  it.each(["", "p0", "p100", "p12.5", "p01", "10", "p10, p50", "p10,", "P10", [], null, 10, ["p10", 50]])(
    "refuse %j",
    (given) => {
      expect(() => quantiles(given)).toThrow(
        /^parameter "quantiles" must be a comma-separated list without blanks of p1/,
      );
    },
  );

  it.each([
    [{ frequency: "1_minute" }, /applies to 15_minutes and longer/],
    [{ response_format: "csv" }, /needs response_format "json"/],
    [{ parameters: "temperature" }, /needs global_horizontal_irradiance in "parameters"/],
  ])("are refused beside %j, by their own name", (more, why) => {
    expect(() => quantiles("p10", more)).toThrow(why);
    expect(() => quantiles("p10", more)).toThrow(expect.objectContaining({ parameter: "quantiles" }));
  });
});
