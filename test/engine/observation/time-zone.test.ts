/** The query's zone, and times that are read in it. */
import { describe, expect, it, test } from "vitest";
import { parseForecastRequest } from "../../../src/data/contract/forecast/request.js";
import { withPlaceZone, zoneOf } from "../../../src/data/contract/observation/period.js";
import { parseObservationRequest, tokenCost } from "../../../src/index.js";

const place = { lat: 47, lon: 8 };
const parse = (more: object) => parseObservationRequest({ ...place, ...more });
const startOf = (start: string, zone: string) => new Date(parse({ start, time_zone: zone }).start!).toISOString();

describe("time_zone", () => {
  it.each([
    [undefined, undefined],
    ["UTC", undefined],
    ["Z", undefined],
    ["Europe/Zurich", "Europe/Zurich"],
    ["+05:30", "+05:30"],
    [" 05:30", "+05:30"],
    ["-03:00", "-03:00"],
  ])("%j is read as %j", (given, zone) => expect(parse({ time_zone: given }).zone).toBe(zone));

  it.each(["", "Mars/Base", "+25:00", 5, null, ["UTC"]])("%j is refused", (given) => {
    expect(() => parse({ time_zone: given })).toThrow(
      expect.objectContaining({ parameter: "time_zone", message: expect.stringContaining('such as "Europe/Zurich"') }),
    );
  });

  it.each(["local", "standard"])("%s needs somebody who knows the place's zone", (given) => {
    expect(() => parse({ time_zone: given })).toThrow(/createEngine, the command line and the service know the zone/);
    expect(withPlaceZone({ ...place, time_zone: given }, (time, lat, lon) => `${time} ${lat} ${lon}`).time_zone).toBe(
      `${given} 47 8`,
    );
  });

  test("an invalid place is the first fault", () => {
    const query = withPlaceZone({ lat: "x", lon: 8, time_zone: "local" }, () => "UTC");
    expect(() => parseObservationRequest(query)).toThrow(/parameter "lat"/);
  });

  test("survives threads and JSON", () => {
    const request = parse({ time_zone: "Europe/Zurich", start: "2024-06-21", end: "2024-06-22", frequency: "1_day" });
    expect(parseObservationRequest(structuredClone(request))).toEqual(request);
    expect(parseObservationRequest(JSON.parse(JSON.stringify(request)))).toEqual(request);
  });
});

describe("start and end in a zone", () => {
  it.each([
    ["2024-06-21", "Europe/Zurich", "2024-06-20T22:00:00.000Z"],
    ["2024-06-21T12:00", "Europe/Zurich", "2024-06-21T10:00:00.000Z"],
    ["2024-06-21T12:00:30", "+05:45", "2024-06-21T06:15:30.000Z"],
    ["2024-06-21T12:00+02:00", "America/New_York", "2024-06-21T10:00:00.000Z"],
    ["2024-06-21T12:00 02:00", "America/New_York", "2024-06-21T10:00:00.000Z"],
    ["2024-06-21T12:00Z", "America/New_York", "2024-06-21T12:00:00.000Z"],
    ["2024-06-21T12:00:00.250", "Europe/Zurich", "2024-06-21T10:00:00.250Z"],
    ["2024-06-21 12:00", "Europe/Zurich", "2024-06-21T10:00:00.000Z"],
    ["2024-10-27T02:30", "Europe/Zurich", "2024-10-27T00:30:00.000Z"],
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
  ])("%s in %s is %s", (text, zone, time) => expect(startOf(text, zone)).toBe(time));

  it.each([
    ["2024-03-31T02:30", "Europe/Zurich"],
    ["2024-02-30", "Europe/Zurich"],
    ["2024-06-21T25:00", "Europe/Zurich"],
    ["2024-06-21T12", "Europe/Zurich"],
  ])("%s is no time of %s", (text, zone) => {
    expect(() => startOf(text, zone)).toThrow(/parameter "start" must be a time .*in time_zone YYYY-mm-dd/);
  });

  test("without a zone are UTC, as the interface has them", () => {
    expect(() => parse({ start: "2024-06-21" })).toThrow(/parameter "start" must be a UTC time/);
    expect(() => parse({ start: "2024-06-21T12:00" })).toThrow(/parameter "start" must be a UTC time/);
    expect(startOf("2024-06-21T12:00+02:00", "UTC")).toBe("2024-06-21T10:00:00.000Z");
  });

  test("of a forecast, too", () => {
    const { observation } = parseForecastRequest(
      { ...place, time_zone: "Europe/Zurich", start: "2024-06-21", end: "2024-06-22" },
      { endpoint: "basic", now: "2024-06-21T00:00Z" },
    );
    expect([observation.start, observation.zone]).toEqual([Date.UTC(2024, 5, 20, 22), "Europe/Zurich"]);
  });
});

describe("tokens", () => {
  const now = "2025-06-01T00:00Z";
  const cost = (more: object) =>
    tokenCost("historical", parseObservationRequest({ ...place, ...more }, { endpoint: "historical", now }));

  it("are those of whole days, months and years: an hour of a year is no cheap way to it", () => {
    const hour = { start: "2024-06-21T12:00Z", end: "2024-06-21T13:00Z" };
    expect(cost({ ...hour, frequency: "1_hour" })).toBeCloseTo(200 / 366 / 24, 12);
    expect(cost({ ...hour, frequency: "1_day" })).toBeCloseTo(200 / 366, 12);
    expect(cost({ ...hour, frequency: "1_month" })).toBeCloseTo((200 * 30) / 366, 12);
    expect(cost({ ...hour, frequency: "1_year" })).toBe(200);
  });

  it("are not changed by a zone otherwise", () => {
    const year = { start: "2024-01-01T00:00Z", end: "2025-01-01T00:00Z" };
    expect(cost({ ...year, frequency: "1_hour", time_zone: "Asia/Kathmandu" })).toBe(200);
    expect(cost({ ...year, frequency: "1_day" })).toBe(200);
  });

  test("realtime has no months and years: they do not fit into its window", () => {
    const realtime = (frequency: string) =>
      parseObservationRequest({ ...place, frequency }, { endpoint: "realtime", now });
    expect(realtime("1_day").frequency).toBe("1_day");
    expect(() => realtime("1_month")).toThrow(/parameter "frequency" must be one of .*1_hour, 1_day, got "1_month"/);
  });
});

test("columns of a zone that this engine does not know are refused, not written in UTC", () => {
  expect(() => zoneOf("Mars/Base")).toThrow(/parameter "time_zone" must be the name of a zone/);
  expect(zoneOf(undefined)).toBeUndefined();
});
