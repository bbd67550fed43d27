import { describe, expect, test } from "vitest";
import { clearskyIndex, detectClearsky } from "../../../src/physics/models/clear-sky/index.js";

describe("detectClearsky", () => {
  const n = 600;
  const time = Float64Array.from({ length: n }, (_, i) => 1_700_000_000_000 + i * 60_000);
  const clearsky = Float64Array.from({ length: n }, (_, i) => 900 * Math.sin((Math.PI * (i + 60)) / 720));

  test("finds a clear day clear, whatever its scale within the limits, and nothing under an overcast", () => {
    for (const scale of [0.95, 1, 1.05]) {
      const { clear, alpha, converged } = detectClearsky({ measured: clearsky.map((v) => v * scale), clearsky, time });
      expect(clear.every((v) => v === 1)).toBe(true);
      expect(alpha[0]!).toBeCloseTo(scale, 10);
      expect(converged).toBe(true);
    }
    const dark = detectClearsky({ measured: clearsky.map((v) => v * 0.3), clearsky, time });
    expect(dark.clear.every((v) => v === 0)).toBe(true);
    expect(dark.alpha[0]).toBe(1);
  });

  test("takes a cloud, a missing value and the night out of the clear samples, and no more than their windows", () => {
    const measured = clearsky.slice();
    measured[200] = 300;
    measured[400] = Number.NaN;
    const { clear } = detectClearsky({ measured, clearsky, time });
    for (let i = 0; i < n; i++) expect(clear[i], `${i}`).toBe(i === 200 || i === 400 ? 0 : 1);
    const night = new Float64Array(n);
    expect(detectClearsky({ measured: night, clearsky: night, time }).clear.some((v) => v === 1)).toBe(false);
  });

  test("refuses what it cannot judge, by name", () => {
    const inputs = { measured: clearsky, clearsky, time };
    expect(() => detectClearsky({ ...inputs, time: time.map((t, i) => (i > 50 ? t + 1 : t)) })).toThrow(
      /constant step/,
    );
    expect(() => detectClearsky({ ...inputs, time: 0 })).toThrow(RangeError);
    expect(() => detectClearsky(inputs, { windowLength: 2.5 })).toThrow(/windowLength.*3 minutes/);
    expect(() => detectClearsky(inputs, { windowLength: 601 })).toThrow(/601 samples, got 600/);
    expect(() => detectClearsky(inputs, { maxIterations: 0 })).toThrow(/maxIterations/);
    expect(() => detectClearsky(inputs, { meanDiff: Number.NaN })).toThrow(/meanDiff must be a number, got NaN/);
    expect(() => detectClearsky(inputs, { meandiff: 5 } as object)).toThrow(/unknown option meandiff/);
    const hourly = time.map((_, i) => i * 3_600_000);
    expect(() => detectClearsky({ ...inputs, time: hourly }, { inferLimits: true })).toThrow(/1 to 30 minutes, got 60/);
    expect(() => detectClearsky({ measured: [1], clearsky: [1], time: [0] })).toThrow(RangeError);
  });

  test("takes an undefined limit as none given, an infinite one as no limit", () => {
    const measured = clearsky.map((v, i) => (i % 40 === 20 ? 0.8 * v : v));
    const clear = (options: object) => detectClearsky({ measured, clearsky, time }, options).clear;
    expect(clear({})).toContain(0);
    expect(clear({ meanDiff: undefined, slopeDev: undefined })).toEqual(clear({}));
    const limits = ["meanDiff", "maxDiff", "upperLineLength", "varDiff", "slopeDev"];
    const unlimited = Object.fromEntries(limits.map((name) => [name, Number.POSITIVE_INFINITY]));
    expect(clear({ ...unlimited, lowerLineLength: Number.NEGATIVE_INFINITY })).not.toContain(0);
  });

  test("leaves its inputs alone", () => {
    const measured = clearsky.map((v) => v * 1.03);
    const before = [measured.slice(), clearsky.slice(), time.slice()];
    detectClearsky({ measured, clearsky, time });
    expect([measured, clearsky, time]).toEqual(before);
  });
});

describe("clearskyIndex", () => {
  test("is a ratio within its limits, 0 where the clear sky is dark, NaN where something is missing", () => {
    const ghi = [500, 1200, 3000, -5, 0, 10, Number.NaN, 500, Number.POSITIVE_INFINITY];
    const ghiClear = [1000, 1000, 1000, 1000, 0, 0, 100, null, 100];
    const { clearskyIndex: index } = clearskyIndex({ ghi, ghiClear });
    expect([...index]).toEqual([0.5, 1.2, 2, 0, 0, 0, Number.NaN, Number.NaN, Number.NaN]);
    expect(clearskyIndex({ ghi: 1200, ghiClear: 1000 }, { maxClearskyIndex: 1 }).clearskyIndex[0]).toBe(1);
  });
});
