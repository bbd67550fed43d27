import { describe, expect, it } from "vitest";
import { computeClimate } from "../../../../src/answers/climate/compute.js";
import { startOfDay, type YearCalendar, yearCalendar } from "../../../../src/answers/climate/generation/calendar.js";
import {
  computeEnvelope,
  envelopeTurbidity,
  type TURBIDITY_RULES,
} from "../../../../src/answers/climate/generation/envelope.js";
import { generateYear } from "../../../../src/answers/climate/generation/generate.js";
import { monthlyMeansOf } from "../../../../src/answers/climate/generation/monthly-curve.js";
import type { MonthlyMeans } from "../../../../src/answers/climate/generation/types.js";
import { parseMonthlyValues } from "../../../../src/data/contract/climate/monthly-values.js";
import { parseClimateRequest } from "../../../../src/data/contract/climate/request.js";
import { HOUR, yearStart } from "../../../../src/foundation/time/calendar.js";
import { hashOf } from "../weather.js";

const [GHI, DHI] = ["globalHorizontalIrradiance", "diffuseHorizontalIrradiance"] as const;
const PLACE = { latitude: 47.4, longitude: 8.5, altitude: 430, timeZone: 1 };
const TURBIDITY = new Array(12).fill(4);
const MONTHLY: MonthlyMeans = {
  globalHorizontalIrradiance: [41, 70, 119, 167, 200, 222, 224, 190, 138, 85, 46, 33],
  temperature: [0.3, 1.4, 5.4, 9.3, 13.9, 17.2, 19.1, 18.5, 14.5, 10, 4.5, 1.2],
  relativeHumidity: [85, 80, 73, 69, 71, 71, 71, 74, 79, 84, 86, 86],
  windSpeed: [2.5, 2.6, 2.8, 2.7, 2.4, 2.3, 2.3, 2.2, 2.1, 2.1, 2.3, 2.5],
  diffuseHorizontalIrradiance: [26, 39, 61, 80, 95, 101, 98, 87, 66, 46, 29, 22],
};

/** Worst difference of the monthly means. */
const missOf = (column: Float64Array, means: readonly number[]) =>
  Math.max(...monthlyMeansOf(column).map((mean, month) => Math.abs(mean - means[month]!)));
const bytesOf = (columns: object) => hashOf(Object.fromEntries(Object.entries(columns).sort()));
const yearOf = (options: object = {}, monthly: MonthlyMeans = MONTHLY) =>
  generateYear(PLACE, monthly, { linkeTurbidity: TURBIDITY, ...options });

describe("generateYear", () => {
  const year = yearOf();
  const columns = year.weather.columns;

  // The bytes are promised for one number of the algorithm: another hash means another number.
  it("gives the bytes of its algorithm", () => {
    expect(year.report.algorithm).toBe("5");
    expect(bytesOf(columns)).toBe("ba58919a");
    expect(bytesOf(yearOf({ interval: 60 }).weather.columns)).toBe("ed704ad0");
    const other = { daily: "aguiar", hourly: "tag", clearSky: "solis", randomSeed: 2 ** 53 - 1 };
    expect(bytesOf(yearOf(other).weather.columns)).toBe("92603db8");
  });

  it("has the given means in every column", () => {
    expect(Object.keys(columns).sort()).toEqual(
      "dew_point_temperature diffuse_horizontal_irradiance global_horizontal_irradiance relative_humidity temperature wind_speed".split(
        " ",
      ),
    );
    expect(missOf(columns.global_horizontal_irradiance!, MONTHLY.globalHorizontalIrradiance)).toBeLessThan(1e-10);
    expect(missOf(columns.diffuse_horizontal_irradiance!, MONTHLY.diffuseHorizontalIrradiance!)).toBeLessThan(1e-10);
    expect(missOf(columns.temperature!, MONTHLY.temperature!)).toBeLessThan(1e-9);
    expect(missOf(columns.wind_speed!, MONTHLY.windSpeed!)).toBeLessThan(1e-12);
    // Where hours are saturated, Newton's steps are too short: what is left after 24 of them.
    expect(missOf(columns.relative_humidity!, MONTHLY.relativeHumidity!)).toBeLessThan(1e-6);
  });

  it("has physical values", () => {
    const { global_horizontal_irradiance: global, diffuse_horizontal_irradiance: diffuse } = columns;
    expect(diffuse!.every((value, row) => value >= 0 && value <= global![row]!)).toBe(true);
    const dew = columns.dew_point_temperature!;
    expect(dew.every((value, row) => value <= columns.temperature![row]! + 1e-12)).toBe(true);
    expect(columns.relative_humidity!.every((value) => value > 5 && value <= 100 + 1e-12)).toBe(true);
    expect(columns.wind_speed!.every((value) => value >= 0 && value < 20)).toBe(true);
  });

  it("is warmest in the afternoon, and as far from day to day as days are", () => {
    const courses = Array.from({ length: 24 }, (_, hour) => {
      const ofHour = columns.temperature!.filter((_, row) => row % 24 === hour);
      return ofHour.reduce((sum, value) => sum + value, 0) / 365;
    });
    const [least, most] = [Math.min(...courses), Math.max(...courses)];
    expect([13, 14, 15, 16]).toContain(courses.indexOf(most));
    expect(most - least).toBeGreaterThan(4);
  });

  it("makes up no column that was not given, but the diffuse light of its hours", () => {
    const { globalHorizontalIrradiance } = MONTHLY;
    const bare = yearOf({}, { globalHorizontalIrradiance });
    const both = ["global_horizontal_irradiance", "diffuse_horizontal_irradiance"];
    expect(Object.keys(bare.weather.columns)).toEqual(both);
    expect(bare.report.syntheticColumns).toEqual(both);
    const { global_horizontal_irradiance: global, diffuse_horizontal_irradiance: diffuse } = bare.weather.columns;
    expect(diffuse!.every((value, row) => value >= 0.05 * global![row]! && value <= global![row]!)).toBe(true);
    // The model of hours knows nothing of minutes.
    const minutes = yearOf({ interval: 60 }, { globalHorizontalIrradiance });
    expect(Object.keys(minutes.weather.columns)).toEqual(["global_horizontal_irradiance"]);
    expect(bare.weather.columns.global_horizontal_irradiance).toEqual(columns.global_horizontal_irradiance);
  });

  it("has means in minutes, too", () => {
    const minutes = yearOf({ interval: 60 }).weather.columns;
    expect(missOf(minutes.global_horizontal_irradiance!, MONTHLY.globalHorizontalIrradiance)).toBeLessThan(1e-9);
    expect(missOf(minutes.diffuse_horizontal_irradiance!, MONTHLY.diffuseHorizontalIrradiance!)).toBeLessThan(1e-9);
    expect(missOf(minutes.temperature!, MONTHLY.temperature!)).toBeLessThan(1e-9);
    expect(missOf(minutes.wind_speed!, MONTHLY.windSpeed!)).toBeLessThan(1e-10);
    // Straight lines between the hours change the month by what crosses its ends.
    expect(missOf(minutes.relative_humidity!, MONTHLY.relativeHumidity!)).toBeLessThan(0.01);
  });

  it("reports what it did", () => {
    const rules = { daily: "exponential", hourly: "table", minute: null };
    expect(year.report).toMatchObject({ randomSeed: 1, year: 2005, ...rules });
    expect(year.report.envelopeTurbidity[0]).toBeCloseTo(2.8, 12);
    expect(year.report.notices.map(({ code }) => code)).toEqual(["synthetic"]);
    expect(JSON.parse(JSON.stringify(year.report))).toEqual(year.report);
    const clear = MONTHLY.globalHorizontalIrradiance.map((value, month) => (month === 6 ? 355 : value));
    const { months } = yearOf({}, { globalHorizontalIrradiance: clear }).report;
    expect(months[6]!.envelopeFactor).toBeCloseTo(months[6]!.clearSkyIndex / 0.965, 12);
    expect(months[6]!.envelopeFactor).toBeGreaterThan(1);
    expect(months[5]!.envelopeFactor).toBe(1);
  });

  it("says what it took for granted", () => {
    const { notices } = generateYear({ latitude: 47.4, longitude: 8.5 }, MONTHLY).report;
    expect(notices.map(({ code }) => code)).toEqual(["synthetic", "altitude", "turbidity"]);
  });

  it("takes the monthly values of an import", () => {
    const [light, temperature] = [MONTHLY.globalHorizontalIrradiance, MONTHLY.temperature];
    const values = parseMonthlyValues({ lat: 47.4, lon: 8.5, global_horizontal_irradiance: light, temperature });
    const { weather } = yearOf({}, values);
    expect(weather.columns.temperature).toEqual(columns.temperature);
  });

  it("begins at midnight on the clock of its place, and is a year for computeClimate", () => {
    const indian = { latitude: 21, longitude: 79, altitude: 300, timeZone: 5.5 };
    const given = { globalHorizontalIrradiance: new Array(12).fill(220), temperature: new Array(12).fill(26) };
    const { weather } = generateYear(indian, given, { linkeTurbidity: TURBIDITY });
    expect(weather.start).toBe(yearStart(2005) - 5.5 * HOUR);
    const parameters = ["global_horizontal_irradiance", "temperature"];
    const request = parseClimateRequest({ lat: 21, lon: 79, altitude: 300, parameters }, { endpoint: "tmy", now: 0 });
    const computed = computeClimate(request, weather, { timeZone: 5.5 });
    expect(computed.diagnostics.notices).toEqual([]);
    const global = computed.values.global_horizontal_irradiance!;
    expect(missOf(global, given.globalHorizontalIrradiance)).toBeLessThan(0.01);
    global.forEach((value, row) => {
      if (Math.abs(value - weather.columns.global_horizontal_irradiance![row]!) > 0.01) expect.fail(`row ${row}`);
    });
  });

  it("has the sun of each date in a leap year, too", () => {
    const [leap, common] = [yearCalendar(2032, 1), yearCalendar(2033, 1)];
    const dateOf = (calendar: YearCalendar, day: number) =>
      new Date(startOfDay(calendar, day) + HOUR).toISOString().slice(5, 16);
    for (let day = 0; day < 365; day++) expect(dateOf(leap, day)).toBe(dateOf(common, day));
    expect([58, 59].map((day) => dateOf(leap, day))).toEqual(["02-28T00:00", "03-01T00:00"]);
  });

  it("leaves 29 February of a leap year empty, and months their means", () => {
    const leap = yearOf({ year: 2032 });
    const global = leap.weather.columns.global_horizontal_irradiance!;
    expect(global.length).toBe(8784);
    const empty = Array.from(global.keys()).filter((row) => Number.isNaN(global[row]!));
    expect([empty[0], empty.length, empty[23]]).toEqual([59 * 24, 24, 60 * 24 - 1]);
    expect(leap.weather.start).toBe(yearStart(2032) - HOUR);
    const rest = Float64Array.from([...global.subarray(0, 59 * 24), ...global.subarray(60 * 24)]);
    expect(missOf(rest, MONTHLY.globalHorizontalIrradiance)).toBeLessThan(1e-10);
  });
});

describe("the envelope", () => {
  it("is the same in hours and in the hours of minutes", () => {
    const site = { latitude: 60, longitude: 10, altitude: 0 };
    const calendar = yearCalendar(2005, 1);
    const hourly = computeEnvelope(site, calendar, "ineichen", TURBIDITY, false);
    const minutes = computeEnvelope(site, calendar, "ineichen", TURBIDITY, true);
    for (const name of ["extraterrestrial", "global", "direct", "sine"] as const)
      expect(minutes[name]).toEqual(hourly[name]);
    const sum = (column: Float64Array) => column.reduce((total, value) => total + value, 0);
    // Five minutes for one: the error of the middle of an arc.
    expect(sum(minutes.minutes!.global) / 60 / sum(hourly.global)).toBeCloseTo(1, 4);
  });

  it.each(["esra", "solis"] as const)("of %s is that of Ineichen over the year to 3 %", (name) => {
    // Fitted to 1.4 and 3.0 % of daily sums; a sum over the year averages that out.
    const site = { latitude: 40, longitude: 0, altitude: 200 };
    const calendar = yearCalendar(2005, 0);
    const sum = (model: keyof typeof TURBIDITY_RULES) => {
      const turbidity = TURBIDITY.map((value) => envelopeTurbidity(model, value));
      return computeEnvelope(site, calendar, model, turbidity, false).global.reduce((total, value) => total + value, 0);
    };
    expect(Math.abs(sum(name) / sum("ineichen") - 1)).toBeLessThan(0.03);
  });
});

describe("generateYear refuses", () => {
  const of = (name: keyof MonthlyMeans, values: unknown) => ({ ...MONTHLY, [name]: values }) as MonthlyMeans;
  const all = (value: number, length = 12) => new Array<number>(length).fill(value);
  const times = (factor: number) =>
    of(
      GHI,
      MONTHLY[GHI].map((value) => value * factor),
    );
  const changed = (name: keyof MonthlyMeans, month: number, value: unknown) =>
    of(
      name,
      MONTHLY[name]!.map((given, k) => (k === month ? value : given)),
    );

  it.each<[string, MonthlyMeans, RegExp]>([
    ["a month without data", changed(GHI, 4, Number.NaN), /January first, got NaN in May: a month without data/],
    ["a month of null", changed("temperature", 1, null), /be 12 numbers, January first, got null in February/],
    ["eleven months", of(GHI, all(100, 11)), /12 numbers, January first, got 11 of them/],
    ["no irradiance", of(GHI, undefined), /globalHorizontalIrradiance must be 12 numbers/],
    [
      "more than the sun sends",
      changed(GHI, 0, 110),
      /at most 95 W\/m2 in January \(the clearest sky at 430 m lets through \d\d % of the extraterrestrial irradiance\), got 110$/,
    ],
    ["a negative month", changed(GHI, 0, -1), /0 or more in all months, got -1 in January/],
    [
      "kWh per day",
      times(0.024),
      /at least 10 % of the year's extraterrestrial irradiance, got 1\.0 % \(0\.984 W\/m2 in January, 5\.376 in July\); the values look like kWh\/m2\/day/,
    ],
    ["Wh per day", times(24), /got 984; the values look like Wh\/m2\/day: give means over all 24 hours in W\/m2$/],
    [
      "Tmin above Tmax",
      { ...MONTHLY, temperatureMin: all(20), temperatureMax: all(19) },
      /temperatureMin must be at most temperatureMax \(19 in January\), got 20: are the two exchanged/,
    ],
    ["Tmin above T", of("temperatureMin", all(5)), /Min must be at most temperature \(0\.3 in January\), got 5/],
    [
      "Tmax below T",
      of("temperatureMax", all(5)),
      /Max must be at least temperature \(5\.4 in March\), got 5: are the/,
    ],
    [
      "more diffuse than global",
      changed(DHI, 11, 34),
      /diffuseHorizontalIrradiance must be at most globalHorizontalIrradiance \(33 in December\), got 34/,
    ],
    ["diffuse light that no split gives", changed(DHI, 6, 3), /be \d+\.\d to \d+\.\d W\/m² in July to fit .*, got 3/],
    ["kelvin", of("temperature", all(285)), /from -90 to 60 °C in all months, got 285 in January: that looks like kel/],
    ["Fahrenheit", changed("temperature", 6, 75), /got 75 in July: that looks like degrees Fahrenheit/],
    [
      "humidity as a fraction",
      of("relativeHumidity", all(0.7)),
      /be in %, got at most 0\.7: that looks like a fraction/,
    ],
    ["humidity twice", of("dewPointTemperature", all(-5)), /give relativeHumidity or dewPointTemperature, got both/],
    ["humidity alone", of("temperature", undefined), /temperature must be given where relativeHumidity is, got undef/],
  ])("%s", (_, monthly, message) => {
    expect(() => yearOf({}, monthly)).toThrow(message);
  });

  it.each<[string, object, RegExp]>([
    [
      "a law it does not know",
      { daily: "markov" },
      /options\.daily must be one of exponential, bendt, aguiar, got "ma/,
    ],
    ["another step", { interval: 900 }, /options\.interval must be one of 3600, 60, got 900/],
    ["a misspelt option", { sed: 3 }, /options must be of randomSeed, daily, .*, got "sed"/],
    ["a seed that is none", { randomSeed: -3 }, /seed must be a whole number from 0 to 2\^53 - 1, got -3/],
    ["no such haze", { linkeTurbidity: all(0.5) }, /Turbidity must be from 1 to 15 in all months, got 0\.5 in January/],
  ])("%s", (_, options, message) => {
    expect(() => generateYear(PLACE, MONTHLY, options)).toThrow(message);
  });

  it.each<[object, RegExp]>([
    [{ latitude: 91, longitude: 0 }, /place\.latitude must be a number from -90 to 90, got 91/],
    [{ latitude: 0, longitude: 0, timeZone: 1 / 3.7 }, /place\.timeZone must be hours in whole minutes/],
  ])("the place %j", (place, message) => {
    expect(() => generateYear(place as never, MONTHLY)).toThrow(message);
  });
});

describe("where the sun hardly rises", () => {
  const place = { latitude: 70, longitude: 20, altitude: 0, timeZone: 1 };
  const arctic = [0, 20, 90, 160, 210, 240, 220, 150, 80, 30, 0, 0];

  it("cuts a month down to what the sun has, with a notice", () => {
    const given = { globalHorizontalIrradiance: [3, ...arctic.slice(1, 11), 1] };
    const { weather, report } = generateYear(place, given, { linkeTurbidity: TURBIDITY });
    expect(report.notices.map(({ message }) => message).filter((text) => /reduced to/.test(text))).toEqual([
      expect.stringMatching(/^January: 3 W\/m² given, but the extraterrestrial mean is [\d.]+: reduced to [\d.]+$/),
      "December: 1 W/m² given, but the extraterrestrial mean is 0.00: reduced to 0.00",
    ]);
    expect(report.months[0]!.mean).toBeGreaterThan(0);
    const means = report.months.map(({ mean }) => mean);
    expect(missOf(weather.columns.global_horizontal_irradiance!, means)).toBeLessThan(1e-12);
  });

  it("refuses what no rounding explains", () => {
    const given = { globalHorizontalIrradiance: [...arctic.slice(0, 11), 6] };
    expect(() => generateYear(place, given)).toThrow(/at most 5 W\/m2 in December \(the sun hardly rises\), got 6/);
  });
});
