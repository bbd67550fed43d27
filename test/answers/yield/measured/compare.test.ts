import { describe, expect, it } from "vitest";
import { compareMeasured, measuredText } from "../../../../src/answers/yield/measured/compare.js";
import { onOneGrid } from "../../../../src/answers/yield/measured/rows.js";
import { measuredSvg } from "../../../../src/answers/yield/pictures.js";

const HOUR = 3_600_000;
const START = Date.UTC(2024, 5, 1);
const KWP = 10;

/** A made system: half sines of changing days, W, in steps of 15 minutes. */
function model(days = 60): { start: number; interval: number; ac: Float64Array; light: Float64Array } {
  const ac = Float64Array.from({ length: days * 96 }, (_, k) => {
    const sun = Math.max(0, Math.sin((((k % 96) - 22) / 52) * Math.PI));
    return (
      8000 * sun * (0.35 + 0.65 * (((Math.floor(k / 96) * 7) % 10) / 9)) * (1 - 0.2 * ((k * 13) % 5 === 0 ? 1 : 0))
    );
  });
  return { start: START, interval: 900, ac, light: ac.map((power) => power / 8) };
}

const measuredOf = (ac: Float64Array, of: (kw: number, k: number) => number, interval = 900, start = START) => ({
  start,
  interval,
  power: ac.map((power, k) => of(power / 1000, k)),
});

const exactly = (ac: Float64Array, start = START) => measuredOf(ac, (kw) => kw, 900, start);
const KW = { kwp: KWP };

const compared = (of: (kw: number, k: number) => number, options = {}) => {
  const modelled = model();
  return compareMeasured(modelled, measuredOf(modelled.ac, of), { kwp: KWP, ...options });
};

describe("measured power beside a model", () => {
  it("doubts a unit that makes it a thousandth", () => {
    expect(compared((kw) => kw / 1000).notices).toContainEqual({
      ...{ code: "doubtful", message: "measured is 0.001 of modelled energy: are the unit and the system right?" },
    });
  });

  it("is the model: ratio 1, no scatter, every row of daylight used", () => {
    const { total, leftOut, clockShift, notices } = compared((kw) => kw);
    expect(total).toMatchObject({ ratio: 1, bias: 0, rmse: 0, r2: 1 });
    expect(total.measuredPerformanceRatio).toBeCloseTo(0.8, 12);
    expect(leftOut.map(({ reason }) => reason)).toEqual(["dark"]);
    expect(clockShift).toBe(0);
    expect(notices).toEqual([]);
  });

  it("has ratio, bias and scatter by hand", () => {
    const { total, months, hours } = compared((kw, k) => 0.9 * kw + (k % 2 === 0 ? 0.1 : -0.1) * (kw > 0 ? 1 : 0));
    const used = model().ac.filter((power) => power >= 20);
    const modelled = used.reduce((sum, power) => sum + power, 0) / 4000;
    expect(total.rows).toBe(used.length);
    expect(total.modelled).toBeCloseTo(modelled, 6);
    expect(Math.abs(total.ratio! - 0.9)).toBeLessThan(0.001);
    expect(total.bias).toBeCloseTo((total.modelled - total.measured) / (total.rows / 4), 9);
    expect(total.rmse).toBeGreaterThan(0.1);
    expect(total.r2).toBeGreaterThan(0.9);
    expect(months.map(({ year, month }) => `${year}-${month}`)).toEqual(["2024-6", "2024-7"]);
    expect(months.reduce((sum, { measured }) => sum + measured, 0)).toBeCloseTo(total.measured, 9);
    expect(hours.reduce((sum, { measured }) => sum + measured, 0)).toBeCloseTo(total.measured, 9);
  });

  it("puts rows into the hours of the place", () => {
    const first = (timeZone: number) => compared((kw) => kw, { timeZone }).hours[0]!.hour;
    expect(first(3) - first(0)).toBe(3);
  });

  it("meets on the coarser grid, whichever that is", () => {
    const { ac, ...rest } = model();
    const hourly = Float64Array.from(
      { length: ac.length / 4 },
      (_, h) => (ac[4 * h]! + ac[4 * h + 1]! + ac[4 * h + 2]! + ac[4 * h + 3]!) / 4000,
    );
    const coarse = compareMeasured({ ac, ...rest }, { start: START, interval: 3600, power: hourly }, KW);
    expect(coarse.interval).toBe(3600);
    expect(coarse.total.ratio).toBeCloseTo(1, 12);
    const model60 = { start: START, interval: 3600, ac: hourly.map((kw) => 1000 * kw) };
    const fine = compareMeasured(model60, exactly(ac), KW);
    expect(fine.total.ratio).toBeCloseTo(1, 12);
    expect(fine.total.measuredPerformanceRatio).toBeNull();
  });

  it("splits intervals that lie across one another", () => {
    const { start, columns } = onOneGrid([
      { start: 0, interval: 3600, values: Float64Array.of(1, 2, 3) },
      { start: HOUR / 2, interval: 3600, values: Float64Array.of(10, 20, 30) },
    ]);
    expect(start).toBe(HOUR);
    expect([...columns[0]!]).toEqual([2, 3]);
    expect([...columns[1]!]).toEqual([15, 25]);
  });

  it("is missing where any part of an interval is", () => {
    const { columns } = onOneGrid([
      { start: 0, interval: 3600, values: Float64Array.of(1, 2) },
      { start: 0, interval: 1800, values: Float64Array.of(5, Number.NaN, 7, 9) },
    ]);
    expect([...columns[1]!]).toEqual([Number.NaN, 8]);
  });
});

describe("rows that are left out", () => {
  const reasonOf = (found: ReturnType<typeof compared>, reason: string) =>
    found.leftOut.find((one) => one.reason === reason);

  it("are outages of an hour and more, and say what was due", () => {
    const found = compared((kw, k) => (Math.floor(k / 96) === 9 ? 0 : kw));
    const outage = reasonOf(found, "outage")!;
    expect(outage.measured).toBe(0);
    expect(outage.modelled).toBeGreaterThan(10);
    expect(found.total.ratio).toBeCloseTo(1, 2);
    expect(found.notices[0]!.message).toContain("an outage, or snow");
  });

  it("are no short dips, which a cloud can be", () => {
    const found = compared((kw, k) => (k % 96 === 48 ? 0 : kw));
    expect(reasonOf(found, "outage")).toBeUndefined();
  });

  it("are values that stay the same to the last digit", () => {
    const found = compared((kw, k) => (k % 96 >= 40 && k % 96 < 50 && k < 960 ? 3.21 : kw));
    expect(reasonOf(found, "frozen")!.rows).toBeGreaterThan(80);
  });

  it("are those held at a limit while the model gives more", () => {
    const found = compared((kw) => Math.min(kw, 5));
    expect(found.limit).toBeCloseTo(5, 6);
    expect(reasonOf(found, "curtailed")!.rows).toBeGreaterThan(100);
    expect(found.total.ratio).toBeGreaterThan(0.99);
    const told = compared((kw, k) => Math.min(kw, 5) + 0.001 * (k % 3), { limit: null });
    expect(told.limit).toBeUndefined();
    expect(told.total.ratio).toBeLessThan(0.95);
  });

  it("are none where the model is held at the same limit: its inverter's", () => {
    const { ac, ...rest } = model();
    const clipped = ac.map((power) => Math.min(power, 5000));
    const found = compareMeasured({ ac: clipped, ...rest }, exactly(clipped), KW);
    expect(found.limit).toBeUndefined();
  });

  it("are missing ones, and dark ones", () => {
    const found = compared((kw, k) => (k < 96 ? Number.NaN : kw));
    expect(reasonOf(found, "missing")!.rows).toBe(96);
  });
});

describe("the clock of measured power", () => {
  const shifted = (rows: number) => {
    const modelled = model();
    const power = modelled.ac.map((_, k) => (modelled.ac[k - rows] ?? 0) / 1000);
    return compareMeasured(modelled, { start: START, interval: 900, power }, KW);
  };

  it.each([[4], [-4], [8], [1]])("is seen %d rows off", (rows) => {
    const { clockShift, notices } = shifted(rows);
    expect(clockShift).toBe(rows * 900);
    expect(notices.some(({ code }) => code === "clock")).toBe(true);
  });

  it("is right where noise alone differs", () =>
    expect(compared((kw, k) => kw * (1 + 0.3 * Math.sin(k * k))).clockShift).toBe(0));

  /** Clouds change from row to row; the power is highest after or before noon. */
  const cloudy = (days: number, turn: number) => {
    const ac = Float64Array.from({ length: days * 96 }, (_, k) => {
      const sun = Math.max(0, Math.sin((((k % 96) - 22) / 52) * Math.PI));
      const turned = 1 + (turn * ((k % 96) - 48)) / 26;
      return 6000 * sun * turned * (0.3 + 0.7 * Math.abs((Math.sin(k * 12.9898) * 43758.5453) % 1));
    });
    return { start: START, interval: 900, ac };
  };
  const late = ({ ac }: { readonly ac: Float64Array }, hours: number) => exactly(ac, START + hours * HOUR);

  it("is wrong beyond doubt where clouds come late, and not where the planes look elsewhere", () => {
    const [south, west, few] = [cloudy(20, 0), cloudy(20, 0.9), cloudy(5, 0)];
    const found = (of: typeof south, hours: number, beside = south) => {
      const { clockShift, clockVerdict } = compareMeasured(beside, late(of, hours), KW);
      return [clockShift / 3600, clockVerdict];
    };
    expect(found(south, 1)).toEqual([1, "unusable"]);
    expect(found(west, 1)).toEqual([1, "unusable"]);
    expect(found(west, -1)).toEqual([-1, "unusable"]);
    expect(found(west, 0)[1]).not.toBe("unusable");
    expect(found(few, 1, few)).toEqual([1, "look"]);
  });
});

describe("power in the dark", () => {
  it("is that of a battery, and said with its share of the energy; a late clock and an offset are none", () => {
    const isDark = (k: number) => k % 96 > 80 || k % 96 < 10;
    const { notices, clockShift } = compared((kw, k) => kw + (isDark(k) ? 0.9 : 0));
    const message = expect.stringMatching(/^12 % of .* not of PV alone \(a battery/);
    expect([clockShift, notices]).toEqual([0, [{ code: "night", message }]]);
    const codes = (kw: number, hours: number) => {
      const modelled = model();
      const power = measuredOf(modelled.ac, (own) => own + kw, 900, START + hours * HOUR);
      return compareMeasured(modelled, power, KW).notices.map(({ code }) => code);
    };
    expect(codes(0.03, 0)).not.toContain("night");
    expect(codes(0, 2)).not.toContain("night");
  });

  it("below 0 is what a house takes, and said; what an inverter takes is little", () => {
    const { notices, clockShift } = compared((kw) => kw - 0.3);
    const message = expect.stringMatching(/^power is negative in the dark, \d+ % of .*: net of consumption\?/);
    expect([clockShift, notices]).toEqual([0, [{ code: "night", message }]]);
    expect(compared((kw) => (kw > 0 ? kw : -0.01)).notices).toEqual([]);
  });

  it("of a counter that is read each hour is the same in all of it, and not frozen", () => {
    const modelled = model(10);
    const hourly = modelled.ac.map(
      (_, k) => modelled.ac.subarray(k - (k % 4), k - (k % 4) + 4).reduce((a, b) => a + b) / 4,
    );
    const measured = exactly(hourly.map((power, k) => hourly[k - (k % 8)]! * (power > 0 ? 1 : 0)));
    const frozen = (isSpread?: boolean) =>
      compareMeasured(modelled, { ...measured, isSpread }, KW).leftOut.some(({ reason }) => reason === "frozen");
    expect([frozen(), frozen(true)]).toEqual([true, false]);
  });
});

it("bad input names what is wrong", () => {
  const modelled = model(2);
  const later = exactly(modelled.ac, START + 400 * 24 * HOUR);
  expect(() => compareMeasured(modelled, later, KW)).toThrow(
    "measured power (2025-07-06T00:00Z to 2025-07-08T00:00Z) and weather (2024-06-01T00:00Z to 2024-06-03T00:00Z) have no interval in common",
  );
  expect(() => compareMeasured(modelled, exactly(modelled.ac), { kwp: Number.NaN })).toThrow(
    "kwp must be a peak power",
  );
});

describe("as table and picture", () => {
  const found = () => compared((kw, k) => (Math.floor(k / 96) === 9 ? 0 : 0.95 * kw));

  it("has months, hours and what was left out", () => {
    const text = measuredText(found());
    expect(text).toMatch(/^ +measured {2}modelled {2}ratio/);
    expect(text).toMatch(/\nJun +[\d.]+ +[\d.]+ {2}0\.950 {2,}0\.760 +0\.800/);
    expect(text).toMatch(/\nall +[\d.]+ +[\d.]+ {2}0\.950/);
    expect(text).toMatch(/\n12 h/);
    expect(text).toMatch(/outage or snow +\d+ +0\.0/);
  });

  it("draws each row, and the line on which both agree", () => {
    const svg = measuredSvg(found());
    expect(svg).toMatch(/^<svg /);
    expect(svg.match(/<circle/g)!.length).toBeGreaterThan(1000);
    expect(svg).toContain("95.0 % of the model");
    expect(svg).toContain("grey: left out");
    expect(svg).not.toContain("NaN");
  });
});
