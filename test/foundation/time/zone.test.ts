/** Zones against pandas: stamps around every change of the clocks, and days and months of all lengths. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { formatStamp, StampWriter } from "../../../src/data/contract/observation/digits.js";
import { Rows, sumsOf } from "../../../src/engine/periods.js";
import { type CalendarPeriod, periodEdges } from "../../../src/foundation/time/periods.js";
import { firstMoment, fixedZone, offsetText, zoneNamed } from "../../../src/foundation/time/zone.js";

interface Grouped {
  readonly names: readonly string[];
  readonly starts: readonly number[];
  readonly sums: readonly number[];
}
interface Case {
  readonly zone: string;
  readonly start: number;
  readonly count: number;
  readonly stamps: readonly (readonly [number, string])[];
  readonly days: Grouped;
  readonly months: Grouped;
}

/** Made by fixtures/time/make.py. */
const { cases } = JSON.parse(readFileSync(new URL("../../../fixtures/time/zones.json", import.meta.url), "utf8")) as {
  readonly cases: readonly Case[];
};
const STEP = 900_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(cases)("$zone, as pandas has it", ({ zone: name, start, count, stamps, days, months }) => {
  const zone = zoneNamed(name)!;
  const end = start + count * STEP;

  it("has its stamps, as text and as bytes", () => {
    const writer = new StampWriter(zone);
    const bytes = new Uint8Array(32);
    const view = new DataView(bytes.buffer);
    for (const [time, stamp] of stamps) {
      expect(formatStamp(time, zone)).toBe(stamp);
      expect(new TextDecoder().decode(bytes.subarray(0, writer.append(bytes, view, 0, time)))).toBe(stamp);
    }
  });

  it.each<[CalendarPeriod, Grouped, number]>([
    ["daily", days, 10],
    ["monthly", months, 7],
  ])("has its %s edges, names and sums", (period, { names, starts, sums }, length) => {
    const edges = periodEdges(zone, start, end, period);
    expect([...edges.subarray(1, -1)]).toEqual(starts);
    expect([...edges.subarray(0, -1)].map((edge) => formatStamp(edge, zone).slice(0, length))).toEqual(names);
    expect(edges[0]).toBeLessThanOrEqual(start);
    expect(edges.at(-1)).toBeGreaterThanOrEqual(end);
    // The series begins and ends within a period.
    const first = Int32Array.from(edges, (edge) => Math.min(Math.max((edge - start) / STEP, 0), count));
    const values = Float64Array.from({ length: count }, (_, i) => ((7919 * i) % 1009) / 10);
    const rows = new Rows(first, 0.75);
    sumsOf(values, rows, null, 1).forEach((sum, row) => {
      expect(sum).toBeCloseTo(sums[row]!, 6); // sums of up to 35,000 values of one decimal
    });
  });
});

describe("lengths of days", () => {
  it.each([
    ["Europe/Zurich", "2024-03-31", 23],
    ["Europe/Zurich", "2024-10-27", 25],
    ["Australia/Lord_Howe", "2024-04-07", 24.5],
    ["Australia/Lord_Howe", "2024-10-06", 23.5],
    ["Antarctica/Troll", "2024-03-31", 22],
    ["Asia/Pyongyang", "2018-05-04", 23.5],
    ["America/Havana", "2024-03-10", 23],
  ])("%s, %s: %d hours", (name, date, hours) => {
    const zone = zoneNamed(name)!;
    const midnight = Date.parse(date);
    expect((firstMoment(zone, midnight + DAY) - firstMoment(zone, midnight)) / HOUR).toBe(hours);
  });

  test("a date that a zone left out has no day", () => {
    const edges = periodEdges(zoneNamed("Pacific/Apia")!, Date.UTC(2011, 11, 29, 12), Date.UTC(2011, 11, 31), "daily");
    const names = [...edges.subarray(0, -1)].map((edge) => formatStamp(edge, zoneNamed("Pacific/Apia")!));
    expect(names).toEqual(["2011-12-29T00:00:00-10:00", "2011-12-31T00:00:00+14:00"]);
  });
});

describe("offsets", () => {
  it.each([
    [0, "+00:00"],
    [5.75, "+05:45"],
    [-3.5, "-03:30"],
    [14, "+14:00"],
  ])("%d hours are %s", (hours, text) => {
    expect(offsetText(hours * HOUR)).toBe(text);
    expect(fixedZone(hours).spanAt(0).offset).toBe(hours * HOUR);
  });

  test("of seconds cannot be written: Monrovia before 1972", () => {
    const monrovia = zoneNamed("Africa/Monrovia")!;
    expect(() => formatStamp(Date.UTC(1971, 5, 1), monrovia)).toThrow(/whole minutes, got -2670 s/);
    expect(formatStamp(Date.UTC(1973, 5, 1), monrovia)).toBe("1973-06-01T00:00:00+00:00");
  });

  test("between changes a zone tells one span per day at most, and finds a change to the second", () => {
    const zone = zoneNamed("Europe/Zurich")!;
    const change = Date.UTC(2024, 2, 31, 1);
    expect(zone.spanAt(change - 1000)).toEqual({ offset: HOUR, from: Date.UTC(2024, 2, 31), to: change });
    expect(zone.spanAt(change)).toEqual({ offset: 2 * HOUR, from: change, to: Date.UTC(2024, 3, 1) });
  });
});
