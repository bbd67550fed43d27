/** Gaps inside of what a data set covers are told with their times; a night without light is none. */
import type { WeatherColumn } from "irradiance-engine";
import { describe, expect, it } from "vitest";
import { openArchive, plan } from "../src/index.js";
import { DAY, DHI, DNI, GHI, HOUR, JUNE, offer, PLACE, source, type Values } from "./made.js";

const BOTH: readonly WeatherColumn[] = [GHI, "temperature"];
/** UTC: civil twilight ends at 03:03 at the place, and begins at 11:00. */
const [DAWN, DUSK] = [10, 4];

async function told(values: Values, { columns = BOTH, days = 1, class: kind = "measured" as const } = {}) {
  const one = offer({ columns: [...columns], class: kind });
  const archive = openArchive({ sources: [source("made", [one], values)] });
  const period = { start: JUNE, end: JUNE + days * DAY };
  const made = plan(await archive.survey(PLACE, JUNE), { purpose: "history", period, margin: 0, columns });
  const { notices } = await archive.read(made);
  return notices.filter(({ code }) => code === "no-data").map(({ message }) => message);
}

/** The hour of the day, UTC. */
const hourOf = (time: number) => ((time - JUNE) % DAY) / HOUR;
const isNight = (time: number) => hourOf(time) >= DUSK && hourOf(time) < DAWN;

describe("gaps", () => {
  it("are told by data set, with their times", async () => {
    const hole = (time: number) => (time >= JUNE + 16 * HOUR && time < JUNE + 19 * HOUR ? Number.NaN : 5);
    expect(await told(hole)).toEqual([
      "made/one has no values of irradiance from 2024-06-21T16:00Z to 2024-06-21T19:00Z",
      "made/one has no values of temperature from 2024-06-21T16:00Z to 2024-06-21T19:00Z",
    ]);
    expect(await told(() => 5)).toEqual([]);
  });

  it("of irradiance are those by day and twilight", async () => {
    const dark = (time: number, column: WeatherColumn) => (column === GHI && isNight(time) ? Number.NaN : 5);
    expect(await told(dark, { days: 5 })).toEqual([]);
    const lost = (time: number, column: WeatherColumn) =>
      column === GHI && time >= JUNE + 5 * HOUR && time < JUNE + DAY + 7 * HOUR ? Number.NaN : 5;
    expect(await told(lost, { days: 3 })).toEqual([
      "made/one has no values of irradiance from 2024-06-21T10:00Z to 2024-06-22T04:00Z",
    ]);
  });

  it("are counted beyond the third", async () => {
    const noon = (time: number, column: WeatherColumn) => (column === GHI && hourOf(time) === 19 ? Number.NaN : 5);
    const [message] = await told(noon, { days: 5 });
    expect(message).toMatch(/from 2024-06-21T19:00Z to 2024-06-21T20:00Z, .*2024-06-23T20:00Z and 2 more gaps$/);
  });

  it("of components are none where the others make a whole", async () => {
    const columns = [GHI, DNI, DHI] as const;
    const lost = (names: readonly WeatherColumn[]) => (time: number, column: WeatherColumn) =>
      names.includes(column) && hourOf(time) === 18 ? Number.NaN : 5;
    expect(await told(lost([GHI]), { columns })).toEqual([]);
    expect(await told(lost([DNI, DHI]), { columns })).toEqual([]);
    expect(await told(lost([GHI, DHI]), { columns })).toHaveLength(1);
  });
});
