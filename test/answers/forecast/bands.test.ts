/** Quantiles at every lead time, what a place's own past makes of them, and sums over hours. */
import { describe, expect, test } from "vitest";
import { KNOT_SCORES } from "../../../src/answers/forecast/curves.js";
import {
  correlationAt,
  fitCorrelation,
  learnBands,
  type PastHour,
} from "../../../src/answers/forecast/day-ahead/bands-learner.js";
import { DEFAULT_SPREAD } from "../../../src/answers/forecast/default-table.generated.js";
import { correctForecast, forecastQuantiles, sumQuantiles } from "../../../src/answers/forecast/index.js";
import { SpreadLearner } from "../../../src/answers/forecast/learner.js";
import { lightQuantiles } from "../../../src/answers/forecast/spread.js";
import { SKIES, SPREAD_INDICES } from "../../../src/answers/forecast/table.js";
import { normalQuantile } from "../../../src/foundation/statistics/normal.js";
import { Random } from "../../../src/foundation/statistics/random.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";
import { ghiSeries } from "./ghi-series.js";

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const START = Date.UTC(2024, 5, 21);
const place = { latitude: 50, longitude: 10, altitude: 290 };
const DAYS = 14;
const ALL = [0.01, ...Array.from({ length: 9 }, (_, k) => (k + 1) / 10), 0.99];

function forecastAt(at: typeof place, start: number, index: number, observed = 0) {
  const grid = { start, step: QUARTER, count: DAYS * 96 };
  const { global } = clearSkyOn(grid, at);
  const series = (light: ArrayLike<number>) => ghiSeries(start, 900, light);
  const seen = global.map((value, row) => (row < observed ? index * value : Number.NaN));
  const run = series(global.map((value) => index * value));
  return correctForecast(run, series(seen), { now: start + 11.5 * HOUR, place: at, climatology: 0.6 });
}

describe("forecastQuantiles beyond the first hours", () => {
  const corrected = forecastAt(place, START, 0.8, 45);
  const { values } = forecastQuantiles(corrected, DEFAULT_SPREAD, { probabilities: ALL });

  test.each([0, 0.1, 0.5, 0.9, 1.2])(
    "of an index of %d never cross, are not negative and not above 1.3 clear skies",
    (index) => {
      const found = forecastAt(place, START, index);
      const quantiles = forecastQuantiles(found, DEFAULT_SPREAD, { probabilities: ALL }).values;
      for (let row = found.first; row < DAYS * 96; row++) {
        for (let q = 0; q < ALL.length; q++) {
          expect(quantiles[q]![row]!).toBeGreaterThanOrEqual(q === 0 ? 0 : quantiles[q - 1]![row]!);
          expect(quantiles[q]![row]!).toBeLessThanOrEqual(Math.max(1.3 * found.clear[row]!, 1.2 * 5));
        }
      }
    },
  );

  test("go to the end of the run, are 0 at night and begin with the forecast", () => {
    for (const quantile of values) {
      expect(quantile.subarray(0, corrected.first).every(Number.isNaN)).toBe(true);
      expect(quantile.subarray(corrected.first).some(Number.isNaN)).toBe(false);
    }
    const night = corrected.clear.findIndex((clear, row) => row > corrected.first && clear === 0);
    expect(values.map((quantile) => quantile[night])).toEqual(ALL.map(() => 0));
  });

  test("have no step where those of the first hours end", () => {
    const index = (q: number, row: number) => values[q]![row]! / corrected.clear[row]!;
    for (let lead = 20; lead < 30; lead++) {
      const row = corrected.first + lead;
      for (const q of [1, 5, 9]) expect(Math.abs(index(q, row + 1) - index(q, row))).toBeLessThan(0.05);
    }
  });

  test("of hours lie within those of their quarters", () => {
    const hours = forecastQuantiles(corrected, DEFAULT_SPREAD, { probabilities: [0.1, 0.9], of: "hours" }).values;
    const row = 96 + 44;
    expect(hours[0]![row]!).toBeGreaterThan(values[1]![row]!);
    expect(hours[1]![row]!).toBeLessThanOrEqual(values[9]![row]!);
  });

  test("are there in polar night and midnight sun", () => {
    const north = { latitude: 78, longitude: 15, altitude: 10 };
    const dark = forecastAt(north, Date.UTC(2024, 11, 1), 0.5);
    const { values: none } = forecastQuantiles(dark, DEFAULT_SPREAD, { probabilities: ALL });
    expect(none.every((quantile) => quantile.subarray(dark.first).every((value) => value === 0))).toBe(true);
    const light = forecastAt(north, START, 0.5);
    const { values: some } = forecastQuantiles(light, DEFAULT_SPREAD, { probabilities: ALL });
    expect(some[10]!.subarray(light.first).every((value) => value > 0)).toBe(true);
  });

  test("refuse other probabilities and steps", () => {
    const ask = (options: object) => () => forecastQuantiles(corrected, DEFAULT_SPREAD, options);
    expect(ask({ probabilities: [0.5, 1] })).toThrow("probabilities must be from 0.01 to 0.99, got 1");
    expect(ask({ of: "days" })).toThrow('of must be "quarters" or "hours", got "days"');
  });
});

describe("the first hours after observations of hours", () => {
  test("take a table of quarters at the width of hours", () => {
    const { departures, quarters } = DEFAULT_SPREAD;
    const { step, departures: own } = new SpreadLearner(DEFAULT_SPREAD.leads).onTopOf(DEFAULT_SPREAD, "hour");
    // Nothing was learnt here: the table itself.
    expect(step).toBe("hour");
    own.forEach((skies, k) => {
      for (const sky of SKIES) {
        const expected = departures[k]![sky].flat().map((value) => value / quarters);
        skies[sky].flat().forEach((value, q) => {
          expect(Math.abs(value - expected[q]!)).toBeLessThan(1e-15);
        });
      }
    });
    expect(new SpreadLearner(DEFAULT_SPREAD.leads).onTopOf(DEFAULT_SPREAD, "quarter").departures).toEqual(departures);
  });

  test("have one band for the quarters of an hour, and a wider one in the next", () => {
    const wider = DEFAULT_SPREAD.leads.map((lead) => lead / 24);
    const departures = wider.map((width) =>
      Object.fromEntries(
        SKIES.map((sky) => [sky, SPREAD_INDICES.map(() => KNOT_SCORES.map((score) => width * score))]),
      ),
    ) as unknown as typeof DEFAULT_SPREAD.departures;
    const widthAt = (lead: number, step: "hour" | "quarter") => {
      const at = { sky: "steady", light: 300, clear: 500, lead, solarHour: 12, step } as const;
      const quantile = lightQuantiles({ ...DEFAULT_SPREAD, departures, step }, at);
      return quantile(1) - quantile(-1);
    };
    for (const lead of [5, 6, 7]) expect(widthAt(lead, "hour")).toBe(widthAt(4, "hour"));
    expect(widthAt(8, "hour")).toBeGreaterThan(widthAt(7, "hour"));
    expect(widthAt(5, "quarter")).toBeGreaterThan(widthAt(4, "quarter"));
    expect([1, 2, 3].map((lead) => widthAt(lead, "hour"))).toEqual(Array.from({ length: 3 }, () => widthAt(1, "hour")));
  });
});

/** Hours of a year whose departures are those of the bands, moved and stretched. */
function past(stretch: number, shift = 0, hourly = 0): PastHour[] {
  const random = new Random(3);
  let score = 0;
  return Array.from({ length: 365 * 10 }, (_, k) => {
    const [day, hour] = [Math.floor(k / 10), k % 10];
    score = hourly * score + Math.sqrt(1 - hourly * hourly) * normalQuantile(random.uniform(1, k, 0, 0));
    const solarHour = 7 + hour;
    return {
      ...{ run: Math.floor(day / 3), hour: 24 * day + solarHour, lead: 24 * (day % 3) + hour + 5, solarHour },
      ...{ clearSkyIndex: 0.7, clear: 500, departure: shift + stretch * 0.2 * score },
    };
  });
}

describe("learnBands", () => {
  const bands = DEFAULT_SPREAD.ahead;

  test("follow how wide the errors of a place are, to next to nothing for a perfect forecast", () => {
    const sizeOf = (stretch: number) => learnBands(bands, past(stretch)).size;
    expect(sizeOf(0.5)).toBeLessThan(sizeOf(1));
    expect(sizeOf(1)).toBeLessThan(sizeOf(1.5));
    expect(sizeOf(0)).toBeLessThan(0.03);
    const few = learnBands(bands, past(0.5).slice(0, 50)).size;
    expect(few).toBeGreaterThan(sizeOf(0.5));
    expect(few).toBeLessThan(1);
  });

  test("move the ranks where what came was darker or clearer, hour by hour", () => {
    const mixed = past(1).map((hour) => ({ ...hour, departure: hour.departure + (hour.solarHour < 10 ? -0.2 : 0.2) }));
    const { shifts } = learnBands(bands, mixed).hours;
    expect(Math.max(...shifts.slice(7, 10))).toBeLessThan(Math.min(...shifts.slice(10, 17)) - 0.5);
    expect(shifts[3]).toBe(0);
    expect(learnBands(bands, [])).toBe(bands);
  });

  test("find how hours hang together", () => {
    const { correlation } = learnBands(bands, past(1, 0, 0.9), 0);
    expect(correlationAt(correlation, 1)).toBeCloseTo(0.9, 1);
    const few = past(1, 0, 0.9).slice(0, 5);
    expect(fitCorrelation(few, [1, 2, 3, 4, 5], bands.correlation, 1)).toBe(bands.correlation);
  });
});

describe("sumQuantiles", () => {
  const probabilities = [0.1, 0.5, 0.9];
  const hours = (count: number) => probabilities.map((_, q) => new Float64Array(count).fill(100 + 50 * (q - 1)));
  const options = { start: START, step: HOUR, spans: [{ from: 0, to: 10 }], probabilities };
  const withCorrelation = (common: number, hourly: number) => ({
    ...options,
    spread: { ...DEFAULT_SPREAD, ahead: { ...DEFAULT_SPREAD.ahead, correlation: { common, hourly } } },
  });

  test("are those of the hours if these are as one, and narrower by the root of ten if they are apart", () => {
    const rows = { probabilities, values: hours(10) };
    const one = sumQuantiles(rows, withCorrelation(1, 0)).map(([sum]) => sum!);
    const apart = sumQuantiles(rows, withCorrelation(0, 0)).map(([sum]) => sum!);
    for (const [q, sum] of one.entries()) expect(sum / (1000 + 500 * (q - 1))).toBeCloseTo(1, 1);
    expect(one[1]).toBeCloseTo(1000, 6);
    expect(apart[1]! / 1000).toBeCloseTo(1, 2);
    const ratio = (apart[2]! - apart[0]!) / (one[2]! - one[0]!);
    // Beyond the outer probabilities the ranks stay at theirs, which takes a little of the spread.
    expect(ratio).toBeGreaterThan(0.22);
    expect(ratio).toBeLessThan(Math.sqrt(1 / 10) + 0.03);
  });

  test("are the same whatever was summed before: other levels, other correlations, more hours than are kept", () => {
    const rows = (count: number) => ({ probabilities, values: hours(count) });
    const first = sumQuantiles(rows(10), options);
    const many = { ...options, spans: [{ from: 0, to: 500 }] };
    const long = sumQuantiles(rows(500), many);
    for (let k = 0; k < 12; k++) sumQuantiles(rows(10), withCorrelation(0.2, k / 12));
    sumQuantiles({ probabilities: probabilities.slice(1), values: hours(10).slice(1) }, options);
    expect(sumQuantiles(rows(10), options)).toEqual(first);
    expect(sumQuantiles(rows(500), many)).toEqual(long);
    // Whoever takes fewer hours of a longer sum takes the same members.
    const both = {
      ...options,
      spans: [
        { from: 0, to: 500 },
        { from: 0, to: 10 },
      ],
    };
    expect(sumQuantiles(rows(500), both).map(([, short]) => short)).toEqual(first.map(([sum]) => sum));
  });

  test("add what is known as it is, and miss what is missing", () => {
    const known = probabilities.map(() => Float64Array.from({ length: 10 }, (_, k) => k));
    const spans = [
      { from: 0, to: 10 },
      { from: 2, to: 3 },
    ];
    const found = sumQuantiles({ probabilities, values: known }, { ...options, spans });
    expect(found.map((sums) => [...sums])).toEqual(probabilities.map(() => [45, 2]));
    known[0]![5] = Number.NaN;
    expect(sumQuantiles({ probabilities, values: known }, options)[0]![0]).toBeNaN();
  });

  test("are the same again, and the same of quarters as of their hours", () => {
    const rows = { probabilities, values: hours(10) };
    expect(sumQuantiles(rows, options)).toEqual(sumQuantiles(rows, options));
    const quarters = { ...options, step: QUARTER, spans: [{ from: 0, to: 40 }] };
    const fine = sumQuantiles({ probabilities, values: hours(40) }, quarters);
    fine.forEach(([sum], q) => {
      expect(sum! / 4).toBeCloseTo(sumQuantiles(rows, options)[q]![0]!, 6);
    });
  });

  test.each([
    [{ spans: [{ from: 3, to: 3 }] }, /spans must be rows from 0 to 10/],
    [{ spans: [{ from: 0, to: 11 }] }, /spans must be rows from 0 to 10/],
    [{ step: 2 * HOUR }, /step must be milliseconds, up to an hour/],
    [{ start: Number.NaN }, /start must be Unix ms/],
    [{ probabilities: [0] }, /probabilities must be from 0.01 to 0.99/],
  ])("refuse %j", (wrong, why) =>
    expect(() => sumQuantiles({ probabilities, values: hours(10) }, { ...options, ...wrong })).toThrow(why),
  );
});
