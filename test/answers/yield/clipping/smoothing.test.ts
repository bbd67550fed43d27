import { describe, expect, it } from "vitest";
import { smoothedRows, smoothingNotices, smoothingTime } from "../../../../src/answers/yield/chain/clipping.js";

const MINUTES = 1440;

/** A day of minutes with clouds: half a sine with pieces cut out. */
function day(): Float64Array {
  return Float64Array.from({ length: MINUTES }, (_, minute) => {
    const light = Math.max(0, Math.sin(((minute - 360) / 720) * Math.PI));
    return light * (Math.floor(minute / 7) % 3 === 0 ? 250 : 1000);
  });
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

function smoothed(power: Float64Array, hectares: number, seconds = 60): Float64Array {
  const out = new Float64Array(power.length);
  smoothedRows(0, power.length, power, new Float64Array(power.length).fill(seconds), smoothingTime(hectares), out);
  return out;
}

describe("a plant as a low-pass", () => {
  it("has the cut-off of the paper: 0.021 Hz at one hectare, a tenth at a hundred", () => {
    expect(1 / (2 * Math.PI * smoothingTime(1))).toBeCloseTo(0.021, 12);
    expect(1 / (2 * Math.PI * smoothingTime(100))).toBeCloseTo(0.0021, 12);
  });

  it("keeps the energy of the day, and takes the peaks", () => {
    const power = day();
    const out = smoothed(power, 200);
    expect(sum(out) / sum(power)).toBeCloseTo(1, 12);
    expect(Math.max(...out)).toBeLessThan(Math.max(...power));
  });

  it("takes more from the swings of a larger plant, and nothing at a point", () => {
    const steps = (values: Float64Array) =>
      values.reduce((total, value, i) => total + (value - (values[i - 1] ?? 0)) ** 2, 0);
    const power = day();
    const swings = [0.0001, 1, 20, 400].map((hectares) => steps(smoothed(power, hectares)));
    expect(swings).toEqual([...swings].sort((a, b) => b - a));
    expect(swings[0]! / steps(power)).toBeGreaterThan(0.99);
  });

  it("answers a step as a filter of first order does", () => {
    const power = new Float64Array(61).fill(100);
    power[0] = 0;
    const out = smoothed(power, 49, 1);
    const time = smoothingTime(49);
    for (const second of [1, 10, 60]) {
      const mean = 100 * (1 - time * (Math.exp(-(second - 1) / time) - Math.exp(-second / time)));
      expect(out[second]).toBeCloseTo(mean, 9);
    }
  });

  it("starts anew behind what is missing", () => {
    const out = smoothed(Float64Array.of(500, 500, Number.NaN, 100, 100), 100);
    expect([...out]).toEqual([500, 500, Number.NaN, 100, 100]);
  });
});

it("where smoothing cannot be used says so for means over more than five minutes", () => {
  expect(smoothingNotices("auto", 3600)[0]!.message).toContain("the weather has means over 60 minutes");
  expect([smoothingNotices("auto", 60), smoothingNotices(undefined, 3600), smoothingNotices(0, 3600)]).toEqual([
    [],
    [],
    [],
  ]);
});
