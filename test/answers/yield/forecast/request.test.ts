/** Queries of the power forecast: defaults, one plane or a system, and errors that name their key. */
import { describe, expect, test } from "vitest";
import { parsePowerRequest } from "../../../../src/data/contract/yield/request.js";

const now = "2026-06-21T12:34:56Z";
const place = { lat: 50, lon: 10 };
const plane = { ...place, tilt: 30 };

test("the defaults are two days in quarter hours, corrected, of one kWp towards the equator", () => {
  const request = parsePowerRequest(plane, { now });
  expect(request).toEqual({
    kind: "power-request",
    ...{ ...place, altitude: "auto", horizon: "flat", weather: "precision", frequency: "15_minutes" },
    ...{ start: Date.parse(now), end: Date.parse(now) + 48 * 3_600_000, responseFormat: "json" },
    system: { planes: [{ kwp: 1, surfaceTilt: 30, surfaceAzimuth: 180 }] },
  });
  expect(Object.isFrozen(request)).toBe(true);
  expect(structuredClone(request)).toEqual(request);
});

test("local times are those of the zone", () => {
  const asked = { ...plane, time_zone: "Europe/Berlin", start: "2026-06-22", end: "2026-06-23" };
  const { start, end, timeZone } = parsePowerRequest(asked, { now });
  expect([new Date(start).toISOString(), new Date(end).toISOString(), timeZone]).toEqual([
    "2026-06-21T22:00:00.000Z",
    "2026-06-22T22:00:00.000Z",
    "Europe/Berlin",
  ]);
});

test("of the past it is the last day of what was observed, from 2020 on in the zone's own years, and until now", () => {
  const of = (query: object) => parsePowerRequest({ ...plane, ...query }, { now, endpoint: "observation/pv" });
  const time = Date.parse(now);
  expect(of({})).toMatchObject({ weather: "observed", start: time - 24 * 3_600_000, end: time, quantiles: undefined });
  expect(of({ start: "2020-01-01", time_zone: "+14:00" }).start).toBe(Date.UTC(2019, 11, 31, 10));
  expect(() => of({ start: "2019-12-31T23:59:59Z" })).toThrow(
    /"start" is outside the window of the observation pv endpoint/,
  );
  expect(() => of({ end: "+1seconds" })).toThrow(/\(from 2020 on, until now\)/);
  expect(() => of({ weather: "basic" })).toThrow(/unknown key/);
  expect(() => parsePowerRequest(plane, { now, endpoint: "forecast/basic" as never })).toThrow(RangeError);
});

describe("errors name their key", () => {
  test.each([
    [place, "surface_tilt", /"surface_tilt" is required/],
    [{ ...place, tilt: "best" }, "tilt", /a forecast is of a plane that is there/],
    [{ ...place, tracking_mode: "1_axis", tilt: 3 }, "tilt", /a tracker has no fixed plane/],
    [{ ...plane, azimuth: -90 }, "azimuth", /count from south/],
    [{ ...plane, end: "+15days" }, "end", /from 26 hours ago to 14 days ahead/],
    [{ ...plane, quantiles: "p0" }, "quantiles", /comma-separated/],
    [{ ...plane, frequency: "1_minute" }, "frequency", /15_minutes, 30_minutes, 1_hour/],
    [{ ...plane, hours: 3 }, "hours", /unknown key/],
  ])("%j: %s", (query, parameter, message) => {
    expect(() => parsePowerRequest(query, { now })).toThrow(
      expect.objectContaining({ code: "ERR_REQUEST", parameter, message: expect.stringMatching(message) }),
    );
  });

  test("of a system, and of a plane beside one", () => {
    const refused = (query: object, system: unknown, parameter: string) =>
      expect(() => parsePowerRequest(query as never, { now, system })).toThrow(expect.objectContaining({ parameter }));
    refused(place, { planes: [{ kwp: "many" }] }, "planes[0].kwp");
    refused(place, 7, "system");
    refused(plane, { planes: [{ kwp: 3 }] }, "tilt");
    expect(parsePowerRequest(place, { now, system: { planes: [{ kwp: 3 }] } }).system.planes).toEqual([{ kwp: 3 }]);
  });

  test("errors of the program are no request's", () => {
    expect(() => parsePowerRequest(null as never, { now })).toThrow(TypeError);
    expect(() => parsePowerRequest(plane, {} as never)).toThrow(/option "now" is required/);
  });
});
