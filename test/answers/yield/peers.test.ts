/**
 * Yearly yields against PVWatts 8 and a pvlib ModelChain with the same options: one sub-step at the middle of the sunlit part,
 * Perez 1990, the same incidence, cell temperature, spectrum, inverter and albedo (fixtures/yield/make.py).
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { hashOf, type MadePlace, madeYear, PLACES } from "../../../fixtures/yield/made-year.mjs";
import { type Yield, type YieldSystem, yieldOf } from "../../../src/answers/yield/index.js";
import type { ObservationContext, WeatherSeries } from "../../../src/index.js";
import { perez } from "../../../src/physics/models/transposition/index.js";

interface Months {
  readonly plane: readonly number[];
  readonly ac: readonly number[];
}
interface Case {
  readonly name: string;
  /** Hash of the weather that the peers had. */
  readonly weather: string;
  readonly pvwatts: Months;
  readonly modelchain: Months;
}

const FILE = new URL("../../../fixtures/yield/yield.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(FILE, "utf8")) as { cases: readonly Case[] };
const context: ObservationContext = {
  subSteps: 1,
  albedo: 0.2,
  models: { transposition: { model: perez as never, options: { model: "1990" } } },
};

/** A month may differ by 1 %, or by 0.5 kWh/kWp. */
function expectClose(found: Yield, months: Months, most = 0.005): void {
  const year = months.ac.reduce((sum, month) => sum + month);
  expect(Math.abs(found.annual!.specificYield / year - 1)).toBeLessThan(most);
  months.ac.forEach((month, k) => {
    const difference = Math.abs(found.months[k]!.specificYield - month);
    expect(difference, `month ${k + 1}`).toBeLessThan(Math.max(0.01 * month, 0.5));
  });
  const light = months.plane.reduce((sum, month) => sum + month);
  expect(Math.abs(found.annual!.planeIrradiation / light - 1)).toBeLessThan(0.003);
}

describe.each(PLACES.map((place): [string, MadePlace] => [place.name, place]))("%s", (name, place) => {
  const { weather: theirs, pvwatts, modelchain } = cases.find((one) => one.name === name)!;
  let weather: WeatherSeries;
  beforeAll(async () => {
    weather = await madeYear(place);
  });
  const run = (system: Omit<YieldSystem, "planes">, light = context) => {
    const planes = [{ surfaceTilt: place.tilt, surfaceAzimuth: place.azimuth }];
    // Hourly means go through their inverters; their losses are PVWatts'.
    return yieldOf(
      weather,
      { planes, losses: "bank", clipping: "steps", ...system },
      { typicalYear: true, context: light },
    );
  };

  test("has the weather of the peers: else make fixtures/yield/yield.json anew", () =>
    expect(hashOf(weather)).toBe(theirs));

  // Bergen's winters part: its planes have the light of PVWatts within 0.3 %, their energy in November is 1.4 % more, in December 1.9 % less.
  const most = name === "bergen" ? 0.007 : 0.005;
  test(`is PVWatts' year within ${100 * most} %, its months within 1 % or 0.5 kWh/kWp`, () =>
    expectClose(run({ cellTemperature: "noctSam", spectrum: "deSoto" }), pvwatts, most));

  test("is pvlib's year within 0.5 %, its months within 1 % or 0.5 kWh/kWp", () =>
    expectClose(run({ iam: "none" }), modelchain));

  test("by default, but for clipping within the hour, is within 1.5 % of PVWatts' year, from which cells and spectrum part it", () => {
    const year = pvwatts.ac.reduce((sum, month) => sum + month);
    expect(Math.abs(run({}, {}).annual!.specificYield / year - 1)).toBeLessThan(0.015);
  });
});
