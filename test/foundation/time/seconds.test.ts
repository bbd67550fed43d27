/** Seconds that were meant as ms: refused at every door that takes Unix ms, with what was meant. */
import { describe, expect, it } from "vitest";
import { cliper, correctForecast } from "../../../src/answers/forecast/index.js";
import { sunTimes } from "../../../src/answers/report/index.js";
import { forecastPower, yieldOf, yieldSeries } from "../../../src/answers/yield/index.js";
import { computeColumns, parseObservationRequest } from "../../../src/index.js";

const SECONDS = 1_718_992_800;
const place = { latitude: 47, longitude: 8, altitude: 400 };
const weatherFrom = (start: number | string | Date) => ({
  ...{ start: start as number, interval: 3600, place },
  columns: { global_horizontal_irradiance: new Array(48).fill(200), temperature: new Array(48).fill(10) },
});
const weather = weatherFrom(1000 * SECONDS);
const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 1 }] };
const query = { lat: 47, lon: 8, parameters: "global_horizontal_irradiance" };

const DOORS: Readonly<Record<string, (time: number) => unknown>> = {
  computeColumns: (start) => computeColumns(query, weatherFrom(start)),
  "computeColumns at a time": (now) => computeColumns(query, weather, { now }),
  parseObservationRequest: (now) => parseObservationRequest(query, { now, endpoint: "realtime" }),
  yieldOf: (start) => yieldOf(weatherFrom(start), system),
  yieldSeries: (start) => yieldSeries(weatherFrom(start), system),
  forecastPower: (now) => forecastPower(weather, system, { now }),
  "forecastPower over a period": (start) =>
    forecastPower(weather, system, { now: weather.start, period: { start, end: weather.start } }),
  correctForecast: (now) =>
    correctForecast(weather, weather, { now, place: { ...place, linkeTurbidity: 3 }, climatology: 0.6 }),
  cliper: (now) => cliper(weather, { now, place: { ...place, linkeTurbidity: 3 }, climatology: 0.6 }),
  sunTimes: (date) => sunTimes(date, 47, 8),
};

describe.each(Object.entries(DOORS))("%s", (_, door) => {
  it("asks whether seconds are meant", () => {
    expect(() => door(SECONDS)).toThrow(
      /must be Unix ms, got 1718992800, which is 1970-01-20T21:29:52Z: are these seconds\? In ms it is 1718992800000/,
    );
    expect(() => door(1000 * SECONDS)).not.toThrow(/seconds\?/);
  });
});

it("takes times of January 1970 that are written as such, and all others as they are", () => {
  const light = (start: number | string | Date) => computeColumns(query, weatherFrom(start)).start;
  expect(light("1970-01-20T21:00Z")).toBe(Date.UTC(1970, 0, 20, 21));
  expect(light(new Date(Date.UTC(1970, 0, 20, 21)))).toBe(Date.UTC(1970, 0, 20, 21));
  for (const start of [0, Date.UTC(1969, 11, 31), Date.UTC(1970, 0, 31), Date.UTC(1970, 5, 1)])
    expect(light(start)).toBe(start);
});
