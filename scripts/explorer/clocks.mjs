// The clock of the place on the days on which it changes, as the engine of Chromium itself knows the zone: every row of the table has the
// hour that people there see, 23 or 25 of them in a day.
import { ask, openView, tableRows } from "./desk.mjs";

const HOUR = 3_600_000;
const PARAMETERS = "parameters=global_horizontal_irradiance";
/** [place, latitude, longitude, zone, the day in question] */
const ENDS = /** @type {[string, number, number, string, string, number][]} */ ([
  ["Zürich, spring", 47.37, 8.54, "Europe/Zurich", "2024-03-31", 23],
  ["Zürich, autumn", 47.37, 8.54, "Europe/Zurich", "2024-10-27", 25],
  ["New York, spring", 40.71, -74.01, "America/New_York", "2024-03-10", 23],
  ["New York, autumn", 40.71, -74.01, "America/New_York", "2024-11-03", 25],
  ["Sydney, autumn", -33.87, 151.21, "Australia/Sydney", "2024-04-07", 25],
  ["Sydney, spring", -33.87, 151.21, "Australia/Sydney", "2024-10-06", 23],
  ["Santiago, spring at midnight", -33.45, -70.67, "America/Santiago", "2024-09-08", 23],
  ["Kathmandu, no change, 5:45", 27.72, 85.32, "Asia/Kathmandu", "2024-03-31", 24],
  ["Phoenix, no change", 33.45, -112.07, "America/Phoenix", "2024-03-10", 24],
]);

export async function judgeClocks(tally, browser, address) {
  const tab = await browser.open({ width: 1280, height: 900 });
  for (const [name, lat, lon, zone, day, hours] of ENDS) {
    // In UTC, the day before, the day and the day after.
    const noon = Date.parse(`${day}T12:00Z`);
    const [from, to] = [noon - 36 * HOUR, noon + 36 * HOUR];
    const span = `start=${iso(from)}&end=${iso(to)}&frequency=1_hour&${PARAMETERS}`;
    await openView(
      tab,
      address,
      `#room=history&endpoint=observation/historical&lat=${lat}&lon=${lon}&${span}&zone=local&language=en`,
    );
    const shown = (await tableRows(tab)).map(([time]) => time);
    const { start_times: starts } = await ask(address, `observation/historical?lat=${lat}&lon=${lon}&${span}`);
    const expected = starts.map((start) => clockOf(Date.parse(start), zone));
    // In an hour that comes twice the page adds the offset.
    const wrong = shown.findIndex((text, k) => !text.startsWith(expected[k] ?? "none"));
    tally.check(
      `${name}: the table has the place's clock`,
      shown.length === expected.length && wrong < 0,
      shown[wrong],
      expected[wrong],
    );
    const ofDay = shown.filter((text) => text.startsWith(day));
    tally.check(`${name}: the day has ${hours} hours`, ofDay.length === hours, ofDay.length);
    tally.check(`${name}: no two rows look alike`, new Set(shown).size === shown.length);
  }
  await tab.close();
}

const iso = (time) => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** "2024-03-31 03:00" */
function clockOf(time, timeZone) {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return format.format(time);
}
