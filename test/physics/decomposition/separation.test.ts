import { describe, expect, test } from "vitest";
import { BRL_COEFFICIENTS, type BrlCoefficients } from "../../../src/physics/models/decomposition/brl.js";
import { engerer2PeriodOf } from "../../../src/physics/models/decomposition/engerer2.js";
import * as models from "../../../src/physics/models/decomposition/index.js";
import {
  dailyClearnessRows,
  persistenceRows,
  solarDayRows,
} from "../../../src/physics/models/decomposition/predictors.js";
import { solarPosition } from "../../../src/physics/models/solar-position/index.js";
import type { Stage } from "../../../src/physics/models/stage.js";
import { DEG, fractions, type Row } from "./blocks.js";

const missing = Number.NaN;
const HOUR = 3_600_000;

describe("predictors", () => {
  test("apparent solar time: 12 at noon, from 0 up to 24, whatever turn the longitude is given in", () => {
    // The equation of time is within half a minute of 0 on 15 April, and −14.2 and +16.4 minutes at its extremes.
    const noon = (month: number, day: number, longitude: number) =>
      models.apparentSolarTime({ time: Date.UTC(2023, month - 1, day, 12), longitude }).ast[0]!;
    expect(Math.abs(noon(4, 15, 0) - 12) * 60).toBeLessThan(0.5);
    expect(Math.abs(noon(2, 11, 0) - 12 + 14.2 / 60) * 60).toBeLessThan(0.5);
    expect(Math.abs(noon(11, 3, 0) - 12 - 16.4 / 60) * 60).toBeLessThan(0.5);
    const time = Float64Array.from({ length: 48 }, (_, i) => Date.UTC(2023, 11, 31) + i * HOUR);
    for (const longitude of [-180, -179.9, 0, 123, 180]) {
      const { ast } = models.apparentSolarTime({ time, longitude });
      expect(ast.every((hours) => hours >= 0 && hours < 24)).toBe(true);
      const { ast: turned } = models.apparentSolarTime({ time, longitude: longitude + 720 });
      ast.forEach((hours, i) => {
        expect(Math.abs(hours - turned[i]!)).toBeLessThan(1e-9);
      });
    }
  });

  test("the equation of time stays within 0.8 minutes of SPA's", () => {
    const time = Float64Array.from({ length: 366 }, (_, i) => Date.UTC(2024, 0, 1, 12) + i * 24 * HOUR);
    const { ast } = models.apparentSolarTime({ time, longitude: 0 });
    const { equationOfTime } = solarPosition({ time, latitude: 0, longitude: 0 });
    const off = ast.map((hours, i) => Math.abs((hours - 12) * 60 - equationOfTime[i]!));
    expect(Math.max(...off)).toBeLessThan(0.8);
  });

  test("the local solar day begins at mean solar midnight", () => {
    const day = new Float64Array(4);
    const midnight = Date.UTC(2023, 5, 2);
    const before = midnight - 1;
    solarDayRows(0, 4, Float64Array.of(before, midnight, before - 12 * HOUR, midnight - 12 * HOUR), Float64Array.of(0, 0, 180, 180), day); // biome-ignore format: one call
    expect(Array.from(day, (d) => d - day[0]!)).toEqual([0, 1, 0, 1]);
    solarDayRows(0, 2, Float64Array.of(midnight + 12 * HOUR - 1, midnight + 12 * HOUR), Float64Array.of(-180, -180), day); // biome-ignore format: one call
    expect(day[1]! - day[0]!).toBe(1);
  });

  test("daily clearness index: sums over rows with sun and GHI; rows without a time stand alone", () => {
    const day = Float64Array.of(1, 1, 1, 1, 2, 2, missing, missing, 3);
    const ghi = Float64Array.of(5, 100, missing, 300, 50, missing, 10, 10, 10);
    const extra = Float64Array.of(0, 400, 800, 600, 0, 500, 20, 20, missing);
    const out = new Float64Array(9);
    dailyClearnessRows(0, 9, 0, 9, { day, ghi, extraHorizontal: extra, ktDaily: out });
    expect(Array.from(out)).toEqual([0.4, 0.4, 0.4, 0.4, missing, missing, missing, missing, missing]);
  });

  test("persistence: the mean of the neighbours, one alone at sunrise, sunset and gaps, else the row's own", () => {
    const kt = Float64Array.of(0.9, 0.2, 0.4, 0.8, missing, 0.6, 0.1);
    const extra = Float64Array.of(0, 10, 10, 10, 10, 10, 0);
    const psi = new Float64Array(7);
    persistenceRows(0, 7, 0, 7, { kt, extraHorizontal: extra, psi });
    expect(Array.from(psi.slice(1, 6))).toEqual([0.4, 0.5, 0.4, 0.7, 0.6]);
    persistenceRows(2, 3, 2, 3, { kt, extraHorizontal: extra, psi });
    expect(psi[2]).toBe(0.4);
  });
});

describe("BRL", () => {
  test("the day is the local solar day: an hour of the next one does not enter", () => {
    const start = Date.UTC(2023, 5, 1);
    const time = Float64Array.from({ length: 72 }, (_, i) => start + (i + 0.5) * HOUR);
    const place = { latitude: -20, longitude: 150 };
    const { zenith: solarZenith } = solarPosition({ time, ...place });
    const ghi = solarZenith.map((z) => Math.max(700 * Math.cos(z * DEG), 0));
    const { ktDaily } = models.brl({ ghi, solarZenith, time, longitude: 150 });
    // Solar midnight is at 14 h UTC.
    const days = [...new Set(ktDaily)];
    expect(days.map((day) => [ktDaily.indexOf(day), ktDaily.lastIndexOf(day)])).toEqual([
      [0, 13],
      [14, 37],
      [38, 61],
      [62, 71],
    ]);
    const changed = ghi.map((value, i) => (i >= 38 ? value / 2 : value));
    const after = models.brl({ ghi: changed, solarZenith, time, longitude: 150 }).ktDaily;
    expect(after.slice(0, 38)).toEqual(ktDaily.slice(0, 38));
    expect(after[40]).toBeCloseTo(ktDaily[40]! / 2, 12);
  });

  test("at night all is diffuse, also where the solar day has no sunlit row", () => {
    const time = [0, 1, 2].map((hour) => Date.UTC(2023, 11, 21, hour));
    const night = models.brl({ ghi: [0, 3, missing], solarZenith: [130, 95, 120], time, longitude: 0 });
    expect([night.dni, night.dhi].map((column) => Array.from(column))).toEqual([
      [0, 0, missing],
      [0, 3, missing],
    ]);
    expect(Array.from(night.kd.slice(0, 2))).toEqual([1, 1]);
    expect(Array.from(night.ktDaily)).toEqual([missing, missing, missing]);
    const row = { ghi: 0, solarZenith: 130, time: time[0]!, longitude: 0 };
    for (const input of ["time", "longitude", "solarZenith"]) {
      expect(models.brl({ ...row, [input]: missing }).dni[0], input).toBeNaN();
    }
  });

  test("a negative GHI counts as 0, also in the day's clearness index", () => {
    const row = {
      solarZenith: [40, 50, 88],
      time: [12, 13, 16].map((hour) => Date.UTC(2023, 5, 21, hour)),
      longitude: 0,
    };
    expect(models.brl({ ...row, ghi: [800, 600, -50] })).toEqual(models.brl({ ...row, ghi: [800, 600, 0] }));
  });

  test("given predictors take the place of its own", () => {
    const row = {
      ghi: [400, 500, 300],
      solarZenith: 40,
      time: [0, 1, 2].map((h) => h * HOUR + 10 * HOUR),
      longitude: 0,
    };
    const own = models.brl(row);
    const same = models.brl({ ...row, ktDaily: own.ktDaily, psi: own.psi });
    expect(same).toEqual(own);
    expect(models.brl({ ...row, psi: 0.9 }).dni).not.toEqual(own.dni);
  });
});

describe("Engerer2", () => {
  test("the stage takes the set of the nearest averaging period", () => {
    const periods = [1, 60, 120, 180, 300, 600, 900, 1200, 1800, 2400, 3600, 7200, 10_800, 21_600, 86_400];
    expect(periods.map(engerer2PeriodOf)).toEqual([1, 1, 1, 5, 5, 10, 15, 15, 30, 30, 60, 60, 60, 1440, 1440]);
    const row = [{ kt: 0.5 }];
    const stage = models.engerer2.stage as Stage;
    const chosen = [60, 300, 900, 3600].map((interval) => fractions(stage, row, { interval, step: 1 })[0]);
    expect(new Set(chosen).size).toBe(4);
    const time = { time: Date.UTC(2023, 5, 21, 12) };
    const forced = (averagingPeriod: unknown, interval: number) =>
      fractions(stage, [{ kt: 0.5, ...time }], { interval, options: { averagingPeriod } })[0];
    expect(forced(5, 60)).toBe(chosen[1]);
    expect(forced("original", 60)).not.toBe(chosen[0]);
    expect(() => stage.prepare({ latitude: 0, longitude: 0, altitude: 0 }, { averagingPeriod: 2 })).toThrow(RangeError);
  });

  test("near the horizon DNI stays at or below the extraterrestrial and closes, where the published form runs off", () => {
    const time = Float64Array.from({ length: 1440 }, (_, i) => Date.UTC(2023, 2, 20) + i * 60_000);
    const input = { ghi: 60, time, latitude: 50, longitude: 0 };
    const { dni, dhi, zenith, kd } = models.engerer2(input, { averagingPeriod: 1 });
    const published = models.engerer2(input, { averagingPeriod: 1, minCosZenith: 0, limitDni: false });
    for (let i = 0; i < 1440; i++) {
      expect(dni[i]! >= 0 && dni[i]! < 1420).toBe(true);
      const mu = Math.max(Math.cos(zenith[i]! * DEG), 0);
      expect(Math.abs(dni[i]! * mu + dhi[i]! - 60)).toBeLessThan(1e-9);
      expect(kd[i]! >= 0 && kd[i]! <= 1).toBe(true);
      if (zenith[i]! > 90) expect([dni[i], dhi[i]]).toEqual([0, 60]);
    }
    expect(Math.max(...published.dni.filter((value) => value > 0))).toBeGreaterThan(1e4);
  });

  test("the cloud enhancement is NaN where GHI or the clear sky is missing, 0 for none", () => {
    const row = { time: Date.UTC(2023, 5, 21, 12), longitude: 0, solarZenith: 40 };
    const { kde } = models.engerer2(
      { ...row, ghi: [missing, 500, 0, 900, 500], ghiClear: [700, missing, missing, 800, 700] },
      { averagingPeriod: 60 },
    );
    expect(Array.from(kde)).toEqual([missing, missing, missing, 100 / 900, 0]);
  });

  test("a DNI that the limit takes off is left in DHI", () => {
    const row = { ghi: 1500, time: Date.UTC(2023, 5, 21, 12), longitude: 0, solarZenith: 60, ghiClear: 1500 };
    const { dni, dhi } = models.engerer2({ ...row, dniExtra: 1300 }, { averagingPeriod: 60 });
    expect(dni[0]).toBe(1300);
    expect(dhi[0]).toBeCloseTo(1500 - 650, 9);
  });

  test("0 W/m² and less give 0, by day and night", () => {
    const time = Date.UTC(2023, 5, 21, 12);
    for (const latitude of [45, -89]) {
      const { dni, dhi, kde } = models.engerer2(
        { ghi: [0, -3], time, latitude, longitude: 0 },
        { averagingPeriod: 60 },
      );
      expect([...dni, ...dhi, ...kde]).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });
});

describe("stages give what the functions give for the same predictors", () => {
  const n = 12;
  const interval = 300;
  const start = Date.UTC(2023, 3, 10, 9, 0);
  const time = Float64Array.from({ length: n }, (_, i) => start + (i + 0.5) * interval * 1000);
  const zenith = 50;
  const extraterrestrialNormal = 1361;
  const extraterrestrialHorizontal = extraterrestrialNormal * Math.cos(zenith * DEG);
  const clearGhi = 0.75 * extraterrestrialHorizontal;
  const kt = Array.from({ length: n }, (_, i) => 0.45 + 0.4 * Math.sin(i * i));
  const rows: Row[] = kt.map((k, i) => ({ kt: k, time: time[i]!, zenith, extraterrestrialHorizontal, extraterrestrialNormal, clearGhi })); // biome-ignore format: one row
  const ghi = kt.map((k) => k * extraterrestrialHorizontal);
  const common = { ghi, solarZenith: zenith, time, longitude: 8, dniExtra: extraterrestrialNormal };
  const close = (got: Float64Array, expected: Float64Array) => {
    expect(expected.some((kd) => kd > 0.2 && kd < 0.8)).toBe(true);
    got.forEach((kd, i) => {
      expect(kd).toBeCloseTo(expected[i]!, 12);
    });
  };

  test("BRL, every set", () => {
    for (const coefficients of Object.keys(BRL_COEFFICIENTS) as BrlCoefficients[]) {
      close(
        fractions(models.brl.stage as Stage, rows, { interval, options: { coefficients } }),
        models.brl(common, { coefficients }).kd,
      );
    }
  });

  test("Engerer2", () => {
    const { kd } = models.engerer2({ ...common, ghiClear: clearGhi }, { averagingPeriod: 5, maxClearnessIndex: 1 });
    close(fractions(models.engerer2.stage as Stage, rows, { interval }), kd);
  });

  test("YANG4 and YANG5", () => {
    for (const regime of [undefined, 1, 5] as const) {
      const options = regime === undefined ? {} : { regime };
      const { kd } = models.yang4({ ...common, ghiClear: clearGhi, hourZenith: zenith }, options);
      close(fractions(models.yang4.stage as Stage, rows, { interval, options }), kd);
    }
  });

  test("Campbell-Norman turned round, Boland, Orgill-Hollands and Louche", () => {
    const transmittance = Float64Array.from({ length: 20 }, (_, i) => 0.05 * (i + 1));
    const { ghi, dhi } = models.campbellNorman({ zenith, transmittance, dniExtra: extraterrestrialNormal });
    const found = fractions(
      models.campbellNorman.stage as Stage,
      Array.from(ghi, (value) => ({ kt: value / extraterrestrialHorizontal })),
    );
    close(
      found,
      dhi.map((value, i) => value / ghi[i]!),
    );
    const input = { zenith, solarZenith: zenith, dayOfYear: 100 };
    for (const [model, set] of [
      [models.orgillHollands, undefined],
      [models.louche, undefined],
      [models.boland, "quarterHour"],
      [models.boland, "hour"],
    ] as const) {
      const values = Array.from({ length: 19 }, (_, i) => 40 * (i + 1));
      const out = (model as typeof models.boland)(
        { ...input, ghi: values },
        set ? models.BOLAND_COEFFICIENTS[set] : {},
      );
      const kd = out.dhi.map((value, i) => value / values[i]!);
      close(
        fractions(model.stage as Stage, Array.from(out.kt, (k) => ({ kt: k })), { interval: set === "hour" ? 1800 : 900 }), // biome-ignore format: one call
        kd,
      );
    }
  });
});

describe("YANG4's hours", () => {
  test("hours are UTC clock hours (t − 1 h, t], and a gap leaves the mean of its hour", () => {
    const start = Date.UTC(2023, 5, 1, 10);
    const time = Float64Array.from({ length: 25 }, (_, i) => start + i * 300_000);
    const ghi = Array.from(time, (_, i) => (i <= 12 ? 500 : 250));
    const row = { solarZenith: 30, hourZenith: 30, longitude: 0, ghiClear: 900, time };
    const { kdHour } = models.yang4({ ...row, ghi });
    const groups = [0, 1, 12, 13, 24].map((i) => kdHour[i]!);
    expect(groups[0]).not.toBe(groups[1]); // the hour before: its own solar time
    expect(groups[1]).toBe(groups[2]);
    expect(groups[2]).not.toBe(groups[3]);
    expect(groups[3]).toBe(groups[4]);
    const gap = models.yang4({ ...row, ghi: ghi.map((value, i) => (i === 5 ? missing : value)) });
    expect(Array.from(gap.kdHour)).toEqual(Array.from(kdHour));
    expect(Array.from(gap.kd, Number.isNaN)).toEqual(Array.from(time, (_, i) => i === 5));
  });

  test("rows of an hour or more are their own hour", () => {
    const rows: Row[] = [0.3, 0.6, 0.8].map((kt) => ({ kt }));
    for (const interval of [3600, 7200]) {
      const whole = fractions(models.yang4.stage as Stage, rows, { interval });
      const alone = fractions(models.yang4.stage as Stage, rows, {
        interval,
        range: { from: 1, to: 2, first: 1, last: 2 },
      });
      expect(alone[0]).toBe(whole[1]);
    }
  });
});

describe("completion", () => {
  test("two of three come back as copies, and the third closes", () => {
    const solarZenith = [0, 40, 60, 75];
    const ghi = Float64Array.of(900, 700, 400, 150);
    const dhi = Float64Array.of(100, 120, 90, 70);
    const { dni } = models.completeIrradiance({ solarZenith, ghi, dhi });
    const back = models.completeIrradiance({ solarZenith, dhi, dni });
    const again = models.completeIrradiance({ solarZenith, ghi, dni });
    for (let i = 0; i < 4; i++) {
      expect(back.ghi[i]).toBeCloseTo(ghi[i]!, 10);
      expect(again.dhi[i]).toBeCloseTo(dhi[i]!, 10);
    }
    expect(again.ghi).toEqual(ghi);
    expect(again.ghi).not.toBe(ghi);
  });

  test("refuses anything but two, and names a bad column", () => {
    expect(() => models.completeIrradiance({ solarZenith: 1, ghi: 1 })).toThrow(
      "completeIrradiance: exactly two of ghi, dhi and dni must be given, got neither dhi nor dni",
    );
    expect(() => models.completeIrradiance({ solarZenith: 1, ghi: 1, dhi: 1, dni: 1 })).toThrow(/got all three$/);
    expect(() => models.completeIrradiance({ solarZenith: "1" as never, ghi: 1, dhi: 1 })).toThrow(TypeError);
    expect(() => models.dni({ ghi: [1, 2], dhi: [1], zenith: 1 })).toThrow(RangeError);
  });

  test("a missing value stays in its row", () => {
    const solarZenith = [40, 40, missing];
    const { ghi } = models.completeIrradiance({ solarZenith, dhi: [1, missing, 1], dni: 500 });
    expect(Array.from(ghi, Number.isNaN)).toEqual([false, true, true]);
  });
});
