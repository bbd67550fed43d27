/** Days, months and years: sums and means of the hours that they are made of, in any zone, and what is missing in them. */
import { beforeAll, describe, expect, it, test } from "vitest";
import { parseIsoTime } from "../../src/data/contract/observation/period.js";
import { loadSample } from "../../src/data/weather/sample.js";
import type { WeatherSeries } from "../../src/data/weather/series.js";
import {
  computeColumns,
  copyColumns,
  createWorkspace,
  explain,
  toResponse,
  writeCsv,
  writeJson,
} from "../../src/index.js";

const HOUR = 3_600_000;
const context = { altitude: 273, linkeTurbidity: 3 };
let weather: WeatherSeries;
beforeAll(async () => {
  weather = await loadSample();
});

const query = {
  lat: 36.1,
  lon: -79.95,
  parameters: "global_horizontal_irradiance,global_tilted_irradiance,pv_production,temperature",
  surface_tilt: 30,
  surface_azimuth: 180,
};
const compute = (more: object, series = weather, further: object = {}) =>
  computeColumns({ ...query, ...more }, series, { ...context, ...further });
const messages = ({ diagnostics }: ReturnType<typeof compute>) => diagnostics.notices.map(({ message }) => message);

/** The sample with some rows of some columns missing. */
function withGaps(from: number, to: number, names = Object.keys(weather.columns)): WeatherSeries {
  const columns = Object.fromEntries(
    Object.entries(weather.columns).map(([name, column]) => {
      const copy = Float64Array.from(column as ArrayLike<number>);
      return [name, names.includes(name) ? copy.fill(Number.NaN, from, to) : copy];
    }),
  );
  return { ...weather, columns };
}

describe.each([undefined, "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe"])(
  "in %s",
  (zone) => {
    const period = { start: "2023-01-02T12:00Z", end: "2023-12-30T12:00Z", time_zone: zone };

    it("days are the sums and means of their intervals", () => {
      const days = compute({ ...period, frequency: "1_day" });
      const step = zone?.startsWith("Asia/Kath") ? 15 : zone === "Asia/Kolkata" || zone?.startsWith("Aus") ? 30 : 60;
      const frequency = step === 60 ? "1_hour" : `${step}_minutes`;
      const [start, end] = [days.edges![0]!, days.edges!.at(-1)!].map((edge) =>
        new Date(edge).toISOString().replace(".000", ""),
      );
      const parts = compute({ frequency, start, end });
      for (const name of [
        "global_horizontal_irradiance",
        "global_tilted_irradiance",
        "pv_production",
        "temperature",
      ] as const) {
        for (let row = 0; row < days.count; row++) {
          const [from, to] = [row, row + 1].map((k) => (days.edges![k]! - parts.start) / (step * 60_000)) as [
            number,
            number,
          ];
          const sum = parts.values[name]!.subarray(from, to).reduce((a, b) => a + b, 0);
          const expected = name === "temperature" ? sum / (to - from) : (sum * step) / 60;
          expect(days.values[name]![row], `${name} ${row}`).toBeCloseTo(expected, 8); // rounding only
        }
      }
    });

    it("months are the sums of their days, and years of their months", () => {
      // Three times the sample: 2023 is whole in every zone.
      const column = Float64Array.from(weather.columns.global_horizontal_irradiance as ArrayLike<number>);
      const ghi = Float64Array.from({ length: 3 * column.length }, (_, i) => column[i % column.length]!);
      const long = { ...weather, start: Date.UTC(2022, 0, 1), columns: { global_horizontal_irradiance: ghi } };
      const year = { start: "2023-01-05T00:00Z", end: "2023-12-25T00:00Z", time_zone: zone };
      const name = "global_horizontal_irradiance";
      const at = (frequency: string) => compute({ ...year, frequency, parameters: name }, long);
      const [months, years] = [at("1_month"), at("1_year")];
      const first = new Date(years.edges![0]!).toISOString().replace(".000", "");
      const last = new Date(years.edges![1]!).toISOString().replace(".000", "");
      const days = compute({ ...year, start: first, end: last, frequency: "1_day", parameters: name }, long);
      expect([days.count, months.count, years.count]).toEqual([365, 12, 1]);
      let day = 0;
      months.values[name]!.forEach((sum, month) => {
        let added = 0;
        for (; days.edges![day]! < months.edges![month + 1]!; day++) added += days.values[name]![day]!;
        expect(added, `month ${month}`).toBeCloseTo(sum, 6); // rounding only
      });
      expect(months.values[name]!.reduce((a, b) => a + b)).toBeCloseTo(years.values[name]![0]!, 6);
    });
  },
);

describe("intervals", () => {
  it("of 5 and 10 minutes average to those of 15, of 30 minutes to the hour's", () => {
    const day = { start: "2023-06-21T00:00Z", end: "2023-06-22T00:00Z" };
    const at = (minutes: number, frequency: string, subSteps: number | "auto") =>
      compute({ ...day, frequency }, weather, { subSteps: subSteps === "auto" ? subSteps : minutes * subSteps }).values;
    const course = (subSteps: number | "auto") => ({
      five: at(5, "5_minutes", subSteps),
      ten: at(10, "10_minutes", subSteps),
      quarter: at(15, "15_minutes", subSteps),
      half: at(30, "30_minutes", subSteps),
      hour: at(60, "1_hour", subSteps),
    });
    const means = (column: Float64Array, each: number) =>
      Float64Array.from({ length: column.length / each }, (_, k) =>
        column.subarray(k * each, (k + 1) * each).reduce((sum, value) => sum + value / each, 0),
      );
    const distance = (a: Float64Array, b: Float64Array) => Math.max(...a.map((value, k) => Math.abs(value - b[k]!)));
    for (const name of ["global_horizontal_irradiance", "global_tilted_irradiance"] as const) {
      // With a sub-step a minute all have the same ones: rounding only.
      const { five, ten, quarter, half, hour } = course(1);
      expect(distance(means(five[name]!, 3), quarter[name]!)).toBeLessThan(1e-9);
      expect(distance(means(ten[name]!, 3), half[name]!)).toBeLessThan(1e-9);
      expect(distance(means(half[name]!, 2), hour[name]!)).toBeLessThan(1e-9);
      // By default five minutes have one, their middle, a quarter of an hour two: they part where the sun rises and sets.
      const usual = course("auto");
      expect(distance(means(usual.five[name]!, 3), usual.quarter[name]!)).toBeLessThan(2);
    }
    // The hour's mean of GHI is the weather's in any case.
    const { five, ten, half, hour } = course("auto");
    const ghi = "global_horizontal_irradiance";
    for (const [finer, each] of [
      [five, 12],
      [ten, 6],
      [half, 2],
    ] as const) {
      expect(distance(means(finer[ghi]!, each), hour[ghi]!)).toBeLessThan(1e-6);
    }
  });

  it("have the same values in every zone", () => {
    const day = { start: "2023-06-21T00:00Z", end: "2023-06-22T00:00Z", frequency: "10_minutes" };
    const [plain, zoned] = [compute(day), compute({ ...day, time_zone: "Asia/Kathmandu" })];
    expect(zoned.values).toEqual(plain.values);
    expect(zoned.zone).toBe("Asia/Kathmandu");
    expect("timeZone" in plain).toBe(false);
  });
});

describe("what is missing", () => {
  // 21 June 2023 in UTC; the sample's place sees the sun from 10 to 1 o'clock UTC.
  const row = (Date.UTC(2023, 5, 21) - Date.UTC(2023, 0, 1)) / HOUR;
  const day = { start: "2023-06-21T00:00Z", end: "2023-06-22T00:00Z", frequency: "1_day" };

  it("of a night is nothing to irradiance, and told of temperature", () => {
    const [whole, gap] = [compute(day), compute(day, withGaps(row + 3, row + 8))];
    expect(gap.values.global_horizontal_irradiance).toEqual(whole.values.global_horizontal_irradiance);
    expect(gap.extra.missing![0]).toBeCloseTo(5 / 24, 12);
    expect(messages(gap).at(-1)).toBe(
      "gaps of up to 21 % of the light or time in 1 of 1 days: filled in proportion to the rest",
    );
    expect(messages(whole).some((message) => message.startsWith("gaps"))).toBe(false);
  });

  it("is filled by the day's ratio to the clear sky", () => {
    const parameters = "global_horizontal_irradiance,global_clear_sky_irradiance";
    const hours = compute({ ...day, frequency: "1_hour", parameters }, withGaps(row + 15, row + 17)).values;
    const clear = hours.global_clear_sky_irradiance!;
    const ghi = hours.global_horizontal_irradiance!;
    const seen = ghi.map((value, k) => (Number.isNaN(value) ? 0 : clear[k]!)).reduce((a, b) => a + b);
    const sum = ghi.filter((value) => !Number.isNaN(value)).reduce((a, b) => a + b);
    const found = compute({ ...day, parameters: "global_horizontal_irradiance" }, withGaps(row + 15, row + 17));
    const all = clear.reduce((a, b) => a + b);
    expect(seen / all).toBeLessThan(0.9);
    expect(found.values.global_horizontal_irradiance![0]).toBeCloseTo((sum * all) / seen, 8);
    expect(found.extra.missing![0]).toBeCloseTo(1 - seen / all, 12);
  });

  it("of more than a quarter of the light makes null, of more than minimumCoverage says", () => {
    const noon = withGaps(row + 13, row + 19);
    const refused = compute(day, noon);
    expect(refused.values.global_horizontal_irradiance![0]).toBeNaN();
    expect(refused.values.pv_production![0]).toBeNaN();
    expect(messages(refused).at(-1)).toBe(
      "null in 1 of 1 days, from 2023-06-21 on: less than 75 % of the light or time has values",
    );
    expect(compute(day, noon, { minimumCoverage: 0.2 }).values.global_horizontal_irradiance![0]).toBeGreaterThan(4000);
    expect(toResponse(refused).values.global_horizontal_irradiance).toEqual([null]);
  });

  it("does not count where the weather never has it", () => {
    const dry = withGaps(0, 8760, ["temperature"]);
    const found = compute(day, dry);
    expect(found.values.temperature![0]).toBeNaN();
    expect(found.values.pv_production![0]).toBeNaN();
    expect(found.extra.missing![0]).toBe(0);
  });
});

describe("the weather's own period", () => {
  it("leaves out what it has little of, and says so", () => {
    const years = compute({ frequency: "1_year", time_zone: "Europe/Zurich" });
    expect(years.count).toBe(1);
    expect(messages(years)).toContain(
      "left out, because the weather covers only a small part: 2024; start and end can ask for it",
    );
    const asked = compute({ frequency: "1_year", time_zone: "Europe/Zurich", start: "2023-01-01", end: "2024-01-02" });
    expect(asked.count).toBe(2);
    expect(asked.values.global_horizontal_irradiance![1]).toBeNaN();
  });

  it("keeps what is all there is", () => {
    const short: WeatherSeries = {
      ...weather,
      columns: { global_horizontal_irradiance: new Float64Array(24).fill(0) },
    };
    const months = compute({ frequency: "1_month", parameters: "global_horizontal_irradiance" }, short);
    expect([months.count, months.values.global_horizontal_irradiance![0]]).toEqual([1, Number.NaN]);
  });
});

describe("the response", () => {
  it("says units, method and zone, the same in all writers", () => {
    const months = compute({ frequency: "1_month", time_zone: "America/New_York" });
    const response = toResponse(months);
    expect(new TextDecoder().decode(writeJson(months))).toBe(JSON.stringify(response));
    expect(response.start_times[2]).toBe("2023-03-01T00:00:00-05:00");
    expect(response.end_times[2]).toBe("2023-04-01T00:00:00-04:00");
    expect(response.meta.frequency).toBe("1_month");
    expect(response.meta.parameters.map(({ unit, aggregation_method }) => [unit.name, aggregation_method])).toEqual([
      ["Wh/m**2", "sum"],
      ["Wh/m**2", "sum"],
      ["Wh/kWp", "sum"],
      ["°C", "average"],
    ]);
    const [head, first] = new TextDecoder().decode(writeCsv(months)).split("\n");
    expect(head).toMatch(/^start_time,end_time,global_horizontal_irradiance/);
    expect(first).toMatch(/^2023-01-01T00:00:00-05:00,2023-02-01T00:00:00-05:00,/);
    expect(messages(months)[0]).toMatch(
      /^sums of each month: irradiance in Wh\/m², PV production in Wh\/kWp; temperature/,
    );
  });

  it("of a tracker has no direction, and says so; that of a fixed plane is its meta", () => {
    const june = { frequency: "1_day", start: "2023-06-21T00:00Z", end: "2023-06-22T00:00Z" };
    const fixed = compute(june);
    expect([fixed.values.surface_azimuth, fixed.values.surface_tilt]).toEqual([
      Float64Array.of(180),
      Float64Array.of(30),
    ]);
    expect(messages(fixed).filter((message) => message.includes("null"))).toEqual([]);
    const tracked = compute({ ...june, tracking_mode: "1_axis" });
    expect(messages(tracked)).toContain(
      "surface_azimuth and surface_tilt are null: a tracker has no single direction in a day",
    );
    const { values } = toResponse(tracked);
    expect([values.surface_azimuth, values.surface_tilt]).toEqual([[null], [null]]);
    expect(new TextDecoder().decode(writeCsv(tracked)).trim().split("\n")[1]).toMatch(/,,$/);
  });

  it("is the caller's, also with a workspace, and can be copied", () => {
    const workspace = createWorkspace();
    const day = { ...query, start: "2023-06-21T00:00Z", end: "2023-06-23T00:00Z", frequency: "1_day" };
    const days = computeColumns(day, weather, context, workspace);
    const copy = copyColumns(days);
    computeColumns({ ...day, frequency: "1_hour" }, weather, context, workspace);
    expect(days.values).toEqual(copy.values);
    expect(copy.edges).toEqual(days.edges);
    expect(toResponse(days)).toEqual(toResponse(copy));
  });
});

describe("refused are", () => {
  test("diagnostics, which have no mean of a day", () => {
    expect(() => compute({ frequency: "1_day" }, weather, { extra: ["apparent_zenith"] })).toThrow(
      'context.extra must be empty with frequency "1_day", which has no apparent_zenith',
    );
  });

  test("an offset of the grid", () => {
    expect(() => compute({ frequency: "1_day" }, weather, { gridOffset: 1800 })).toThrow(/gridOffset must be 0/);
  });

  test("explanations of a day", () => {
    expect(() => explain({ ...query, frequency: "1_day" }, weather, Date.UTC(2023, 5, 21, 12), context)).toThrow(
      /parameter "frequency" must be one of .*1_hour for what is computed interval by interval, got "1_day"/,
    );
  });

  test("a period without weather", () => {
    expect(() => compute({ frequency: "1_month", start: "2020-01-01T00:00Z", end: "2020-02-01T00:00Z" })).toThrow(
      /does not overlap the weather/,
    );
  });

  test("zones whose days begin between minutes", () => {
    const old = { ...weather, start: parseIsoTime("1970-01-01T00:00Z") };
    expect(() => compute({ frequency: "1_day", time_zone: "Africa/Monrovia" }, old)).toThrow(
      /parameter "time_zone" must be a zone whose days begin at whole minutes/,
    );
  });
});
