import { describe, expect, it } from "vitest";
import { checkLabels } from "../../../src/data/weather/believe/closing.js";
import { readWeather, type WeatherSeries } from "../../../src/data/weather/index.js";
import type { Label } from "../../../src/data/weather/readers/format.js";
import { fixture } from "./damage.js";

const MINUTE = 60_000;

/** Notices of the label check among those of a reading. */
async function notices(name: string, options: object = {}) {
  const reading = await readWeather(fixture(name), options);
  return reading.notices.filter(({ code }) => code === "label" || code === "clock").map(({ message }) => message);
}

/** A clear day of PSM4, made with pvlib's sun at the stamp. */
async function clearDay(): Promise<WeatherSeries & { start: number }> {
  const { series } = await readWeather(fixture("psm4-clear-day.csv"));
  return series as WeatherSeries & { start: number };
}

describe("checkLabels", () => {
  it.each(["tmy3-greensboro-excerpt.csv", "tmy3-sand-point-excerpt.csv", "tmy2-miami-excerpt.tm2"])(
    "finds nothing wrong with %s as its format labels it",
    async (file) => {
      expect(await notices(file)).toEqual([]);
      const { series, label } = await readWeather(fixture(file));
      const check = checkLabels(series, { label })!;
      expect(check.notice).toBeUndefined();
      expect(Math.abs(check.bestShift)).toBeLessThanOrEqual(10);
    },
  );

  it.each([
    ["center", 30],
    ["start", 60],
  ] as const)(
    "says of hourly ends read as %s that they close %d minutes earlier: pass label end",
    async (label, by) => {
      for (const file of ["tmy3-greensboro-excerpt.csv", "epw-greensboro-excerpt.epw"]) {
        const [message, ...others] = await notices(file, { label });
        expect(others).toEqual([]);
        expect(message).toMatch(
          new RegExp(`; the components close ${by} minutes earlier: GHI − DNI·cos z − DHI spreads`),
        );
        expect(message).toMatch(/^time stamps look like interval ends read as .*; pass label "end"$/);
      }
    },
  );

  it("says later where it is later", async () => {
    // Starts of hours as ends: the same file, its stamps an hour back.
    const text = fixture("psm4-clear-day.csv");
    const { series, label, notices: found } = await readWeather(text, { label: "end" });
    expect(label).toBe("end");
    expect(found.at(-1)!.message).toMatch(/close 15 minutes later: .*; pass label "center"$/);
    expect(checkLabels(series)!.bestShift).toBe(15);
  });

  it("a bias of an instrument is no spread", async () => {
    const day = await clearDay();
    const global = Float64Array.from(day.columns.global_horizontal_irradiance!, (value) => Number(value));
    const biased = global.map((value) => (value > 0 ? value + 20 : value));
    const check = checkLabels({ ...day, columns: { ...day.columns, global_horizontal_irradiance: biased } })!;
    expect(check.spreadAsRead).toBeCloseTo(checkLabels(day)!.spreadAsRead, 9);
  });

  it("closes within the rounding of the values for pvlib's sun", async () => {
    // Whole W/m²: GHI and DHI are off by up to 0.5 each, evenly: a standard deviation of 0.41 at most.
    const check = checkLabels(await clearDay())!;
    expect(check).toMatchObject({ bestShift: 0, spreadAsRead: check.bestSpread });
    expect(check.bestSpread).toBeLessThan(0.41);
    expect(check.rows).toBe(23);
  });

  it.each([-60, -45, -30, -15, -10, 10, 15, 20, 60])("finds a series that is %d minutes late", async (shift) => {
    const day = await clearDay();
    const check = checkLabels({ ...day, start: day.start - shift * MINUTE })!;
    expect(check.bestShift).toBe(shift);
    expect(check.notice!.message).toContain(`${Math.abs(shift)} minutes ${shift < 0 ? "earlier" : "later"}`);
  });

  it.each([
    [-30, "start", 'pass label "end"'],
    [-15, "start", 'pass label "center"'],
    [15, "end", 'pass label "center"'],
    [60, "center", "pass a timeOffset 1 hour smaller"],
    [-30, "end", "pass a timeOffset 0.5 hours larger"],
    [-60, undefined, "pass a timeOffset 1 hour larger"],
  ])("advises for %d minutes at label %s: %s", async (shift, label, advice) => {
    const day = await clearDay();
    const options = label === undefined ? {} : { label: label as Label };
    const { notice } = checkLabels({ ...day, start: day.start - shift * MINUTE }, options)!;
    expect(notice!.code).toBe("label");
    expect(notice!.message.endsWith(`: ${advice}`)).toBe(true);
  });

  it("gives no advice for what no label explains", async () => {
    const day = await clearDay();
    const { notice } = checkLabels({ ...day, start: day.start + 20 * MINUTE }, { label: "center" })!;
    expect(notice!.message).toMatch(/as read$/);
  });

  it("is silent where the spread is flat, or small", async () => {
    const day = await clearDay();
    const ghi = day.columns.global_horizontal_irradiance as Float64Array;
    const late = { ...day, start: day.start + 30 * MINUTE };
    const overcast = { ...late, columns: { ...day.columns, direct_normal_irradiance: ghi.map(() => 1) } };
    overcast.columns.diffuse_horizontal_irradiance = ghi;
    expect(checkLabels(overcast)!.notice).toBeUndefined();
    // Components that never closed: a diffuse share of its own in every row.
    const derived = { ...late, columns: { ...day.columns } };
    derived.columns.diffuse_horizontal_irradiance = ghi.map((value, row) => value * ((row * 7) % 10) * 0.1);
    const check = checkLabels(derived)!;
    expect(check.spreadAsRead).toBeGreaterThan(100);
    expect(check.notice).toBeUndefined();
  });

  it("cannot tell without a place, a component, or enough rows", async () => {
    const day = await clearDay();
    const { place: _, ...placeless } = day;
    expect(checkLabels(placeless)).toBeUndefined();
    for (const name of ["global_horizontal_irradiance", "direct_normal_irradiance", "diffuse_horizontal_irradiance"]) {
      expect(checkLabels({ ...day, columns: { ...day.columns, [name]: undefined } })).toBeUndefined();
    }
    const few = Object.entries(day.columns as { [name: string]: Float64Array }).map(([n, v]) => [n, v.subarray(0, 20)]);
    expect(checkLabels({ ...day, columns: Object.fromEntries(few) })).toBeUndefined();
  });

  it("leaves missing values and codes aside, and does not write to the series", async () => {
    const day = await clearDay();
    const columns = Object.fromEntries(
      Object.entries(day.columns as { [name: string]: Float64Array }).map(([n, v]) => [n, v.slice()]),
    );
    columns.global_horizontal_irradiance![20] = Number.NaN;
    columns.direct_normal_irradiance![22] = 9999;
    columns.diffuse_horizontal_irradiance![24] = -9999;
    const frozen = JSON.stringify(Object.values(columns).map((v) => Array.from(v)));
    const check = checkLabels({ ...day, columns })!;
    expect(check.rows).toBe(20);
    expect(check.bestSpread).toBeLessThan(0.41);
    expect(JSON.stringify(Object.values(columns).map((v) => Array.from(v)))).toBe(frozen);
  });

  it("works at the poles and across the date line", async () => {
    const day = await clearDay();
    for (const place of [
      { latitude: 90, longitude: 0 },
      { latitude: -90, longitude: 180 },
      { latitude: 0, longitude: -180 },
    ]) {
      expect(Number.isFinite(checkLabels({ ...day, place })!.spreadAsRead)).toBe(true);
    }
  });

  it("takes the same place from option place, and then tells", async () => {
    const place = { latitude: 26.3059, longitude: -98.1716, altitude: 45.4 };
    expect(await notices("midc-raw.csv", { place })).toEqual([]);
    expect((await notices("midc-raw.csv", { place, timeOffset: -5 }))[0]).toContain("pass timeOffset -6");
  });
});
