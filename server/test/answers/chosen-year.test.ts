/** Which record a typical year is chosen from, and what of it may be chosen. */
import { openArchive } from "irradiance-archive";
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { Pool } from "irradiance-engine/bulk";
import type { ClimateRequest } from "irradiance-engine/contract";
import { expect, it } from "vitest";
import { chooseYear, longRecord } from "../../src/answers/climate/year-generator.js";
import { everywhere } from "../everywhere.mjs";

const [HOUR, DAY] = [3_600_000, 86_400_000];
const PLACE = { latitude: 50, longitude: 10 };
const NOW = Date.UTC(2026, 5, 21);
const whole = everywhere({ last: () => NOW });

/** Ten whole years of UTC, less so many days at one of their ends. */
async function surveyOf({ late = 0, early = 0 }, more: object = {}) {
  const [first, last] = [Date.UTC(2015, 0, 1) + late * DAY, Date.UTC(2025, 0, 1) - early * DAY];
  const offer = async (...asked: Parameters<typeof whole.offer>) =>
    (await whole.offer(...asked)).slice(0, 1).map((one) => ({ ...one, first, last, ...more }));
  return openArchive({ sources: [{ ...whole, offer }] }).survey(PLACE, NOW);
}

const yearsOf = async (less: Parameters<typeof surveyOf>[0], timeZone: number) => {
  const found = longRecord(await surveyOf(less), timeZone);
  return found && [found.first, found.last];
};

it("is one of ten whole years of UTC in every time zone: it may lack a day of the local ones, and no more", async () => {
  for (let timeZone = -12; timeZone <= 14; timeZone += 0.5) {
    expect(await yearsOf({}, timeZone), `UTC${timeZone}`).toEqual([2015, 2024]);
    for (const less of [{ late: 2 }, { early: 2 }]) expect(await yearsOf(less, timeZone)).toBeUndefined();
  }
});

it("has no light of rows that a dead, stuck or saturated sensor is in, and of all other doubts it has", async () => {
  const [from, to] = [Date.UTC(2016, 6, 1, 10, 30), Date.UTC(2016, 6, 4, 18, 10)];
  const doubt = { code: "dead", message: "dead", remedy: "", isLost: true, periods: [{ start: from, end: to }] };
  const others = { ...doubt, isLost: false, periods: [{ start: from + 30 * DAY, end: to + 30 * DAY }] };
  const record = longRecord(await surveyOf({}, { doubts: [doubt, others] }), 1)!;
  const read = await openArchive({ sources: [whole] }).read(record.plan);
  let given: WeatherSeries | undefined;
  const enough = new Error("it has been seen what it is chosen from");
  const selectYear = async (series: WeatherSeries) => {
    given = series;
    throw enough;
  };
  const pool = { selectYear } as unknown as Pool;
  await expect(chooseYear(pool, record, read, {} as ClimateRequest, 1, {})).rejects.toBe(enough);
  const hour = (time: number) => Math.floor((time - (read.series.start as number)) / HOUR);
  for (const [name, values] of Object.entries(read.series.columns)) {
    const own = Float64Array.from(values as ArrayLike<number>);
    if (name.endsWith("irradiance")) own.fill(Number.NaN, hour(from), hour(to) + 1);
    expect(given!.columns[name as WeatherColumn], name).toEqual(own);
  }
});
