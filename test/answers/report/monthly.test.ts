import { describe, expect, it } from "vitest";
import { formatTable, monthly, rows, total } from "../../../src/answers/report/index.js";
import { guardColumns } from "../../../src/data/contract/observation/columns.js";
import { makeColumns } from "./columns.js";

const YEAR = 8760;

describe("monthly", () => {
  it("sums W/m² to kWh/m² and W/kWp to kWh/kWp, averages temperature", () => {
    const table = monthly(
      makeColumns("2023-01-01T00:00Z", 3600, YEAR, {
        global_horizontal_irradiance: () => 100,
        pv_production_with_shading: () => 50,
        temperature: (i) => i % 2,
      }),
    );
    expect(table.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, k) => `2023-${String(k + 1).padStart(2, "0")}`),
    );
    expect(table[0]).toEqual({
      month: "2023-01",
      global_horizontal_irradiance: expect.closeTo(74.4, 10),
      global_horizontal_irradiance_with_shading: null,
      global_tilted_irradiance: null,
      global_tilted_irradiance_with_shading: null,
      pv_production: null,
      pv_production_with_shading: expect.closeTo(37.2, 10),
      temperature: 0.5,
      intervals: 744,
      missing: 0,
    });
    expect(table[1]!.intervals).toBe(28 * 24);
  });

  it("counts in intervals of any length", () => {
    const [january] = monthly(makeColumns("2023-01-01T00:00Z", 60, 24 * 60, { global_tilted_irradiance: () => 250 }));
    expect(january!.global_tilted_irradiance).toBeCloseTo(6, 10);
  });

  it("takes local months, by the centre of an interval", () => {
    const hourly = (zone: number) =>
      monthly(makeColumns("2023-01-31T18:00Z", 3600, 12, { temperature: (i) => i }, zone)).map(
        ({ month, intervals }) => [month, intervals],
      );
    expect(hourly(0)).toEqual([
      ["2023-01", 6],
      ["2023-02", 6],
    ]);
    expect(hourly(-5)).toEqual([
      ["2023-01", 11],
      ["2023-02", 1],
    ]);
    expect(hourly(5.75)).toEqual([["2023-02", 12]]);
    // The interval 00:30 to 01:30 of local time is centred on 01:00; that from 23:30 on midnight, and belongs to the new day.
    expect(hourly(5.5)).toEqual([["2023-02", 12]]);
    expect(hourly(4.5)).toEqual([
      ["2023-01", 1],
      ["2023-02", 11],
    ]);
  });

  it("puts months of the same name together in a typical year", () => {
    const columns = makeColumns("2023-01-01T00:00Z", 3600, YEAR, { temperature: (i) => (i < 5 ? 100 : 0) }, -5);
    expect(monthly(columns)).toHaveLength(13);
    const table = monthly(columns, { typicalYear: true });
    expect(table.map(({ month }) => month).join(" ")).toBe("01 02 03 04 05 06 07 08 09 10 11 12");
    expect(table[11]!.intervals).toBe(744);
    expect(table[11]!.temperature).toBeCloseTo(500 / 744, 12);
  });

  it("sums what is there and tells the share that is not", () => {
    const [row] = monthly(
      makeColumns("2023-01-01T00:00Z", 3600, 4, {
        global_horizontal_irradiance: (i) => (i === 0 ? Number.NaN : 1000),
        temperature: (i) => (i < 2 ? Number.NaN : 10),
        snow_depth: () => Number.NaN,
      }),
    );
    expect(row).toMatchObject({ global_horizontal_irradiance: 3, temperature: 10, missing: 0.5 });
    const [nothing] = monthly(makeColumns("2023-01-01T00:00Z", 3600, 4, { temperature: () => Number.NaN }));
    expect(nothing).toMatchObject({ temperature: null, missing: 1 });
  });

  it("total is one row over all", () => {
    const columns = makeColumns("2023-01-01T00:00Z", 3600, YEAR, { global_horizontal_irradiance: () => 100 });
    expect(total(columns)).toMatchObject({ month: "total", intervals: YEAR, missing: 0 });
    expect(total(columns).global_horizontal_irradiance).toBeCloseTo(876, 9);
  });
});

describe("formatTable", () => {
  it("shows the columns that have values, and a total under a rule", () => {
    const columns = makeColumns("2023-01-15T00:00Z", 3600, 24 * 31, {
      global_tilted_irradiance_with_shading: () => 100,
      temperature: (i) => (i < 17 * 24 ? -0.01 : Number.NaN),
    });
    expect(formatTable(monthly(columns), total(columns))).toBe(
      [
        "         tilted   mean",
        "         shaded  temp.  missing",
        "month    kWh/m²     °C        %",
        "───────────────────────────────",
        "2023-01    40.8    0.0      0.0",
        "2023-02    33.6      –    100.0",
        "───────────────────────────────",
        "total      74.4    0.0     45.2",
        "",
      ].join("\n"),
    );
  });

  it("takes no rows", () => expect(formatTable([])).toBe("month\n─────\n"));
});

describe("rows", () => {
  it("gives an object per interval with what was requested, null for missing", () => {
    const columns = makeColumns("2023-01-01T00:00Z", 900, 2, { temperature: (i) => (i === 0 ? 1.234 : Number.NaN) });
    columns.extra.azimuth = Float64Array.of(180, 181);
    expect([...rows(columns)]).toEqual([
      {
        start: new Date("2023-01-01T00:00Z"),
        end: new Date("2023-01-01T00:15Z"),
        temperature: 1.234,
        surface_azimuth: 0,
        surface_tilt: 0,
        azimuth: 180,
      },
      {
        start: new Date("2023-01-01T00:15Z"),
        end: new Date("2023-01-01T00:30Z"),
        temperature: null,
        surface_azimuth: 0,
        surface_tilt: 0,
        azimuth: 181,
      },
    ]);
  });

  it("refuses stale columns, as the table does, also halfway", () => {
    let current = true;
    const columns = guardColumns(makeColumns("2023-01-01T00:00Z", 900, 2, { temperature: () => 1 }), () => current);
    const iterator = rows(columns);
    iterator.next();
    current = false;
    expect(() => iterator.next()).toThrow("workspace");
    expect(() => monthly(columns)).toThrow("workspace");
  });
});
