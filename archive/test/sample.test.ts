/** The embedded sample and the repeated year. */
import { loadSample } from "irradiance-engine/weather";
import { describe, expect, it } from "vitest";
import { openArchive, type Purpose, plan, sampleSource } from "../src/index.js";
import { repeatYear } from "../src/year.js";
import { DAY, GHI, HOUR } from "./made.js";

const NOW = Date.UTC(2026, 2, 3, 14, 40);
const THERE = { latitude: 36.1, longitude: -79.95 };

async function read(purpose: Purpose, start: number, end: number, place = THERE, synthetic = true) {
  const archive = openArchive({ sources: [sampleSource()] });
  const made = plan(await archive.survey(place, NOW), { purpose, period: { start, end }, columns: [GHI], synthetic });
  return made.grid === undefined ? undefined : { ...(await archive.read(made)), plan: made };
}

describe("the sample", () => {
  it("is served at its own place and nowhere else", async () => {
    const source = sampleSource();
    expect(await source.offer({ latitude: 36.11, longitude: -79.96 }, NOW)).toHaveLength(3);
    expect(await source.offer({ latitude: 36.111, longitude: -79.95 }, NOW)).toEqual([]);
    expect(await source.offer({ latitude: 36.1, longitude: 79.95 }, NOW)).toEqual([]);
  });

  it("as history is the typical year on other dates, and says that it is synthetic", async () => {
    const day = Date.UTC(2025, 5, 21);
    const weather = (await read("history", day, day + DAY))!;
    const { start, columns } = await loadSample();
    const row = (Date.UTC(2023, 5, 21) - (start as number)) / HOUR;
    expect([...(weather.series.columns[GHI] as Float64Array)]).toEqual([
      ...(columns[GHI] as Float64Array).slice(row, row + 24),
    ]);
    expect(weather.provenance).toMatchObject([
      { class: "synthetic", synthetic: true, corrections: ["a typical year mapped to these dates"] },
    ]);
    expect(weather.notices[0]!.message).toMatch(/^synthetic: a typical year of Greensboro/);
    expect(weather.plan.synthetic).toBe(true);
  });

  it("as history reaches the interval in which now is, and no further", async () => {
    const values = (await read("history", NOW - 2 * HOUR, NOW + 3 * HOUR))!.series.columns[GHI] as Float64Array;
    expect([...values].map(Number.isNaN)).toEqual([false, false, false, true, true, true]);
  });

  it("is no history without leave for synthetic weather", async () => {
    expect(await read("history", NOW - DAY, NOW, THERE, false)).toBeUndefined();
  });

  it("as forecast begins with the last full six hours and reaches 15 days", async () => {
    const weather = (await read("forecast", NOW, NOW + 15 * DAY))!;
    expect(weather.provenance).toMatchObject([{ run: Date.UTC(2026, 2, 3, 12), synthetic: true, class: "synthetic" }]);
    expect((weather.series.columns[GHI] as Float64Array).some(Number.isNaN)).toBe(false);
  });

  it("as typical year is what it is, over any year", async () => {
    const weather = (await read("typical-year", Date.UTC(2005, 0, 1, 5), Date.UTC(2006, 0, 1, 5), THERE, false))!;
    const values = weather.series.columns[GHI] as Float64Array;
    expect(values).toHaveLength(8760);
    const sum = (all: ArrayLike<number>) => Array.from(all).reduce((a, b) => a + b, 0);
    expect(sum(values)).toBeCloseTo(sum((await loadSample()).columns[GHI] as Float64Array), 6);
    expect(weather.provenance).toMatchObject([{ class: "typical", synthetic: false, licence: "public domain" }]);
  });

  it("gives the caller values of its own", async () => {
    const first = (await read("history", NOW - DAY, NOW))!.series.columns[GHI] as Float64Array;
    const kept = [...first];
    first.fill(-1);
    expect([...((await read("history", NOW - DAY, NOW))!.series.columns[GHI] as Float64Array)]).toEqual(kept);
  });
});

describe("a repeated year", () => {
  const year = {
    start: Date.UTC(2023, 0, 1),
    interval: 3600,
    columns: { temperature: Float64Array.from({ length: 8760 }, (_, k) => k) },
  };
  const at = (start: number, end: number) => [
    ...(repeatYear(year, { start, end }, ["temperature"]).columns.temperature as Float64Array),
  ];

  it("has the same hour of the same day in every year", () => {
    for (const y of [1999, 2000, 2023, 2024, 2100]) {
      expect(at(Date.UTC(y, 0, 1), Date.UTC(y, 0, 1, 2))).toEqual([0, 1]);
      expect(at(Date.UTC(y, 11, 31, 23), Date.UTC(y + 1, 0, 1, 1))).toEqual([8759, 0]);
      expect(at(Date.UTC(y, 2, 1), Date.UTC(y, 2, 1, 1))).toEqual([59 * 24]);
    }
  });

  it("repeats 28 February on the 29th", () => {
    const twice = at(Date.UTC(2024, 1, 28), Date.UTC(2024, 2, 1));
    expect(twice.slice(24)).toEqual(twice.slice(0, 24));
    expect(twice[0]).toBe(58 * 24);
  });

  it("keeps its phase, and is NaN where it has no rows", () => {
    const half = { ...year, start: year.start + 30 * 60_000, columns: { temperature: Float64Array.of(7, 8) } };
    const { start, columns } = repeatYear(half, { start: Date.UTC(2030, 0, 1), end: Date.UTC(2030, 0, 1, 3) }, [
      "temperature",
    ]);
    expect(start).toBe(Date.UTC(2029, 11, 31, 23, 30));
    expect([...(columns.temperature as Float64Array)]).toEqual([NaN, 7, 8, NaN]);
  });

  it("may be one of 366 days, whose 29 February is passed over", () => {
    const days = (first: number) => Float64Array.from({ length: 366 * 24 }, (_, k) => first + Math.floor(k / 24));
    const leap = { start: Date.UTC(2020, 0, 1), interval: 3600, columns: { temperature: days(0) } };
    const noonOf = (month: number, day: number, from = leap) =>
      repeatYear(from, { start: Date.UTC(2023, month, day), end: Date.UTC(2023, month, day, 1) }, ["temperature"])
        .columns.temperature![0];
    expect([noonOf(1, 28), noonOf(2, 1), noonOf(11, 31)]).toEqual([58, 60, 365]);
    const west = { ...leap, start: leap.start + 5 * 3_600_000 };
    expect([noonOf(2, 2, west), noonOf(0, 1, west)]).toEqual([60, 365]);
  });

  it("needs intervals that make a day", () => {
    expect(() => repeatYear({ ...year, interval: 7 * 3600 }, { start: 0, end: 1 }, [])).toThrow("got 25200 s");
  });
});
