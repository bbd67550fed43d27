/** Parts to one series: grids, seams, instants, and what must hold for any parts. */
import fc from "fast-check";
import type { WeatherColumn } from "irradiance-engine";
import { describe, expect, it } from "vitest";
import { clearSkyAt, clearSkyOn, MOMENT } from "../../src/physics/sky/clear-sky.js";
import { type Offer, type Part, type Period, plan } from "../src/index.js";
import { join } from "../src/join.js";
import { DAY, DHI, DNI, GHI, HOUR, JUNE, offer, PLACE, part, type Values } from "./made.js";

interface Given {
  readonly offer: Offer;
  readonly values: Values;
}

function joined(given: readonly Given[], period: Period, columns: readonly WeatherColumn[] = [GHI, "temperature"]) {
  const offers = given.map((one) => one.offer);
  const made = plan({ place: PLACE, now: 0, offers, failures: [] }, { purpose: "history", period, columns });
  const margin = { start: period.start - 6 * HOUR, end: period.end + 6 * HOUR };
  const parts = given.map(({ offer: one, values }) => part(one, margin, one.columns, values));
  return { series: join(parts, made), parts, plan: made };
}

const column = (series: ReturnType<typeof join>, name: WeatherColumn) => series.columns[name] as Float64Array;
/** Noon at the place is 19:00 UTC. */
const bell: Values = (time) => Math.max(0, 900 * Math.cos((((time / HOUR) % 24) - 18.5) * (Math.PI / 14)));

describe("one source", () => {
  it("comes through to the last bit, also with a phase of its own", () => {
    const own = offer({ first: JUNE + 10 * 60_000 });
    const { series } = joined([{ offer: own, values: (time) => time / 7 }], { start: JUNE + DAY, end: JUNE + 2 * DAY });
    expect(series.start).toBe(JUNE + DAY - 50 * 60_000);
    expect(series.interval).toBe(3600);
    expect(series.sampling).toBeUndefined();
    expect([...column(series, GHI)]).toEqual(
      Array.from({ length: 25 }, (_, k) => ((series.start as number) + k * HOUR) / 7),
    );
  });

  it("leaves NaN where there is nothing, and nothing after the last value", () => {
    const short = offer({ last: JUNE + 3 * HOUR });
    const values: Values = (time) => (time === JUNE + HOUR ? Number.NaN : 5);
    const { series } = joined([{ offer: short, values }], { start: JUNE - 2 * HOUR, end: JUNE + 5 * HOUR });
    expect([...column(series, GHI)]).toEqual([NaN, NaN, 5, NaN, 5, NaN, NaN]);
    expect([...column(series, "temperature")]).toEqual([NaN, NaN, 5, NaN, 5, NaN, NaN]);
  });

  it("is UTC through the nights on which clocks change", () => {
    const start = Date.UTC(2024, 2, 31);
    const own = offer({ first: start, last: start + 2 * DAY });
    const { series } = joined([{ offer: own, values: (time) => (time - start) / HOUR }], { start, end: start + DAY });
    expect([...column(series, GHI)]).toEqual(Array.from({ length: 24 }, (_, k) => k));
  });

  it("puts files together, a later one over an earlier one, NaN over nothing", () => {
    const own = offer();
    const period = { start: JUNE, end: JUNE + 4 * HOUR };
    const made = plan(
      { place: PLACE, now: 0, offers: [own], failures: [] },
      { purpose: "history", period, columns: [GHI] },
    );
    const piece = (start: number, values: number[]): Part => {
      const whole = part(own, period, [GHI], () => 0);
      return { ...whole, series: { start, interval: 3600, columns: { [GHI]: values } } };
    };
    const series = join([piece(JUNE, [1, 2, 3]), piece(JUNE + HOUR, [NaN, 8, 9])], made);
    expect([...column(series, GHI)]).toEqual([1, 2, 8, 9]);
  });
});

describe("a seam", () => {
  const before = { offer: offer({ dataset: "before", last: JUNE + 20 * HOUR }), values: (() => 100) as Values };
  const after = {
    offer: offer({ dataset: "after", class: "reanalysis" }),
    values: (() => 500) as Values,
  };

  it("is sharp: no row knows both sources", () => {
    const { series } = joined([before, after], { start: JUNE + 18 * HOUR, end: JUNE + 22 * HOUR });
    expect([...column(series, GHI)]).toEqual([100, 100, 500, 500]);
    expect([...column(series, "temperature")]).toEqual([100, 100, 500, 500]);
  });

  it("stays sharp where the second is spread onto the finer steps of the first", () => {
    const fine = { ...before, offer: { ...before.offer, interval: 900 } };
    const { series } = joined([fine, after], { start: JUNE + 18 * HOUR, end: JUNE + 22 * HOUR });
    const values = column(series, GHI);
    expect(values).toHaveLength(16);
    expect([...values.slice(0, 8)]).toEqual(new Array(8).fill(100));
    const mean = values.slice(8, 12).reduce((sum, value) => sum + value / 4, 0);
    expect(mean).toBeCloseTo(500, 9);
    expect(Math.min(...values.slice(8, 12))).toBeGreaterThan(400);
  });
});

describe("coarser irradiance on finer steps", () => {
  const coarse = offer({ dataset: "coarse", class: "reanalysis", columns: [GHI, DNI, DHI] });
  const fine = offer({ dataset: "fine", columns: [GHI], interval: 900, last: JUNE + HOUR });

  it("follows the clear sky: up in the morning, down in the evening, dark at night", () => {
    const { series } = joined(
      [
        { offer: fine, values: () => 0 },
        { offer: coarse, values: bell },
      ],
      { start: JUNE, end: JUNE + DAY },
      [GHI],
    );
    const values = column(series, GHI);
    const at = (hour: number) => [...values.slice(hour * 4, hour * 4 + 4)];
    const morning = at(14);
    expect(morning).toEqual([...morning].sort((a, b) => a - b));
    expect(morning[3]! - morning[0]!).toBeGreaterThan(30);
    const evening = at(23);
    expect(evening).toEqual([...evening].sort((a, b) => b - a));
    expect(at(6)).toEqual([0, 0, 0, 0]);
  });

  it.each([1, 3])("goes with the neighbours' clear-sky index, and keeps the means of %d h to 1e-9", (length) => {
    // A day that clears up: the index goes from 0.3 in the morning to 0.9 in the evening.
    const clear = clearSkyOn({ start: JUNE, step: 900_000, count: 30 * 4 }, PLACE).global;
    const truth = clear.map((sky, k) => sky * Math.min(Math.max(0.3 + (0.6 * (k / 4 - 12)) / 15, 0.3), 0.9));
    const mean = (values: ArrayLike<number>, from: number, many: number) =>
      Array.from({ length: many }, (_, k) => values[from + k]!).reduce((a, b) => a + b) / many;
    const blocks = offer({ class: "reanalysis", columns: [GHI], interval: length * 3600, last: JUNE + 30 * HOUR });
    const forces = { ...fine, first: JUNE - HOUR, last: JUNE };
    const { series } = joined(
      [
        { offer: forces, values: () => 0 },
        { offer: blocks, values: (time) => mean(truth, (time - JUNE) / 900_000, length * 4) || 0 },
      ],
      { start: JUNE - HOUR, end: JUNE + DAY },
      [GHI],
    );
    const values = column(series, GHI).subarray(4);
    const flat = new Float64Array(24 * 4);
    for (let row = 0; row < flat.length; row += length * 4) {
      const wanted = mean(truth, row, length * 4);
      expect(mean(values, row, length * 4)).toBeCloseTo(wanted, 9);
      const share = wanted / mean(clear, row, length * 4) || 0;
      for (let k = row; k < row + length * 4; k++) flat[k] = share * clear[k]!;
    }
    const error = (of: Float64Array) => Math.sqrt(of.reduce((sum, value, k) => sum + (value - truth[k]!) ** 2, 0));
    // A constant index in each interval has the steps of the intervals.
    expect(error(values)).toBeLessThan(error(flat) / 2);
  });

  it.each([
    [1, 1],
    [3, 10],
  ])(
    "gives back a clear-sky index that changes evenly, of %d h, where both neighbours have light, to %d W/m²: lines of its logit bend",
    (length, most) => {
      // The course bends towards the most that an index can be, and its middles are those of time, not of light.
      const many = 4 * 3;
      const times = Float64Array.from({ length: 30 * many }, (_, k) => JUNE + (k + 0.5) * MOMENT);
      const sky = clearSkyAt(times, PLACE).global;
      const light = sky.map((clear, k) => clear * (0.3 + (0.6 * (times[k]! - JUNE - 12 * HOUR)) / (18 * HOUR)));
      const mean = (from: number, moments: number) =>
        light.subarray(from, from + moments).reduce((a, b) => a + b) / moments;
      const blocks = offer({ class: "reanalysis", columns: [GHI], interval: length * 3600, last: JUNE + 30 * HOUR });
      const finer = { ...fine, first: JUNE - HOUR, last: JUNE };
      const { series } = joined(
        [
          { offer: finer, values: () => 0 },
          { offer: blocks, values: (time) => Math.max(0, mean((time - JUNE) / MOMENT, length * many)) },
        ],
        { start: JUNE - HOUR, end: JUNE + DAY },
        [GHI],
      );
      const values = column(series, GHI).subarray(4);
      // The sun rises at 11:30 and sets at 02:30: of the first and the last interval with light one neighbour has none.
      for (let row = 15 * 4; row < 24 * 4; row++) expect(Math.abs(values[row]! - mean(row * 3, 3))).toBeLessThan(most);
    },
  );

  it("takes no neighbour for clearer than a clear sky with bright clouds can be", () => {
    const across = { start: JUNE + 14 * HOUR, end: JUNE + 22 * HOUR };
    // An hour of broken light beside hours that are damaged: their index is far above 1.3, and then farther.
    const light = (damage: number) => {
      const values: Values = (time, name) => bell(time, name) * (time === JUNE + 18 * HOUR ? 0.4 : damage);
      const { series } = joined(
        [
          { offer: { ...fine, last: across.start + HOUR }, values: () => 0 },
          { offer: coarse, values },
        ],
        across,
        [GHI],
      );
      return [...column(series, GHI).slice(16, 20)];
    };
    expect(light(20)).toEqual(light(5));
  });

  it("is the same light whatever lies farther away than its neighbours", () => {
    const across = { start: JUNE + 14 * HOUR, end: JUNE + 22 * HOUR };
    const light = (changed: boolean) => {
      const values: Values = (time, name) => bell(time, name) * (changed && time < JUNE + 16 * HOUR ? 0.5 : 0.8);
      const finer = { ...fine, first: across.start, last: across.start + HOUR };
      const both = [
        { offer: finer, values: () => 0 },
        { offer: { ...coarse, class: "reanalysis" as const }, values },
      ];
      return column(joined(both, across, [GHI]).series, GHI).slice(3 * 4);
    };
    expect([...light(true)]).toEqual([...light(false)]);
  });

  it("is missing in rows that it does not wholly cover", () => {
    const late = { ...coarse, first: JUNE + HOUR + 10 * 60_000, last: JUNE + 3 * HOUR + 10 * 60_000 };
    const { series } = joined(
      [
        { offer: fine, values: () => 0 },
        { offer: late, values: () => 300 },
      ],
      { start: JUNE, end: JUNE + 4 * HOUR },
      [GHI],
    );
    const there = [...column(series, GHI)].map((value) => !Number.isNaN(value));
    // The first hour is the other's; of the quarters at 1:00 and 3:00 there are 5 and 10 minutes.
    expect(there).toEqual([...new Array(4).fill(true), false, ...new Array(7).fill(true), ...new Array(4).fill(false)]);
  });

  it("means of finer temperature need half of their time", () => {
    const minutes = offer({ dataset: "minutes", columns: ["temperature"], interval: 300 });
    const { series } = joined(
      [
        { offer: offer({ columns: [GHI] }), values: () => 0 },
        { offer: minutes, values: (time) => (time < JUNE + 80 * 60_000 ? (time - JUNE) / 60_000 : NaN) },
      ],
      { start: JUNE, end: JUNE + 2 * HOUR },
    );
    expect([...column(series, "temperature")]).toEqual([27.5, NaN]);
  });

  it("goes straight for temperature, within what its neighbours say", () => {
    const { series } = joined(
      [
        { offer: { ...fine, last: JUNE + 10 * DAY }, values: () => 0 },
        { offer: offer({ columns: ["temperature"] }), values: (time) => (time - JUNE) / HOUR },
      ],
      { start: JUNE + 6 * HOUR, end: JUNE + 8 * HOUR },
    );
    // The value of an hour is that of its middle.
    const expected = [5.625, 5.875, 6.125, 6.375, 6.625, 6.875, 7.125, 7.375];
    for (const [k, value] of column(series, "temperature").entries()) expect(value).toBeCloseTo(expected[k]!, 12);
  });
});

describe("readings of a moment", () => {
  /** Readings on the hour, or `later` ms after it. */
  function instants(values: Values, columns: readonly WeatherColumn[], later = 0) {
    const step = 3600;
    const own = offer({ interval: step, columns, first: JUNE - HOUR / 2 + later });
    const period = { start: JUNE, end: JUNE + DAY };
    const made = plan({ place: PLACE, now: 0, offers: [own], failures: [] }, { purpose: "history", period, columns });
    const whole = part(own, { start: JUNE - DAY, end: JUNE + 2 * DAY }, columns, (time, name) =>
      values(time + (step * 1000) / 2, name),
    );
    const series = { ...whole.series, start: (whole.series.start as number) + (step * 1000) / 2, sampling: "instant" };
    return join([{ ...whole, series: series as Part["series"] }], made);
  }

  it("become means around the moment", () => {
    const series = instants((time) => (time - JUNE) / HOUR, ["temperature"]);
    expect(series.start).toBe(JUNE - HOUR / 2);
    expect(series.sampling).toBeUndefined();
    const values = column(series, "temperature");
    expect(values[5]).toBeCloseTo(5, 12);
    expect(
      column(
        instants((time) => ((time - JUNE) / HOUR) ** 2, ["temperature"]),
        "temperature",
      )[5],
    ).toBeCloseTo(25.25, 12);
  });

  it("keep their ratio to the clear sky: the mean of a noon lies below its peak, night is dark", () => {
    const series = instants(bell, [GHI]);
    const values = column(series, GHI);
    const row = (time: number) => Math.floor((time - (series.start as number)) / HOUR);
    const noon = JUNE + 19 * HOUR;
    expect(values[row(noon)]!).toBeLessThan(bell(noon, GHI));
    expect(values[row(noon)]!).toBeGreaterThan(0.97 * bell(noon, GHI));
    expect(values[row(JUNE + 8 * HOUR)]).toBe(0);
  });

  it("a reading before sunrise does not make the hour of sunrise dark: it borrows the ratio of the next", () => {
    // The sun rises at 11:31.
    const at = (hour: number, light = 500) => {
      const series = instants((time) => (time < JUNE + 12 * HOUR ? 0 : light), [GHI], HOUR / 2);
      return column(series, GHI)[(JUNE + hour * HOUR - (series.start as number)) / HOUR]!;
    };
    expect(at(11)).toBeGreaterThan(1);
    expect(at(11)).toBeLessThan(60);
    // No ratio beyond what clouds make of a clear sky.
    expect(at(11, 1500)).toBe(at(11));
    expect(at(10)).toBe(0);
  });

  it("stay missing where they are", () => {
    const series = instants((time) => (time === JUNE + 19 * HOUR ? NaN : 500), [GHI, "temperature"]);
    const row = Math.round((JUNE + 18.5 * HOUR - (series.start as number)) / HOUR);
    expect(column(series, GHI)[row]).toBeNaN();
    expect(column(series, "temperature")[row]).toBeNaN();
    expect(column(series, "temperature")[row + 1]).toBeCloseTo(500, 9);
  });
});

describe("for any parts", () => {
  const steps = fc.constantFrom(300, 600, 900, 1800, 3600, 10_800);
  const phases = fc.integer({ min: 0, max: 59 }).map((minutes) => minutes * 60_000);
  const arbitrary = fc.record({
    fineStep: steps,
    coarseStep: steps,
    finePhase: phases,
    coarsePhase: phases,
    seam: fc.integer({ min: 1, max: 47 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
  });

  type Input = typeof arbitrary extends fc.Arbitrary<infer T> ? T : never;

  /** The same number for the same time and seed. */
  const noise = (seed: number) => (time: number) => (Math.abs(Math.sin(time / 1e6 + seed) * 1e4) % 1) * 800 + 1;

  function made({ fineStep, coarseStep, finePhase, coarsePhase, seam, seed }: Input) {
    const fine = offer({
      dataset: "fine",
      interval: fineStep,
      first: JUNE + finePhase,
      last: JUNE + finePhase + Math.round((seam * HOUR) / (fineStep * 1000) + 1) * fineStep * 1000,
    });
    const coarse = offer({
      dataset: "coarse",
      class: "reanalysis",
      interval: coarseStep,
      first: JUNE - DAY + coarsePhase,
      last: JUNE - DAY + coarsePhase + Math.floor((3 * DAY) / (coarseStep * 1000)) * coarseStep * 1000,
    });
    const given = [
      { offer: fine, values: noise(seed) as Values },
      { offer: coarse, values: noise(seed + 1) as Values },
    ];
    return { ...joined(given, { start: JUNE, end: JUNE + 2 * DAY }), given };
  }

  it("an interval of a source that lies within one stretch and whole rows keeps its mean", () => {
    let checked = 0;
    fc.assert(
      fc.property(arbitrary, (input) => {
        const { series, parts, plan: used } = made(input);
        const step = series.interval * 1000;
        const start = series.start as number;
        const values = column(series, GHI);
        used.stretches.forEach((stretch) => {
          if (!stretch.columns.includes(GHI)) return;
          const dataset = used.offers[stretch.offer]!.dataset;
          const own = parts.find(({ provenance }) => provenance.dataset === dataset)!;
          const length = own.series.interval * 1000;
          (own.series.columns[GHI] as Float64Array).forEach((value, k) => {
            const from = (own.series.start as number) + k * length;
            const first = (from - start) / step;
            const last = (from + length - start) / step;
            if (!Number.isInteger(first) || !Number.isInteger(last)) return;
            if (from < stretch.start || from + length > stretch.end || first < 0 || last > values.length) return;
            const mean = values.slice(first, last).reduce((sum, one) => sum + one, 0) / (last - first);
            expect(mean).toBeCloseTo(value, 6);
            checked++;
          });
        });
      }),
      { numRuns: 60, seed: 1 },
    );
    expect(checked).toBeGreaterThan(1000);
  });

  it("light is neither made nor lost, whatever the edges of both", () => {
    fc.assert(
      fc.property(steps, steps, phases, (own, other, phase) => {
        const fine = offer({ dataset: "fine", interval: Math.min(own, other), last: JUNE + 3 * HOUR });
        // Begins and ends at night, where the rows that it does not wholly cover have no light to lose.
        const coarse = offer({
          dataset: "coarse",
          class: "reanalysis",
          interval: Math.max(own, other),
          first: JUNE + 6 * HOUR + phase,
          last: JUNE + 30 * HOUR + phase,
        });
        const { series, parts } = joined(
          [
            { offer: fine, values: () => 0 },
            { offer: coarse, values: bell },
          ],
          { start: JUNE, end: JUNE + 48 * HOUR },
        );
        const energy = (values: Float64Array, step: number) =>
          values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value * step), 0);
        const given = energy(parts[1]!.series.columns[GHI] as Float64Array, coarse.interval);
        expect(given).toBeGreaterThan(1e7);
        expect(energy(column(series, GHI), series.interval) / given).toBeCloseTo(1, 9);
      }),
      { numRuns: 40, seed: 2 },
    );
  });

  it("no row has a value that no part covers, and states stay within what the parts say", () => {
    fc.assert(
      fc.property(arbitrary, (input) => {
        const { series, given, parts } = made(input);
        const all = parts.flatMap((one) => [...(one.series.columns.temperature as Float64Array)]);
        const [least, most] = [Math.min(...all), Math.max(...all)];
        for (const name of [GHI, "temperature"] as const) {
          column(series, name).forEach((value, k) => {
            if (Number.isNaN(value)) return;
            const from = (series.start as number) + k * series.interval * 1000;
            const to = from + series.interval * 1000;
            expect(given.some(({ offer: { first, last } }) => first < to && last > from)).toBe(true);
            expect(value).toBeGreaterThanOrEqual(0);
            if (name === "temperature") {
              expect(value).toBeGreaterThanOrEqual(least - 1e-9);
              expect(value).toBeLessThanOrEqual(most + 1e-9);
            }
          });
        }
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});
