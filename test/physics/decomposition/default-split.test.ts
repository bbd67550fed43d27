/** The default split of GHI: its two models, their mean, what it may know of the future, and that it has no steps. */
import { describe, expect, test } from "vitest";
import { computeColumns, type WeatherSeries } from "../../../src/index.js";
import { DIRINT_COEFFICIENTS } from "../../../src/physics/models/decomposition/dirint-coefficients.js";
import { interpolatedCoefficient } from "../../../src/physics/models/decomposition/dirint-smooth.js";
import * as models from "../../../src/physics/models/decomposition/index.js";
import { weightAt } from "../../../src/physics/models/decomposition/mean-of-two.js";
import { trailingSumRows } from "../../../src/physics/models/decomposition/predictors.js";
import { fractions, type Row, SERIES } from "./blocks.js";

const { dirintSmooth, dirintStarke, meanOfTwo, starke, starkeRamped } = models;

describe("sums over the past", () => {
  const values = Float64Array.from({ length: 200 }, (_, i) => (i % 7 === 3 ? 0 : 1 / (i + 1)));

  test.each([1, 2, 12, 60, 199, 500])(
    "of %d rows are those of a loop, with the same bits from any row on",
    (length) => {
      const sumsFrom = (i0: number, number: number) => {
        const sums = new Float64Array(200);
        trailingSumRows(i0, 200, 0, length, number, values, new Float64Array(200), sums);
        return sums;
      };
      const whole = sumsFrom(0, 17);
      for (let i = 0; i < 200; i++) {
        const expected = values.slice(Math.max(i - length + 1, 0), i + 1).reduce((a, b) => a + b, 0);
        expect(Math.abs(whole[i]! - expected)).toBeLessThan(1e-14 * 200);
      }
      for (const i0 of [1, 59, 60, 130]) expect(sumsFrom(i0, 17).slice(i0)).toEqual(whole.slice(i0));
    },
  );
});

describe("DIRINT without steps", () => {
  const KT_PRIME = [0.12, 0.32, 0.48, 0.63, 0.75, 0.9];
  const ZENITH = [12.5, 32.5, 47.5, 62.5, 75, 85];
  const DELTA = [0.0067, 0.0229, 0.0495, 0.1025, 0.2121, 0.5477, Number.NaN];

  test("has the published coefficients at the centres of the bins", () => {
    for (let k = 0; k < 6; k++) {
      for (let z = 0; z < 6; z++) {
        for (let d = 0; d < 7; d++) {
          const published = DIRINT_COEFFICIENTS[((k * 6 + z) * 7 + d) * 5 + 4]!;
          expect(interpolatedCoefficient(KT_PRIME[k]!, ZENITH[z]!, DELTA[d]!)).toBeCloseTo(published, 12);
        }
      }
    }
  });

  test("is half-way between two centres, and constant beyond the outer ones", () => {
    const at = (k: number) => interpolatedCoefficient(k, 47.5, 0.0495);
    expect(at(0.4)).toBeCloseTo((at(0.32) + at(0.48)) / 2, 12);
    expect(at(0)).toBe(at(0.12));
    expect(at(1)).toBe(at(0.9));
    expect(interpolatedCoefficient(Number.NaN, 40, 0.1)).toBeNaN();
  });
});

describe("Starke with ramps", () => {
  const row = { ast: 12, elevation: 40, ktDaily: 0.6, psi: 0.6, ghiClear: 800, ktHour: 0.6 };
  const both = (kt: number, kcsi: number) =>
    [starke, starkeRamped].map((model) => model({ ...row, kt, kcsi }).kd[0]!) as [number, number];

  test("is the published model away from the ramps", () => {
    for (const [kt, kcsi] of [
      [0.3, 0.5],
      [0.69, 1.2],
      [0.9, 0.99],
      [0.81, 1.11],
    ] as const) {
      const [published, ramped] = both(kt, kcsi);
      expect(ramped).toBe(published);
    }
  });

  test("is half of either set in the middle of one ramp", () => {
    const usual = both(0.9, 0.9)[0];
    const enhanced = both(0.9, 1.2)[0];
    expect(both(0.9, 1.05)[1]).toBeCloseTo((usual + enhanced) / 2, 12);
    expect(both(0.9, Number.NaN)[1]).toBeNaN();
  });
});

describe("the mean of two", () => {
  test("weights by the length of the interval, linearly in its logarithm", () => {
    const weights = [
      [60, 0.2],
      [3600, 0.8],
    ] as const;
    expect([1, 60, 3600, 86_400].map((seconds) => weightAt(weights, seconds))).toEqual([0.2, 0.2, 0.8, 0.8]);
    expect(weightAt(weights, Math.sqrt(60 * 3600))).toBeCloseTo(0.5, 12);
  });

  test("is the weighted mean of its parts' diffuse fractions, and looks as far as they do", () => {
    const { stage } = meanOfTwo(
      models.erbs,
      { model: models.brl, options: { coefficients: "every1" } },
      { weight: 0.25 },
    );
    const a = fractions(models.erbs.stage, SERIES);
    const b = fractions(models.brl.stage, SERIES, { options: { coefficients: "every1" } });
    fractions(stage, SERIES).forEach((fraction, i) => {
      if (Number.isNaN(fraction)) expect(a[i]! + b[i]!).toBeNaN();
      else expect(fraction).toBeCloseTo(0.25 * a[i]! + 0.75 * b[i]!, 14);
    });
    expect(stage.reach).toEqual([models.erbs.stage.reach, "day"]);
  });

  test("refuses what it cannot mix, by name", () => {
    expect(() => meanOfTwo(models.erbs, {} as never)).toThrow(/second part must be a decomposition model/);
    expect(() => meanOfTwo(models.erbs, models.brl, { weight: 2 })).toThrow(/weight must be 0 to 1, got 2/);
    expect(() =>
      meanOfTwo(models.erbs, models.brl, {
        weight: [
          [60, 1],
          [60, 0],
        ],
      }),
    ).toThrow(/ascend, got 60 after 60/);
    expect(() => meanOfTwo(models.erbs, models.brl, { weight: [] })).toThrow(TypeError);
  });
});

describe("the default split", () => {
  /** A moderate sun; the clearness of row `at` is raised by a little. */
  const jumps = (kt: (i: number) => number, at: number, interval: number) => {
    const rows = (more: number): Row[] =>
      Array.from({ length: 30 }, (_, i) => ({ kt: kt(i) + (i === at ? more : 0), zenith: 30 + i, clearGhi: 640 }));
    const [before, after] = [0, 0.0005].map((more) => fractions(dirintStarke.stage, rows(more), { interval })[at]!);
    return Math.abs(after! - before!);
  };

  test.each([60, 900, 3600])("has no steps at intervals of %d s: 0.0005 of kt is worth less than 0.01", (interval) => {
    let worst = 0;
    for (let k = 0.02; k < 1.1; k += 0.0005) {
      worst = Math.max(
        worst,
        jumps((i) => (i === 20 ? k : 0.5 + 0.2 * Math.sin(i)), 20, interval),
        jumps(() => k, 20, interval),
      );
    }
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThan(0.01);
  });

  const start = Date.UTC(2023, 5, 20);
  const series = (ghi: Float64Array): WeatherSeries => ({
    ...{ start, interval: 900 },
    columns: { global_horizontal_irradiance: ghi },
  });
  const query = { lat: 45, lon: 0, frequency: "15_minutes", parameters: "diffuse_horizontal_irradiance" };
  const ghi = Float64Array.from(
    { length: 96 },
    (_, i) => Math.max(800 * Math.sin(((i - 18) / 60) * Math.PI), 0) * (0.6 + 0.3 * Math.sin(i * i)),
  );
  const dhiOf = (values: Float64Array) =>
    computeColumns(query, series(values), { altitude: 0, spread: "step" }).values.diffuse_horizontal_irradiance!;

  test("a value knows the next interval, and nothing after it", () => {
    const before = dhiOf(ghi);
    const after = dhiOf(ghi.map((value, i) => (i > 50 ? 0.3 * value : value)));
    expect(after.slice(0, 50)).toEqual(before.slice(0, 50));
    expect(after[50]).not.toBe(before[50]);
  });

  test("the newest interval is called provisional while it is split without the next", () => {
    const codes = (values: Float64Array, more: object = {}, context: object = {}) =>
      computeColumns({ ...query, ...more }, series(values), { altitude: 0, ...context }).diagnostics.notices.map(
        ({ code }) => code,
      );
    expect(codes(ghi.slice(0, 50))).toEqual(["provisional"]);
    expect(codes(ghi)).toEqual([]); // it ends in the night
    expect(codes(ghi.slice(0, 50), { end: "2023-06-20T10:00:00Z" })).toEqual([]);
    expect(codes(ghi.slice(0, 50), {}, { models: { decomposition: "erbsDriesse" } })).toEqual([]);
  });

  test("instants are split by Erbs–Driesse", () => {
    const instants = { ...series(ghi), sampling: "instant" } as WeatherSeries;
    const by = (context: object) => computeColumns(query, instants, { altitude: 0, ...context }).values;
    expect(by({})).toEqual(by({ models: { decomposition: "erbsDriesse" } }));
    expect(by({})).not.toEqual(by({ models: { decomposition: "dirintStarke" } }));
  });

  test("dirintSmooth is near dirint where no bin ends", () => {
    const inputs = { ghi: [500, 520, 500], solarZenith: 47.5, time: start + 43_200_000 };
    const [smooth, binned] = [dirintSmooth, models.dirint].map((model) => model(inputs).dni[1]!);
    expect(Math.abs(smooth! - binned!)).toBeLessThan(0.2 * binned!);
  });
});
