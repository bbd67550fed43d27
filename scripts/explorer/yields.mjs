// The page's yield is the service's and the command line's, to the last digit that it shows: twenty places of all kinds, each with a roof
// of its own.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ask } from "./desk.mjs";
import { numberShown, openRoof, writtenAs } from "./roof.mjs";

const PROGRAM = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const run = promisify(execFile);

/** [name, latitude, longitude, kWp, tilt, azimuth, altitude where it is given] */
const PLACES = /** @type {[string, number, number, number, number, number, number?][]} */ ([
  ["Sydney", -33.87, 151.21, 6.6, 22, 0],
  ["Tromsø", 69.65, 18.96, 5, 45, 180],
  ["Quito", -0.18, -78.47, 3.3, 10, 90],
  ["Apia", -13.83, -171.76, 4, 15, 0],
  ["La Paz", -16.5, -68.15, 2.5, 20, 0, 3640],
  ["Vent", 46.858, 10.911, 9.9, 60, 180, 1895],
  ["Zürich", 47.4, 8.5, 8, 30, 180],
  ["Cape Town", -33.92, 18.42, 10, 30, 350],
  ["Nairobi", -1.29, 36.82, 5.5, 5, 180],
  ["Singapore", 1.35, 103.82, 12, 10, 135],
  ["Reykjavík", 64.15, -21.94, 7.25, 50, 170],
  ["Kathmandu", 27.72, 85.32, 3, 28, 180],
  ["Adelaide", -34.93, 138.6, 6, 25, 20],
  ["Phoenix", 33.45, -112.07, 20, 33, 200],
  ["Ushuaia", -54.8, -68.3, 4.4, 45, 0],
  ["Suva", -18.14, 178.44, 5, 18, 0],
  ["Longyearbyen", 78.22, 15.65, 1, 90, 180],
  ["Chennai", 13.08, 80.27, 1000, 13, 180],
  ["a wall in London", 51.51, -0.13, 2, 90, 250],
  ["a balcony in Lisbon", 38.72, -9.14, 0.8, 70, 190],
]);

export async function judgeYields(tally, browser, address) {
  const tab = await browser.open({ width: 1280, height: 900 });
  const folder = await mkdtemp(join(tmpdir(), "yields-"));
  try {
    for (const [k, place] of PLACES.entries()) {
      const [name, lat, lon, kwp, tilt, azimuth, altitude] = place;
      const high = altitude === undefined ? "" : `&altitude=${altitude}`;
      const plane = `surface_tilt=${tilt}&surface_azimuth=${azimuth}&kwp=${kwp}${high}`;
      const came = await openRoof(tab, address, `lat=${lat}&lon=${lon}&${plane}`);
      tally.check(`${name}: a number comes`, came);
      if (!came) continue;
      const shown = await numberShown(tab);
      const answer = await ask(address, `yield?lat=${lat}&lon=${lon}&${plane}`);
      const own = await ofCommandLine(join(folder, `${k}.json`), place);
      const [served, computed] = [answer.annual.energy, own.annual.energy].map((energy) => writtenAs(energy, shown));
      tally.check(`${name}: the page's yield is /v1/yield's, ${shown} kWh`, shown === served, shown, served);
      tally.check(`${name}: and the command line's`, shown === computed, shown, computed);
      await checkMonths(tally, tab, name, answer.months);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await tab.close();
  }
}

/** @param {typeof PLACES[number]} place */
async function ofCommandLine(file, place) {
  const [, lat, lon, kwp, tilt, azimuth, altitude] = place;
  const plane = [`--kwp=${kwp}`, `--surface-tilt=${tilt}`, `--surface-azimuth=${azimuth}`];
  const high = altitude === undefined ? [] : [`--altitude=${altitude}`];
  await run(process.execPath, [PROGRAM, "yield", `--lat=${lat}`, `--lon=${lon}`, ...plane, ...high, `--out=${file}`]);
  return JSON.parse(await readFile(file, "utf8"));
}

/** The table of the months: the energy is in its second column. */
async function checkMonths(tally, tab, name, months) {
  await tab.evaluate("document.querySelectorAll('#content details').forEach((one) => { one.open = true; })");
  const rows = await tab.evaluate(`[...document.querySelectorAll("#content table")].map((table) =>
    [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())))
    .find((rows) => rows.length >= 12 && rows[0].length >= 3 && /^Jan/.test(rows[0][0])) ?? []`);
  const wrong = months.filter(({ energy }, k) => rows[k]?.[1] !== writtenAs(energy, rows[k]?.[1] ?? ""));
  tally.check(
    `${name}: the table has the service's twelve months`,
    rows.length >= 12 && wrong.length === 0,
    rows[0],
    wrong[0]?.energy,
  );
}
