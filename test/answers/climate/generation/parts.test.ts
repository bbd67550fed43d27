/** The parts of the generator, each against what is known of it without it. */
import { describe, expect, it } from "vitest";
import { AGUIAR_CLASSES } from "../../../../src/answers/climate/generation/aguiar-matrices.generated.js";
import { MONTH_BEGINS, yearCalendar } from "../../../../src/answers/climate/generation/calendar.js";
import {
  type DaySums,
  exponentialDays,
  exponentialQuantile,
  exponentialSlope,
  powerSlope,
} from "../../../../src/answers/climate/generation/daily.js";
import { aguiarDays } from "../../../../src/answers/climate/generation/daily-compared.js";
import { computeEnvelope, type Envelope } from "../../../../src/answers/climate/generation/envelope.js";
import { bendToSum } from "../../../../src/answers/climate/generation/exact-mean.js";
import {
  DAILY_INDICES,
  HOURLY_QUANTILES,
  PROBABILITIES,
} from "../../../../src/answers/climate/generation/hourly-quantiles.generated.js";
import { addDistribution, betaTable, NODES } from "../../../../src/answers/climate/generation/minute-law.js";
import {
  curveAt,
  eachRow,
  monthlyCurve,
  monthlyMeansOf,
} from "../../../../src/answers/climate/generation/monthly-curve.js";
import { fitMonths, MOST_CLEAR, type Month } from "../../../../src/answers/climate/generation/months.js";
import { hourlyHumidity } from "../../../../src/answers/climate/generation/states.js";
import { airAnomalies, PERSISTENCE } from "../../../../src/answers/climate/generation/temperature.js";
import { Random } from "../../../../src/foundation/statistics/random.js";
import { MONTH_DAYS } from "../../../../src/foundation/time/calendar.js";
import { read } from "../../../policy/repository.js";

describe("the exponential law", () => {
  // Roots of the mean's equation found with scipy's brentq, on [0.03, 1.03].
  it.each([
    [0.2, -5.776724],
    [0.4, -1.627611],
    [0.53, 0],
    [0.7, 2.199023],
    [0.9, 7.664636],
  ])("has for the mean %d the slope %d", (mean, slope) => expect(exponentialSlope(mean - 0.03)).toBeCloseTo(slope, 6));

  it.each([-40, -5, -0.5, -1e-5, 0, 1e-5, 0.5, 5, 40])("has the quantiles of its own distribution at slope %d", (g) => {
    for (const p of [0.001, 0.1, 0.5, 0.9, 0.999]) {
      const x = exponentialQuantile(g, p);
      expect(g === 0 ? x : Math.expm1(g * x) / Math.expm1(g)).toBeCloseTo(p, 9);
    }
  });
});

it.each([0.5, 1, 1.5, 2])(
  "the law of powers has the mean 1 / (1 + p) of the power p = %d where it is uniform, and rises with it",
  (p) => {
    // 24 points for an integral, and so many halvings: the mean is good to 1e-3, and the slope to 12 times that.
    expect(Math.abs(powerSlope(1 / (1 + p), p))).toBeLessThan(0.02);
    expect(powerSlope(0.2, p)).toBeLessThan(powerSlope(0.5, p));
    expect(powerSlope(0.5, p)).toBeLessThan(powerSlope(0.8, p));
  },
);

/** Sums of days that are all alike. */
function sumsOfOne(days: number): DaySums {
  const ones = () => new Float64Array(days).fill(1);
  return { global: ones(), extraterrestrial: ones(), clean: ones(), most: ones() };
}

describe("days of the exponential law", () => {
  const sums = sumsOfOne(20_000);
  const drawn = (latitude: number, mean: number) => {
    const month = { firstDay: 0, endDay: 20_000, clearSkyIndex: mean, envelopeFactor: 1 } as Month;
    const index = new Float64Array(20_000);
    exponentialDays(latitude).draw(new Random(9), month, sums, 0, 0, index);
    const average = index.reduce((sum, value) => sum + value, 0) / index.length;
    const square = index.reduce((sum, value) => sum + (value - average) ** 2, 0) / index.length;
    const lagged = index.subarray(1).reduce((sum, value, day) => sum + (value - average) * (index[day]! - average), 0);
    return { average, deviation: Math.sqrt(square), lag: lagged / index.length / square };
  };

  // Below 0.66 days are as alike elsewhere: the power is at its lower end.
  it.each([0.72, 0.8, 0.85])("have the mean %d everywhere, and are more alike in the tropics", (mean) => {
    const [temperate, between, tropical] = [45, 24, 5].map((latitude) => drawn(latitude, mean));
    // Means of 20,000 days of a deviation of 0.25 and correlation 0.3: four times 0.0024.
    for (const { average } of [temperate!, between!, tropical!]) expect(Math.abs(average - mean)).toBeLessThan(0.01);
    expect(tropical!.deviation).toBeLessThan(0.9 * temperate!.deviation);
    expect(between!.deviation).toBeGreaterThan(tropical!.deviation);
    expect(between!.deviation).toBeLessThan(temperate!.deviation);
  });

  it("follow one another with the correlation of the chain, as far as the law leaves it", () => {
    const { lag } = drawn(45, 0.55);
    expect(lag).toBeGreaterThan(0.26);
    expect(lag).toBeLessThan(0.33);
  });
});

describe("bendToSum", () => {
  const weights = Float64Array.of(1, 2, 0, 3, 4);

  it.each([[0.001], [1], [5], [9], [11]])("meets the sum %d below the bound, in the same order", (sum) => {
    const values = Float64Array.of(0.2, 0.9, 0.5, 1.1, 0.6);
    bendToSum(values, weights, 0, 5, sum, 1.2, 1e-4);
    const met = values.reduce((total, value, i) => total + value * weights[i]!, 0);
    expect(Math.abs(met / sum - 1)).toBeLessThan(1e-14);
    expect(Math.max(...values)).toBeLessThanOrEqual(1.2);
    expect(values[2]).toBe(0);
    expect(values[0]! < values[4]! && values[4]! < values[1]! && values[1]! < values[3]!).toBe(true);
  });

  it("is a power of what was there, not a factor", () => {
    const values = Float64Array.of(0.3, 0.6);
    bendToSum(values, Float64Array.of(1, 1), 0, 2, 1.5, 1.2, 1e-4);
    expect(Math.log(values[0]! / 1.2) / Math.log(0.3 / 1.2)).toBeCloseTo(Math.log(values[1]! / 1.2) / Math.log(0.5), 8);
  });

  it("gives nothing where the sum is nothing", () => {
    const values = Float64Array.of(0.3, 0.6);
    bendToSum(values, Float64Array.of(1, 1), 0, 2, 0, 1.2, 1e-4);
    expect([...values]).toEqual([0, 0]);
  });
});

describe("the beta table", () => {
  it("has 1 − (1 − x)^15 for a mean of 1/16, whose variance is held down to its density's falling", () => {
    const out = new Float64Array(NODES);
    addDistribution(betaTable(0.014), 1 / 16, 1, out);
    // The rows have 129 means: 1/16 is one of them. Simpson's rule with half a node.
    out.forEach((p, k) => {
      expect(Math.abs(p - (1 - (1 - k / (NODES - 1)) ** 15))).toBeLessThan(1e-6);
    });
  });

  it("has 3x² − 2x³ for a mean of 1/2 with the variance 1/20", () => {
    const out = new Float64Array(NODES);
    addDistribution(betaTable(1 / 20), 0.5, 1, out);
    out.forEach((p, k) => {
      const x = k / (NODES - 1);
      expect(Math.abs(p - x * x * (3 - 2 * x))).toBeLessThan(1e-12);
    });
  });

  it("adds mixtures, linear between its means", () => {
    const table = betaTable(0.006);
    const [a, b, middle] = [new Float64Array(NODES), new Float64Array(NODES), new Float64Array(NODES)];
    addDistribution(table, 40 / 128, 1, a);
    addDistribution(table, 41 / 128, 1, b);
    addDistribution(table, 40.25 / 128, 2, middle);
    middle.forEach((p, k) => {
      expect(p).toBeCloseTo(2 * (0.75 * a[k]! + 0.25 * b[k]!), 12);
    });
  });
});

it("the monthly curve has the monthly means, in hours and in minutes", () => {
  const means = [5, -3, 8, 40, 2, 0, 7, -20, 1, 1, 30, 4];
  const curve = monthlyCurve(means);
  for (const rowsOfDay of [24, 1440]) {
    const column = new Float64Array(365 * rowsOfDay);
    eachRow(rowsOfDay, (row, month, position) => {
      column[row] = curveAt(curve, month, position);
    });
    monthlyMeansOf(column).forEach((mean, month) => {
      expect(mean).toBeCloseTo(means[month]!, 9);
    });
    const steps = column.map((value, row) => Math.abs(value - column[(row + 1) % column.length]!));
    // No step at midnight of the 1st, nor at the year's end: 60 within half a month, overshot by a half.
    expect(steps.reduce((most, step) => Math.max(most, step), 0)).toBeLessThan((3 * 60) / 28 / rowsOfDay);
  }
});

describe("tables", () => {
  const rows = (name: string) =>
    read(`fixtures/climate/${name}`)
      .split("\n")
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(",").map(Number));

  it("of Aguiar's matrices are the fixture's, and their rows sum to 1 within their rounding", () => {
    expect(AGUIAR_CLASSES.length).toBe(10);
    for (const [number, , upper, least, most, state, ...p] of rows("aguiar1988_mtm.csv")) {
      expect(AGUIAR_CLASSES[number!]).toMatchObject({ upper, least, most });
      expect(AGUIAR_CLASSES[number!]!.rows[state!]).toEqual(p);
      expect(Math.abs(p.reduce((sum, value) => sum + value, 0) - 1)).toBeLessThan(0.0045);
    }
  });

  it("of hourly quantiles are the fixture's and rise", () => {
    const given = rows("hourly_kc_quantiles_clean.csv");
    expect(DAILY_INDICES).toEqual(given.map(([index]) => index));
    expect(HOURLY_QUANTILES).toEqual(given.map((row) => row.slice(2)));
    for (const row of [PROBABILITIES, ...HOURLY_QUANTILES])
      expect(row.every((value, k) => k === 0 || value >= row[k - 1]!)).toBe(true);
  });
});

it("Aguiar's days go from state to state as often as the matrix says", () => {
  const sums = sumsOfOne(20_000);
  const month = { firstDay: 0, endDay: 20_000, clearness: 0.52 } as Month;
  const index = new Float64Array(20_000);
  aguiarDays.draw(new Random(5), month, sums, 0, 0.52, index);
  const { least, most, rows } = AGUIAR_CLASSES[5]!;
  const stateOf = (k: number) => Math.min(Math.floor(((k - least) / (most - least)) * 10), 9);
  const counts = rows.map((row) => row.map(() => 0));
  for (let day = 1; day < index.length; day++) counts[stateOf(index[day - 1]!)]![stateOf(index[day]!)]!++;
  counts.forEach((row, state) => {
    const visits = row.reduce((sum, count) => sum + count, 0);
    row.forEach((count, next) => {
      const p = rows[state]![next]!;
      // Four standard deviations and the rounding of the printed row; 100 frequencies are looked at.
      const allowed = 4.5 * Math.sqrt(visits * p * (1 - p)) + 0.004 * visits + 1;
      expect(Math.abs(count - visits * p)).toBeLessThan(allowed);
    });
  });
});

it("a month clearer than its envelope raises hours and minutes, global and direct alike", () => {
  const site = { latitude: 40, longitude: 0, altitude: 200 };
  const make = () => computeEnvelope(site, yearCalendar(2005, 0), "ineichen", new Array(12).fill(4), true);
  const [before, after] = [make(), make()];
  const means = monthlyMeansOf(before.global);
  const given = Array.from(means, (mean, month) => (month === 5 ? 1.02 : 0.5) * mean);
  const june = fitMonths(given, after, [])[5];
  const factor = 1.02 / MOST_CLEAR;
  expect(june!.envelopeFactor).toBeCloseTo(factor, 12);
  const parts = ({ global, direct, minutes }: Envelope) => [global, direct, minutes!.global, minutes!.direct];
  for (const [k, column] of parts(before).entries()) {
    const ofDay = k < 2 ? 24 : 1440;
    for (const [day, expected] of [
      [165, factor],
      [140, 1],
    ] as const) {
      const noon = (day + 0.5) * ofDay;
      expect(column[noon]).toBeGreaterThan(100);
      expect(parts(after)[k]![noon]! / column[noon]!).toBeCloseTo(expected, 12);
    }
  }
});

describe("anomalies of the air", () => {
  /** Bright and dull days, drawn evenly; what is fresh of their anomalies, over many years. */
  function freshOf(latitude: number, first: number, end: number) {
    const months = MONTH_BEGINS.map((firstDay, month) => ({ firstDay, endDay: firstDay + MONTH_DAYS[month]! }));
    const sums = sumsOfOne(365);
    let [products, squares, count] = [0, 0, 0];
    for (let seed = 1; seed <= 400; seed++) {
      const coin = new Random(1000 + seed);
      const daily = Float64Array.from({ length: 365 }, (_, day) => (coin.normal(9, day, 0, 0) > 0 ? 0.7 : 0.3));
      const place = { latitude, longitude: 0, timeZone: 0 };
      const radiation = { months: months as unknown as readonly Month[], sums, daily };
      const { days } = airAnomalies(place, new Array(12).fill(10), radiation, new Random(seed));
      for (let day = first; day < end; day++) {
        const fresh = (days[day]! - PERSISTENCE * days[day - 1]!) / Math.sqrt(1 - PERSISTENCE ** 2);
        products += fresh * (daily[day]! > 0.5 ? 1 : -1);
        squares += fresh * fresh;
        count++;
      }
    }
    return { tie: products / count, variance: squares / count };
  }

  // 0.18 ± 0.27 by the season, its mean over the month; 12,400 draws are good to 0.01, and so is the month's own mean of brightness.
  it.each([
    [47, "July", 181, 212, 0.447],
    [47, "January", 1, 31, -0.087],
    [-47, "July", 181, 212, -0.087],
    [-47, "January", 1, 31, 0.447],
    [5, "July", 181, 212, 0.1],
  ])("at latitude %d in %s go with bright days", (latitude, _, first, end, expected) => {
    const { tie, variance } = freshOf(latitude, first, end);
    expect(Math.abs(tie - expected)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.04);
  });
});

it("humidity of hours colder than the dew point is 100 %, and the others have the dew point that keeps the mean", () => {
  const air = Float64Array.from({ length: 8760 }, (_, row) => 10 + 6 * Math.sin((row * Math.PI) / 12));
  const still = { deviation: 0, days: new Float64Array(365) };
  const { dewPoint, relative } = hourlyHumidity("relative", new Array(12).fill(80), new Array(12).fill(10), air, still);
  const pressure = (celsius: number) => Math.exp((17.62 * celsius) / (243.12 + celsius));
  const humidity = (dew: number, celsius: number) => 100 * Math.min(1, pressure(dew) / pressure(celsius));
  const day = Array.from(air.subarray(0, 24));
  let [low, high] = [0, 15];
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2;
    const mean = day.reduce((sum, celsius) => sum + humidity(middle, celsius), 0) / 24;
    if (mean < 80) low = middle;
    else high = middle;
  }
  const saturated = day.filter((celsius) => celsius < low).length;
  expect(saturated).toBeGreaterThan(5);
  for (let row = 24 * 180; row < 24 * 181; row++) {
    expect(relative[row]).toBeCloseTo(humidity(low, air[row]!), 3);
    expect(dewPoint[row]).toBeCloseTo(Math.min(low, air[row]!), 3);
  }
});

describe("the water of clear days", () => {
  /** Noon's envelope over the same without that water, on 15 January and 15 July. */
  const dimmed = (latitude: number, altitude: number) => {
    const place = { latitude, longitude: 0, altitude };
    const [wet, dry] = [undefined, 0].map((share) =>
      computeEnvelope(place, yearCalendar(2005, 0), "ineichen", new Array(12).fill(2.4), false, share),
    );
    return [14, 195].map((day) => wet!.global[day * 24 + 12]! / dry!.global[day * 24 + 12]!);
  };

  // By hand for 15 July at 36° and 1,000 m: 0.65 · 2.07 cm in place of 1 · exp(−1000/2200) = 0.63; 0.09 · (1.12 − 0.84) is 2.5 %.
  it("dims the summer of high ground, and neither its winter nor the shore", () => {
    const [january, july] = dimmed(36, 1000);
    expect(january).toBe(1);
    expect(july).toBeGreaterThan(0.97);
    expect(july).toBeLessThan(0.985);
    expect(dimmed(-36, 1000)[1]).toBe(1);
    expect(dimmed(-36, 1000)[0]).toBeLessThan(0.985);
    expect(dimmed(36, 0)).toEqual([1, 1]);
    expect(dimmed(36, -300)).toEqual([1, 1]);
  });

  it("counts for more the higher the ground is, without a step", () => {
    const [low, middle, high] = [400, 700, 1000].map((altitude) => dimmed(36, altitude)[1]!);
    expect(low).toBeGreaterThan(middle!);
    expect(middle).toBeGreaterThan(high!);
    expect(Math.abs(dimmed(36, 999.9)[1]! - dimmed(36, 1000.1)[1]!)).toBeLessThan(1e-5);
  });
});
