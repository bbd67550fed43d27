/** Observations that are not the place's light: noticed, left out or refused, said; and what is served, whatever was learnt. */
import { describe, expect, test } from "vitest";
import { DAY_AHEAD_PREDICTORS } from "../../../src/answers/forecast/day-ahead/predictors.js";
import { DEFAULT_TABLE } from "../../../src/answers/forecast/default-table.generated.js";
import { correctForecast, type ForecastPast, learnFromPast } from "../../../src/answers/forecast/index.js";
import { examineTeacher } from "../../../src/answers/forecast/known-past.js";
import { type Fit, PREDICTORS, SKIES } from "../../../src/answers/forecast/table.js";
import { Random } from "../../../src/foundation/statistics/random.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";

const HOUR = 3_600_000;
const DAYS = 60;
const START = Date.UTC(2023, 8, 1, 4);
const place = { latitude: -34.6, longitude: -58.48, altitude: 25 };
const grid = { start: START, step: HOUR, count: (DAYS + 4) * 24 };
const { global } = clearSkyOn(grid, place);
const random = new Random(39);
const clouds = Float64Array.from({ length: grid.count }, (_, row) => {
  const day = Math.floor(row / 24);
  const cloud = Math.max(0, random.normal(1, day, 0, 0)) * 0.4;
  return Math.min(1.03, Math.max(0.08, 1.02 - cloud * (1 + 0.3 * random.normal(2, row, 0, 0))));
});
const truth = global.map((clear, row) => clear * clouds[row]!);

/** A model that sees half of the clouds, two runs a day. */
const runs: ForecastPast["runs"] = Array.from({ length: 2 * DAYS }, (_, k) => {
  const from = 12 * k;
  const light = Float64Array.from({ length: 60 }, (_, hour) => {
    const row = from + hour;
    const index = 1.05 - 0.5 * (1 - (clouds[row] ?? 1)) + 0.05 * random.normal(3, row, k % 7, 0);
    return (global[row] ?? 0) * Math.min(1.1, Math.max(0.1, index));
  });
  return { issued: START + (from + 4) * HOUR, series: hourly(light, START + from * HOUR) };
});

function hourly(ghi: ArrayLike<number>, start = START) {
  return { start, interval: 3600, columns: { global_horizontal_irradiance: ghi } };
}

const sound = truth.subarray(0, DAYS * 24);
const pastOf = (light: ArrayLike<number>): ForecastPast => ({ runs, observations: hourly(light) });
const examined = (change: (light: number, row: number) => number) =>
  examineTeacher(pastOf(sound.map((light, row) => change(light, row))), place);
const hourOf = (row: number) => row % 24;

describe("examineTeacher", () => {
  test("believes the place's own light", () => {
    const found = examined((light) => light);
    expect(found).toEqual({
      verdict: "use",
      days: DAYS,
      daysGiven: DAYS,
      leftOut: [],
      message: "nothing was left out of the observations",
    });
  });

  test.each([
    ["× 0.5", (light: number) => 0.5 * light, /too bright or too dark/],
    ["× 0.75", (light: number) => 0.75 * light, /too bright or too dark/],
    ["× 1.4", (light: number) => 1.4 * light, /clear/],
    ["in kW/m²", (light: number) => light / 1000, /./],
    ["zero", () => 0, /no light by day/],
    ["three hours late", (_: number, row: number) => sound[row - 3] ?? Number.NaN, /3 hours ahead/],
    ["ten days late", (_: number, row: number) => sound[row - 240] ?? Number.NaN, /other days than the runs/],
    ["that of a battery at night", (light: number, row: number) => (global[row] === 0 ? 200 : light), /night/],
    ["cut off at 400 W/m²", (light: number) => Math.min(400, light), /never exceeds 400/],
  ])("refuses light that is %s", (_, change, message) => {
    const found = examined(change);
    expect(found.verdict).toBe("refuse");
    expect(found.days).toBe(0);
    expect(found.message).toMatch(message);
    expect(found.leftOut.at(-1)!.message).toBe(found.message);
  });

  test.each([
    ["dead for ten days", (light: number, row: number) => (row >= 480 && row < 720 ? 0 : light), "dead", 10],
    ["stuck for ten days", (light: number, row: number) => (row >= 480 && row < 720 ? 333 : light), "stuck", 10],
    [
      "a third of it for twenty days",
      (light: number, row: number) => (row < 480 ? light / 3 : light),
      "brightness",
      20,
    ],
    [
      "that of one day again for a week",
      (light: number, row: number) => (row >= 480 && row < 648 ? sound[456 + hourOf(row)]! : light),
      "stuck",
      7,
    ],
    ["behind a wall", (light: number, row: number) => (hourOf(row) >= 15 ? 0.5 * light : light), "shade", DAYS],
  ])("leaves out light that is %s, and says so", (_, change, code, days) => {
    const found = examined(change);
    expect(found.verdict).toBe("rest");
    const fault = found.leftOut.find((one) => one.code === code)!;
    expect(Math.abs(fault.days - days)).toBeLessThanOrEqual(2);
    expect(found.message).toContain(fault.message);
  });

  /** Runs of another kind: their index at a row, from the day they begin. */
  const runsOf = (index: (row: number, run: number) => number): ForecastPast["runs"] =>
    Array.from({ length: 2 * DAYS }, (_, k) => {
      const light = Float64Array.from(
        { length: 60 },
        (_, hour) => (global[12 * k + hour] ?? 0) * index(12 * k + hour, k),
      );
      return { issued: START + (12 * k + 4) * HOUR, series: hourly(light, START + 12 * k * HOUR) };
    });

  test.each<[string, (light: number, row: number) => number, (row: number, run: number) => number]>([
    [
      "runs without skill, of which none agrees with the next, condemn no light",
      (light) => light,
      (row, run) => 0.15 + 0.9 * random.uniform(5, Math.floor(row / 12), run, 0),
    ],
    [
      "runs that are as bright excuse bright days",
      (light, row) => (row < 240 ? 1.3 * light : light),
      (row) => (row < 240 ? 1.3 : 1) * Math.min(1.05, clouds[row] ?? 1),
    ],
    [
      "one equal hour makes no repeated day",
      (light, row) => (row < 480 || row >= 528 ? light : hourOf(row) === 12 ? 400 : Number.NaN),
      (row) => Math.min(1.05, clouds[row] ?? 1),
    ],
  ])("%s", (_, change, index) => {
    const light = sound.map((one, row) => change(one, row));
    const { leftOut } = examineTeacher({ runs: runsOf(index), observations: hourly(light) }, place);
    expect(leftOut).toEqual([]);
  });

  test("takes a half day as the day that it is", () => {
    const today = sound.slice(0, -9);
    expect(examineTeacher(pastOf(today), place).verdict).toBe("use");
  });
});

describe("learnFromPast", () => {
  const options = { place, climatology: 0.7 };

  test("learns no day ahead from a teacher that is refused, and says why", () => {
    const { dayAhead, teacher } = learnFromPast(pastOf(sound.map((light) => light / 2)), options);
    expect(dayAhead).toBeUndefined();
    expect(teacher!.verdict).toBe("refuse");
  });

  test("learns from the rest as if what is left out were missing", () => {
    const isOut = (row: number) => row >= 480 && row < 720;
    const dead = learnFromPast(pastOf(sound.map((light, row) => (isOut(row) ? 0 : light))), options);
    const missing = learnFromPast(pastOf(sound.map((light, row) => (isOut(row) ? Number.NaN : light))), options);
    expect(dead.teacher!.verdict).toBe("rest");
    // At the edges of the stretch an hour of a low sun more or less.
    const weights = (of: typeof dead) => of.dayAhead!.fits.flatMap((fit) => fit.weights);
    weights(dead).forEach((weight, k) => {
      expect(weight).toBeCloseTo(weights(missing)[k]!, 3);
    });
  });
});

/** No tables make light that is negative or above what the library takes for the clearest sky. */
test("serves light from 0 to 1.3 clear skies with any weights", () => {
  const draws = new Random(7);
  const now = START + 20 * 24 * HOUR + 14 * HOUR;
  const series = hourly(runs[40]!.series.columns.global_horizontal_irradiance as Float64Array, START + 480 * HOUR);
  for (let draw = 0; draw < 40; draw++) {
    let k = 0;
    const weight = () => [1000, 3, 0.5][draw % 3]! * (2 * draws.uniform(1, draw, k++, 0) - 1);
    const fitOf = (size: number): Fit => ({
      weights: Array.from({ length: size }, weight),
      moments: new Array<number>((size * (size + 1)) / 2).fill(1),
    });
    const bySky = (size: number) =>
      Object.fromEntries(SKIES.map((sky) => [sky, fitOf(size)])) as (typeof DEFAULT_TABLE)["fits"]["hour"][number];
    const table = {
      ...DEFAULT_TABLE,
      fits: {
        quarter: DEFAULT_TABLE.leads.map(() => bySky(PREDICTORS.quarter.length)),
        hour: DEFAULT_TABLE.leads.map(() => bySky(PREDICTORS.hour.length)),
      },
      unobserved: DEFAULT_TABLE.leads.map(() => fitOf(1)),
    };
    const fits = [{ predictors: DAY_AHEAD_PREDICTORS.slice(0, 8), weights: Array.from({ length: 8 }, weight) }];
    const dayAhead = { name: "hostile", evidence: "", reach: 72, fits };
    const seen = draw % 2 === 0 ? hourly(sound) : hourly(sound.slice(0, 24));
    const { series: served, clear } = correctForecast(series, seen, { now, place, climatology: 0.7, table, dayAhead });
    const light = served.columns.global_horizontal_irradiance as Float64Array;
    expect(light.every((value, row) => value >= 0 && value <= 1.3 * clear[row]! + 6.5)).toBe(true);
    expect(light.some((value) => value > 0)).toBe(true);
  }
});
