/** The specification's 4.1 (start, end) and 4.2: forms of a time, defaults and windows, rounding to intervals. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endpointWindow, formatTime, outputGrid, parseIsoTime } from "../../../src/data/contract/observation/period.js";
import { parseObservationRequest } from "../../../src/data/contract/observation/request.js";
import type { Endpoint } from "../../../src/data/contract/observation/types.js";
import { zoneNamed } from "../../../src/foundation/time/zone.js";

const point = { lat: 0, lon: 0 };
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2025, 5, 15, 12, 34, 56, 789);

function period(start: string | undefined, end: string | undefined, endpoint?: Endpoint, now = NOW) {
  const request = parseObservationRequest({ ...point, start, end }, { endpoint, now });
  return [request.start, request.end];
}

describe("4.1 start and end: forms", () => {
  it.each([
    ["2024-02-29T23:59Z", Date.UTC(2024, 1, 29, 23, 59)],
    ["2024-02-29T23:59:58Z", Date.UTC(2024, 1, 29, 23, 59, 58)],
    ["2000-02-29T00:00Z", Date.UTC(2000, 1, 29)],
    ["1969-12-31T23:59:59Z", -1000],
    ["1970-01-01T00:00Z", 0],
    ["0000-02-29T00:00Z", -62162121600000],
  ])("ISO 8601 UTC date-time %s", (text, time) => {
    expect(period(text, undefined)).toEqual([time, undefined]);
  });

  it.each([
    ["now", 0],
    ["-24hours", -24 * HOUR],
    ["-3hours", -3 * HOUR],
    ["+3hours", 3 * HOUR],
    ["-5days", -5 * DAY],
    ["-1days", -DAY],
    ["-200days", -200 * DAY],
    ["-90seconds", -90 * SECOND],
    ["-1second", -SECOND],
    ["-15minutes", -900 * SECOND],
    ["+1minute", 60 * SECOND],
    ["-1hour", -HOUR],
    ["-1day", -DAY],
    ["-2weeks", -14 * DAY],
    ["+1week", 7 * DAY],
    ["-0days", 0],
    ["-007days", -7 * DAY],
  ])("relative to the current time: %s", (text, offset) => {
    expect(period(text, undefined)).toEqual([NOW + offset, undefined]);
  });

  it("a leading space counts as + (an unescaped plus in a URL)", () => {
    const { searchParams } = new URL("http://x/?end=+3hours");
    expect(period("now", searchParams.get("end")!)).toEqual([NOW, NOW + 3 * HOUR]);
  });

  it("parseIsoTime agrees with the calendar of Date on every day of 1890 to 2110", () => {
    for (let day = Date.UTC(1890, 0, 1); day < Date.UTC(2110, 0, 1); day += DAY) {
      const text = new Date(day).toISOString().slice(0, 10);
      if (parseIsoTime(`${text}T00:00Z`) !== day) expect.fail(text);
    }
  });

  it("parseIsoTime takes exactly the dates that exist", () => {
    for (const year of [1900, 2000, 2023, 2024]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}T00:00Z`;
          const date = new Date(Date.UTC(year, month - 1, day));
          const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1 && month <= 12;
          expect(Number.isNaN(parseIsoTime(text)), text).toBe(!exists);
        }
      }
    }
  });
});

describe("formatTime: YYYY-MM-DDTHH:MM:SSZ", () => {
  const FIRST = Date.parse("0000-01-01T00:00:00Z");
  const LAST = Date.parse("9999-12-31T23:59:59.999Z");

  it("agrees with Date for times in the years 0 to 9999, and parses back", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), (time) => {
        const text = formatTime(time);
        expect(text).toBe(`${new Date(time).toISOString().slice(0, 19)}Z`);
        expect(parseIsoTime(text)).toBe(Math.floor(time / 1000) * 1000);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([FIRST, LAST, -1, 0, 1, -1000, Date.UTC(2000, 1, 29), Date.UTC(1900, 1, 28) + DAY - 1, 1e12 + 0.5])(
    "edge %d",
    (time) => {
      expect(formatTime(time)).toBe(`${new Date(Math.floor(time)).toISOString().slice(0, 19)}Z`);
    },
  );

  it.each([FIRST - 1, LAST + 1, Number.NaN, Number.POSITIVE_INFINITY])("%d is a RangeError", (time) => {
    expect(() => formatTime(time)).toThrow(RangeError);
  });
});

describe("4.2 per-endpoint differences", () => {
  it("realtime: start optional, default -24hours; end optional, default now", () => {
    expect(period(undefined, undefined, "realtime")).toEqual([NOW - DAY, NOW]);
    expect(period("-2days", undefined, "realtime")).toEqual([NOW - 2 * DAY, NOW]);
    expect(period(undefined, "-1hours", "realtime")).toEqual([NOW - DAY, NOW - HOUR]);
  });

  it("training: start optional, default -365days; end optional, default -7days", () => {
    expect(period(undefined, undefined, "training")).toEqual([NOW - 365 * DAY, NOW - 7 * DAY]);
  });

  it("historical: start and end required", () => {
    expect(period("2023-01-01T00:00Z", "2024-01-01T00:00Z", "historical")).toEqual([
      Date.UTC(2023, 0, 1),
      Date.UTC(2024, 0, 1),
    ]);
    expect(() => period(undefined, "2024-01-01T00:00Z", "historical")).toThrow(/"start" is required/);
    expect(() => period("2023-01-01T00:00Z", undefined, "historical")).toThrow(/"end" is required/);
  });

  it("without an endpoint: no window, no default period", () => {
    expect(period(undefined, undefined)).toEqual([undefined, undefined]);
    expect(period("1950-01-01T00:00Z", undefined)).toEqual([Date.UTC(1950, 0, 1), undefined]);
    expect(period(undefined, "2100-01-01T00:00Z")).toEqual([undefined, Date.UTC(2100, 0, 1)]);
  });

  it("realtime window: the past 7 days, both edges exactly", () => {
    expect(period("-7days", "now", "realtime")).toEqual([NOW - 7 * DAY, NOW]);
    expect(period("-168hours", "-0days", "realtime")).toEqual([NOW - 7 * DAY, NOW]);
    expect(() => period("-604801seconds", "now", "realtime")).toThrow(/"start" is outside/);
    expect(() => period("-1days", "+1second", "realtime")).toThrow(/"end" is outside/);
    expect(() => period("+1days", "+2days", "realtime")).toThrow(/"start" is outside/);
  });

  it("training window: the latest two full calendar years and the current year excluding the last 7 days, both edges exactly", () => {
    expect(period("2023-01-01T00:00:00Z", "-7days", "training")).toEqual([Date.UTC(2023, 0, 1), NOW - 7 * DAY]);
    expect(() => period("2022-12-31T23:59:59Z", "-7days", "training")).toThrow(/"start" is outside/);
    expect(() => period("2023-01-01T00:00:00Z", "-604799seconds", "training")).toThrow(/"end" is outside/);
  });

  it("training window in the first week of January: the two calendar years are there in full", () => {
    const now = Date.UTC(2025, 0, 3);
    expect(endpointWindow("training", now)).toEqual({ from: Date.UTC(2023, 0, 1), to: Date.UTC(2025, 0, 1) });
    expect(period("2023-01-01T00:00Z", "2025-01-01T00:00Z", "training", now)).toEqual([
      Date.UTC(2023, 0, 1),
      Date.UTC(2025, 0, 1),
    ]);
    expect(() => period("2023-01-01T00:00Z", "2025-01-01T00:00:01Z", "training", now)).toThrow(/"end" is outside/);
    expect(endpointWindow("training", Date.UTC(2025, 0, 8)).to).toBe(Date.UTC(2025, 0, 1));
    expect(endpointWindow("training", Date.UTC(2025, 0, 8, 1)).to).toBe(Date.UTC(2025, 0, 1, 1));
  });

  it("windows of years begin with those of the zone, where that is ahead of UTC", () => {
    const from = (endpoint: Endpoint, zone: string) => endpointWindow(endpoint, NOW, zoneNamed(zone)).from;
    expect(from("historical", "Europe/Zurich")).toBe(Date.UTC(2019, 11, 31, 23));
    expect(from("training", "Pacific/Apia")).toBe(Date.UTC(2022, 11, 31, 11));
    expect(from("historical", "America/New_York")).toBe(Date.UTC(2020, 0, 1));
    expect(from("realtime", "Pacific/Apia")).toBe(NOW - 7 * DAY);
    const query = { lat: 47, lon: 8, start: "2020-01-01", end: "2021-01-01", time_zone: "Europe/Zurich" };
    expect(parseObservationRequest(query, { endpoint: "historical", now: NOW }).start).toBe(Date.UTC(2019, 11, 31, 23));
  });

  it("training window turns with the year in UTC", () => {
    expect(endpointWindow("training", Date.UTC(2024, 11, 31, 23, 59, 59, 999)).from).toBe(Date.UTC(2022, 0, 1));
    expect(endpointWindow("training", Date.UTC(2025, 0, 1)).from).toBe(Date.UTC(2023, 0, 1));
  });

  it("historical window: from 2020-01-01T00:00Z, excluding the last 7 days, both edges exactly", () => {
    expect(period("2020-01-01T00:00Z", "-7days", "historical")).toEqual([Date.UTC(2020, 0, 1), NOW - 7 * DAY]);
    expect(() => period("2019-12-31T23:59:59Z", "-7days", "historical")).toThrow(/"start" is outside/);
    expect(() => period("2020-01-01T00:00Z", "-604799seconds", "historical")).toThrow(/"end" is outside/);
  });

  it("windows are checked on the unrounded start and end", () => {
    // Rounded to hours, both edges of these periods would lie outside.
    const request = parseObservationRequest(
      { ...point, start: "-7days", end: "now", frequency: "1_hour" },
      { endpoint: "realtime", now: NOW },
    );
    const grid = outputGrid(request.start!, request.end!, "1_hour");
    expect(grid.start).toBeLessThan(NOW - 7 * DAY);
    expect(grid.start + grid.count * HOUR).toBeGreaterThan(NOW);
  });

  it("the limits that a window's error shows are accepted themselves", () => {
    let message = "";
    try {
      period("-8days", "now", "realtime");
    } catch (error) {
      message = (error as Error).message;
    }
    const [, from, to] = /allowed is (\S+) to (\S+),/.exec(message)!;
    expect([from, to]).toEqual(["2025-06-08T12:34:57Z", "2025-06-15T12:34:56Z"]);
    expect(() => period(from, to, "realtime")).not.toThrow();
  });
});

describe("2.1 intervals: aligned to the frequency in UTC, every one that overlaps [start, end)", () => {
  it("one aligned year hourly = 8760 rows", () => {
    expect(outputGrid(Date.UTC(2023, 0, 1), Date.UTC(2024, 0, 1), "1_hour")).toEqual({
      start: Date.UTC(2023, 0, 1),
      interval: 3600,
      count: 8760,
    });
  });

  it("4 h starting off the minute at 1 minute = 241 rows", () => {
    const start = Date.UTC(2025, 5, 15, 8, 0, 30);
    expect(outputGrid(start, start + 4 * HOUR, "1_minute")).toEqual({
      start: Date.UTC(2025, 5, 15, 8, 0),
      interval: 60,
      count: 241,
    });
    expect(outputGrid(start - 30_000, start - 30_000 + 4 * HOUR, "1_minute").count).toBe(240);
  });

  it("2.1.2 the end time of a request is exclusive: an aligned end adds no interval, 1 ms later one", () => {
    expect(outputGrid(0, 900_000, "15_minutes").count).toBe(1);
    expect(outputGrid(0, 900_001, "15_minutes").count).toBe(2);
    expect(outputGrid(899_999, 900_001, "15_minutes")).toEqual({ start: 0, interval: 900, count: 2 });
    expect(outputGrid(5, 6, "1_hour")).toEqual({ start: 0, interval: 3600, count: 1 });
  });

  it("before 1970 too, never minus zero", () => {
    expect(outputGrid(-1, 1, "1_hour")).toEqual({ start: -HOUR, interval: 3600, count: 2 });
    expect(Object.is(outputGrid(0, 1, "1_hour").start, 0)).toBe(true);
  });

  it("covers [start, end) with no interval too many", () => {
    const times = fc.integer({ min: -4e12, max: 4e12 });
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: 1, max: 1e9 }),
        fc.constantFrom("1_minute", "15_minutes", "1_hour"),
        (from, length, frequency) => {
          const { start, interval, count } = outputGrid(from, from + length, frequency as "1_hour");
          const step = interval * 1000;
          expect(start % step === 0 && start <= from && from < start + step).toBe(true);
          expect(start + count * step >= from + length && start + (count - 1) * step < from + length).toBe(true);
        },
      ),
    );
  });

  it("begins as many seconds after whole intervals as said: local hours of UTC+5:30 at half past", () => {
    const midnight = Date.UTC(2025, 0, 1) - 5.5 * HOUR;
    expect(outputGrid(midnight, midnight + 24 * HOUR, "1_hour", 1800)).toEqual({
      start: midnight,
      interval: 3600,
      count: 24,
    });
    expect(outputGrid(midnight - 1, midnight + 1, "1_hour", 1800)).toEqual({
      start: midnight - HOUR,
      interval: 3600,
      count: 2,
    });
    expect(outputGrid(midnight, midnight + HOUR, "15_minutes", 1800).start).toBe(midnight);
  });

  it("start >= end is a RangeError", () => {
    expect(() => outputGrid(1, 1, "1_hour")).toThrow(RangeError);
    expect(() => outputGrid(Number.NaN, 1, "1_hour")).toThrow(RangeError);
  });
});
