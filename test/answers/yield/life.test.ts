/** Years of a life by hand, and ageing that cannot be. */
import { describe, expect, it } from "vitest";
import { uncertaintyText } from "../../../src/answers/yield/text.js";
import { lifeOf, uncertaintyOf } from "../../../src/answers/yield/uncertainty/uncertainty-of.js";
import { checkSystem } from "../../../src/data/system/checked.js";
import { readSystem } from "../../../src/data/system/index.js";

const planes = [{ kwp: 8 }];
const ageingOf = (ageing: unknown) => checkSystem({ planes, ageing } as never).ageing!;
const given = { interannual: 4, record: 0, irradiance: 3, plane: 0, module: 0, losses: 0, model: 0 };
const uncertainty = uncertaintyOf(
  {
    ...{ energy: 1000, years: [], record: undefined, source: "unknown", latitude: 0, horizontalIrradiation: 1800 },
    planes: [{ kwp: 1, surfaceTilt: 0, trackingMode: "none" }],
  },
  given,
);

describe("lifeOf", () => {
  it("has each year and each sum with P50 and P90", () => {
    const { years, rate } = lifeOf(uncertainty, ageingOf({ rate: 1, rateUncertainty: 0.5, firstYear: 2, years: 3 }));
    expect(rate).toBe(1);
    expect(years.map(({ year, factor }) => [year, factor])).toEqual([
      ...[
        [1, 0.98],
        [2, 0.97],
        [3, 0.96],
      ],
    ]);
    expect(years.map(({ p50 }) => p50)).toEqual([980, 970, 960]);
    expect(years.map(({ sumP50 }) => Math.round(sumP50))).toEqual([980, 1950, 2910]);
    const z = 1.2815515655446004;
    expect(years[0]!.p90).toBeCloseTo(980 * (1 - z * 0.05), 9);
    expect(years[2]!.p90).toBeCloseTo(960 * (1 - z * Math.sqrt(0.0025 + (0.01 / 0.96) ** 2)), 9);
    const scatter = (0.04 ** 2 * (0.98 ** 2 + 0.97 ** 2 + 0.96 ** 2)) / 2.91 ** 2;
    expect(years[2]!.sumP90).toBeCloseTo(2910 * (1 - z * Math.sqrt(scatter + 0.03 ** 2 + (0.015 / 2.91) ** 2)), 9);
    expect(years[0]!.sumP90).toBe(years[0]!.p90);
  });

  it("is 25 years by default, by a rate alone or by a table", () => {
    expect(ageingOf(0.5).factors.length).toBe(25);
    expect(ageingOf(0.5).factors[24]).toBeCloseTo(0.88, 12);
    expect(ageingOf({}).rate).toBe(0.55);
    expect(ageingOf({ remaining: [98, 97.5, 97] }).factors).toEqual([0.98, 0.975, 0.97]);
    expect(ageingOf({ remaining: [98, 97.5, 97], years: 2 }).factors.length).toBe(2);
    expect(checkSystem({ planes }).ageing).toBeUndefined();
    const text = uncertaintyText({ uncertainty, life: lifeOf(uncertainty, ageingOf(0.5)) });
    expect(text).toContain("ageing 0.5 ± 0.375 % a year");
    expect(text.trimEnd().split("\n").at(-1)).toMatch(/^25 +88\.0 /);
  });

  it("has the loss at once in one place: the item of the manual is 0 where the first year is given", () => {
    const bank = { planes, losses: "bank" } as const;
    const { losses } = checkSystem(bank);
    expect(checkSystem({ ...bank, ageing: 0.5 }).losses).toBe(losses);
    const replaced = checkSystem({ ...bank, ageing: { firstYear: 2 } }).losses;
    expect(100 - replaced).toBeCloseTo((100 - losses) / 0.985, 9);
    expect(checkSystem({ planes, ageing: { firstYear: 2 }, losses: { set: "bank", lid: 1.5 } }).losses).toBe(losses);
  });

  it.each([
    [{ rate: 50 }, /ageing.rate must be from 0 to 5, got 50/],
    [-0.5, /ageing must be from 0 to 5, got -0.5/],
    [Number.NaN, /ageing must be from 0 to 5, got NaN/],
    ["0.5", /ageing must be a number/],
    [{ rate: 5, years: 40 }, /ageing.years must be at most 20: with 5 % a year nothing is left then, got 40/],
    [{ rate: 0.5, remaining: [98] }, /must have rate and firstYear, or remaining, got both/],
    [{ remaining: [98, 99] }, /ageing.remaining must not rise, got 99 after 98 in year 2/],
    [{ remaining: [98, 97], years: 25 }, /ageing.years must be at most the 2 years of remaining, got 25/],
    [{ years: 100 }, /ageing.years must be from 1 to 60, got 100/],
    [{ rates: 0.5 }, /is rate meant\?/],
  ])("refuses %j", (ageing, message) => expect(() => ageingOf(ageing)).toThrow(message));

  it("is read from JSON", () => {
    const json = { planes, ageing: { first_year: 1.5, rate_uncertainty: 0.2 } };
    expect(readSystem(json).ageing).toEqual({ firstYear: 1.5, rateUncertainty: 0.2 });
  });
});
