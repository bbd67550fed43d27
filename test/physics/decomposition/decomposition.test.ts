import { describe, expect, test } from "vitest";
import { erbsDriesseRows, erbsRows } from "../../../src/physics/models/decomposition/by-clearness.js";
import { deltaKtPrime, dewPointWater, dirintCoefficient } from "../../../src/physics/models/decomposition/dirint.js";
import * as models from "../../../src/physics/models/decomposition/index.js";
import { dirint, disc, erbs, erbsDriesse } from "../../../src/physics/models/decomposition/index.js";
import type { Stage } from "../../../src/physics/models/stage.js";
import { DEG, fractions, type Row, reachOf, SERIES, SITE } from "./blocks.js";

const STAGES = Object.values(models).flatMap((model) => ("stage" in model ? [model.stage as Stage] : []));

describe.each(STAGES.map((stage) => [stage.name, stage] as const))("stage of %s", (_name, stage) => {
  test("gives a fraction in [0, 1] for any clearness index and sun", () => {
    const rows: Row[] = [];
    for (const kt of [-0.5, 0, 1e-300, 1e-9, 0.1, 0.216, 0.5, 0.6, 0.600001, 0.79, 0.8, 1, 1.4, 3, 50]) {
      for (const zenith of [0, 30, 60, 80, 84.99, 85, 86, 86.9, 87, 88, 89.9, 90]) rows.push({ kt, zenith });
    }
    for (const fraction of fractions(stage, rows)) {
      expect(fraction).toBeGreaterThanOrEqual(0);
      expect(fraction).toBeLessThanOrEqual(1);
    }
  });

  test("is 1 without light or without sun, NaN for a missing clearness index, and keeps NaN to its row", () => {
    const rows = [
      { kt: 0 },
      { kt: -0.1 },
      { kt: Number.NaN, extraterrestrialHorizontal: 0, zenith: 90 },
      { kt: 0.5 },
      { kt: Number.NaN },
      { kt: 0.5 },
    ];
    const result = fractions(stage, rows);
    expect(Array.from(result.slice(0, 3))).toEqual([1, 1, 1]);
    expect(Array.from(result, Number.isNaN)).toEqual([false, false, false, false, true, false]);
    expect(result[3]!).toBeLessThan(1);
  });

  test("does not depend on block sizes, and a slice with its halo equals the slice of the whole", () => {
    const whole = fractions(stage, SERIES);
    for (const step of [1, 7]) expect(fractions(stage, SERIES, { step })).toEqual(whole);
    const [from, to] = [198, 230];
    const halo = reachOf(stage, 900);
    const range = { from, to, first: from - halo, last: to + halo };
    expect(fractions(stage, SERIES, { range })).toEqual(whole.slice(from, to));
    expect(whole.some((fraction) => fraction > 0.2 && fraction < 0.8)).toBe(true);
  });
});

describe("Erbs and Erbs–Driesse", () => {
  const fraction = (rows: typeof erbsRows, kt: number) => {
    const out = new Float64Array(1);
    rows(0, 1, Float64Array.of(kt), out);
    return out[0]!;
  };

  test("Erbs–Driesse and its slope are continuous, and within 0.0005 of Erbs", () => {
    for (const joint of [0.216, 0.792]) {
      const h = 1e-7;
      const [below, at, above] = [joint - h, joint, joint + h].map((kt) => fraction(erbsDriesseRows, kt)) as [
        number,
        number,
        number,
      ];
      expect(Math.abs(above - at)).toBeLessThan(2 * h);
      expect(Math.abs((above - at) / h - (at - below) / h)).toBeLessThan(1e-5);
    }
    for (let kt = 0; kt <= 1; kt += 0.001) {
      expect(Math.abs(fraction(erbsDriesseRows, kt) - fraction(erbsRows, kt))).toBeLessThan(0.0005);
    }
  });

  test.each([
    ["erbs", erbs],
    ["erbsDriesse", erbsDriesse],
  ] as const)("%s closes: ghi = dni·cos z + dhi, nothing negative, all diffuse beyond 87°", (_name, model) => {
    const ghi = [0, 5, 100, 500, 1200, 20, 3, -4];
    const zenith = [0, 30, 85, 45, 20, 87.01, 120, 30];
    const { dni, dhi, kt } = model({ ghi, zenith, dayOfYear: 366 });
    for (let i = 0; i < ghi.length; i++) {
      expect(dni[i]! * Math.cos(zenith[i]! * DEG) + dhi[i]!).toBeCloseTo(Math.max(ghi[i]!, 0), 10);
      expect(Math.min(dni[i]!, dhi[i]!, kt[i]!)).toBeGreaterThanOrEqual(0);
      if (zenith[i]! > 87) expect(dni[i]).toBe(0);
    }
  });
});

describe("missing values and bad input of models of series", () => {
  const MODELS: [string, (columns: never) => { [name: string]: Float64Array }, { [name: string]: number }][] = [
    ["dirint", dirint, { ghi: 400, solarZenith: 40, time: 1.7e12, pressure: 9e4 }],
    ["dirindex", models.dirindex, { ghi: 400, ghiClear: 700, dniClear: 800, zenith: 40, time: 1.7e12, pressure: 9e4 }],
    [
      "brl",
      models.brl as never,
      { ghi: 400, solarZenith: 40, time: 1.7e12, longitude: 8, dniExtra: 1361, ktDaily: 0.5, psi: 0.5 },
    ],
    [
      "engerer2",
      (columns) => models.engerer2(columns, { averagingPeriod: 15 }) as never,
      { ghi: 400, solarZenith: 40, time: 1.7e12, longitude: 8, dniExtra: 1361, ghiClear: 700 },
    ],
    [
      "yang4",
      models.yang4 as never,
      {
        ghi: 400,
        ghiClear: 700,
        solarZenith: 40,
        time: 1.7e12,
        longitude: 8,
        hourZenith: 41,
        dniExtra: 1361,
        hourDniExtra: 1361,
      },
    ],
  ];

  test.each(MODELS)(
    "%s keeps a missing value to its row, by day and night, and leaves inputs alone",
    (_n, run, row) => {
      const call = run as (columns: { [name: string]: unknown }) => { [name: string]: Float64Array };
      for (const zenith of [40, 88, 89]) {
        const values = { ...row, ["zenith" in row ? "zenith" : "solarZenith"]: zenith };
        for (const name of Object.keys(values)) {
          const columns = Object.fromEntries(
            Object.entries(values).map(([key, value]) => [key, new Float64Array(5).fill(value)]),
          );
          columns[name]![2] = Number.NaN;
          const before = structuredClone(columns);
          const { dni } = call(columns);
          expect(Array.from(dni!, Number.isNaN)).toEqual([false, false, true, false, false]);
          expect(columns).toEqual(before);
        }
      }
    },
  );

  test.each(MODELS)("%s names a bad argument", (model, run, row) => {
    const call = run as (columns: { [name: string]: unknown }) => unknown;
    for (const name of Object.keys(row)) {
      expect(() => call({ ...row, [name]: "1" })).toThrow(new RegExp(`^${model}: ${name} must be`));
    }
    expect(() =>
      call({ ...row, [Object.keys(row).at(-1)!]: [1, 2], ["zenith" in row ? "zenith" : "solarZenith"]: [1, 2, 3] }),
    ).toThrow(RangeError);
    expect(() => call({})).toThrow(TypeError);
  });

  const STARKE = { kt: 0.5, ast: 12, elevation: 40, ktDaily: 0.5, psi: 0.5, ghiClear: 700, ktHour: 0.5, kcsi: 0.7 };

  test.each([["erbsDriesse", erbsDriesse] as const, ["orgillHollands", models.orgillHollands] as const])(
    "%s says that it needs a day of the year or the extraterrestrial irradiance",
    (_name, model) => expect(() => model({ ghi: 1, zenith: 1 })).toThrow(/dayOfYear or dniExtra/),
  );

  test("unknown coefficients, periods and regimes are named, with what there is", () => {
    const predictors = { kt: 0.5, ast: 12, zenith: 40, dktc: 0.2, kde: 0 };
    const bad = "2009" as never;
    const brl = () =>
      models.brlDiffuseFraction({ ...predictors, elevation: 50, ktDaily: 0.5, psi: 0.5 }, { coefficients: bad });
    expect(brl).toThrow(/^brlDiffuseFraction: coefficients must be one of ridley2010, .*every2Csb, got "2009"$/);
    expect(brl).toThrow(RangeError);
    expect(() => models.brl.stage.prepare(SITE, { coefficients: bad })).toThrow(RangeError);
    expect(() => models.engerer2DiffuseFraction(predictors, { averagingPeriod: 7 as never })).toThrow(
      /averagingPeriod must be one of 1, 5, .*original \(minutes\), got 7/,
    );
    expect(() => models.engerer2DiffuseFraction(predictors, {} as never)).toThrow(TypeError);
    expect(() => models.engerer2DiffuseFraction(predictors, undefined as never)).toThrow(TypeError);
    expect(() => models.engerer2({ ghi: 1, time: 0, longitude: 0 }, { averagingPeriod: 1 })).toThrow(
      "engerer2: latitude or solarZenith must be given, got neither",
    );
    expect(() => models.starke(STARKE, { coefficients: "starke3" as never })).toThrow(
      /one of starke1, .*got "starke3"/,
    );
    expect(() => models.abreu({ ghi: 1, solarZenith: 1, dayOfYear: 1 }, { climate: "wet" as never })).toThrow(
      /one of arid, .*got "wet"/,
    );
    for (const regime of [0, 6, 1.5, "1"] as never[]) {
      expect(() => models.yang4DiffuseFraction({ ...predictors, kdHour: 0.4 }, { regime })).toThrow(RangeError);
      expect(() => models.yang4.stage.prepare(SITE, { regime })).toThrow(RangeError);
    }
  });
});

describe("DISC and DIRINT in the pipeline", () => {
  const zenith = Array.from({ length: 71 }, (_, i) => 84 + i * 0.1);

  test.each([
    ["disc", disc.stage],
    ["dirint", dirint.stage],
    ["dirintSmooth", models.dirintSmooth.stage],
  ] as [string, Stage][])(
    "%s fades out between 87° and 90° without a jump, where the function has one",
    (_name, stage) => {
      const around = (edge: number, kt: number) =>
        [edge - 1e-7, edge + 1e-7].map((z) => fractions(stage, [{ kt, zenith: z }])[0]!);
      for (const kt of [0.45, 0.6, 0.75]) {
        for (const edge of [87, 90]) {
          const [before, after] = around(edge, kt) as [number, number];
          expect(Math.abs(after - before)).toBeLessThan(1e-6);
        }
        const run = fractions(
          stage,
          zenith.map((z) => ({ kt, zenith: z })),
        );
        expect(run[0]!).toBeLessThan(1);
        for (let i = 1; i < run.length; i++) if (zenith[i]! >= 90) expect(run[i]).toBe(1);
      }
      const ghi = [30, 30];
      const jump = disc({ ghi, solarZenith: [87 - 1e-7, 87 + 1e-7], dayOfYear: 100 }).dni;
      expect(jump[0]! - jump[1]!).toBeGreaterThan(10);
    },
  );

  test("both stages give the functions' DNI while the sun is above 5°", () => {
    const n = 40;
    const dayOfYear = 100;
    const solarZenith = Float64Array.from({ length: n }, (_, i) => 15 + 1.7 * i);
    const ghi = solarZenith.map((z, i) => 1361 * Math.cos(z * DEG) * (0.45 + 0.4 * Math.sin(i * i)));
    const tempDew = Float64Array.from({ length: n }, (_, i) => -5 + i);
    const { dni: discDni, kt } = disc({ ghi, solarZenith, dayOfYear, pressure: 95000 });
    const dirintDni = dirint({ ghi, solarZenith, time: 99.5 * 86_400_000, pressure: 95000, tempDew }).dni;
    const rows = Array.from(kt, (k, i) => ({ kt: k, zenith: solarZenith[i]!, pressure: 95000, dewPoint: tempDew[i]! }));
    for (const [stage, dni] of [
      [disc.stage, discDni],
      [dirint.stage, dirintDni],
    ] as [Stage, Float64Array][]) {
      fractions(stage, rows).forEach((fraction, i) => {
        const expected = 1 - (dni[i]! * Math.cos(solarZenith[i]! * DEG)) / ghi[i]!;
        expect(fraction).toBeCloseTo(Math.max(expected, 0), 12);
      });
      expect(dni.some((value) => value > 100)).toBe(true);
    }
  });
});

describe("DIRINT's neighbours and water", () => {
  const missing = Number.NaN;

  test("stability index: both neighbours (eq. 2), one alone (eq. 3), none", () => {
    expect(deltaKtPrime(0.4, 0.5, 0.8)).toBeCloseTo(0.2, 15);
    expect(deltaKtPrime(missing, 0.5, 0.8)).toBeCloseTo(0.3, 15);
    expect(deltaKtPrime(0.4, 0.5, missing)).toBeCloseTo(0.1, 15);
    expect(deltaKtPrime(missing, 0.5, missing)).toBeNaN();
  });

  test("a gap counts like the end of the series, in the function and in the stage", () => {
    const row = { solarZenith: 50, time: 0, pressure: 101325 };
    const ghi = [500, 300, missing, 450, 480];
    const broken = dirint({ ...row, ghi }).dni;
    const before = dirint({ ...row, ghi: ghi.slice(0, 2) }).dni;
    const after = dirint({ ...row, ghi: ghi.slice(3) }).dni;
    expect(Array.from(broken)).toEqual([...before, missing, ...after]);

    const kts = [0.6, 0.4, missing, 0.55, 0.5];
    const rows = kts.map((kt) => ({ kt }));
    const whole = fractions(dirint.stage as Stage, rows);
    expect(Array.from(whole.slice(3))).toEqual(Array.from(fractions(dirint.stage as Stage, rows.slice(3))));
    const night = rows.map((r, i) => (i === 2 ? { kt: 5, extraterrestrialHorizontal: 0 } : r));
    expect(Array.from(fractions(dirint.stage as Stage, night).slice(3))).toEqual(Array.from(whole.slice(3)));
  });

  test("a single row, steps of 1.5 h and useDeltaKtPrime: false all mean that stability is unknown", () => {
    const rows = [0.7, 0.3, 0.6].map((kt) => ({ kt }));
    const alone = rows.map((row) => fractions(dirint.stage as Stage, [row])[0]!);
    const stage = dirint.stage as Stage;
    expect(Array.from(fractions(stage, rows, { interval: 5400 }))).toEqual(alone);
    expect(Array.from(fractions(stage, rows, { options: { useDeltaKtPrime: false } }))).toEqual(alone);
    expect(Array.from(fractions(stage, rows, { interval: 3600 }))).not.toEqual(alone);
    const row = { ghi: [700, 300, 600], solarZenith: 40, time: 0 };
    const single = [700, 300, 600].map((ghi) => dirint({ ...row, ghi }).dni[0]!);
    expect(Array.from(dirint(row, { useDeltaKtPrime: false }).dni)).toEqual(single);
  });

  test("dew point gives the water; precipitable water stands in for it; neither means unknown", () => {
    const at = (row: object) => fractions(dirint.stage as Stage, [{ kt: 0.7, ...row }])[0]!;
    const water = dewPointWater(15);
    expect(water).toBeCloseTo(Math.exp(0.975), 12);
    expect(at({ dewPoint: 15 })).toBe(at({ precipitableWater: water }));
    expect(at({ dewPoint: 15, precipitableWater: 0.1 })).toBe(at({ dewPoint: 15 }));
    expect(new Set([at({}), at({ dewPoint: -20 }), at({ dewPoint: 5 }), at({ dewPoint: 25 })]).size).toBe(4);
  });

  test("the coefficient table is read in the paper's order", () => {
    expect(dirintCoefficient(0, 0, 0, 0)).toBe(0.38523);
    expect(dirintCoefficient(0, 0, 6, 4)).toBe(0.56995);
    expect(dirintCoefficient(5, 5, 6, 4)).toBe(0.79439);
  });
});
