/** The embedded sample and the repeated year. */
import { loadSample } from "irradiance-engine/weather";
import { describe, expect, it } from "vitest";
import { openArchive, plan, sampleSource } from "../src/index.js";
import type { Purpose } from "../src/plan.js";
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
