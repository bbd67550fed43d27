/** Faults of whole hours, days, months and sensors, put into clean years of both hemispheres and several steps: each is found by its name. */
import { describe, expect, it } from "vitest";
import { CheckContext } from "../../../../src/data/weather/believe/context.js";
import { examineWeather } from "../../../../src/data/weather/believe/examine.js";
import type { Examination, ExamineOptions, FindingCode } from "../../../../src/data/weather/believe/types.js";
import type { WeatherSeries } from "../../../../src/data/weather/index.js";
import { checkWeather } from "../../../../src/data/weather/series.js";
import { sunHeightsAt } from "../../../../src/physics/sky/clear-sky.js";
import { changed, climateOf, late, type MadeLight, madeLight, monthOf, onPlane, solarHour } from "./made-light.js";

const DENVER = madeLight(39.7, -105);
const SYDNEY = madeLight(-33.9, 151.2);
const NAIROBI = madeLight(-1.3, 36.8);
const BERGEN = madeLight(60.4, 5.3);
const CORDOBA = madeLight(-31.4, -64.2, 15, 150);
const DELHI = madeLight(28.6, 77.2, 30, 200);
const PERTH = madeLight(-31.9, 115.9, 30, 200);

const examined = (series: WeatherSeries, options: ExamineOptions = {}) =>
  examineWeather(series, { label: "start", ...options })!;
const codesOf = ({ findings }: Examination) => findings.map(({ code }) => code);
const perDay = ({ interval }: MadeLight) => 86_400 / interval;
const dayOf = (series: MadeLight, row: number) => Math.floor(row / perDay(series));

/** Light that is 0 while the sun is lower than degrees, as loggers write it. */
function cutLow(series: MadeLight, degrees: number): MadeLight {
  const middles = series.columns.global_horizontal_irradiance.map(
    (_, row) => series.start + (row + 0.5) * series.interval * 1000,
  );
  const heights = sunHeightsAt(middles, series.place);
  return changed(series, (light, row) => (heights[row]! < Math.sin((degrees * Math.PI) / 180) ? 0 : light));
}

/** Dark at an hour of the day in UTC that is about a solar hour, on so many days. */
function darkAt(series: MadeLight, hour: number, hours: number, days = 400): MadeLight {
  const first = Math.round(hour - series.place.longitude / 15);
  return changed(series, (light, row) => {
    const utc = Math.floor((series.start + row * series.interval * 1000) / 3_600_000);
    const isThen = (((utc - first) % 24) + 24) % 24 < hours;
    return isThen && dayOf(series, row) >= 40 && dayOf(series, row) < 40 + days ? 0 : light;
  });
}

/** Means of hours, written into each of their rows. */
function stairs(series: MadeLight, hours: number, from = 0): MadeLight {
  const rows = (hours * 3600) / series.interval;
  return changed(series, (light, row, all) => {
    if (dayOf(series, row) < from) return light;
    const begin = row - (row % rows);
    return Math.round((10 * all.subarray(begin, begin + rows).reduce((sum, one) => sum + one, 0)) / rows) / 10;
  });
}

/** A day again and again, for so many days. */
function replayed(series: MadeLight, day: number, times: number): MadeLight {
  const rows = perDay(series);
  return changed(series, (light, row, all) => {
    const is = dayOf(series, row) > day && dayOf(series, row) < day + times;
    return is ? all[day * rows + (row % rows)]! : light;
  });
}

const inMonths = (series: MadeLight, months: readonly number[], factor: number) =>
  changed(series, (light, row) => (months.includes(monthOf(series, row)) ? light * factor : light));

/** June and December in one another's place. */
function swapped(series: MadeLight): MadeLight {
  const [june, december] = [151, 334].map((day) => day * perDay(series)) as [number, number];
  const length = 30 * perDay(series);
  return changed(series, (light, row, all) => {
    if (row >= june && row < june + length) return all[row - june + december]!;
    return row >= december && row < december + length ? all[row - december + june]! : light;
  });
}

/** Clocks that are set again: minutes late from a share of the file on. */
function shifted(series: MadeLight, ...parts: readonly (readonly [from: number, minutes: number])[]): MadeLight {
  return changed(series, (_, row, all) => {
    const [, minutes] = parts.findLast(([from]) => row >= from * all.length) ?? [0, 0];
    return all[row - (minutes * 60) / series.interval] ?? 0;
  });
}

describe("clean light", () => {
  it.each([
    ["Denver", DENVER],
    ["Sydney", SYDNEY],
    ["Nairobi", NAIROBI],
    ["Bergen", BERGEN],
    ["Córdoba in quarters of an hour", CORDOBA],
    ["Delhi in half hours", DELHI],
  ])("of %s has nothing to say, with its climate or without", (_, series) => {
    expect(codesOf(examined(series))).toEqual([]);
    expect(codesOf(examined(series, { climate: climateOf(series) }))).toEqual([]);
  });
});

const CLEAR = new CheckContext(checkWeather(DENVER), DENVER.place, {}).clear;

describe("a fault", () => {
  it.each<[string, MadeLight, FindingCode, RegExp]>([
    [
      "a dark hour at noon",
      darkAt(SYDNEY, 12, 1),
      "dead",
      /^no light from 1[123]:00 to 1[234]:00 \(UTC\+10:00\) on 3\d\d/,
    ],
    ["two dark hours of mornings", darkAt(NAIROBI, 9, 2), "dead", /^no light from 0\d:00 to 1\d:00 \(UTC\+02:00\) on/],
    ["an hour dark in the afternoon, in quarters", darkAt(CORDOBA, 14, 1, 25), "dead", /on 25 days, while/],
    ["an hour dark in the evening of half hours", darkAt(DELHI, 16, 1, 60), "dead", /on 60 days, while/],
    ["stairs of two", stairs(DENVER, 2), "stairs", /^values come in twos: a series of 2 hours$/],
    ["stairs of three", stairs(SYDNEY, 3), "stairs", /^values come in threes: a series of 3 hours$/],
    ["stairs of six", stairs(BERGEN, 6), "stairs", /^values come in sixes: a series of 6 hours$/],
    ["hours four times", stairs(CORDOBA, 1), "stairs", /^values come in fours: a series of 1 hour$/],
    ["stairs from a day on", stairs(NAIROBI, 3, 200), "stairs", /series of 3 hours, 2021-07-\d\d to 2021-12-3/],
    ["a day three times", replayed(DENVER, 100, 3), "stuck", /^each day has the light of the day before/],
    ["a day thirty times, in half hours", replayed(DELHI, 60, 30), "stuck", /row by row, from 2021-03-0/],
    ["June and December swapped", swapped(DENVER), "month", /Jun 2021 has 0\.\d+ times, Dec 2021 [\d.]+ times/],
    ["and in the south", swapped(SYDNEY), "month", /Jun 2021 has [\d.]+ times, Dec 2021 0\.\d+ times/],
    ["a month under a cover", inMonths(NAIROBI, [3], 0.3), "month", /^Apr 2021 has 0\.3 times the light/],
    ["three summer months", inMonths(SYDNEY, [11, 0, 1], 0.5), "month", /^Jan 2021 has 0\.5\d* times, Feb/],
    [
      "a plane to the equator",
      onPlane(SYDNEY, 35, 0),
      "plane",
      /of about (30|35|40)° towards azimuth (0|355|5)° \(north\)/,
    ],
    ["a plane to the south", onPlane(DENVER, 45, 180), "plane", /towards azimuth (175|180|185)° \(south\)/],
    ["a wall to the east", onPlane(NAIROBI, 90, 90), "plane", /\(east\)/],
    [
      "a clear sky's column",
      changed(DENVER, (_, row) => CLEAR[row]!),
      "cloudless",
      /^there is not one cloud from 2021-01-01/,
    ],
  ])("is found: %s", (_, series, code, message) => {
    const clean = [DENVER, SYDNEY, NAIROBI, BERGEN, CORDOBA, DELHI].find(({ place }) => place === series.place)!;
    for (const options of [{}, { climate: climateOf(clean) }]) {
      const found = examined(series, options);
      const finding = found.findings.find((one) => one.code === code);
      expect(finding?.message, codesOf(found).join()).toMatch(message);
      expect(found.flags.some((bits) => bits > 0)).toBe(true);
    }
  });
});

const CLOCK: readonly FindingCode[] = ["label", "clock", "clock-change"];
const clocksOf = ({ findings }: Examination) => findings.filter(({ code }) => CLOCK.includes(code));

describe("a course of the light that first and last light contradict", () => {
  it.each([-60, -30, 30, 60])("is a doubtful clock or a tilted sensor: %i minutes late", (minutes) => {
    for (const series of [DENVER, CORDOBA]) {
      const [finding] = clocksOf(examined(late(cutLow(series, 14), minutes)));
      expect(finding!.message).toMatch(/the light fits a sun (29|30|31|59|60|61) minutes (earlier|later)/);
      const isDoubtful = finding!.verdict === "look";
      expect(finding!.message.includes("or a sensor on a tilted plane")).toBe(isDoubtful);
      expect(finding!.message.includes("first and last light agree")).toBe(!isDoubtful);
    }
  });

  it("is one of a sensor on a roof to the west or to the east", () => {
    for (const series of [onPlane(SYDNEY, 45, 270), onPlane(CORDOBA, 30, 90)]) {
      const { findings, verdict } = examined(series);
      expect(findings.map(({ message }) => message).join()).toMatch(/tilted plane/);
      expect(verdict).not.toBe("fine");
    }
  });
});

describe("clocks that are set again", () => {
  it("have a finding for each shift, each with its own verdict, and spans that carry it", () => {
    for (const series of [DELHI, PERTH]) {
      const found = clocksOf(examined(shifted(series, [0.4, 30], [0.7, -120])));
      expect(found.map(({ spans }) => spans.map(({ shift }) => shift))).toEqual([[120], [-30]]);
      expect(found.map(({ verdict }) => verdict)).toEqual(["unusable", "look"]);
      expect(found[0]!.message).toContain("the light fits a sun 2 hours later");
      expect(found[1]!.message).toContain("the light fits a sun 30 minutes earlier");
    }
  });

  it("three times in a file are three findings", () => {
    const found = clocksOf(examined(shifted(NAIROBI, [0.25, 60], [0.5, -60], [0.75, 120])));
    expect(found.flatMap(({ spans }) => spans.map(({ shift }) => shift)).sort()).toEqual([-120, -60, 60]);
  });
});

describe("far north and far south", () => {
  it.each([
    [71.3, -156.8],
    [-69, 39.6],
  ])("a ridge is no clock beyond doubt: %d, %d", (latitude, longitude) => {
    const series = madeLight(latitude, longitude, 30);
    const edge = Math.sin((15 * Math.PI) / 180);
    const heights = sunHeightsAt(
      series.columns.global_horizontal_irradiance.map((_, row) => series.start + (row + 0.5) * 1_800_000),
      series.place,
    );
    const hidden = changed(series, (light, row) => {
      return heights[row]! < edge && solarHour(series, row) < 12 ? 0.4 * light : light;
    });
    const found = clocksOf(examined(hidden));
    expect(found.filter(({ verdict }) => verdict === "unusable")).toEqual([]);
    expect(found.map(({ message }) => message).join()).toContain("or a ridge beside the sensor");
  });
});

describe("mirrored over the equator", () => {
  const mirrored = (latitude: number, change: (series: MadeLight) => MadeLight) => {
    // Half a year later, so that both begin in their winter.
    const clean = madeLight(latitude, -60, 60, 365, latitude > 0 ? 0 : 182);
    return examined(change(clean), { climate: climateOf(clean) });
  };

  const dimmed = (series: MadeLight, from: number, to: number, factor: number) =>
    changed(series, (light, row) => (dayOf(series, row) >= from && dayOf(series, row) < to ? light * factor : light));

  it.each<[string, (series: MadeLight) => MadeLight]>([
    ["clean", (series) => series],
    ["an hour late", (series) => late(series, 60)],
    ["half an hour early", (series) => late(series, -30)],
    ["dead for a month", (series) => dimmed(series, 160, 190, 0)],
    ["half of the light", (series) => changed(series, (light) => light / 2)],
    ["an hour dark", (series) => darkAt(series, 12, 1)],
    ["a month of other light", (series) => dimmed(series, 151, 212, 1 / 3)],
    ["a plane to the equator", (series) => onPlane(series, 40, series.place.latitude > 0 ? 180 : 0)],
    ["a sensor to the west", (series) => onPlane(series, 40, 270)],
  ])("light has mirrored findings: %s", (_, change) => {
    const [north, south] = [mirrored(40, change), mirrored(-40, change)];
    expect(codesOf(south)).toEqual(codesOf(north));
    expect(south.findings.map(({ verdict }) => verdict)).toEqual(north.findings.map(({ verdict }) => verdict));
    north.findings.forEach(({ effect, message }, k) => {
      const other = south.findings[k]!;
      expect(Math.abs((effect?.horizontal ?? 0) - (other.effect?.horizontal ?? 0))).toBeLessThan(0.03);
      effect?.planes?.forEach((plane, p) => {
        const its = other.effect!.planes![p]!;
        // A roof to the equator is one to the north.
        const azimuth = plane.surfaceTilt === 30 ? 180 - plane.surfaceAzimuth : plane.surfaceAzimuth;
        expect(its).toMatchObject({ surfaceTilt: plane.surfaceTilt, surfaceAzimuth: azimuth });
        expect(Math.abs(its.change - plane.change)).toBeLessThan(0.03 + 0.1 * Math.abs(plane.change));
      });
      if (message.includes("(south)")) expect(other.message).toContain("(north)");
    });
  });
});
