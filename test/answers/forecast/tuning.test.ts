/** A place's own weights as a file: learnt, judged on days they did not see, kept to the last digit, refused when damaged. */
import { describe, expect, test } from "vitest";
import { KNOT_SCORES } from "../../../src/answers/forecast/curves.js";
import { DEFAULT_SPREAD, DEFAULT_TABLE } from "../../../src/answers/forecast/default-table.generated.js";
import {
  correctForecast,
  type ForecastPast,
  forecastQuantiles,
  type Learned,
  learnFromPast,
  parseSiteTuning,
  siteTuningText,
  tuneToSite,
} from "../../../src/answers/forecast/index.js";
import { knownPast } from "../../../src/answers/forecast/known-past.js";
import { PROBABILITIES } from "../../../src/answers/forecast/spread.js";
import { SKIES, SPREAD_INDICES } from "../../../src/answers/forecast/table.js";
import type { JudgedLead } from "../../../src/answers/forecast/tuning.js";
import { normalQuantile } from "../../../src/foundation/statistics/normal.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";
import { ghiSeries } from "./ghi-series.js";

const QUARTER = 900_000;
const HOUR = 4 * QUARTER;
const DAY = 24 * HOUR;
const START = Date.UTC(2024, 3, 1);
const place = { latitude: 50, longitude: 10, altitude: 290 };
const climatology = 0.65;
const DAYS = 48;
const grid = { start: START, step: QUARTER, count: DAYS * 96 };
const { global, zenith } = clearSkyOn(grid, place);
/** A sky that changes from day to day and within each, and that of other days. */
const index = (row: number, day: number) => 0.6 + 0.3 * Math.sin(day * 2.4) + 0.1 * Math.sin(row / 5 + day);
const lightOf = (dayOf: (day: number) => number) =>
  global.map((clear, row) => clear * index(row, dayOf(Math.floor(row / 96))));
const truth = lightOf((day) => day);
/** Of a model that lacks clouds. */
const tooBright = truth.map((light, row) => 0.4 * global[row]! + 0.5 * light);

/** Runs every six hours, there four later. */
function runsOf(light: Float64Array): ForecastPast["runs"] {
  return Array.from({ length: DAYS * 4 - 1 }, (_, k) => ({
    issued: START + (6 * k + 4) * HOUR,
    series: ghiSeries(START + 6 * k * HOUR, 900, light.subarray(24 * k, Math.min(grid.count, 24 * k + 96))),
  }));
}

const observed = (ghi: ArrayLike<number>) => ghiSeries(START, 900, ghi);
const past: ForecastPast = { runs: runsOf(tooBright), observations: observed(truth) };
const options = { place, climatology, runs: ["a model"], observations: ["roof"] };
const tuning = tuneToSite(past, options);

describe("tuneToSite", () => {
  test("learns from all of the past what learnFromPast learns", () => {
    const { dayAhead, table, spread } = learnFromPast(past, options);
    expect(tuning.dayAhead).toEqual({ ...dayAhead, evidence: tuning.dayAhead?.evidence });
    expect(tuning.dayAhead?.evidence).toMatch(
      /^learnt at this place from 48 days, 2024-04-01 to 2024-05-18; RMSE \d\d\.\d % lower from 1 to 24 h on the days held out$/,
    );
    expect(tuning.evidence.unused).toEqual([]);
    expect(tuning.table).toEqual({ ...table, evidence: tuning.table.evidence });
    expect(tuning.spread).toEqual({ ...spread, evidence: tuning.spread.evidence });
    expect(tuning.table.evidence).toBe("learnt at this place from 48 days, 2024-04-01 to 2024-05-18");
  });

  test("says how good it is on the last third of the days, of which it knew nothing", () => {
    const { start, end, days, runs, step, judged } = tuning.evidence;
    // Days are those of the sun: 10° E is 40 minutes ahead.
    const solar = (day: number) => START + day * DAY - 45 * 60_000 + 15 * 60_000;
    expect({ start, end, days, runs, step }).toEqual({
      ...{ start: solar(0), end: solar(DAYS), days: DAYS, runs: DAYS * 4 - 1, step: "quarter" },
    });
    expect({ start: judged.start, end: judged.end, days: judged.days }).toEqual({ start: solar(32), end, days: 16 });
    const learned = learnFromPast(knownBefore(solar(32)), options);
    // By the public function, one forecast after the other, an hour ahead.
    const [, { lead, count, run, before, after }] = judged.leads as [JudgedLead, JudgedLead];
    const found = rmseFrom(solar(32), lead / 900, learned);
    expect(count).toBe(found.count);
    expect(before).toBeCloseTo(found.usual, 8);
    expect(after).toBeCloseTo(found.own, 8);
    expect(after).toBeLessThan(before / 2);
    expect(after).toBeLessThan(run / 2);
    expect(judged.held?.before).toBeGreaterThan(0.5);
    expect(judged.held?.after).toBeGreaterThan(0.5);
  });

  test("says how good runs are at every lead, by hours that came after what was learnt from", () => {
    const { ahead, start } = tuning.evidence.judged;
    const { dayAhead } = learnFromPast(knownBefore(start), options);
    expect(ahead.map(({ from, to }) => [from, to])).toEqual([
      [1, 12],
      [13, 24],
    ]);
    const found = hoursFrom(start, 13, 24, dayAhead);
    const { count, run, after, bias } = ahead[1]!;
    expect(count).toBe(found.length);
    const mean = (of: (one: { run: number; own: number }) => number) =>
      found.reduce((sum, one) => sum + of(one), 0) / found.length;
    expect(run).toBeCloseTo(Math.sqrt(mean((one) => one.run ** 2)), 8);
    // Single quarters of these hours are twilight, in which a run stays as it is.
    expect(after).toBeCloseTo(Math.sqrt(mean((one) => one.own ** 2)), 3);
    expect(bias.run).toBeCloseTo(
      mean((one) => one.run),
      8,
    );
    expect(bias.after).toBeCloseTo(
      mean((one) => one.own),
      2,
    );
    expect(after).toBeLessThan(run / 2);
  });

  test("leaves out what is not better on days held out, and says so", () => {
    const exact = tuneToSite({ ...past, runs: runsOf(truth) }, options);
    expect(exact.dayAhead).toBeUndefined();
    expect(exact.evidence.unused).toEqual([
      { part: "day-ahead", reason: "the runs made no error on the days held out" },
    ]);
    const taughtByModel = tuneToSite(past, { ...options, teacher: "reanalysis" });
    expect(taughtByModel.dayAhead).toEqual(tuning.dayAhead);
    expect(taughtByModel.table).toBe(DEFAULT_TABLE);
    expect(taughtByModel.evidence.unused).toEqual([
      { part: "first-hours", reason: "a reanalysis says too little of single hours" },
    ]);
    expect(parseSiteTuning(siteTuningText(taughtByModel))).toEqual(taughtByModel);
  });

  test.each<[string, ForecastPast, RegExp]>([
    [
      "too few days",
      until(29),
      /30 days with runs and two hours of observed light are needed, got 29: 20 to learn from and 10 to judge it by/,
    ],
    [
      "observations that are mostly missing",
      {
        ...past,
        observations: observed(truth.map((value, row) => (row % 96 < 46 || row % 96 > 57 ? Number.NaN : value))),
      },
      /at most 50 % of the quarter hours with the sun up may lack an observation, got 7\d %/,
    ],
    [
      "runs of another time",
      {
        ...past,
        runs: past.runs.map(({ issued, series }) => ({
          issued: issued - 400 * DAY,
          series: moved(series, -400 * DAY),
        })),
      },
      /no run covers an observed quarter hour with the sun up/,
    ],
    [
      "runs that begin when they are issued, anew each quarter of an hour",
      {
        ...past,
        runs: Array.from({ length: grid.count - 1 }, (_, k) => ({
          issued: START + k * QUARTER,
          series: from(START + k * QUARTER, k),
        })),
      },
      /in the first hours no held-out day could be corrected: runs must cover the last observed hour and the 6 hours after it/,
    ],
    [
      "runs that were right and are so no more",
      { ...past, runs: runsOf(lightOf((day) => (day < 32 ? day : day + 17))) },
      /the observations teach nothing: .* the light was bright and dark on other days than the runs'/,
    ],
  ])("refuses %s", (_, given, message) => {
    expect(() => tuneToSite(given, options)).toThrow(message);
  });

  test.each([900, 1800, 3600])("knows no mean of %i s before it has ended", (interval) => {
    const rows = interval / 900;
    const means = Float64Array.from({ length: 288 / rows }, (_, k) => truth[k * rows]!);
    const before = { runs: past.runs.slice(0, 12), observations: ghiSeries(START, interval, means) };
    const { issues, quarterHours } = knownPast(before, place, climatology, "a test");
    const known = issues.map(({ end }) => (quarterHours.start + end * QUARTER - START) / (interval * 1000));
    expect(known).toHaveLength(known.filter(Number.isInteger).length);
    expect(known.length).toBeGreaterThan(250 / rows);
  });

  test("takes runs in hours that begin before and end after the observations", () => {
    const runs = Array.from({ length: DAYS + 4 }, (_, k) => {
      const start = START + (k - 2) * DAY;
      const { global: clear } = clearSkyOn({ start, step: HOUR, count: 48 }, place);
      const ghi = clear.map((value) => value * 0.6);
      return {
        issued: start + 5 * HOUR,
        series: { start, interval: 3600, columns: { global_horizontal_irradiance: ghi } },
      };
    });
    const found = tuneToSite({ runs, observations: past.observations }, options);
    expect(found.evidence.days).toBe(DAYS);
    expect(found.evidence.judged.leads.every(({ before, after }) => after < before)).toBe(true);
  });
});

describe("siteTuningText", () => {
  const text = siteTuningText(tuning);
  const again = parseSiteTuning(text);

  test("keeps every number: forecasts through the file are the same bits", () => {
    expect(again).toEqual(tuning);
    expect(text.length).toBeLessThan(200_000);
    const now = START + (40 * 24 + 11) * HOUR;
    const run = past.runs.find(({ issued }) => issued > now - 6 * HOUR)!.series;
    const learned = learnFromPast(past, options);
    const earlier = past.runs;
    const inMemory = correctForecast(run, past.observations, { now, place, climatology, ...learned, earlier });
    const { dayAhead, table } = again;
    const throughFile = correctForecast(run, past.observations, {
      ...{ now, place, climatology: again.climatology, dayAhead, table, earlier },
    });
    expect(throughFile.series).toEqual(inMemory.series);
    expect(inMemory.correction.method).toBe("observation");
    expect(forecastQuantiles(throughFile, again.spread).values).toEqual(
      forecastQuantiles(inMemory, learned.spread).values,
    );
  });

  test("a file of the first version is still read", () => {
    const old = JSON.parse(text);
    old.version = 1;
    for (const name of ["dayAhead", "teacher"]) delete old[name];
    for (const name of ["leftOut", "unused"]) delete old.evidence[name];
    delete old.evidence.judged.ahead;
    // Of five indices 19 quantiles, here those of normal distributions that are wider for brighter skies, and a fifth kind of sky.
    const widthAt = (index: number) => 0.1 * index;
    const quantiles = PROBABILITIES.map(normalQuantile);
    const bins = [0.2, 0.4, 0.6, 0.8, 1].map((index) => quantiles.map((score) => 0.01 + widthAt(index) * score));
    const { name, evidence: learnt, leads } = tuning.spread;
    const bySky = Object.fromEntries([...SKIES, "unobserved"].map((sky) => [sky, bins]));
    old.spread = { name, evidence: learnt, leads, departures: leads.map(() => bySky) };
    const { spread, ...found } = parseSiteTuning(JSON.stringify(old));
    const { dayAhead: _, spread: __, ...rest } = tuning;
    const evidence = { ...tuning.evidence, leftOut: [], unused: [], judged: { ...tuning.evidence.judged, ahead: [] } };
    expect(found).toEqual({ ...rest, evidence });
    const { quarters, ahead } = DEFAULT_SPREAD;
    const { departures, ...of } = spread;
    expect(of).toEqual({ name, evidence: learnt, leads, step: "quarter", quarters, ahead });
    expect(departures).toHaveLength(leads.length);
    for (const skies of departures) {
      expect(Object.keys(skies)).toEqual([...SKIES]);
      for (const sky of SKIES) {
        skies[sky].forEach((curve, bin) => {
          // Brighter than all of them is as the brightest; beyond 5 and 95 % the distribution goes on.
          const width = widthAt(Math.min(1, SPREAD_INDICES[bin]!));
          expect(curve).toHaveLength(KNOT_SCORES.length);
          curve.forEach((value, q) => {
            expect(Math.abs(value - 0.01 - width * KNOT_SCORES[q]!)).toBeLessThan(1e-12);
          });
        });
        expect(skies[sky]).toHaveLength(SPREAD_INDICES.length);
      }
    }
  });

  /** The file with another value at a path; undefined takes it out. */
  function damaged(path: string, value: unknown): string {
    const content = JSON.parse(text);
    const keys = path.split(".");
    const last = keys.pop()!;
    const of = keys.reduce((node, key) => node[key], content);
    if (value === undefined) delete of[last];
    else of[last] = value;
    return JSON.stringify(content);
  }
  const crossed = [...tuning.spread.departures[0]!.steady[2]!].reverse();
  const fewer = tuning.dayAhead!.fits[1]!.weights.slice(1);

  test.each<[what: string, path: string, value: unknown, message: string]>([
    ["of a later version", "version", 3, " must be 1 or 2, got 3"],
    ["of no place", "place.latitude", 91, " must be a number from -90 to 90, got 91"],
    ["for no runs", "runs", [], " must be a list, got an array of 0"],
    ["without a sky", "table.fits.quarter.3.broken", undefined, " must be an object, got undefined"],
    [
      "with a weight of text",
      "table.fits.hour.0.early.weights.1",
      "0.5",
      ' must be a number from -20 to 20, got "0.5"',
    ],
    ["with a weight too few", "table.unobserved.2.weights", [], " must be a list of 1, got an array of 0"],
    ["with null", "spread.departures.0.steady.2.7", null, " must be a number"],
    ["with quantiles that cross", "spread.departures.0.steady.2", crossed, " must not descend"],
    ["with leads that do not ascend", "table.leads", [1, 1], " must be two lead times or more that ascend"],
    ["without evidence", "evidence.judged.held", undefined, " must be an object, got undefined"],
    ["that was judged by nothing", "evidence.judged", undefined, " must be an object, got undefined"],
    ["of no time", "evidence.start", "spring", ' must be a time, got "spring"'],
    [
      "with an unknown predictor",
      "dayAhead.fits.0.predictors.3",
      "moon",
      ' must be one of "constant", "index", "index²"',
    ],
    ["with a predictor twice", "dayAhead.fits.0.predictors", ["rain", "rain"], " must differ, got rain, rain"],
    ["with a fit that lacks a weight", "dayAhead.fits.1.weights", fewer, " must be a list of "],
    [
      "with a weight beyond reason",
      "dayAhead.fits.0.weights.1",
      1e6,
      " must be a number from -100 to 100, got 1000000",
    ],
    ["with an unknown part", "evidence.unused.0", { part: "moon" }, '.part must be one of "day-ahead", "first-hours"'],
    ["with a climatology of seven", "climatology", [1, 1, 1, 1, 1, 1, 1], " must be 1, 12 or 288"],
  ])("a file %s is refused", (_, path, value, message) => {
    expect(() => parseSiteTuning(damaged(path, value))).toThrow(path.replace(/\.(\d+)/g, "[$1]") + message);
  });

  test.each([
    ["cut off", text.slice(0, -100), "the file is truncated or not JSON"],
    ["empty", "", "the file is truncated or not JSON"],
    ["a list", "[]", "the file must be an object, got an array of 0"],
    ["of another program", '{"place": {}}', 'format must be "irradiance-engine/site-tuning", got undefined'],
  ])("a text that is %s is refused", (_, given, message) => expect(() => parseSiteTuning(given)).toThrow(message));
});

describe("without an observation", () => {
  const now = START + 10 * DAY + 2 * HOUR;
  const sky = clearSkyOn({ start: now - 6 * HOUR, step: HOUR, count: 48 }, place).global;
  const nothing = { start: now - HOUR, interval: 900, columns: { global_horizontal_irradiance: [Number.NaN] } };
  const corrected = (clearSkyIndex: number, by: Partial<Learned>) =>
    correctForecast(
      ghiSeries(
        now - 6 * HOUR,
        3600,
        sky.map((clear) => clear * clearSkyIndex),
      ),
      nothing,
      { now, place, climatology, ...by },
    );
  test("a run whose past looks like another sky is weighed by the climatology in its first hours, and said so", () => {
    const useless = learnFromPast({ ...past, runs: runsOf(lightOf((day) => day + 17)) }, options);
    expect([useless.teacher?.verdict, useless.dayAhead]).toEqual(["refuse", undefined]);
    const { method, reason, dayAhead, weights } = corrected(0.9, useless).correction;
    expect([method, reason, dayAhead]).toEqual(["past", "no observation falls within the run", undefined]);
    for (const { run } of weights) expect(run).toBeLessThan(0.9);
    expect(weights.at(-1)!.run).toBeLessThan(0.6);
    const usual = corrected(0.9, {});
    expect([usual.correction.method, usual.correction.weights]).toEqual(["none", []]);
    expect(DEFAULT_TABLE.unobserved.every((fit) => fit.weights[0] === 1)).toBe(true);
  });

  test("a table may weigh a run against the climatology in its first hours", () => {
    const unobserved = DEFAULT_TABLE.unobserved.map((fit) => ({ ...fit, weights: [0.5] }));
    const { method, weights } = corrected(0.9, { table: { ...DEFAULT_TABLE, unobserved } }).correction;
    expect(method).toBe("past");
    expect(weights.map(({ lead }) => lead)).toEqual([900, 3600, 10_800, 21_600]);
    for (const { observation, run, runLastHour } of weights)
      expect([observation, run, runLastHour]).toEqual([0, 0.5, 0]);
  });
});

function until(days: number): ForecastPast {
  return { runs: past.runs, observations: observed(truth.subarray(0, days * 96)) };
}

function knownBefore(time: number): ForecastPast {
  const rows = (time - START) / QUARTER;
  return { runs: past.runs.filter(({ issued }) => issued < time), observations: observed(truth.subarray(0, rows)) };
}

function moved(series: ForecastPast["observations"], by: number) {
  return { ...series, start: (series.start as number) + by };
}

function from(start: number, row: number) {
  return ghiSeries(start, 900, truth.subarray(row, Math.min(grid.count, row + 80)));
}

/** RMSE of forecasts made one by one from a time on; rows as judging has them. */
function rmseFrom(time: number, lead: number, learned: Learned) {
  let [count, usual, own] = [0, 0, 0];
  for (let end = (time - START) / QUARTER; end + lead < grid.count; end++) {
    const row = end + lead;
    if (zenith[row]! >= 85) continue;
    const now = START + (end + 1) * QUARTER;
    const newest = past.runs.findLastIndex(({ issued }) => issued <= now);
    const { series } = past.runs[newest]!;
    const at = row - ((series.start as number) - START) / QUARTER;
    // After the end of the last run nothing is forecast.
    if (at >= series.columns.global_horizontal_irradiance!.length) continue;
    const known = observed(truth.subarray(0, end));
    const value = (of: Partial<Learned>) => {
      const earlier = past.runs.slice(0, newest);
      const made = correctForecast(series, known, { now, place, climatology, ...of, earlier });
      return made.series.columns.global_horizontal_irradiance![at]!;
    };
    count++;
    usual += (value({}) - truth[row]!) ** 2;
    own += (value(learned) - truth[row]!) ** 2;
  }
  return { count, usual: Math.sqrt(usual / count), own: Math.sqrt(own / count) };
}

/** Errors of hours between two leads, of runs issued from a time on, without an observation. */
function hoursFrom(time: number, from: number, to: number, dayAhead: Learned["dayAhead"]) {
  const hourly = (light: Float64Array, row: number) =>
    light.subarray(row, row + 4).reduce((sum, one) => sum + one, 0) / 4;
  return past.runs.flatMap(({ issued, series }, k) => {
    if (issued < time) return [];
    const nothing = { start: issued, interval: 900, columns: { global_horizontal_irradiance: [Number.NaN] } };
    const options = { now: issued, place, climatology, dayAhead, earlier: past.runs.slice(0, k) };
    const { series: made } = correctForecast(series, nothing, options);
    const light = made.columns.global_horizontal_irradiance as Float64Array;
    const first = ((made.start as number) - START) / QUARTER;
    return Array.from({ length: light.length / 4 }, (_, hour) => first + 4 * hour).flatMap((row) => {
      const lead = (START + (row + 4) * QUARTER - issued) / HOUR;
      const { zenith: middle } = clearSkyOn({ start: START + row * QUARTER, step: HOUR, count: 1 }, place);
      if (lead < from || lead > to || Math.cos((middle[0]! * Math.PI) / 180) < 0.087) return [];
      const seen = hourly(truth, row);
      return [{ run: hourly(tooBright, row) - seen, own: hourly(light, row - first) - seen }];
    });
  });
}
