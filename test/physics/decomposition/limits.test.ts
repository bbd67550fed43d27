/** Limits among the options of the family: bad ones are refused by name, none is left out without a word. */
import { describe, expect, test } from "vitest";
import * as models from "../../../src/physics/models/decomposition/index.js";

type Model = (inputs: never, options: never) => { readonly [name: string]: Float64Array };

const time = Date.UTC(2024, 5, 21, 12);
const ROW = { ghi: 600, zenith: 40, solarZenith: 40, dayOfYear: 173, time, longitude: 5, latitude: 40 };
const CLEAR = { ghiClear: 700, dniClear: 800, hourZenith: 40, dhi: 150 };
const INDEX = { extraRadiation: 1330, clearnessIndex: 0.5, airmass: 1.3 };
const SUN = ["minCosZenith", "maxZenith"];
const LIMITS: readonly (readonly [string, readonly string[]])[] = [
  ...["abreu", "boland", "brl", "dirindex", "dirint", "erbs", "erbsDriesse", "orgillHollands", "yang4"].map(
    (name) => [name, SUN] as const,
  ),
  ["disc", [...SUN, "maxAirmass"]],
  ["engerer2", [...SUN, "maxClearnessIndex"]],
  ["louche", ["maxZenith"]],
  ["clearnessIndex", ["minCosZenith", "maxClearnessIndex"]],
  ["clearnessIndexZenithIndependent", ["maxClearnessIndex"]],
  ["dni", ["clearskyTolerance", "zenithThresholdForZeroDni", "zenithThresholdForClearskyLimit"]],
];

describe.each(LIMITS)("%s", (name, limits) => {
  const run = (options: object) => {
    const model = (models as unknown as { readonly [name: string]: Model })[name]!;
    return model({ ...ROW, ...CLEAR, ...INDEX } as never, { averagingPeriod: 60, ...options } as never);
  };

  test.each(limits)("takes %s from 0 up, Infinity for none, and names it otherwise", (limit) => {
    for (const value of [0, 1, 85, Number.POSITIVE_INFINITY]) run({ [limit]: value });
    const says = (got: unknown) => `${name}: ${limit} must be a number from 0 up, got ${got}`;
    for (const value of ["x", "87", null]) expect(() => run({ [limit]: value })).toThrow(new TypeError(says(value)));
    for (const value of [Number.NaN, -1]) expect(() => run({ [limit]: value })).toThrow(new RangeError(says(value)));
  });
});

test("DISC and DIRINT give no direct light from below the horizon, whatever maxZenith is", () => {
  const row = { ghi: 5, solarZenith: [89.9, 90.1, 95] };
  for (const maxZenith of [92, 180, Number.POSITIVE_INFINITY]) {
    const { dni } = models.disc({ ...row, dayOfYear: 173 }, { maxZenith, minCosZenith: 0.001 });
    expect(dni[0]!).toBeGreaterThan(0);
    expect(Array.from(dni.slice(1))).toEqual([0, 0]);
    expect(Array.from(models.dirint({ ...row, time }, { maxZenith }).dni.slice(1))).toEqual([0, 0]);
  }
});
