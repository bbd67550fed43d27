/** Past runs out of an archive of whole runs: a catalogue's word for a replica of GEFS in Icechunk, as `forecast learn` reads it. */
import { expect, it, onTestFinished } from "vitest";
import { fixture } from "../../../archive/test/fixture.mjs";
import { rangeServer } from "../../../archive/test/range-server.mjs";
import { sourcesOf } from "../../src/answers/sources.js";
import { pastRuns } from "../../src/learning/past.js";
import { settingsWith } from "../../src/settings.js";

const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 5, 20);

it("an archive's past runs are read with the time at which they were there, the one of which nothing is there left out", async () => {
  const stores = fixture("icechunk.json.gz") as { [store: string]: { [path: string]: string } };
  const server = await rangeServer((path) => {
    const content = stores["gefs-v2"]![path.replace("noaa-gefs-forecast-35-day/v0.2.0.icechunk/", "")];
    return content === undefined ? undefined : Buffer.from(content, "base64");
  });
  onTestFinished(() => server.close());
  const given = await sourcesOf(settingsWith({ weather: [`dynamical-gefs=${server.url}`] }));
  const period = { start: FIRST, end: FIRST + 10 * 24 * HOUR };
  const place = { latitude: 49.6, longitude: 8.6 };
  const { runs, datasets, assumed, skipped } = await pastRuns(given, {
    place,
    period,
    name: undefined,
    delay: 4 * HOUR,
  });
  await Promise.all(given.sources.map((source) => source.close()));
  expect(runs.map(({ issued }) => (issued - FIRST) / HOUR)).toEqual([0, 24, 48, 72].map((hour) => hour + 6.75));
  expect([assumed, skipped]).toEqual([0, []]);
  expect(datasets).toEqual(["GEFS at dynamical.org, steps of 3 h", "GEFS at dynamical.org, steps of 6 h"]);
  const [run] = runs;
  expect([(run!.series.start as number) - FIRST, run!.series.interval]).toEqual([0, 10_800]);
  expect(Object.keys(run!.series.columns).sort()).toEqual(["global_horizontal_irradiance"]);
  const noon = run!.series.columns.global_horizontal_irradiance![4]!;
  expect(noon).toBeGreaterThan(100);
  // Light of each run, and its index, beside what says which chunks there are.
  expect(server.requests.filter(({ path }) => path.includes("/chunks/")).length).toBeLessThanOrEqual(4 * 4 * 2);
});
