/** What holds for every generated year, whatever the place, the values and the law. */
import { describe, expect, it } from "vitest";
import { yearCalendar } from "../../../../src/answers/climate/generation/calendar.js";
import { computeEnvelope } from "../../../../src/answers/climate/generation/envelope.js";
import { generateYear } from "../../../../src/answers/climate/generation/generate.js";
import { fitMonths, mostOfMinutes } from "../../../../src/answers/climate/generation/months.js";
import type {
  DailyLawName,
  GeneratedYear,
  GenerationOptions,
} from "../../../../src/answers/climate/generation/types.js";
import { Random } from "../../../../src/foundation/statistics/random.js";
import { MONTH_DAYS } from "../../../../src/foundation/time/calendar.js";
import { monthlyClearest } from "../../../../src/physics/models/clear-sky/clearest.js";
import { solarPosition } from "../../../../src/physics/models/solar-position/index.js";
import { monthlyExtraterrestrial } from "../../../../src/physics/models/solar-position/monthly-extraterrestrial.js";
import type { Site } from "../../../../src/physics/models/stage.js";
import { partOf } from "../../../draws.js";

const LATITUDES = [0, 23.4, -33, 50, 60, 66, 70, 78, 89];
const DAILY: DailyLawName[] = ["exponential", "bendt", "aguiar"];

/** Twelve shares of the clearest month that there can be: even ones, or drawn. */
function uniformClearness(seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: 12 }, (_, month) => 0.05 + 0.9 * random.uniform(99, month, 0, 0));
}

const CLEARNESS: { [name: string]: number[] } = {
  "0.95 in all months": new Array(12).fill(0.95),
  "0.05 to 0.95": uniformClearness(11),
  "the same without April and August": uniformClearness(11).map((k, month) => (month === 3 || month === 7 ? 0 : k)),
  "others from 0.05 to 0.95": uniformClearness(12),
};

function monthlyMeans(column: Float64Array): number[] {
  const rowsOfDay = column.length / 365;
  let from = 0;
  return MONTH_DAYS.map((days) => {
    const rows = column.subarray(from, (from += days * rowsOfDay));
    return rows.reduce((sum, value) => sum + value, 0) / rows.length;
  });
}

function generate(latitude: number, clearness: readonly number[], options: GenerationOptions) {
  const above = monthlyExtraterrestrial(latitude);
  const place = { latitude, longitude: 8.55, altitude: 300, timeZone: 1 };
  const clearest = monthlyClearest(latitude, place.altitude);
  const given = clearness.map((k, month) => k * clearest[month]!);
  const year = generateYear(
    place,
    { globalHorizontalIrradiance: given },
    { linkeTurbidity: new Array(12).fill(3.5), ...options },
  );
  return { given, above, year, most: mostOf(place, year) };
}

const known = new Map<string, Float64Array>();

/** The most that the rows of a year can have, W/m²: hours, or the minutes of each. Daily and hourly laws do not change it. */
function mostOf(place: Site & { readonly timeZone: number }, { report }: GeneratedYear): Float64Array {
  const { clearSky, interval, envelopeTurbidity } = report;
  const key = JSON.stringify([place, clearSky, interval, envelopeTurbidity, report.months.map(({ given }) => given)]);
  const most = known.get(key) ?? computeMost(place, report);
  known.set(key, most);
  return most;
}

function computeMost(
  place: Site & { readonly timeZone: number },
  { clearSky, interval, envelopeTurbidity, months }: GeneratedYear["report"],
): Float64Array {
  const envelope = computeEnvelope(place, yearCalendar(2005, 1), clearSky, envelopeTurbidity, interval === 60);
  fitMonths(
    months.map(({ given }) => given),
    envelope,
    [],
  );
  const { minutes, most } = envelope;
  if (!minutes) return most;
  return minutes.global.map((clear, i) => {
    const row = Math.floor(i / 60);
    return clear > 0 ? clear * mostOfMinutes(envelope, row) : 0;
  });
}

/** Breaches of the laws, in words. */
function breaches(
  { weather, report }: GeneratedYear,
  given: readonly number[],
  above: readonly number[],
  most: Float64Array,
): string[] {
  const global = weather.columns.global_horizontal_irradiance!;
  const found: string[] = [];
  monthlyMeans(global).forEach((mean, month) => {
    const wanted = given[month]!;
    const { mean: told } = report.months[month]!;
    const cut = report.notices.some(({ code }) => code === "cut-down");
    if (told !== wanted && !(above[month]! < 5 && told < wanted && cut))
      found.push(`month ${month}: ${wanted} → ${told}`);
    // Sums of 744 terms, or 44,640: rounding alone.
    if (told > 0 ? Math.abs(mean / told - 1) > 1e-12 : mean !== 0)
      found.push(`month ${month}: mean ${mean}, not ${told}`);
  });
  for (let row = 0; row < global.length; row++) {
    const value = global[row]!;
    // 1e-12 for the rounding of value = index · envelope.
    if (!(value >= 0 && value <= most[row]! * (1 + 1e-12))) found.push(`row ${row}: ${value} of ${most[row]}`);
  }
  return found.slice(0, 5);
}

describe.each(partOf(LATITUDES, 3, 2))("a year at latitude %d", (latitude) => {
  it.each(DAILY)("keeps the laws in hours with the daily law %s", (daily) => {
    for (const [name, clearness] of Object.entries(CLEARNESS)) {
      const { given, above, year, most } = generate(latitude, clearness, { daily });
      expect(breaches(year, given, above, most), name).toEqual([]);
      expect(year.weather.columns.global_horizontal_irradiance!.length).toBe(8760);
    }
  });

  it.each([{ hourly: "tag" }, { clearSky: "esra" }, { clearSky: "solis" }] as const)(
    "keeps the laws with %j",
    (options) => {
      const { given, above, year, most } = generate(latitude, CLEARNESS["0.05 to 0.95"]!, options);
      expect(breaches(year, given, above, most)).toEqual([]);
    },
  );

  it("keeps the laws in minutes", () => {
    const { given, above, year, most } = generate(latitude, CLEARNESS["0.05 to 0.95"]!, { interval: 60 });
    expect(breaches(year, given, above, most)).toEqual([]);
    expect(year.weather.columns.global_horizontal_irradiance!.length).toBe(525_600);
  });

  it("has no light without sun", () => {
    const { year } = generate(latitude, CLEARNESS["0.95 in all months"]!, {});
    const global = year.weather.columns.global_horizontal_irradiance!;
    const { start } = year.weather;
    expect(global.filter((value) => value > 0).length).toBeGreaterThan(3000);
    // The sun at every fifth minute of every dim hour, by the complete algorithm: one of them is up.
    const lit = Array.from(global.keys()).filter((row) => global[row]! > 0 && year.envelope[row]! < 30);
    expect(lit.length).toBeGreaterThan(100);
    const time = Float64Array.from(
      { length: lit.length * 12 },
      (_, k) => start + lit[Math.floor(k / 12)]! * 3_600_000 + ((k % 12) + 0.5) * 300_000,
    );
    const { zenith } = solarPosition({ time, latitude, longitude: 8.55, altitude: 300 });
    // The fast sun is the complete one to 3e-8°.
    const dark = lit.filter((_, k) => !zenith.subarray(12 * k, 12 * k + 12).some((degrees) => degrees < 90 + 1e-6));
    expect(dark).toEqual([]);
  });
});

describe("a generated year", () => {
  it("has the hours in its minutes", () => {
    const hours = generate(50, CLEARNESS["0.05 to 0.95"]!, {}).year.weather.columns.global_horizontal_irradiance!;
    const minutes = generate(50, CLEARNESS["0.05 to 0.95"]!, { interval: 60 }).year.weather.columns;
    hours.forEach((hour, row) => {
      const sum = minutes.global_horizontal_irradiance!.subarray(row * 60, row * 60 + 60).reduce((a, b) => a + b, 0);
      if (Math.abs(sum / 60 - hour) > 1e-12 * hour) expect.fail(`hour ${row}: ${sum / 60}, not ${hour}`);
    });
  });

  it("depends on its seed", () => {
    const [a, b, c] = [1, 1, 2].map((seed) => generate(50, CLEARNESS["0.05 to 0.95"]!, { randomSeed: seed }).year);
    expect(b).toEqual(a);
    expect(c!.weather.columns.global_horizontal_irradiance).not.toEqual(
      a!.weather.columns.global_horizontal_irradiance,
    );
  });
});

it("high above the sea no hour has more light than there is above the air", () => {
  const place = { latitude: -1.3, longitude: 36.8, altitude: 2500, timeZone: 3 };
  const given = monthlyExtraterrestrial(place.latitude).map((above) => 0.6 * above);
  const { weather } = generateYear(
    place,
    { globalHorizontalIrradiance: given },
    { linkeTurbidity: new Array(12).fill(2.5) },
  );
  const global = weather.columns.global_horizontal_irradiance!;
  const calendar = yearCalendar(2005, place.timeZone);
  const { extraterrestrial } = computeEnvelope(place, calendar, "ineichen", new Array(12).fill(2), false);
  const shares = global.map((value, row) => (extraterrestrial[row]! > 300 ? value / extraterrestrial[row]! : 0));
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  expect(Math.max(...shares)).toBeGreaterThan(0.8);
});
