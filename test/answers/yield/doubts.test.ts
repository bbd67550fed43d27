/** Light that looking at the weather found to be no sun's: it stays in the sums, and decides no year. */
import { describe, expect, test } from "vitest";
import { formatYield, yieldOf } from "../../../src/answers/yield/index.js";
import { bitsOf, type FindingCode } from "../../../src/data/weather/believe/types.js";
import { type Examination, withoutFlagged } from "../../../src/data/weather/index.js";
import type { WeatherSeries } from "../../../src/index.js";
import { rowsOf, weather as sample, withLight, yearsOf } from "./roof.js";

const SYSTEM = { planes: [{ surfaceTilt: 35, surfaceAzimuth: 180 }] };
const HOURS = 8760;
const DAY = 24;
/** Rows of May and June in local standard time, UTC −7, of a year from 1 January, 0:00 UTC. */
const MAY_AND_JUNE = { from: 120 * DAY + 7, to: 181 * DAY + 7 };
const FACTORS = [1, 0.97, 1.02, 0.99, 1.01];

/** Five years, the third with two dark months. */
function fiveYears(isBroken: boolean): WeatherSeries {
  const [from, to] = [2 * HOURS + MAY_AND_JUNE.from, 2 * HOURS + MAY_AND_JUNE.to];
  return withLight(yearsOf(...FACTORS), (value, row) => (isBroken && row >= from && row < to ? 0 : value));
}

function examined(count: number, code: FindingCode, from: number, to: number): Examination {
  const flags = new Uint32Array(count).fill(bitsOf([code]), from, to);
  const finding = { code, verdict: "look", spans: [{ from, to }], rows: to - from, message: "", remedy: "" } as const;
  return { verdict: "look", findings: [finding], clock: undefined, flags, months: [], closure: undefined };
}

const deadIn = (year: number, count = FACTORS.length * HOURS) =>
  examined(count, "dead", year * HOURS + MAY_AND_JUNE.from, year * HOURS + MAY_AND_JUNE.to);
const p90 = ({ exceedance }: ReturnType<typeof yieldOf>) => exceedance!.values.at(-1)!.value;

describe("two dark months in one of five years", () => {
  test("leave P90 and the mean year where they are without them, as missing ones do", () => {
    const broken = fiveYears(true);
    const right = yieldOf(fiveYears(false), SYSTEM);
    const believed = yieldOf(broken, SYSTEM);
    const doubted = yieldOf(broken, SYSTEM, { examination: deadIn(2) });
    const dropped = yieldOf(withoutFlagged(broken, deadIn(2)), SYSTEM, { examination: deadIn(2) });
    expect(p90(believed) / p90(right)).toBeLessThan(0.9);
    expect(p90(doubted) / p90(right)).toBeGreaterThan(0.97);
    expect(Math.abs(doubted.annual!.energy / right.annual!.energy - 1)).toBeLessThan(0.005);
    expect(doubted.years.map(({ year }) => year)).toEqual([2017, 2018, 2020, 2021]);
    expect(p90(dropped)).toBe(p90(doubted));
    expect([doubted.total.missing, dropped.total.doubtful]).toEqual([0, 0]);
    expect(doubted.total.doubtful).toBeCloseTo(dropped.total.missing, 6);
    expect(doubted.total.energy).toBe(believed.total.energy);
  });

  test("are named, with what counts them all the same", () => {
    const { notices } = yieldOf(fiveYears(true), SYSTEM, { examination: deadIn(2) });
    const said = notices.map(({ code, message }) => `${code}: ${message}`);
    expect(said).toContainEqual(
      expect.stringMatching(/^doubts: 4\.\d % of the light is in doubt .* pass acceptDoubts/),
    );
    expect(said).toContainEqual(expect.stringMatching(/^years: .*P10 to P90: 2019 \(2\d % in doubt\)/));
    const accepted = yieldOf(fiveYears(true), SYSTEM, { examination: deadIn(2), acceptDoubts: true });
    expect(accepted).toEqual(yieldOf(fiveYears(true), SYSTEM));
  });
});

describe("a year with a dark month", () => {
  const year = () => rowsOf(fiveYears(true), 0, HOURS);

  test("has no annual yield, and its table marks the months", () => {
    const found = yieldOf(year(), SYSTEM, { examination: deadIn(0, HOURS) });
    expect([found.annual, found.years, found.exceedance]).toEqual([null, [], null]);
    expect(found.notices.at(-1)!.message).toMatch(/^one month .* missing or in doubt .*: there is no annual yield$/);
    const table = formatYield(found).split("\n");
    expect(table[0]).toMatch(/PR .*in doubt$/);
    expect(table.find((line) => line.startsWith("May"))).toMatch(/ (100\.0|99\.\d)$/);
    expect(table.find((line) => line.startsWith("Aug"))).toMatch(/0\.\d{3}$/);
  });

  test("what is missing and what is in doubt add up: 6 and 6 % of a month leave no year", () => {
    const series = year();
    // Two days of July each.
    const [gone, odd] = [200 * DAY, 204 * DAY];
    const light = Float64Array.from(sample.columns.global_horizontal_irradiance!, Number);
    const gaps = light.slice().fill(Number.NaN, gone, gone + 2 * DAY);
    const of = (values: Float64Array, hours: number) =>
      yieldOf({ ...series, columns: { ...series.columns, global_horizontal_irradiance: values } }, SYSTEM, {
        examination: examined(HOURS, "dead", odd, odd + hours),
      }).annual;
    expect([of(gaps, 0) !== null, of(light, 2 * DAY) !== null, of(gaps, 2 * DAY)]).toEqual([true, true, null]);
  });

  test("a reading brings its examination; one of another series is refused", () => {
    const reading = { series: year(), examination: deadIn(0, HOURS) };
    expect(yieldOf(reading, SYSTEM).annual).toBeNull();
    expect(yieldOf(reading, SYSTEM, { acceptDoubts: true }).annual).not.toBeNull();
    expect(() => yieldOf(year(), SYSTEM, { examination: deadIn(2) })).toThrow(
      new RangeError("the examination is of another series: it has 43800 rows, the weather 8760"),
    );
  });

  test("findings that are none of lost light, and short ones, change no decision", () => {
    const night = examined(HOURS, "night", 0, HOURS);
    expect(yieldOf(year(), SYSTEM, { examination: night })).toEqual(yieldOf(year(), SYSTEM));
    const short = yieldOf(year(), SYSTEM, { examination: examined(HOURS, "stuck", 3000, 3024) });
    expect([short.annual !== null, short.years.length, short.total.doubtful > 0]).toEqual([true, 1, true]);
  });
});
