/** The generator that breaks clean files (research/file-checks): what it makes is what its names say, and the same each time. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CleanSeries } from "../../../research/file-checks/break.d.mts";
import { broken, GHI, resampled, sumOf, sunAt, WAYS, wanted } from "../../../research/file-checks/break.mjs";
import { generateYear } from "../../../src/answers/climate/index.js";
import { sunHeightsAt } from "../../../src/physics/sky/clear-sky.js";

const HOUR = 3_600_000;
const PLACE = { latitude: 47.4, longitude: 8.5, altitude: 440, timeZone: 1 };
const MONTHS = [42, 75, 120, 170, 205, 225, 225, 195, 145, 85, 48, 34];

function year(): CleanSeries {
  const { weather } = generateYear(PLACE, {
    globalHorizontalIrradiance: MONTHS,
    temperature: MONTHS.map((v) => v / 10),
  });
  const columns = weather.columns as CleanSeries["columns"];
  return { start: new Date(weather.start).getTime(), interval: weather.interval, columns, place: PLACE };
}

const clean = year();
const components: CleanSeries = (() => {
  const light = clean.columns[GHI]!;
  const [direct, diffuse] = [0.7, 0.4].map((share) => light.map((value) => share * value)) as [
    Float64Array,
    Float64Array,
  ];
  const columns = { ...clean.columns, direct_normal_irradiance: direct, diffuse_horizontal_irradiance: diffuse };
  return { ...clean, columns };
})();
const wayOf = (name: string) => {
  const way = WAYS.find((one) => one.name === name);
  if (way === undefined) throw new Error(name);
  return way;
};
const options = { step: 3600, seed: 3 };

function made(name: string, k: number, series = clean) {
  const result = broken(series, wayOf(name), k, options);
  if (result === undefined) throw new Error(`${name} does not fit`);
  return result;
}

test("there are forty ways at least, each with a name of its own and five sizes", () => {
  expect(WAYS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(WAYS.map(({ name }) => name)).size).toBe(WAYS.length);
  for (const { name, sizes } of WAYS) expect(sizes.length, name).toBe(5);
});

/** Start, place and columns, to be compared quickly. */
function bytesOf({ start, place, columns }: CleanSeries): string {
  const hash = createHash("sha256").update(JSON.stringify([start, place, Object.keys(columns)]));
  for (const column of Object.values(columns)) hash.update(column as Float64Array);
  return hash.digest("hex");
}

describe("each way is the same for the same seed, breaks something, and leaves what it was given", () => {
  const before = bytesOf(components);
  test.each(WAYS.filter(({ fine, years }) => !fine && !years))("$name", (way) => {
    for (const k of way.sizes.keys()) {
      const [once, again] = [0, 1].map(() => broken(components, way, k, options));
      if (once === undefined) continue;
      expect(bytesOf(again!.made)).toBe(bytesOf(once.made));
      expect(bytesOf(once.made), `${way.name} ${way.sizes[k]}`).not.toBe(bytesOf(once.clean));
    }
    expect(bytesOf(components)).toBe(before);
  });
});

test("clocks: stamps come late by what a right answer has to take away", () => {
  const late = made("interval ends read as starts", 0);
  expect([late.made.start - late.clean.start, late.shift]).toEqual([HOUR, 60]);
  expect(wanted(wayOf("interval ends read as starts"), late, options)).toMatchObject({ must: true, shift: 60 });
  const month = made("half an hour early", 3);
  expect(month.made.columns[GHI]!.length).toBe(Math.round(30.4) * 24);
  expect(month.made.start - month.clean.start).toBe(-HOUR / 2);
});

test("clocks: summer time moves the light of summer alone", () => {
  const { made: after, clean: of } = made("summer time in part of the year", 0);
  const noon = (series: CleanSeries, day: number) => {
    const light = series.columns[GHI]!.slice(day * 24, day * 24 + 24);
    return light.reduce((sum, value, hour) => sum + value * hour, 0) / light.reduce((sum, value) => sum + value, 0);
  };
  expect(noon(after, 180) - noon(of, 180)).toBeCloseTo(1, 1);
  expect(noon(after, 10)).toBe(noon(of, 10));
});

test("light: the effect on the year is that of the rows", () => {
  const dead = made("dead, days in a row", 4);
  const want = wanted(wayOf("dead, days in a row"), dead, options);
  expect(want.effect).toBeCloseTo(sumOf(dead.made) / sumOf(dead.clean) - 1, 12);
  expect(want).toMatchObject({ must: true });
  const dark = made("too dark", 0);
  expect(wanted(wayOf("too dark"), dark, options).effect).toBeCloseTo(-0.5, 12);
  expect(wanted(wayOf("rows missing"), made("rows missing", 2), options)).toMatchObject({ must: false, right: [] });
});

test("a ridge in the east takes light from mornings alone", () => {
  const { made: after, clean: of } = made("a ridge in the east", 4);
  const lost = [0, 0];
  for (const [row, value] of of.columns[GHI]!.entries()) {
    const hour = (row + 0.5 + 24) % 24;
    lost[hour < 12 ? 0 : 1]! += value - after.columns[GHI]![row]!;
  }
  expect(lost[0]).toBeGreaterThan(0.005 * sumOf(of));
  expect(lost[1]).toBe(0);
});

test("means over hours keep the light, and a gap stays one", () => {
  const minutes = { ...clean, interval: 900, columns: { [GHI]: Float64Array.from({ length: 96 }, (_, k) => k) } };
  minutes.columns[GHI].fill(Number.NaN, 40, 44);
  const hours = resampled(minutes, 3600).columns[GHI]!;
  expect(Array.from(hours).slice(9, 12)).toEqual([37.5, Number.NaN, 45.5]);
});

test("the sun of the ridges is the engine's within 0.05°", () => {
  const times = Float64Array.from({ length: 600 }, (_, k) => Date.UTC(2023, 0, 1) + k * 13.7 * HOUR);
  const sines = sunHeightsAt(times, PLACE);
  for (const [k, time] of times.entries()) {
    // Refraction lifts a low sun.
    if (sines[k]! > 0.5) expect(Math.abs(sunAt(time, PLACE).sine - sines[k]!)).toBeLessThan(9e-4);
  }
  const noon = Date.UTC(2023, 2, 21, 11, 33);
  expect(sunAt(noon, PLACE).azimuth).toBeGreaterThan(179);
  expect(sunAt(noon, PLACE).azimuth).toBeLessThan(181);
});
