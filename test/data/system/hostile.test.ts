/** Whatever comes as a system is computed, or refused with words that begin with what is wrong with it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { yieldOf, yieldSeries } from "../../../src/answers/yield/index.js";
import { parseYieldRequest } from "../../../src/data/contract/yield/request.js";
import { resolveSystem } from "../../../src/data/system/index.js";
import { hasNames } from "../../../src/data/system/resolve.js";
import { WeatherError } from "../../../src/data/weather/index.js";
import { ANY_SYSTEM } from "./any-system.js";

const HOURS = 48;
const column = (of: (hour: number) => number) => Float64Array.from({ length: HOURS }, (_, k) => of(k % 24));
const WEATHER = {
  start: Date.UTC(2021, 5, 20),
  interval: 3600,
  place: { latitude: 0, longitude: 0, altitude: 0 },
  columns: {
    global_horizontal_irradiance: column((hour) => Math.max(0, 900 * Math.sin(((hour - 6) / 12) * Math.PI))),
    temperature: column((hour) => 15 + hour / 3),
    wind_speed: column(() => 2),
  },
};
const NOW = Date.UTC(2026, 0, 1);

/** Energy in kWh, or why there is none. */
async function outcome(system: unknown): Promise<number | { readonly error: unknown }> {
  try {
    const read = parseYieldRequest({ lat: 0, lon: 0 }, { now: NOW, system }).system;
    const whole = hasNames(read) ? await resolveSystem(read) : read;
    yieldSeries(WEATHER, whole);
    return yieldOf(WEATHER, whole).total.energy;
  } catch (error) {
    return { error };
  }
}

describe("a hostile system", () => {
  it("is computed, or refused by name; nothing else happens", async () => {
    const inherited = Object.getOwnPropertyNames(Object.prototype).length;
    const counts = { computed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(ANY_SYSTEM, async (system) => {
        if (system === undefined) return;
        const found = await outcome(system);
        if (typeof found === "number") {
          counts.computed++;
          expect(found).toBeTypeOf("number");
          expect(Number.isFinite(found)).toBe(true);
          return;
        }
        counts.refused++;
        const { error } = found;
        const isRefusal = error instanceof WeatherError || /^(?:Request|Type|Range)Error$/.test((error as Error).name);
        expect(isRefusal, String(error)).toBe(true);
        expect((error as Error).message).toMatch(/^(?:(?:yieldOf|yieldSeries|resolveSystem): )?system/);
      }),
      { numRuns: 400 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(inherited);
    // The draws are of both kinds: some 27 of 400 are computed, by chance 20 or fewer in one run of eleven, 4 in none of a million.
    expect(Math.min(counts.computed, counts.refused)).toBeGreaterThan(4);
  });

  it.each<[string, object, RegExp]>([
    [
      "rows of a fixed plane without their distance",
      { planes: [{ rows: {} }] },
      /^system\.planes\[0\]: gcr is required/,
    ],
    [
      "rows that are not the tracker's",
      { planes: [{ tracker: { gcr: 0.3 }, rows: { gcr: 0.5 } }] },
      /^system\.planes\[0\]: gcr must be the tracker's, 0\.3/,
    ],
    [
      "rows of a tracker of two axes",
      { planes: [{ tracker: { mode: "dual-axis" }, rows: {} }] },
      /^system\.planes\[0\]: rows are for fixed planes/,
    ],
    ["a list for a tracker", { planes: [{ tracker: [] }] }, /tracker must be an object, got an array/],
    [
      "an object that is no text",
      { planes: [{ tracker: { gcr: { toString: 1 } } }] },
      /gcr must be a number, got an obj/,
    ],
    [
      "a day that no year has",
      { planes: [{}], soiling: { model: "kimber", washes: ["02-30"] } },
      /washes\[0\] must be a month/,
    ],
    [
      "360 numbers that are none",
      { planes: [{ horizon: Array(360).fill(Number.NaN) }] },
      /horizon\[0\] must be from 0 to 90/,
    ],
    ["a name of the language", { planes: [{}], module: { cec: { toString: 1 } } }, /cec has no option "toString"/],
  ])("%s: refused", async (_name, system, message) => {
    const found = await outcome(system);
    expect(found).toMatchObject({ error: expect.objectContaining({ message: expect.stringMatching(message) }) });
  });
});
