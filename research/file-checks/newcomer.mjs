// Files as newcomers bring them, most of them broken: what do `irradiance yield` and `irradiance check` say? Each broken one has to be
// refused, or its fault named; the right ones have to pass in silence. Run `npm run build` first.
//
//   node research/file-checks/newcomer.mjs --folder=FOLDER… [--dist=FOLDER] [--keep=FOLDER] [--print]
//
// --folder: where the series' files lie (research/file-checks/series.mjs). --keep: writes the files there. --print: all that is said.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { globalAlone, loadEngine, openSeries, SEEN, withComponents } from "./series.mjs";
import { DAY, DHI, DNI, GHI, HOUR, late, solarDay, withLight, withLightIn, withRowsFrom } from "./ways/rows.mjs";

const { values: given } = parseArgs({
  options: {
    folder: { type: "string", multiple: true, default: [] },
    dist: { type: "string" },
    keep: { type: "string" },
    print: { type: "boolean" },
  },
});
const dist = resolve(given.dist ?? new URL("../../dist", import.meta.url).pathname);
const engine = await loadEngine(dist);
const files = openSeries(engine, given.folder);

const YEARS = [2019, 2020, 2021, 2022, 2023];
const CHECK_CODES = ["fine", "look", "unusable"];

function berlin(year) {
  const place = { latitude: 52.5, longitude: 13.4, altitude: 40, timeZone: 1 };
  const { globalHorizontal, temperature } = engine.world.at(52.5, 13.4);
  const monthly = { globalHorizontalIrradiance: Array.from(globalHorizontal), temperature: Array.from(temperature) };
  const { weather } = engine.generateYear(place, monthly, { randomSeed: year, year });
  return globalAlone({ ...weather, start: new Date(weather.start).getTime(), place });
}

/** Hours of a place with dry air, as its components give them. */
const dry = withComponents(await files.read(SEEN.find(({ name }) => name === "Tucson")));
const dryLight = globalAlone(dry);
const city = berlin(2023);

/** Rows of the file's calendar months (January is 1) and, of several years, of one of them. */
function inMonths(series, from, to, year) {
  return (row) => {
    const date = new Date(solarDay(series, row) * DAY);
    const month = date.getUTCMonth() + 1;
    return month >= from && month <= to && (year === undefined || date.getUTCFullYear() === year);
  };
}

const withoutLight = (series, isDead) => withLight(series, (light, row) => (isDead(row) ? 0 : light));
const summer = (series) => inMonths(series, 4, 10);

function fiveYears() {
  const years = YEARS.map(berlin);
  const name = (k) => Float64Array.from(years.flatMap((year) => Array.from(year.columns[k])));
  return { ...years[0], columns: { [GHI]: name(GHI), temperature: name("temperature") } };
}

/** Text of a file; `times` writes a stamp, `rows` may reorder or repeat lines. */
function textOf(series, { stamp = utc, rows = (lines) => lines } = {}) {
  const columns = Object.entries(series.columns);
  const head = ["time", ...columns.map(([name]) => SHORT[name] ?? name)].join(",");
  const lines = Array.from(columns[0][1], (_, row) => {
    const cells = columns.map(([, values]) => (Number.isNaN(values[row]) ? "" : values[row].toFixed(1)));
    return [stamp(series.start + row * series.interval * 1000), ...cells].join(",");
  });
  return `${[head, ...rows(lines)].join("\n")}\n`;
}

const SHORT = { [GHI]: "GHI", [DNI]: "DNI", [DHI]: "DHI" };
const utc = (time) => `${new Date(time).toISOString().slice(0, 16)}Z`;
/** German stamps of winter time that do not say so. */
const german = (time) => {
  const [date, clock] = new Date(time + HOUR).toISOString().slice(0, 16).split("T");
  return `${date.split("-").reverse().join(".")} ${clock}`;
};
const days = (_, first, count) => ({ from: first * 24, to: (first + count) * 24 });
const five = fiveYears();

/** @type {[name: string, fault: string, series: object, saying: RegExp | undefined, options?: object][]} */
const FILES = [
  ["dry", "", dryLight, undefined],
  ["dry, three components", "", dry, undefined],
  ["city", "", city, undefined],
  ["five years", "", five, undefined],
  ["ends read as starts", "stamps an hour late", late(dryLight, 60), /label end|time-offset|hour|minutes/i],
  ["an hour early", "stamps an hour early", late(dryLight, -60), /label|time-offset|hour|minutes/i],
  [
    "summer time",
    "April to October an hour late",
    withRowsFrom(dryLight, (row) => (summer(dryLight)(row) ? row - 1 : row)),
    /summer|daylight|part|from .* to/i,
  ],
  ["German stamps", "UTC+1 read as UTC", city, /label end|time-offset|zone|UTC\+1/i, { stamp: german }],
  [
    "zeros in June",
    "14 days without light",
    withLightIn(city, days(city, 155, 14), () => 0),
    /dead|no light|without (any )?light/i,
  ],
  [
    "two months dead",
    "May and June without light",
    withoutLight(dryLight, inMonths(dryLight, 5, 6)),
    /dead|no light|without (any )?light/i,
  ],
  [
    "two months of five years",
    "May and June of one year",
    withoutLight(five, inMonths(five, 5, 6, 2021)),
    /dead|no light|without (any )?light/i,
    { like: "five years" },
  ],
  [
    "saturated",
    "a logger that ends at 600 W/m²",
    withLight(dryLight, (light) => Math.min(light, 600)),
    /saturat|plateau|600/i,
  ],
  ["× 1.5", "a factor of 1.5", withLight(city, (light) => 1.5 * light), /times|factor|too (much|bright)|above/i],
  ["× 0.5", "a factor of 0.5", withLight(city, (light) => 0.5 * light), /times|factor|too (little|dark)|below/i],
  [
    "dry × 0.6",
    "a factor of 0.6",
    withLight(dryLight, (light) => 0.6 * light),
    /times|factor|too (little|dark)|below/i,
  ],
  ["DNI zero", "a tracker that stands in two months", withoutDirect(dry), /DNI|tracker|direct/i],
  [
    "stuck",
    "432.1 W/m² day and night for 14 days",
    withLightIn(city, days(city, 155, 14), () => 432.1),
    /stands still/i,
  ],
  ["meter", "kWh/m² that count up", meter(city), /meter|counts? up|accumulat|sum/i],
  ["rows twice", "ten rows twice", city, /duplicate|one (row )?for each time/i, { rows: (lines) => twice(lines) }],
  [
    "blocks that overlap",
    "two days again after a restart",
    city,
    /duplicate|sort/i,
    { rows: (lines) => [...lines.slice(0, 3000), ...lines.slice(2952)] },
  ],
  ["newest first", "rows in reverse", city, /sort|order|newest/i, { rows: (lines) => lines.toReversed() }],
];

function withoutDirect(series) {
  const isDead = inMonths(series, 5, 6);
  return withLight(series, (light, row) => (isDead(row) ? 0 : light), [DNI]);
}

function meter(series) {
  let sum = 1000;
  return withLight(series, (light) => {
    sum += light / 1000;
    return sum;
  });
}

const twice = (lines) => [...lines.slice(0, 4000), ...lines.slice(3990, 4000), ...lines.slice(4000)];

const folder = given.keep ?? mkdtempSync(join(tmpdir(), "newcomer-"));
mkdirSync(folder, { recursive: true });
if (given.keep === undefined) process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function irradiance(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, "cli/main.js"), ...args], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** The line that the words are in; what is said of every file is no finding. */
function lineOf(text, words, path) {
  const lines = text.replaceAll(path, "FILE").split("\n");
  return lines
    .find(
      (line) => words.test(line) && !/ignored|recognised by name|, format |altitude|interpreted as|assumed/.test(line),
    )
    ?.trim();
}

/** The P90 that was said, without a unit. */
const p90Of = ({ stdout }) => Number(stdout.match(/P90 ([\d.]+)/)?.[1]);
/** A P90 of four sound years instead of five may be off by so much. */
const NEAR = 0.02;

const rows = [];
for (const [name, fault, series, words, options] of FILES) {
  const path = join(folder, `${name.replace(/[^a-zA-Z0-9]+/g, "_")}.csv`);
  writeFileSync(path, textOf(series, options));
  const { latitude, longitude, altitude } = series.place;
  const place = ["--lat", String(latitude), "--lon", String(longitude), "--altitude", String(altitude)];
  const planes = ["--plane", "30/180/1", "90/90/1", "90/270/1"];
  const yielded = irradiance("yield", "--weather", path, ...place, ...planes);
  const checked = irradiance("check", path, ...place);
  // Wherever a finding stands: the table of months and planes holds none.
  const said = lineOf(yielded.stderr, words ?? /effect on the year|dead|stuck|saturated|clock|trust/i, path);
  const saidByCheck = lineOf(checked.stdout + checked.stderr, words ?? /never/, path);
  const p90 = p90Of(yielded);
  const like = rows.find((row) => row.name === options?.like);
  const isNear = like === undefined || Math.abs(p90 - like.p90) <= NEAR * like.p90;
  const isRight =
    words === undefined
      ? yielded.status === 0 && said === undefined && checked.status === 0
      : said !== undefined && saidByCheck !== undefined && checked.status > 0 && isNear;
  rows.push({
    p90,
    name,
    fault,
    yielded: yielded.status === 0 ? "answers" : "refuses",
    checked: checked.status,
    said,
    isRight,
  });
  if (given.print) {
    console.log(`\n=== ${name}: ${fault || "nothing wrong"}\n--- yield, exit ${yielded.status}\n${yielded.stderr}`);
    console.log(`--- check, exit ${checked.status}\n${checked.stdout}${checked.stderr}`);
  }
}

console.log("| file | what is wrong | yield | check | said | as it should be |\n|---|---|---|---|---|---|");
for (const { name, fault, yielded, checked, said, p90, isRight } of rows) {
  const word = CHECK_CODES[checked] ?? `exit ${checked}`;
  const line = said?.replaceAll("|", "/").slice(0, 200);
  const answer = p90 > 0 ? `${yielded}, P90 ${p90} kWh` : yielded;
  console.log(`| ${name} | ${fault || "–"} | ${answer} | ${word} | ${line ?? "–"} | ${isRight ? "yes" : "**no**"} |`);
}
process.exitCode = rows.every(({ isRight }) => isRight) ? 0 : 1;
