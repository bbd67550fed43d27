import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import {
  bishop88,
  bishop88IFromV,
  bishop88Mpp,
  bishop88VFromI,
  calcparamsCec,
  iFromV,
  maxPowerPoint,
  singlediode,
  singlediodeBatzelis,
  vFromI,
} from "../../../src/physics/models/pv/index.js";
import { expm1, lambertWExp, log1p } from "../../../src/physics/models/pv/single-diode/solve.js";

const MODULE = { alphaSc: 0.0045, aRef: 2.64, ILRef: 5.11, IORef: 8.1e-10, RShRef: 381, RS: 1.07, Adjust: 8.6 };
const five = calcparamsCec({ effectiveIrradiance: [1, 50, 200, 1000, 1300], tempCell: [-20, 0, 25, 50, 80] }, MODULE);

/** Random parameters over many orders of magnitude, far beyond what modules have. */
function extremes(n: number) {
  const random = randomNumbers(7);
  const decades = (from: number, to: number) =>
    Float64Array.from({ length: n }, () => 10 ** (from + (to - from) * random()));
  const sometimes = (column: Float64Array, value: number) => column.map((x) => (random() < 0.1 ? value : x));
  return {
    photocurrent: sometimes(decades(-12, 3), 0),
    saturationCurrent: decades(-30, -1),
    resistanceSeries: sometimes(decades(-6, 2), 0),
    resistanceShunt: sometimes(decades(-3, 9), Number.POSITIVE_INFINITY),
    nNsVth: decades(-2.5, 2),
  };
}

/** How far a point misses the equation, relative to its largest term. */
function residual(parameters: ReturnType<typeof extremes>, i: number, voltage: number, current: number): number {
  const x = voltage + current * parameters.resistanceSeries[i]!;
  const diode = parameters.saturationCurrent[i]! * Math.expm1(x / parameters.nNsVth[i]!);
  const shunt = x / parameters.resistanceShunt[i]!;
  const terms = [parameters.photocurrent[i]!, -diode, -shunt, -current];
  // A rounding of x counts as well, times the slope.
  const slope = (diode + parameters.saturationCurrent[i]!) / parameters.nNsVth[i]! + 1 / parameters.resistanceShunt[i]!;
  const parts = [...terms, slope * voltage, slope * current * parameters.resistanceSeries[i]!];
  const largest = Math.max(...parts.map(Math.abs));
  return largest === 0 ? 0 : Math.abs(terms.reduce((sum, term) => sum + term, 0)) / largest;
}

describe("singlediode", () => {
  test("is a point on the curve for any parameters: 4000 draws over up to 30 decades", () => {
    const n = 4000;
    const parameters = extremes(n);
    const out = singlediode(parameters);
    for (let i = 0; i < n; i++) {
      const points = [
        [0, out.iSc],
        [out.vOc[i]!, null],
        [out.vMp[i]!, out.iMp],
        [0.5 * out.vOc[i]!, out.iX],
        [0.5 * (out.vOc[i]! + out.vMp[i]!), out.iXx],
      ] as const;
      for (const [voltage, current] of points) {
        expect(residual(parameters, i, voltage, current === null ? 0 : current[i]!), `row ${i}`).toBeLessThan(1e-13);
      }
    }
  });

  test("has the curve's order: currents fall from short to open circuit, power is below Voc·Isc and the largest of all", () => {
    const out = singlediode(five);
    for (let i = 0; i < 5; i++) {
      const row = Object.fromEntries(Object.entries(five).map(([name, column]) => [name, column[i]])) as never;
      expect(out.vMp[i]!).toBeGreaterThan(0);
      expect(out.vMp[i]!).toBeLessThan(out.vOc[i]!);
      expect(out.iMp[i]!).toBeLessThan(out.iSc[i]!);
      expect(out.pMp[i]!).toBeCloseTo(out.vMp[i]! * out.iMp[i]!, 12);
      expect(out.pMp[i]!).toBeLessThan(out.vOc[i]! * out.iSc[i]!);
      const voltage = Float64Array.from({ length: 201 }, (_, k) => (out.vOc[i]! * k) / 200);
      const { current } = iFromV({ voltage, ...(row as object) } as never);
      for (let k = 1; k <= 200; k++) expect(current[k]!).toBeLessThan(current[k - 1]!);
      for (let k = 0; k <= 200; k++) expect(current[k]! * voltage[k]!).toBeLessThanOrEqual(out.pMp[i]!);
    }
  });

  test("gives nothing in the dark, and no maximum for a negative photocurrent", () => {
    const dark = singlediode({
      ...{ photocurrent: [0, 0, -0.01], saturationCurrent: 1e-10, resistanceSeries: 0.3 },
      ...{ resistanceShunt: [300, Number.POSITIVE_INFINITY, 300], nNsVth: 1.5 },
    });
    for (const column of Object.values(dark)) expect(Array.from(column.subarray(0, 2))).toEqual([0, 0]);
    expect([dark.iMp[2], dark.vMp[2], dark.pMp[2]]).toEqual([0, 0, 0]);
    expect(dark.vOc[2]!).toBeLessThan(0);
    expect(dark.iSc[2]!).toBeLessThan(0);
  });

  test("is NaN where a parameter is NaN or none of a diode, in that row only", () => {
    const good = {
      photocurrent: 7,
      saturationCurrent: 1e-10,
      resistanceSeries: 0.3,
      resistanceShunt: 300,
      nNsVth: 1.5,
    };
    const bad = {
      photocurrent: [],
      saturationCurrent: [-1e-10],
      resistanceSeries: [-0.3],
      resistanceShunt: [-300, 0],
      nNsVth: [0, -1.5],
    };
    const expected = singlediode(good);
    for (const name of Object.keys(good) as (keyof typeof good)[]) {
      const wrong = [Number.NaN, ...bad[name]];
      const out = singlediode({ ...good, [name]: [good[name], ...wrong, good[name]] });
      for (const [point, column] of Object.entries(out)) {
        expect(column[0], `${name} ${point}`).toBe(expected[point as keyof typeof out][0]);
        expect(column[wrong.length + 1]).toBe(column[0]);
        expect(Array.from(column.subarray(1, -1)), `${name} ${point}`).toEqual(wrong.map(() => Number.NaN));
      }
    }
  });

  test("leaves its inputs alone", () => {
    const before = JSON.stringify(Object.values(five).map((column) => Array.from(column)));
    singlediode(five);
    maxPowerPoint(five);
    expect(JSON.stringify(Object.values(five).map((column) => Array.from(column)))).toBe(before);
  });
});

describe("iFromV and vFromI", () => {
  test("undo one another along the whole curve and beyond it", () => {
    const ideal = {
      saturationCurrent: 1e-10,
      resistanceSeries: 0.3,
      resistanceShunt: 300,
      nNsVth: 1.5,
      photocurrent: 7,
    };
    const voltage = Float64Array.from({ length: 61 }, (_, k) => -20 + k);
    const { current } = iFromV({ voltage, ...ideal });
    const back = vFromI({ current, ...ideal }).voltage;
    for (let k = 0; k < 61; k++) expect(back[k]!).toBeCloseTo(voltage[k]!, 9);
  });

  test("far beyond open circuit the series resistance alone is left", () => {
    const parameters = {
      photocurrent: 7,
      saturationCurrent: 1e-10,
      resistanceSeries: 0.3,
      resistanceShunt: 300,
      nNsVth: 1.5,
    };
    const [a, b] = iFromV({ voltage: [1e6, 1e6 + 3], ...parameters }).current as unknown as [number, number];
    expect((b - a) * 0.3).toBeCloseTo(-3, 3);
  });

  test("no voltage gives a current above IL + I0 without a shunt", () => {
    const noShunt = {
      photocurrent: 7,
      saturationCurrent: 0.5,
      resistanceSeries: 0,
      resistanceShunt: Infinity,
      nNsVth: 1.5,
    };
    const { voltage } = vFromI({ current: [7, 7.4, 7.6], ...noShunt });
    expect(voltage[0]).toBe(0);
    expect(voltage[1]!).toBeCloseTo(1.5 * Math.log(0.2), 12);
    expect(voltage[2]).toBeNaN();
  });
});

describe("bishop88", () => {
  const cell = {
    photocurrent: 8,
    saturationCurrent: 1e-10,
    resistanceSeries: 0.005,
    resistanceShunt: 50,
    nNsVth: 0.026,
  };
  const reverse = { breakdownFactor: 0.01, breakdownVoltage: -12, breakdownExp: 3.4 };

  test("without further terms is the same curve", () => {
    const out = singlediode(five);
    const mpp = bishop88Mpp(five);
    expect([mpp.iMp, mpp.vMp, mpp.pMp]).toEqual([out.iMp, out.vMp, out.pMp]);
    expect(bishop88IFromV({ voltage: 0, ...five }).current).toEqual(out.iSc);
    expect(bishop88VFromI({ current: 0, ...five }).voltage).toEqual(out.vOc);
  });

  test("breakdown carries any current at a voltage above the breakdown voltage", () => {
    const { voltage } = bishop88VFromI({ current: [8.1, 20, 1e3, 1e6], ...cell, resistanceSeries: 0 }, reverse);
    for (let k = 0; k < 4; k++) expect(voltage[k]!).toBeGreaterThan(-12);
    for (let k = 1; k < 4; k++) expect(voltage[k]!).toBeLessThan(voltage[k - 1]!);
    const points = bishop88({ diodeVoltage: voltage, ...cell, resistanceSeries: 0 }, reverse);
    expect(points.current[2]! / 1e3).toBeCloseTo(1, 9);
  });

  test("without a shunt, recombination alone carries no current above the photocurrent: NaN, or a voltage that does", () => {
    const thin = { ...cell, photocurrent: 1, saturationCurrent: 1e-10, resistanceShunt: Number.POSITIVE_INFINITY };
    const terms = { d2mutau: 1.3, NsVbi: 54 };
    const current = [0.5, 0.98, 0.9999, 1, 1 + 5e-11, 1 + 2e-10, 1.1, 50];
    const { voltage } = bishop88VFromI({ current, ...thin }, terms);
    expect(Array.from(voltage, Number.isNaN)).toEqual([false, false, false, false, false, true, true, true]);
    const diodeVoltage = voltage.map((volts, i) => volts + current[i]! * thin.resistanceSeries);
    const carried = bishop88({ diodeVoltage, ...thin }, terms).current;
    for (let i = 0; i < 5; i++) expect(Math.abs(carried[i]! - current[i]!)).toBeLessThan(1e-13);
  });

  test("recombination lowers the maximum, and takes all of it when it exceeds the photocurrent", () => {
    const thin = {
      photocurrent: [1, 1, 1],
      saturationCurrent: 1e-10,
      resistanceSeries: 1,
      resistanceShunt: 1e3,
      nNsVth: 4,
    };
    const out = [0, 2, 100].map((d2mutau) => maxPowerPoint(thin, { d2mutau, NsVbi: 90 }).pMp[0]!);
    expect(out[1]!).toBeLessThan(out[0]!);
    // At 66 V the term takes 2 V/(90 V − 66 V) of the current; the maximum moves to a lower voltage besides.
    expect(out[1]!).toBeGreaterThan((1 - 2 * (2 / 24)) * out[0]!);
    expect(out[2]).toBe(0);
  });

  test("says which option is wrong", () => {
    const run = (options: object) => () => bishop88Mpp(cell, options);
    expect(run({ d2mutau: -1 })).toThrow(/bishop88Mpp: d2mutau .*-1/);
    expect(run({ d2mutau: "1" })).toThrow(TypeError);
    expect(run({ NsVbi: 0 })).toThrow(/NsVbi must be above 0 V, got 0/);
    expect(run({ NsVbi: "x" })).toThrow(TypeError);
    expect(run({ breakdownVoltage: 5.5 })).toThrow(/breakdownVoltage must be below 0 V, got 5.5/);
  });
});

describe("what the solver is made of", () => {
  test("expm1, log1p and W keep their relative precision where plain forms cancel", () => {
    for (const x of [1e-300, 1e-18, 1e-9, 1e-5, 0.1, 0.9, 1.1, 5, 100, -1e-9, -0.3, -0.99, -5, -50]) {
      expect(Math.abs(expm1(x) / Math.expm1(x) - 1)).toBeLessThan(1e-15);
      if (x > -1) expect(Math.abs(log1p(x) / Math.log1p(x) - 1)).toBeLessThan(1e-15);
    }
    expect([expm1(0), log1p(0), log1p(Infinity)]).toEqual([0, 0, Infinity]);
    for (const y of [-700, -20, -1, 0, 0.5, 1, 2, 30, 1e4, 1e300]) {
      const w = lambertWExp(y);
      expect(Math.abs(w + Math.log(w) - y)).toBeLessThanOrEqual(1e-15 * Math.max(Math.abs(y), 1));
    }
    expect(lambertWExp(Number.NaN)).toBeNaN();
  });

  test("Batzelis's closed formulas come within 2 % of the curve's maximum, from 50 W/m² up", () => {
    const curve = singlediode(five);
    const closed = singlediodeBatzelis(five);
    for (let i = 1; i < 5; i++) expect(Math.abs(closed.pMp[i]! / curve.pMp[i]! - 1)).toBeLessThan(0.02);
  });
});
