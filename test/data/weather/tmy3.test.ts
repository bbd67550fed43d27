import { describe, expect, it } from "vitest";
import { loadSample, readWeather, type WeatherColumn } from "../../../src/data/weather/index.js";
import { fixture } from "./damage.js";
import { tmy3Text, wholeYear } from "./tmy3-text.js";

interface Reference {
  place: object;
  sums: { [name in WeatherColumn]?: number };
  days: { [day: string]: { [name in WeatherColumn]?: (number | null)[] } };
}

const greensboro = JSON.parse(fixture("tmy3-greensboro.json")) as Reference;
const sandPoint = JSON.parse(fixture("tmy3-sand-point.json")) as Reference;
const HOUR = 3_600_000;
const JANUARY = Date.UTC(2023, 0, 1);

/** Rows of one UTC day of 2023. */
function dayOf(columns: object, name: string, day: string): (number | null)[] {
  const first = (Date.parse(`2023-${day}T00:00:00Z`) - JANUARY) / HOUR;
  const column = (columns as { [name: string]: Float64Array })[name]!;
  return Array.from(column.subarray(first, first + 24), (value) => (Number.isNaN(value) ? null : value));
}

describe("TMY3", () => {
  it.each([
    ["tmy3-greensboro-excerpt.csv", greensboro],
    ["tmy3-sand-point-excerpt.csv", sandPoint],
  ])("agrees with pvlib's reader on %s, at the start of the hour in UTC", async (name, reference) => {
    const { series, format, label } = await readWeather(fixture(name), { periodic: true });
    expect({ format, label }).toEqual({ format: "tmy3", label: "end" });
    expect(series.place).toEqual(reference.place);
    expect({ start: series.start, interval: series.interval }).toEqual({ start: JANUARY, interval: 3600 });
    for (const [day, columns] of Object.entries(reference.days)) {
      for (const [column, values] of Object.entries(columns)) {
        expect({ day, column, values: dayOf(series.columns, column, day) }).toEqual({ day, column, values });
      }
    }
  });

  it("drops columns that hold nothing but placeholders, and says so", async () => {
    const { series, notices } = await readWeather(fixture("tmy3-greensboro-excerpt.csv"));
    expect(series.columns).not.toHaveProperty("albedo");
    expect(series.columns).not.toHaveProperty("aerosol_optical_depth");
    expect(notices.find(({ code }) => code === "columns")?.message).toContain("aerosol_optical_depth, albedo");
  });

  it("takes aerosol and albedo where they are known, the depth converted to 550 nm", async () => {
    const { series } = await readWeather(fixture("tmy3-sand-point-excerpt.csv"));
    const line = fixture("tmy3-sand-point-excerpt.csv").split("\n")[2]!.split(",");
    const header = fixture("tmy3-sand-point-excerpt.csv").split("\n")[1]!.split(",");
    const given = (name: string) => Number(line[header.indexOf(name)]);
    expect(series.columns.albedo![0]).toBe(given("Alb (unitless)"));
    expect(series.columns.aerosol_optical_depth![0]).toBeCloseTo(given("AOD (unitless)") * (700 / 550) ** 1.14, 12);
  });

  it("an excerpt stays where it is unless it is to be periodic", async () => {
    const { series, notices } = await readWeather(fixture("tmy3-sand-point-excerpt.csv"));
    expect(series.start).toBe(Date.UTC(2023, 6, 1, 9));
    expect(series.columns.temperature).toHaveLength(48);
    expect(notices).toEqual([
      { code: "typical-year", message: "typical year, mapped to 2023" },
      { code: "part-of-year", message: expect.stringContaining("48 of 8760 hours") },
    ]);
  });

  it("missing codes and the flag ? are missing, 0 W/m² is not", async () => {
    const text = tmy3Text(["01/01/1999,01:00", "01/01/1999,02:00"], (row) => [-9900, 0][row]!);
    const { series } = await readWeather(text);
    expect(series.columns.global_horizontal_irradiance).toEqual(Float64Array.of(Number.NaN, 0));
  });
});

describe("a typical year on the nominal year", () => {
  const text = tmy3Text(wholeYear(), (row) => row);
  const ghi = async (options: object, source = text) => {
    const { series } = await readWeather(source, options);
    return { start: series.start as number, ghi: series.columns.global_horizontal_irradiance as Float64Array };
  };

  it("wraps its ends to a full UTC year", async () => {
    const { start, ghi: column } = await ghi({});
    expect([start, column.length]).toEqual([JANUARY, 8760]);
    // 00:00 UTC is 19:00 of 31 December at UTC−5: the hour that ends at 20:00, row 8755.
    expect([column[0], column[4], column[5], column[8759]]).toEqual([8755, 8759, 0, 8754]);
  });

  it("keeps the local year when it is not to be periodic", async () => {
    const { start, ghi: column } = await ghi({ periodic: false });
    expect([start, column.length]).toEqual([JANUARY + 5 * HOUR, 8760]);
    expect(column).toEqual(Float64Array.from({ length: 8760 }, (_, row) => row));
  });

  it("29 February repeats the 28th in a leap year", async () => {
    const leapDay = 59 * 24;
    for (const periodic of [true, false]) {
      const { start, ghi: column } = await ghi({ year: 2024, periodic });
      expect(column.length).toBe(8784);
      const offset = (Date.UTC(2024, 0, 1, 5) - start) / HOUR;
      for (let hour = 0; hour < 24; hour++) {
        expect(column[offset + leapDay + hour]).toBe(leapDay - 24 + hour);
        expect(column[offset + leapDay - 24 + hour]).toBe(leapDay - 24 + hour);
        expect(column[offset + leapDay + 24 + hour]).toBe(leapDay + hour);
      }
    }
  });

  it.each([
    [57, 59, 0, 0],
    [58, 60, 0, 1],
    [59, 61, 1, 0],
  ])(
    "days %i to %i of a year alone have a 29 February only between the 28th and 1 March",
    async (from, to, on, more) => {
      const stamps = wholeYear().slice(24 * from, 24 * to);
      const text = tmy3Text(stamps, (row) => row);
      const { start, ghi: column } = await ghi({ year: 2024 }, text);
      expect([start, column.length]).toEqual([Date.UTC(2024, 0, 1 + from + on, 5), 24 * (to - from + more)]);
    },
  );

  it("starts after a leap year, and in the half hour of a zone", async () => {
    // 1 January 2025 00:00 UTC is 31 December 2024 local: day 366 of a leap year is the typical 31 December.
    expect((await ghi({ year: 2025 })).ghi[0]).toBe(8755);
    const { start, ghi: column } = await ghi(
      {},
      tmy3Text(wholeYear(), (row) => row, "5.5"),
    );
    expect([start, column.length]).toEqual([JANUARY - HOUR / 2, 8761]);
    expect([column[0], column[1], column[8760]]).toEqual([5, 6, 5]);
  });

  it("timeOffset overrides the file's zone, label its rule", async () => {
    expect((await ghi({ timeOffset: 0 })).ghi[0]).toBe(0);
    // Stamps as starts: the row stamped 01:00 is the hour from 01:00 on.
    const { ghi: column } = await ghi({ timeOffset: 0, label: "start" });
    expect([column[1], column[0]]).toEqual([0, 8759]);
  });

  it("fills missing hours, leaves out 29 February, takes 00:00 as midnight", async () => {
    const stamps = wholeYear();
    const gap = tmy3Text(
      stamps.filter((_, row) => row !== 100),
      (row) => row,
    );
    const filled = await readWeather(gap, { timeOffset: 0 });
    expect(filled.series.columns.global_horizontal_irradiance![100]).toBeNaN();
    expect(filled.notices.map(({ code }) => code)).toContain("gaps");

    const leap = [...stamps.slice(0, 59 * 24), "02/29/1996,01:00", ...stamps.slice(59 * 24)];
    const left = await readWeather(
      tmy3Text(leap, (row) => row),
      { timeOffset: 0 },
    );
    expect(left.notices[0]).toEqual({ code: "leap-day", message: "1 rows of 29 February are ignored" });

    const midnight = stamps.map((stamp, row) => {
      if (!stamp.endsWith("24:00")) return stamp;
      return `${stamps[(row + 1) % 8760]!.split(",")[0]},00:00`;
    });
    expect(
      (
        await ghi(
          {},
          tmy3Text(midnight, (row) => row),
        )
      ).ghi,
    ).toEqual((await ghi({})).ghi);
  });
});

describe("the embedded sample", () => {
  it("is what pvlib reads from the file: sums, hours, place", async () => {
    const series = await loadSample();
    expect({ start: series.start, interval: series.interval, place: series.place }).toEqual({
      start: JANUARY,
      interval: 3600,
      place: greensboro.place,
    });
    const columns = series.columns as { [name: string]: Float64Array };
    expect(Object.keys(columns)).toEqual(Object.keys(greensboro.sums));
    for (const [name, sum] of Object.entries(greensboro.sums)) {
      expect(columns[name]).toHaveLength(8760);
      // Sums of up to 1e9 in another order of addition: 1e-12 relative.
      expect(Math.abs(columns[name]!.reduce((a, b) => a + b, 0) / sum - 1)).toBeLessThan(1e-12);
      for (const day of Object.keys(greensboro.days)) {
        expect(dayOf(columns, name, day)).toEqual(greensboro.days[day]![name as WeatherColumn]);
      }
    }
  });

  it("is what our reader makes of the same lines", async () => {
    const [sample, excerpt] = [
      await loadSample(),
      await readWeather(fixture("tmy3-greensboro-excerpt.csv"), { periodic: true }),
    ];
    expect(Object.keys(excerpt.series.columns)).toEqual(Object.keys(sample.columns));
    for (const [name, column] of Object.entries(excerpt.series.columns as { [name: string]: Float64Array })) {
      const whole = (sample.columns as { [name: string]: Float64Array })[name]!;
      const read = column.map((value, row) => (Number.isNaN(value) ? whole[row]! : value));
      expect(read).toEqual(whole);
      expect(column.filter((value) => !Number.isNaN(value))).toHaveLength(96);
    }
  });

  it("is fresh at every call", async () => {
    const first = await loadSample();
    (first.columns.temperature as Float64Array).fill(0);
    expect((await loadSample()).columns.temperature![0]).not.toBe(0);
  });
});
