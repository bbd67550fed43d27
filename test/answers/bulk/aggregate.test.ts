/** Which period an interval belongs to, and what a row says of what is missing. */
import { describe, expect, test } from "vitest";
import { aggregateRows, type Period, periodsOf } from "../../../src/answers/bulk/results/aggregate.js";

const HOUR = 3_600_000;
/** Rows of two sums of hours, 0 where nothing was written. */
function rowsOf(columns: Float64Array[], periods: readonly Period[]) {
  const column = () => new Float64Array(periods.length);
  const out = { columns: columns.map(column), periods: { start: column(), hours: column(), missing: column() } };
  const kinds = [
    { isSum: true, isPower: true },
    { isSum: false, isPower: false },
  ];
  aggregateRows(columns, kinds, periods, 3600, out as never);
  return out;
}

describe("an interval belongs to the period that its centre is in", () => {
  const start = Date.UTC(2024, 2, 30, 18);
  const hourly = { start, interval: 3600, count: 31 };

  test.each([
    // 18:00–19:00 UTC is 23:30–00:30 in India: its centre is midnight, so it is the first of the next day.
    ["India", 5.5, "2024-03-31", 24],
    // In Nepal the same hour is 23:45–00:45.
    ["Nepal", 5.75, "2024-03-31", 24],
    // In Newfoundland it is 14:30–15:30; nine hours later comes the one around midnight.
    ["Newfoundland", -3.5, "2024-03-30", 9],
    ["Greenwich", 0, "2024-03-30", 6],
  ])("days in %s", (_, timeZone, first, hours) => {
    const periods = periodsOf({ ...hourly, timeZone }, "daily");
    expect(new Date(periods[0]!.start).toISOString().slice(0, 10)).toBe(first);
    expect(periods[0]).toMatchObject({ from: 0, to: hours });
    expect(periods.at(-1)!.to).toBe(31);
    for (const { start: begin, from, to } of periods) {
      for (let i = from; i < to; i++) {
        const centre = start + timeZone * HOUR + (i + 0.5) * HOUR;
        expect(Math.floor((centre - begin) / (24 * HOUR))).toBe(0);
      }
    }
  });

  test("months and years of a half-hour zone begin with the interval around midnight", () => {
    const newYear = { start: Date.UTC(2023, 11, 31, 17), interval: 3600, count: 4, timeZone: 5.5 };
    for (const period of ["monthly", "annual"] as const) {
      expect(periodsOf(newYear, period).map(({ from, to }) => [from, to])).toEqual([
        [0, 1],
        [1, 4],
      ]);
    }
  });

  test("hours of quarters in a zone of three quarters", () => {
    const quarters = { start: Date.UTC(2024, 0, 1), interval: 900, count: 8, timeZone: 5.75 };
    expect(periodsOf(quarters, "hourly").map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 5],
      [5, 8],
    ]);
  });
});

describe("what is missing", () => {
  const periods = [
    { start: 0, from: 0, to: 4 },
    { start: 4 * HOUR, from: 4, to: 10 },
  ];
  const column = (...gaps: number[]) =>
    Float64Array.from({ length: 10 }, (_, i) => (gaps.includes(i) ? Number.NaN : i));

  test("one value of a column is counted", () => {
    const { columns, periods: rows } = rowsOf([column(5), column()], periods);
    expect([...rows.missing]).toEqual([0, 1 / 6]);
    expect([...columns[0]!]).toEqual([0 + 1 + 2 + 3, 4 + 6 + 7 + 8 + 9]);
    expect([...columns[1]!]).toEqual([1.5, 6.5]);
  });

  test("an interval that lacks two columns counts once, and two intervals twice", () => {
    expect([...rowsOf([column(5), column(5)], periods).periods.missing]).toEqual([0, 1 / 6]);
    expect([...rowsOf([column(5), column(0)], periods).periods.missing]).toEqual([1 / 4, 1 / 6]);
  });

  test("a column that is not there at all is not missing in every row; when none is there, all is", () => {
    const none = column(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    const one = rowsOf([none, column()], periods);
    expect([...one.periods.missing]).toEqual([0, 0]);
    expect([...one.columns[0]!]).toEqual([Number.NaN, Number.NaN]);
    expect([...rowsOf([none, none], periods).periods.missing]).toEqual([1, 1]);
  });

  test("of irradiance and power, nothing but nights is no sum of 0", () => {
    const dark = Float64Array.from({ length: 10 }, (_, i) => (i < 4 || i > 7 ? 0 : Number.NaN));
    const { columns, periods: rows } = rowsOf([dark, dark], periods);
    expect([...columns[0]!]).toEqual([0, Number.NaN]);
    expect([...columns[1]!]).toEqual([0, 0]);
    expect([...rows.missing]).toEqual([0, 4 / 6]);
  });

  test("a row says where it begins and how long it is", () => {
    const { start, hours } = rowsOf([column()], periods).periods;
    expect([[...start], [...hours]]).toEqual([
      [0, 4 * HOUR],
      [4, 6],
    ]);
  });
});
