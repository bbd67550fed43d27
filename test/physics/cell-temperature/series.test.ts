/** Fuentes and Prilliman: models that carry something from row to row. */
import { describe, expect, test } from "vitest";
import { fuentesRows } from "../../../src/physics/models/cell-temperature/fuentes.js";
import { fuentes, fuentesModule, prilliman } from "../../../src/physics/models/cell-temperature/index.js";
import { prillimanRows } from "../../../src/physics/models/cell-temperature/prilliman.js";

const MINUTE = 60_000;
const START = Date.UTC(2024, 5, 20);

function series(n: number, minutes: number) {
  const rows = Array.from({ length: n }, (_, i) => i);
  return {
    time: Float64Array.from(rows, (i) => START + i * minutes * MINUTE),
    poaGlobal: Float64Array.from(rows, (i) => Math.max(900 * Math.sin(i / 9), 0)),
    tempAir: Float64Array.from(rows, (i) => 15 + 8 * Math.sin(i / 13)),
    windSpeed: Float64Array.from(rows, (i) => (i * 7) % 11),
  };
}
type Series = ReturnType<typeof series>;
const pick = <T extends { [name: string]: Float64Array }>(columns: T, keep: (i: number) => boolean): T =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column.filter((_, i) => keep(i))]),
  ) as unknown as T;

describe("fuentes", () => {
  const options = { noctInstalled: 45 };

  test("held under NOCT's conditions, ends at NOCT", () => {
    const steady = { time: [0, 1, 2, 3].map((i) => START + i * 3_600_000), poaGlobal: 800, tempAir: 20, windSpeed: 1 };
    for (const noctInstalled of [43, 45, 49, 60]) {
      const { tempCell } = fuentes(steady, { noctInstalled, moduleHeight: 9.144 });
      expect(tempCell[3]).toBeCloseTo(noctInstalled, 2); // the model's 1e-4 m/s on the wind
    }
  });

  test("a missing row is stepped over as if it were not there", () => {
    const whole = series(60, 15);
    const missing = [0, 10, 11, 30];
    const gapped: Series = { ...whole, tempAir: whole.tempAir.slice(), windSpeed: whole.windSpeed.slice() };
    gapped.tempAir[0] = Number.NaN;
    gapped.tempAir[10] = Number.NaN;
    gapped.windSpeed[11] = Number.NaN;
    gapped.windSpeed[30] = -3; // no wind blows so
    const { tempCell } = fuentes(gapped, options);
    for (const i of missing) expect(tempCell[i]).toBeNaN();
    const without = fuentes(
      pick(gapped, (i) => !missing.includes(i)),
      options,
    ).tempCell;
    expect(tempCell.filter((_, i) => !missing.includes(i))).toEqual(without);
    expect(without.some(Number.isNaN)).toBe(false);
  });

  test("gives the same bits in blocks", () => {
    const c = series(60, 15);
    c.poaGlobal[20] = Number.NaN;
    const { tempCell } = fuentes(c, options);
    const module = fuentesModule(options);
    for (const size of [1, 7]) {
      const out = new Float64Array(60);
      for (let i = 0; i < 60; i += size) {
        fuentesRows(i, Math.min(i + size, 60), 60, { ...c, tempCell: out }, module);
      }
      expect(out).toEqual(tempCell);
    }
  });

  test("calm, storm, horizontal and vertical planes, one row and none", () => {
    for (const windSpeed of [0, 60]) {
      for (const surfaceTilt of [0, 90]) {
        const { tempCell } = fuentes(
          { time: START, poaGlobal: 1000, tempAir: 20, windSpeed },
          { ...options, surfaceTilt },
        );
        expect(tempCell[0]).toBeGreaterThan(20);
        expect(tempCell[0]).toBeLessThan(100);
      }
    }
    expect(fuentes({ time: [], poaGlobal: [], tempAir: [], windSpeed: [] }, options).tempCell.length).toBe(0);
  });

  test("at night falls below the air's temperature, not far", () => {
    const night = { time: [0, 1, 2, 3].map((i) => START + i * 3_600_000), poaGlobal: 0, tempAir: 10, windSpeed: 1 };
    const { tempCell } = fuentes(night, options);
    expect(tempCell[3]).toBeLessThan(10);
    expect(tempCell[3]).toBeGreaterThan(0);
  });

  test("says what is wrong", () => {
    const row = { time: START, poaGlobal: 500, tempAir: 20, windSpeed: 2 };
    expect(() => fuentes(row, { noctInstalled: 20 })).toThrow(/noctInstalled must be above 20 °C, got 20/);
    expect(() => fuentes(row, {} as never)).toThrow(/noctInstalled must be a number/);
    expect(() => fuentes(row, { ...options, moduleWidth: 0 })).toThrow(/moduleWidth must be above 0, got 0/);
    expect(() => fuentes({ ...row, time: [2, 1] }, options)).toThrow(
      /fuentes: time must increase, but time\[1\] is 1 after 2/,
    );
    expect(() => fuentes({ ...row, time: [2, Number.NaN] }, options)).toThrow(/time\[1\] must be Unix ms, got NaN/);
    expect(() => fuentes({ ...row, time: "2024" as never }, options)).toThrow(TypeError);
  });
});

describe("prilliman", () => {
  const cells = (n: number, minutes: number) => {
    const { time, poaGlobal, tempAir, windSpeed } = series(n, minutes);
    return { time, tempCell: tempAir.map((t, i) => t + poaGlobal[i]! / 30), windSpeed };
  };

  test("is the average of its definition, also of uneven rows", () => {
    const minutes = [0, 4, 5, 24, 25];
    const tempCell = [20, 30, 25, 40, 50];
    const time = minutes.map((m) => START + m * MINUTE);
    const out = prilliman({ time, tempCell, windSpeed: 3 }).tempCell;
    const p = 0.0046 + 0.00046 * 3 - 0.00023 * 11.1 - 1.6e-5 * 3 * 11.1;
    const weight = (lag: number) => Math.exp(-p * 60 * lag);
    expect(out[0]).toBe(20);
    expect(out[1]).toBeCloseTo(20, 12);
    expect(out[2]).toBeCloseTo((20 * weight(5) + 30 * weight(1)) / (weight(5) + weight(1)), 12);
    expect(out[3]).toBeCloseTo((30 * weight(20) + 25 * weight(19)) / (weight(20) + weight(19)), 12);
    expect(out[4]).toBeCloseTo((25 * weight(20) + 40 * weight(1)) / (weight(20) + weight(1)), 12);
  });

  test("a missing temperature leaves the averages of others, a missing wind only its row", () => {
    const c = cells(30, 5);
    const whole = prilliman(c).tempCell;
    const windless = prilliman({ ...c, windSpeed: c.windSpeed.with(12, Number.NaN) }).tempCell;
    expect(windless).toEqual(whole.with(12, Number.NaN));
    const gapped = prilliman({ ...c, tempCell: c.tempCell.with(12, Number.NaN) }).tempCell;
    expect(gapped[12]).toBeNaN();
    for (let i = 0; i < 30; i++) {
      if (i < 12 || i > 16) expect(gapped[i]).toBe(whole[i]);
      else if (i > 12) expect(Math.abs(gapped[i]! - whole[i]!)).toBeLessThan(10);
    }
    const hole = c.tempCell.map((t, i) => (i >= 10 && i < 15 ? Number.NaN : t));
    expect(prilliman({ ...c, tempCell: hole }).tempCell[15]).toBe(c.tempCell[15]);
  });

  test("leaves rows 20 minutes apart as they are, and gives the same bits in blocks", () => {
    const coarse = cells(10, 20);
    expect(prilliman(coarse).tempCell).toEqual(coarse.tempCell);
    const c = cells(40, 2);
    const whole = prilliman(c).tempCell;
    const out = new Float64Array(40);
    const [p0, p1] = [0.0046 - 0.00023 * 11.1, 0.00046 - 1.6e-5 * 11.1];
    for (let i = 0; i < 40; i += 7)
      prillimanRows(i, Math.min(i + 7, 40), 0, c.time, c.tempCell, c.windSpeed, p0, p1, out);
    expect(out).toEqual(whole);
  });

  test("says what is wrong; nothing in, nothing out", () => {
    const c = cells(3, 5);
    expect(() => prilliman(c, { coefficients: [1, 2, 3] })).toThrow(/prilliman: a3 must be a number, got undefined/);
    expect(() => prilliman({ ...c, time: 5 })).toThrow(/time must increase/);
    for (const unitMass of [0, -1]) {
      expect(() => prilliman(c, { unitMass })).toThrow(/prilliman: unitMass must be above 0, got (0|-1)/);
    }
    expect(prilliman({ time: [], tempCell: [], windSpeed: [] }).tempCell.length).toBe(0);
  });
});
