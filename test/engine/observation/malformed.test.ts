/** Queries that must be refused: which query key the error names, and what its message says. */
import { describe, expect, it } from "vitest";
import { RequestError } from "../../../src/data/contract/observation/readers.js";
import { type ParseOptions, parseObservationRequest } from "../../../src/data/contract/observation/request.js";
import type { ObservationQuery } from "../../../src/data/contract/observation/types.js";
import { shown } from "../../../src/foundation/text/shown.js";

const NOW = "2025-06-15T12:00:00Z";
const realtime: ParseOptions = { endpoint: "realtime", now: NOW };
const training: ParseOptions = { endpoint: "training", now: NOW };
const historical: ParseOptions = { endpoint: "historical", now: NOW };
const none: ParseOptions = {};
const withNow: ParseOptions = { now: NOW };

const point = { lat: 47, lon: 8 };
const zeros = Array.from({ length: 360 }, () => 0);
const line = (index: number, item: string) => zeros.map((zero, i) => (i === index ? item : String(zero))).join(",");
const lineArray = (index: number, item: unknown) => zeros.map((zero, i) => (i === index ? item : zero));

type Row = [query: { [key: string]: unknown }, options: ParseOptions, parameter: string, message: RegExp];

const LAT = /parameter "lat" must be a number from -90 to 90, got /;
const LON = /parameter "lon" must be a number from -180 to 180, got /;
const AZIMUTH = /parameter "surface_azimuth" must be a number from 0 to 360, got /;
const TILT = /parameter "surface_tilt" must be a number from 0 to 90, got /;
const FREQUENCY =
  /parameter "frequency" must be one of 1_minute, 5_minutes, 10_minutes, 15_minutes, 30_minutes, 1_hour, 1_day, 1_month, 1_year, got /;
const FORMAT = /parameter "response_format" must be one of json, csv, got /;
const TRACKING = /parameter "tracking_mode" must be one of none, 1_axis, got /;
const HORIZON = /parameter "horizon" must be flat, auto or 360 comma-separated integers from 0 to 89/;
const START = /parameter "start" must be a UTC time/;
const END = /parameter "end" must be a UTC time/;

/** A query for each of the values at a key, all refused alike. */
const bad = (key: string, message: RegExp, values: readonly unknown[], options = none): Row[] =>
  values.map((value) => [{ ...point, [key]: value }, options, key, message]);

const rows: Row[] = [
  // lat, lon: required, decimal numbers, in range
  [{ lon: 8 }, none, "lat", /parameter "lat" is required: a number from -90 to 90/],
  [{ lat: 47 }, none, "lon", /parameter "lon" is required: a number from -180 to 180/],
  [{}, none, "lat", /parameter "lat" is required/],
  [{ lat: undefined, lon: 8 }, none, "lat", /is required/],
  [{ lat: null, lon: 8 }, none, "lat", /got null$/],
  [{ lat: "", lon: 8 }, none, "lat", /got ""$/],
  [{ lat: " ", lon: 8 }, none, "lat", /got " "$/],
  ...bad("lat", LAT, [
    ...[" 47", "47 ", "47,5", "47°", "0x10", "0b1", "1_0", "1e999", "-1e999", "1e", ".", "--5", "Infinity", "NaN"],
    ...["٤٧", ["47"], new Date(0), 47n, Symbol("47"), -90.5],
  ]),
  [{ lat: "47\n", lon: 8 }, none, "lat", /must have no control characters, got "47\\n"$/],
  [{ lat: "abc", lon: 8 }, none, "lat", /got "abc"$/],
  [{ lat: Number.NaN, lon: 8 }, none, "lat", /got NaN$/],
  [{ lat: Number.POSITIVE_INFINITY, lon: 8 }, none, "lat", /got Infinity$/],
  [{ lat: [47], lon: 8 }, none, "lat", /got an array of 1$/],
  [{ lat: { valueOf: () => 47 }, lon: 8 }, none, "lat", /got an object$/],
  [{ lat: true, lon: 8 }, none, "lat", /got true$/],
  [{ lat: () => 47, lon: 8 }, none, "lat", /got a function$/],
  [{ lat: 90.0000001, lon: 8 }, none, "lat", /from -90 to 90, got 90\.0000001$/],
  [{ lat: "91", lon: 8 }, none, "lat", /got "91"$/],
  [{ lat: 47, lon: 180.001 }, none, "lon", LON],
  [{ lat: 47, lon: "-180.001" }, none, "lon", LON],
  [{ lat: 47, lon: "8E" }, none, "lon", LON],
  [{ lat: "x".repeat(100_000), lon: 8 }, none, "lat", /^.{1,160}$/],
  // surface angles
  ...bad("surface_azimuth", AZIMUTH, [-0.1, 360.5, "south", "", null]),
  ...bad("surface_tilt", TILT, [-1, "90.01", false]),
  [{ ...point, surface_tilt: 91, tracking_mode: "1_axis" }, none, "surface_tilt", TILT],
  // parameters
  [{ ...point, parameters: "ghi" }, none, "parameters", /invalid parameter "ghi" in parameter "parameters"/],
  [{ ...point, parameters: "" }, none, "parameters", /invalid parameter "".*allowed is "all" or a comma-separated/],
  [{ ...point, parameters: "," }, none, "parameters", /invalid parameter ""/],
  [{ ...point, parameters: "snow_depth,snow_depth" }, none, "parameters", /"parameters" names "snow_depth" twice$/],
  [{ ...point, parameters: "temperature,".repeat(1_000) }, none, "parameters", /names "temperature" twice$/],
  [{ ...point, parameters: ["temperature", "temperature"] }, none, "parameters", /names "temperature" twice$/],
  [{ ...point, parameters: "temperature," }, none, "parameters", /invalid parameter ""/],
  [{ ...point, parameters: "temperature,,snow_depth" }, none, "parameters", /invalid parameter ""/],
  [{ ...point, parameters: "temperature, snow_depth" }, none, "parameters", /invalid parameter " snow_depth".*blanks/],
  [
    { ...point, parameters: "temperature;snow_depth" },
    none,
    "parameters",
    /invalid parameter "temperature;snow_depth"/,
  ],
  [{ ...point, parameters: "Temperature" }, none, "parameters", /invalid parameter "Temperature"/],
  [{ ...point, parameters: "ALL" }, none, "parameters", /invalid parameter "ALL"/],
  [{ ...point, parameters: "all,temperature" }, none, "parameters", /invalid parameter "all"/],
  [{ ...point, parameters: "temperature,foo" }, none, "parameters", /invalid parameter "foo".*snow_depth$/],
  [{ ...point, parameters: "surface_tilt" }, none, "parameters", /invalid parameter "surface_tilt"/],
  [{ ...point, parameters: "constructor" }, none, "parameters", /invalid parameter "constructor"/],
  [{ ...point, parameters: "__proto__" }, none, "parameters", /invalid parameter "__proto__"/],
  [{ ...point, parameters: [] }, none, "parameters", /parameter "parameters" must be "all" or/],
  [{ ...point, parameters: ["temperature", ""] }, none, "parameters", /invalid parameter ""/],
  [
    { ...point, parameters: ["temperature,snow_depth"] },
    none,
    "parameters",
    /invalid parameter "temperature,snow_depth"/,
  ],
  [{ ...point, parameters: [7] }, none, "parameters", /invalid parameter "7"/],
  [{ ...point, parameters: null }, none, "parameters", /parameter "parameters" must be .*got null$/],
  [{ ...point, parameters: 7 }, none, "parameters", /parameter "parameters" must be .*got 7$/],
  [{ ...point, parameters: { temperature: true } }, none, "parameters", /got an object$/],
  // enumerated values
  ...bad("frequency", FREQUENCY, ["1hour", "", "1_HOUR", 15, null, ["1_hour"], "toString"]),
  ...bad("response_format", FORMAT, ["xml", "JSON"]),
  ...bad("tracking_mode", TRACKING, ["2_axis", 1, "1_axis "]),
  // horizon
  ...bad("horizon", HORIZON, [""]),
  [{ ...point, horizon: "FLAT" }, none, "horizon", /got "FLAT"$/],
  [{ ...point, horizon: "5" }, none, "horizon", /got "5"$/],
  [{ ...point, horizon: zeros.slice(1).join(",") }, none, "horizon", /got 359 of them$/],
  [{ ...point, horizon: [...zeros, 0].join(",") }, none, "horizon", /got more of them$/],
  [{ ...point, horizon: ",".repeat(16_000) }, none, "horizon", /got more of them$/],
  [{ ...point, horizon: line(3, "") }, none, "horizon", /got "" at index 3$/],
  [{ ...point, horizon: line(0, " 0") }, none, "horizon", /got " 0" at index 0$/],
  [{ ...point, horizon: line(359, "90") }, none, "horizon", /got "90" at index 359$/],
  [{ ...point, horizon: line(7, "-1") }, none, "horizon", /got "-1" at index 7$/],
  [{ ...point, horizon: line(8, "1.5") }, none, "horizon", /got "1\.5" at index 8$/],
  [{ ...point, horizon: line(9, "100") }, none, "horizon", /got "100" at index 9$/],
  [{ ...point, horizon: line(10, "1e1") }, none, "horizon", /got "1e1" at index 10$/],
  [{ ...point, horizon: line(11, "a") }, none, "horizon", /got "a" at index 11$/],
  [{ ...point, horizon: zeros.slice(1) }, none, "horizon", /got 359 of them$/],
  [{ ...point, horizon: [...zeros, 0] }, none, "horizon", /got 361 of them$/],
  [{ ...point, horizon: [] }, none, "horizon", /got 0 of them$/],
  [{ ...point, horizon: lineArray(5, 90) }, none, "horizon", /got 90 at index 5$/],
  [{ ...point, horizon: lineArray(5, -1) }, none, "horizon", /got -1 at index 5$/],
  [{ ...point, horizon: lineArray(5, 0.5) }, none, "horizon", /got 0\.5 at index 5$/],
  [{ ...point, horizon: lineArray(5, "5") }, none, "horizon", /got "5" at index 5$/],
  [{ ...point, horizon: lineArray(5, null) }, none, "horizon", /got null at index 5$/],
  [{ ...point, horizon: lineArray(5, Number.NaN) }, none, "horizon", /got NaN at index 5$/],
  [{ ...point, horizon: new Array(360) }, none, "horizon", /got undefined at index 0$/],
  [{ ...point, horizon: new Float64Array(360).fill(0.25) }, none, "horizon", /got 0\.25 at index 0$/],
  [{ ...point, horizon: 0 }, none, "horizon", /got 0$/],
  [{ ...point, horizon: null }, none, "horizon", /got null$/],
  [{ ...point, horizon: {} }, none, "horizon", /got an object$/],
  // forms of a time
  ...bad("start", START, [
    ...["", "2024-01-01", "2024-01-01T00:00", "2024-01-01T00:00:00", "2024-01-01 00:00", "2024-01-01T00Z"],
    ...["2024-01-01t00:00z", "2024-01-01T00:00:00.000", "2024-01-01T00:00+15:00", "2024-1-1T00:00Z"],
    ...["20240101T0000Z", "+02024-01-01T00:00Z", "Mon, 01 Jan 2024 00:00:00 GMT", "1704067200000", new Date(0)],
    ...["2023-02-29T00:00Z", "2024-02-30T00:00Z", "1900-02-29T00:00Z", "2024-04-31T00:00Z", "2024-00-01T00:00Z"],
    ...["2024-13-01T00:00Z", "2024-01-00T00:00Z", "2024-01-32T00:00Z"],
  ]),
  [{ ...point, start: "yesterday" }, none, "start", /YYYY-mm-ddTHH:MMZ.*-24hours.*got "yesterday"$/],
  [{ ...point, start: 1704067200000 }, none, "start", /got 1704067200000$/],
  [{ ...point, start: null }, none, "start", /got null$/],
  ...bad(
    "start",
    START,
    [
      ...[["now"], "NOW", "now ", "24hours", "-24", "-24h", "-24 hours", "-hours", "-1.5hours", "--1hours"],
      ...["-1months", "-1Hours", "-1hourss", "now-1hours", "-9999weeks999"],
    ],
    withNow,
  ),
  ...bad("end", END, ["2024-01-01T24:00Z", "2024-01-01T00:60Z", "2016-12-31T23:59:60Z"]),
  [{ ...point, end: "9999-12-31T23:59Z" }, none, "end", /parameter "end" must be a time from 0000-.* to 9999-/],
  [{ ...point, start: "-999999999999weeks" }, withNow, "start", /parameter "start" must be a time from 0000-/],
  [{ ...point, end: `+${"9".repeat(59)}days` }, withNow, "end", /parameter "end" must be a time from 0000-/],
  // order and windows
  [
    { ...point, start: "2024-01-02T00:00Z", end: "2024-01-01T00:00Z" },
    none,
    "start",
    /parameter "start" must be before "end", got start 2024-01-02T00:00:00Z and end 2024-01-01T00:00:00Z/,
  ],
  [{ ...point, start: "2024-01-01T00:00Z", end: "2024-01-01T00:00:00Z" }, none, "start", /must be before "end"/],
  [{ ...point, start: "+1hours", end: "now" }, withNow, "start", /must be before "end"/],
  [{ ...point, end: "-25hours" }, realtime, "start", /must be before "end"/],
  [{ ...point, start: "now" }, realtime, "start", /must be before "end"/],
  [
    { ...point, start: "-8days" },
    realtime,
    "start",
    /outside the window of the realtime endpoint \(the past 7 days\): allowed is 2025-06-08T12:00:00Z to 2025-06-15T12:00:00Z, got 2025-06-07T12:00:00Z$/,
  ],
  [{ ...point, end: "+3hours" }, realtime, "end", /realtime.*to 2025-06-15T12:00:00Z, got 2025-06-15T15:00:00Z$/],
  [{ ...point, start: "-604801seconds" }, realtime, "start", /outside the window/],
  [{ ...point, end: "+1second" }, realtime, "end", /outside the window/],
  [
    { ...point, end: "now" },
    training,
    "end",
    /training.*two calendar years before.*allowed is 2023-01-01T00:00:00Z to 2025-06-08T12:00:00Z, got/,
  ],
  [{ ...point, start: "2022-12-31T23:59:59Z" }, training, "start", /training/],
  [{ ...point, end: "2025-06-08T12:00:01Z" }, training, "end", /training/],
  [{ ...point }, historical, "start", /parameter "start" is required by the historical endpoint/],
  [{ ...point, end: "2024-01-01T00:00Z" }, historical, "start", /parameter "start" is required/],
  [{ ...point, start: "2024-01-01T00:00Z" }, historical, "end", /parameter "end" is required/],
  [
    { ...point, start: "2019-12-31T23:59:59Z", end: "2021-01-01T00:00Z" },
    historical,
    "start",
    /historical.*from 2020 on.*allowed is 2020-01-01T00:00:00Z to 2025-06-08T12:00:00Z, got 2019-12-31T23:59:59Z$/,
  ],
  [{ ...point, start: "2020-01-01T00:00Z", end: "-6days" }, historical, "end", /historical/],
  // the query key of the first error in the order of 4.1
  [{ lat: 91, lon: 181 }, none, "lat", LAT],
  [{ ...point, parameters: "x", frequency: "y" }, none, "parameters", /invalid parameter "x"/],
];

describe("malformed queries", () => {
  const titled = rows.map((row, i) => [i, row[2], shown(row[0][row[2]]), row] as const);

  it.each(titled)("%i: %s = %s is refused", (_i, parameter, _value, [query, options, , message]) => {
    let error: unknown;
    try {
      parseObservationRequest(query as unknown as ObservationQuery, options);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ name: "RequestError", code: "ERR_REQUEST", parameter });
    const text = (error as RequestError).message;
    expect(text).toMatch(message);
    expect(text).toMatch(/(invalid parameter "|parameter ")/);
    if (parameter !== "parameters") expect(text).toContain(`parameter "${parameter}"`);
    expect(text.length).toBeLessThan(1000);
  });

  it("has at least 90 rows", () => {
    expect(rows.length).toBeGreaterThanOrEqual(90);
  });
});
