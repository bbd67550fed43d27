import { describe, expect, it } from "vitest";
import { type ProbableYearOptions, selectProbableYear } from "../../../src/answers/climate/selection/select.js";
import { exceedanceValues } from "../../../src/foundation/statistics/exceedance.js";
import { madeWeather } from "./made-weather.js";

const made = madeWeather({ site: 4, firstYear: 2001, years: 12, timeZone: 2 });
const sum = (column: ArrayLike<number | null | undefined>) =>
  Array.from(column).reduce<number>((total, value) => total + value!, 0) / 1000;

describe("selectProbableYear", () => {
  it.each([10, 50, 90] as const)("adds up to P%i of the record's years, by Student's t", (exceedance) => {
    const { series, audit } = selectProbableYear(made, { extreme: `p${exceedance}` });
    const { annual, target, reached, form } = audit.probable!;
    expect(form).toBe("student");
    expect(annual).toHaveLength(12);
    expect(target).toBeCloseTo(exceedanceValues(annual, { exceedances: [exceedance] }).values[0]!.value, 6);
    expect(reached).toBeCloseTo(sum(series.columns.global_horizontal_irradiance!), 6);
    // 0.05 % and what 12 months lose by steps of 50 Wh/m²
    expect(Math.abs(reached - target)).toBeLessThan(target * 0.0005 + 0.3);
  });

  it("adds up half hours to the same unit", () => {
    const halves = madeWeather({ site: 4, firstYear: 2001, years: 10, stepsPerDay: 48 });
    const { series, audit } = selectProbableYear(halves, { extreme: "p50" });
    expect(audit.probable!.reached).toBeCloseTo(sum(series.columns.global_horizontal_irradiance!) / 2, 6);
  });

  it("has the low year for P90 and the high one for P10, and the normal form nearer to the middle", () => {
    const reached = (options: ProbableYearOptions) => selectProbableYear(made, options).audit.probable!.reached;
    const [p10, p50, p90] = (["p10", "p50", "p90"] as const).map((extreme) => reached({ extreme }));
    expect(p90).toBeLessThan(p50!);
    expect(p50).toBeLessThan(p10!);
    expect(reached({ extreme: "p90", form: "normal" })).toBeGreaterThan(p90!);
  });

  it("has the least sum of statistics: no exchange of two months for others betters it", () => {
    const { audit } = selectProbableYear(made, { extreme: "p50", method: "tgy" });
    const total = audit.months.reduce((score, { candidates }) => score + candidates[0]!.score, 0);
    const { target } = audit.probable!;
    const energies = monthlyEnergies();
    const own = audit.months.reduce((energy, { month, year }) => energy + energies.get(`${month} ${year}`)!, 0);
    let tried = 0;
    for (const a of audit.months) {
      for (const b of audit.months) {
        if (b.month <= a.month) continue;
        for (const instead of a.years) {
          for (const other of b.years) {
            const energy =
              own +
              energies.get(`${a.month} ${instead.year}`)! -
              energies.get(`${a.month} ${a.year}`)! +
              energies.get(`${b.month} ${other.year}`)! -
              energies.get(`${b.month} ${b.year}`)!;
            if (Math.abs(energy - target) > target * 0.0005 - 0.3) continue;
            tried++;
            const score = total + instead.score - a.candidates[0]!.score + other.score - b.candidates[0]!.score;
            expect(score).toBeGreaterThanOrEqual(total - 1e-12);
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(100);
  });

  it("is as like its months as can be: more so than any single year with that sum", () => {
    const { audit } = selectProbableYear(made, { extreme: "p90" });
    const mean = audit.months.reduce((total, { candidates }) => total + candidates[0]!.score, 0) / 12;
    const usual = audit.months.flatMap(({ years }) => years.map(({ score }) => score));
    expect(mean).toBeLessThan(usual.reduce((total, score) => total + score, 0) / usual.length);
  });

  it.each([
    [{ extreme: "p75" }, /options.extreme must be p10, p50, p90, got "p75"/],
    [{ extreme: "p90", method: "iso15927" }, /options.method must be a method with weights/],
    [{ extreme: "p90", form: "gauss" }, /options.form must be student or normal/],
    [undefined, /options must be an object/],
  ])("refuses %j", (options, message) => expect(() => selectProbableYear(made, options as never)).toThrow(message));
});

/** kWh/m² of "month year", from the rows. */
function monthlyEnergies(): Map<string, number> {
  const energies = new Map<string, number>();
  made.columns.global_horizontal_irradiance.forEach((value, row) => {
    const date = new Date(Date.UTC(2001, 0, 1) + row * 3_600_000);
    if (date.getUTCMonth() === 1 && date.getUTCDate() === 29) return;
    const key = `${date.getUTCMonth() + 1} ${date.getUTCFullYear()}`;
    energies.set(key, (energies.get(key) ?? 0) + value / 1000);
  });
  return energies;
}
