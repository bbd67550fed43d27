/**
 * What the correction of all leads is worth on real runs (research/forecast/real-runs): learnt in 2023 at Buenos Aires, judged there in
 * 2024; in the Pampas, each month by the others, three days apart. Sun above 10°, leads from the issue.
 */
import { expect, test } from "vitest";
import { clearHoursOf, runHoursOf } from "../../../src/answers/forecast/day-ahead/clear-hours.js";
import { fitDayAhead, newestFirst } from "../../../src/answers/forecast/day-ahead/fit.js";
import { expectedIndex } from "../../../src/answers/forecast/day-ahead/predictors.js";
import type { ForecastPlace } from "../../../src/answers/forecast/index.js";
import type { PastRun } from "../../../src/answers/forecast/known-past.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Station {
  readonly place: ForecastPlace;
  readonly runs: readonly PastRun[];
  readonly observations: WeatherSeries & { readonly start: number };
  readonly zenith: Float64Array;
}

/** An hour of a run: W/m². */
interface Judged {
  readonly time: number;
  readonly lead: number;
  readonly measured: number;
  readonly run: number;
  readonly own: number;
}

const { realRuns } = await import(new URL("../../../research/forecast/real-runs.mjs", import.meta.url).href);
const [ba, ar] = (await Promise.all(["ba", "ar"].map((name) => realRuns(name)))).map((station: Station) =>
  hoursOf(station),
) as [ReturnType<typeof hoursOf>, ReturnType<typeof hoursOf>];

/** A station on whole hours. */
function hoursOf({ place, runs, observations: { start, columns }, zenith }: Station) {
  const measured = columns.global_horizontal_irradiance as Float64Array;
  const clear = clearHoursOf({ start: start - 3 * DAY, end: start + measured.length * HOUR + 3 * DAY }, place);
  const past = runs.map(({ issued, series }) => ({ issued, hours: runHoursOf(series, clear, "a run") }));
  const isHigh = (row: number) => zenith[row]! < 80;
  const rowOf = (hour: number) => (clear.start + hour * HOUR - start) / HOUR;
  const index = clear.global.map((light, hour) => measured[rowOf(hour)]! / light);

  /** Learns from hours that begin before or after a period, and judges the hours in it; the run alone where nothing is learnt. */
  return function judge(from: number, to: number, learntFrom: number, learntTo: number, gap = 0): Judged[] {
    const isTaught = (time: number) => time >= learntFrom && time < learntTo && (time < from - gap || time >= to + gap);
    const taught = index.map((value, hour) =>
      isTaught(clear.start + hour * HOUR) && clear.global[hour]! >= 5 ? value : Number.NaN,
    );
    const fit = fitDayAhead(past, taught, clear);
    return past.flatMap(({ issued, hours }, k) => {
      if (issued < from - 3 * DAY || issued >= to) return [];
      const expected = fit
        ? expectedIndex({ name: "", evidence: "", ...fit }, newestFirst(past, k), clear)
        : hours.index;
      return [...expected].flatMap((value, row) => {
        const hour = row + hours.shift;
        const time = clear.start + hour * HOUR;
        const truth = measured[rowOf(hour)]!;
        if (time < from || time >= to || !isHigh(rowOf(hour)) || !(truth >= 0) || !(value >= 0)) return [];
        const light = clear.global[hour]!;
        const lead = (time - issued) / HOUR + 1;
        return [{ time, lead, measured: truth, run: hours.index[row]! * light, own: value * light }];
      });
    });
  };
}

/** Percent of the mean. */
function scores(judged: readonly Judged[], from: number, to: number) {
  const own = judged.filter(({ lead }) => lead >= from && lead <= to);
  const sum = (of: (one: Judged) => number) => own.reduce((total, one) => total + of(one), 0) / own.length;
  const mean = sum(({ measured }) => measured) / 100;
  return {
    count: own.length,
    raw: Math.sqrt(sum(({ run, measured }) => (run - measured) ** 2)) / mean,
    rmse: Math.sqrt(sum((one) => (one.own - one.measured) ** 2)) / mean,
    bias: sum((one) => one.own - one.measured) / mean,
  };
}

test("learnt from 2023 at Buenos Aires, runs of 2024 lose their bias and a quarter of their error", () => {
  const [start, end] = [Date.UTC(2024, 0), Date.UTC(2025, 0)];
  const judged = ba(start, end, Date.UTC(2023, 0), start);
  const tomorrow = scores(judged, 13, 48);
  expect(tomorrow.count).toBeGreaterThan(20_000);
  expect(tomorrow.raw).toBeGreaterThan(39);
  expect(tomorrow.rmse).toBeLessThanOrEqual(29);
  expect(Math.abs(tomorrow.bias)).toBeLessThanOrEqual(2);
  expect(scores(judged, 49, 72).rmse).toBeLessThanOrEqual(33);
  expect(scores(judged, 1, 12).rmse).toBeLessThanOrEqual(28);
  const biases = Array.from({ length: 12 }, (_, month) => {
    const own = judged.filter(({ time }) => new Date(time).getUTCMonth() === month);
    return scores(own, 13, 48).bias;
  });
  expect(Math.sqrt(biases.reduce((sum, bias) => sum + bias ** 2, 0) / 12)).toBeLessThanOrEqual(5);
});

test("in the Pampas, months that were not learnt from are forecast as well", () => {
  const year = [Date.UTC(2023, 0), Date.UTC(2024, 0)] as const;
  const judged = Array.from({ length: 12 }, (_, month) =>
    ar(Date.UTC(2023, month), Date.UTC(2023, month + 1), ...year, 3 * DAY),
  ).flat();
  const { count, raw, rmse, bias } = scores(judged, 13, 48);
  expect(count).toBeGreaterThan(12_000);
  expect(rmse).toBeLessThanOrEqual(0.76 * raw);
  expect(Math.abs(bias)).toBeLessThanOrEqual(2);
});

test.each([
  [30, 0.85, 1.02],
  [60, 0.8, 1.02],
])("%i days before teach enough for the 30 days that come", (days, most, worst) => {
  const ratios = [ratiosOf(ba, days, Date.UTC(2023, 0)), ratiosOf(ar, days, Date.UTC(2023, 0))].flat();
  expect(ratios.length).toBeGreaterThan(30);
  expect(ratios.reduce((sum, one) => sum + one, 0) / ratios.length).toBeLessThanOrEqual(most);
  expect(Math.max(...ratios)).toBeLessThanOrEqual(worst);
});

/** RMSE by that of the run, starts every 20 days. */
function ratiosOf(judge: typeof ba, days: number, first: number): readonly number[] {
  return Array.from({ length: 36 }, (_, k) => first + (days + 20 * k) * DAY).flatMap((start) => {
    const judged =
      start + 30 * DAY > Date.UTC(2025, 0) ? [] : judge(start, start + 30 * DAY, start - days * DAY, start);
    const { count, raw, rmse } = scores(judged, 13, 48);
    return count < 200 ? [] : [rmse / raw];
  });
}
