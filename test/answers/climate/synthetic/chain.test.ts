/** Deviates by windows of the chain, against the whole chain with the ranks of all its dates. */
import { describe, expect, it } from "vitest";
import { PURPOSE } from "../../../../src/answers/climate/generation/calendar.js";
import { DayChain } from "../../../../src/answers/climate/synthetic/chain.js";
import { EPOCH } from "../../../../src/answers/climate/synthetic/types.js";
import { normalQuantile } from "../../../../src/foundation/statistics/normal.js";
import { Random } from "../../../../src/foundation/statistics/random.js";
import { DAY } from "../../../../src/foundation/time/calendar.js";
import { calendarDayOf } from "../../../../src/foundation/time/typical-year.js";

const DATES = 366;
const YEARS = 30;

/** Thirty years of days, with what the first of them know of the last. */
function wholeChain(random: Random, kind: number, correlation: number): Float64Array {
  const days = new Float64Array(YEARS * DATES);
  const fresh = Math.sqrt(1 - correlation * correlation);
  let z = 0;
  for (let k = -40; k < days.length; k++) {
    const day = (k + days.length) % days.length;
    z = correlation * z + fresh * random.normal(PURPOSE.dates, day, 0, kind);
    days[day] = z;
  }
  return days;
}

function deviateOf(days: Float64Array, random: Random, kind: number, number: number): number {
  const { year, calendarDay } = calendarDayOf(number);
  const within = random.uniform(PURPOSE.anyDay, number + EPOCH, 0, kind);
  if (calendarDay === 59) return normalQuantile(([0, 4, 2, 6, 1, 5, 3, 7][(year / 4) % 8]! + within) / 8);
  const value = days[(year % YEARS) * DATES + calendarDay]!;
  let below = 0;
  for (let k = calendarDay; k < days.length; k += DATES) if (days[k]! < value) below++;
  return normalQuantile((below + within) / YEARS);
}

const CHAINS = [
  [0, 0.25],
  [1, 0.63],
] as const;
const PERIODS: readonly (readonly [from: string, days: number])[] = [
  ["2025-04-10", 3],
  ["2025-04-09", 5],
  ["2024-02-27", 4],
  ["2023-02-27", 4],
  ["2025-12-29", 9],
  ["1999-12-31", 1],
  ["2020-01-01", 2],
  ["1990-01-15", 45],
  ["2020-01-05", 1],
];

function numberOf(date: string): number {
  return Date.parse(date) / DAY;
}

describe("a chain of days", () => {
  it.each(CHAINS)("has by windows the deviates of the whole: chain %d, correlation %d", (kind, correlation) => {
    for (let seed = 1; seed <= 25; seed++) {
      const random = new Random(seed);
      const days = wholeChain(random, kind, correlation);
      const asked = new DayChain(random, kind, correlation);
      for (const [from, count] of PERIODS) {
        const first = numberOf(from);
        const expected = Float64Array.from({ length: count }, (_, k) => deviateOf(days, random, kind, first + k));
        expect(new DayChain(random, kind, correlation).of(first, count)).toEqual(expected);
        // Also of one that was asked for other days before.
        expect(asked.of(first, count)).toEqual(expected);
      }
    }
  });

  it.each(CHAINS)("has the same of long periods, and piece by piece: chain %d, correlation %d", (kind, correlation) => {
    const random = new Random(99);
    const days = wholeChain(random, kind, correlation);
    for (const [from, count] of [
      ["2019-11-20", 500],
      ["2021-03-01", 365],
      ["2023-12-01", 120],
    ] as const) {
      const first = numberOf(from);
      const expected = Float64Array.from({ length: count }, (_, k) => deviateOf(days, random, kind, first + k));
      expect(new DayChain(random, kind, correlation).of(first, count)).toEqual(expected);
      const chain = new DayChain(random, kind, correlation);
      const pieces = Array.from({ length: count / 20 }, (_, k) => [...chain.of(first + 20 * k, 20)]).flat();
      expect(pieces).toEqual([...expected.subarray(0, pieces.length)]);
    }
  });

  it("ranks days that are too close for a window by the whole chain", () => {
    for (const [kind, correlation] of CHAINS) {
      const first = numberOf("2025-06-01");
      const { calendarDay } = calendarDayOf(first);
      const drawn = new Random(7);
      // All years are alike for so long that what they differ by before is some 1e-13 by then.
      const alike = (date: number) => date >= calendarDay - (kind === 0 ? 20 : 60) && date < calendarDay + 8;
      const random = {
        seed: 7,
        normal: (purpose: number, day: number, j: number, attempt: number) =>
          alike(day % DATES) ? Math.sin(day % DATES) : drawn.normal(purpose, day, j, attempt),
        uniform: drawn.uniform.bind(drawn),
      } as unknown as Random;
      const days = wholeChain(random, kind, correlation);
      const expected = Float64Array.from({ length: 8 }, (_, k) => deviateOf(days, random, kind, first + k));
      expect(new DayChain(random, kind, correlation).of(first, 8)).toEqual(expected);
    }
  });
});
