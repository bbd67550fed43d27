/** The uncertainty of yields that were computed: what of the weather, the system and the options decides it. */
import { describe, expect, test } from "vitest";
import { type Yield, type YieldOptions, yieldOf } from "../../../src/answers/yield/index.js";
import { uncertaintyText } from "../../../src/answers/yield/text.js";
import { UNCERTAINTY_KEYS } from "../../../src/answers/yield/uncertainty/types.js";
import type { WeatherSeries } from "../../../src/index.js";
import { codesOf, messagesOf, weather as sample, withLight, yearsOf } from "./roof.js";

const SYSTEM = { planes: [{ surfaceTilt: 35, surfaceAzimuth: 180, kwp: 4 }], ageing: 0.5 };
const ALONE = { irradiance: 0, plane: 0, module: 0, losses: 0, model: 0 };

const percent = ({ uncertainty }: Yield, key: string) => uncertainty!.shares.find((one) => one.key === key)!.percent;
const run = (weather: WeatherSeries, options: YieldOptions = {}) => yieldOf(weather, SYSTEM, options);

describe("a typical year", () => {
  const found = run(sample, { typicalYear: true });

  test("has every share, the climate's scatter, and a life", () => {
    expect(found.uncertainty!.shares.map(({ key }) => key)).toEqual([...UNCERTAINTY_KEYS]);
    expect(found.uncertainty!.energy).toBe(found.annual!.energy);
    expect(percent(found, "irradiance")).toBe(5);
    expect(percent(found, "record")).toBe(0);
    expect(found.exceedance).toBeNull();
    expect(found.life!.years.length).toBe(25);
    expect(found.life!.years[0]!.p50).toBe(found.annual!.energy);
    const { values } = found.uncertainty!.horizons[0]!;
    expect(found.life!.years[0]!.p90).toBe(values[2]!.energy);
    expect(values.map(({ energy }) => energy)).toEqual(values.map(({ energy }) => energy).sort((a, b) => b - a));
  });

  test("has the source that is given, and the shares", () => {
    const place = { annualGlobalHorizontal: 0.06, yield: 0.08, placeClass: "coast", places: 19 };
    const given = run(sample, { typicalYear: true, lightSource: place, uncertainty: { module: 0 } });
    expect([percent(given, "irradiance"), percent(given, "module")]).toEqual([6, 0]);
    expect(yieldOf({ series: sample, typicalYear: true, format: "psm" }, SYSTEM).uncertainty!.shares[2]!.percent).toBe(
      4,
    );
    expect(() => run(sample, { uncertainty: { iradiance: 3 } as never })).toThrow(
      /^yieldOf: options.uncertainty has no share "iradiance": is irradiance meant\?/,
    );
    expect(() => run(sample, { lightSource: "sun" as never })).toThrow(/^yieldOf: options.lightSource must be one of/);
  });

  test("says all of it as text", () => {
    const text = uncertaintyText(found);
    expect(text).toContain("uncertainty (standard, k = 1)");
    expect(text).toContain("mean of 25 years");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    expect(uncertaintyText({ uncertainty: null, life: null })).toBe("");
  });
});

describe("measured years", () => {
  test("without other shares have the P90 of the weather alone", () => {
    const found = run(yearsOf(1, 0.95, 1.03, 0.99), { uncertainty: ALONE });
    expect(found.years.length).toBe(4);
    const share = found.exceedance!.values.at(-1)!.value / found.exceedance!.mean;
    const p90 = found.uncertainty!.horizons[0]!.values[2]!.energy;
    expect(p90 / found.annual!.energy).toBeCloseTo(share, 9);
    expect(found.uncertainty!.degrees).toBe(3);
  });

  test("say a trend once, as a notice", () => {
    const found = run(yearsOf(1, 0.98, 0.96, 0.94, 0.92));
    expect(codesOf(found).filter((code) => code === "trend")).toHaveLength(1);
    expect(messagesOf(found)).toContainEqual(expect.stringMatching(/the years fall by \d\.\d % a year/));
    expect(codesOf(run(yearsOf(1, 0.96, 1.02, 0.97, 1)))).not.toContain("trend");
  });

  test("that are one stand for all years with their scatter", () => {
    const found = run(yearsOf(1));
    expect(found.years.length).toBe(1);
    expect(percent(found, "record")).toBe(percent(found, "interannual"));
    expect(percent(found, "irradiance")).toBe(5);
  });

  test("that lack a month have no mean year, and no uncertainty", () => {
    const found = run(withLight(yearsOf(1), (value, row) => (row < 2000 ? Number.NaN : value)));
    expect([found.annual, found.uncertainty, found.life]).toEqual([null, null, null]);
  });
});
