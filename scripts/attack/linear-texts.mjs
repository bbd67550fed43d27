// Readers and parsers take at most three times as long for twice the text, whatever stands in it: each is given texts of one thing
// repeated (blanks, digits, quotes never closed, many columns), alone and at the end of each line of a file that is right: each part in
// every third way, each way with every third part, or with `every` each part in each. Time is the CPU's, the least of some runs, at a size
// that takes some milliseconds.
// Judged by `scripts/judge-attack.mjs`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeTimes } from "../../archive/dist/cf/decode.js";
import { conversionOf } from "../../archive/dist/cf/time-axis.js";
import { parseSidecar } from "../../archive/dist/files/sidecar.js";
import { parseJson } from "../../archive/dist/json.js";
import { recordParser } from "../../archive/dist/live/records.js";
import { surveySites } from "../../dist/cli/bulk/sites.js";
import { readMonthlyCsv } from "../../dist/cli/generate/monthly-csv.js";
import * as contract from "../../dist/data/contract/index.js";
import { QUERY_KEYS } from "../../dist/data/contract/query-keys.js";
import { readHorizon } from "../../dist/data/horizon/index.js";
import { makeProjection } from "../../dist/data/terrain/crs/crs.js";
import { readWeather } from "../../dist/data/weather/index.js";
import { parseObservationRequest } from "../../dist/index.js";

const MOST = 3;
/** ms: below it the clock and the collector of garbage count for more than the text. */
const ENOUGH = 4;
/**
 * Characters, and half as many: fewer than the 64 KiB of a file by which its format is recognised, beyond which another one may be. What
 * comes in pieces is longer than a piece, and the row of a site than any may be.
 */
const SIZE = 32_768;
const IN_PIECES = { size: 262_144, parts: ["a", '"', '"a\n', "\n", "\r"] };
const IN_ROWS = { size: 2_097_152, parts: ["a", "a,", '"'] };
/** So few that any reader takes less than LONG ms. */
const FEW = 2048;
const LONG = 500;
/** The more, the more runs each: on a busy machine some milliseconds are soon twice as long. */
const TRIES = 10;
/** Of the pairs of a part and a way one in so many is tried. */
const ONE_OF = 3;

/** What stands in a text again and again. */
const PARTS = (
  " |\t|\u00a0|\r|\0|\u2028|1|a|_|/|\"|'|(|)(|[|#|:|:\u2028|\\|0 |1,|a,|1;|a;|-1.|1e|0h0 |" +
  "S/N |,\n|\n\r|global |air |(a.|NaN|: |{}"
).split("|");

const repeated = (part, size) => part.repeat(Math.ceil(size / part.length));

const fixture = (name) => readFileSync(new URL(`../../fixtures/weather/${name}`, import.meta.url), "utf8");
const WEATHER = (
  "bsrn-clear.dat cams-clear.csv epw-greensboro-excerpt.epw era5-clear.csv midc-date.csv midc-raw.csv psm4-clear-day.csv " +
  "pvgis-hourly.csv pvgis-hourly.json pvgis-tmy.csv surfrad-clear.dat tmy2-miami-excerpt.tm2 tmy3-greensboro-excerpt.csv"
).split(" ");
const OWN =
  "# latitude: 47\n# longitude: 8\nstart_time,end_time,temperature\n2024-06-21T12:00:00Z,2024-06-21T13:00:00Z,20\n";
const STAMPED = "Latitude (N): 47\ntime;GHI (W/m2);Temperature [°C]\n21.06.2024 10:00;1;2\n21.06.2024 11:00;1;2\n";
const MONTHLY = `# latitude: 47\n# longitude: 8\nmonth,global_horizontal_irradiance (kWh/m2/month),temperature\n${"Jan,1,1\n".repeat(12)}`;
const KEYS = [...new Set(Object.values(QUERY_KEYS).flat())];
const now = "2025-06-15T12:00:00Z";

/** Lines at the end of which something is appended: those of the head, and a row. */
const MOST_LINES = 8;

/** The text alone, and at the end of each of the first lines of a file that is right. */
function within(sample) {
  const lines = sample.split("\n").slice(0, 40);
  const places = [...lines.slice(0, MOST_LINES).keys(), lines.length - 2].filter((k) => k >= 0);
  return [
    (text) => text,
    ...[...new Set(places)].map(
      (place) => (text) => lines.map((line, k) => (k === place ? line + text : line)).join("\n"),
    ),
  ];
}

const alone = [(text) => text];

/** @type {any} */
const LIVE = { columns: [] };

/**
 * By name: what reads a text, and the ways in which the repeated part stands in it.
 *
 * @returns {{ [name: string]: { read: (text: string) => unknown, ways: ((text: string) => string)[], parts?: string[], size?: number } }}
 */
function readers(folder) {
  const weather = (sample, options) => ({ read: (text) => readWeather(text, options), ways: within(sample) });
  const file = join(folder, "sites.csv");
  const path = "times";
  return {
    ...Object.fromEntries(WEATHER.map((name) => [`weather ${name}`, weather(fixture(name), {})])),
    "weather of our own": weather(OWN, {}),
    "weather of any table": weather(STAMPED, { dateFormat: "DD.MM.YYYY   HH:mm", timeOffset: 0 }),
    "weather that comes in pieces": { read: (text) => readWeather(pieces(text)), ways: within(OWN), ...IN_PIECES },
    "horizon lines": { read: (text) => readHorizon(text), ways: within("A,H\n0 5\n90 6\n180 7\n270 8\n") },
    "months as CSV": { read: readMonthlyCsv, ways: within(MONTHLY) },
    "sites as CSV": {
      async read(text) {
        writeFileSync(file, text);
        await surveySites(file);
      },
      ways: [...alone, (text) => `id,lat,lon\na,47,8${text}`],
      ...IN_ROWS,
    },
    "queries of observations": {
      read: everyKey((query) => parseObservationRequest(query, { endpoint: "realtime", now })),
      ways: alone,
    },
    "queries of climate": {
      read: everyKey((query) => contract.parseClimateRequest(query, { endpoint: "amy", now })),
      ways: alone,
    },
    "lists and keys of queries": { read: lists, ways: alone },
    "bodies of months": {
      read: (text) => contract.parseMonthlyImport({}, { lat: text, [text]: 1 }, { now }),
      ways: alone,
    },
    "times of archives": {
      read: (text) => decodeTimes(Float64Array.of(0), { units: text, calendar: text }, path),
      ways: [
        ...alone,
        (text) => `hours since ${text}`,
        (text) => `hours since 1900-01-01 ${text}`,
        (text) => `hours${text}since 1900`,
      ],
    },
    "units of archives": {
      read: (text) => conversionOf(text, "temperature"),
      ways: [...alone, (text) => `J${text}/m2`],
    },
    "JSON of archives": {
      read: (text) => parseJson(new TextEncoder().encode(text), path),
      ways: [...alone, (text) => `[NaN, ${text}`, (text) => `{"a": ${text}NaN}`, (text) => `[${text}`],
    },
    "descriptions of files": {
      read: parseSidecar,
      ways: [...alone, (text) => JSON.stringify({ run: text, place: text })],
    },
    "records of live data": {
      read: (text) => recordParser("time,latitude,longitude", LIVE)?.parse(text),
      ways: [...alone, (text) => `2024-01-01T00:00Z,${text},8`, (text) => `${text},1,8`],
    },
    "projections of terrain": {
      read: (text) => makeProjection(text),
      ways: [...alone, (text) => `+proj=longlat ${text}`],
    },
  };
}

function everyKey(parse) {
  return (text) => {
    for (const key of KEYS) attempt(() => parse({ lat: 47, lon: 8, [key]: text }));
  };
}

/** As many items and keys as there are lines, each short. */
function lists(text) {
  const items = Array.from({ length: Math.ceil(text.length / 16) }, (_, k) => text.slice(16 * k, 16 * k + 16));
  for (const key of ["parameters", "horizon", "quantiles", "turbidity"])
    attempt(() => contract.parseForecastRequest({ lat: 47, lon: 8, [key]: items }, { endpoint: "basic", now }));
  const keys = Object.fromEntries(items.map((item, k) => [`${item.trim()}${100_000 + k}`, 1]));
  attempt(() => parseObservationRequest({ lat: 47, lon: 8, ...keys }));
}

function attempt(read) {
  try {
    read();
  } catch {
    // Most of these texts are refused: how long that takes is the question.
  }
}

async function* pieces(text) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 4096) yield bytes.subarray(at, at + 4096);
}

/** ms of the CPU. */
async function timeOf(read, text) {
  const before = process.cpuUsage();
  try {
    await read(text);
  } catch {
    // As above.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function least(read, text, runs) {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < runs; k++) best = Math.min(best, await timeOf(read, text));
  return best;
}

/** How many times as long twice the text takes; 0 where it takes too little to tell. */
async function growth(read, textOf, size) {
  // The cube of the length would not end for more.
  if ((await timeOf(read, textOf(FEW))) > LONG) return Number.POSITIVE_INFINITY;
  if ((await timeOf(read, textOf(size))) < ENOUGH) return 0;
  let ratio = Number.POSITIVE_INFINITY;
  for (let k = 1; k <= TRIES && ratio > MOST; k++) {
    ratio = Math.min(ratio, (await least(read, textOf(size), k)) / (await least(read, textOf(size / 2), k)));
  }
  return ratio;
}

/** One check for each reader. */
export async function linearTexts(report, every) {
  const folder = mkdtempSync(join(tmpdir(), "linear-texts-"));
  try {
    for (const [name, { read, ways, parts = PARTS, size = SIZE }] of Object.entries(readers(folder))) {
      const bad = [];
      let texts = 0;
      for (const [k, part] of parts.entries()) {
        for (const [way, inside] of ways.entries()) {
          // With fewer ways some part would be tried in none.
          if (!every && ways.length >= ONE_OF && (k + way) % ONE_OF !== 0) continue;
          texts++;
          const ratio = await growth(read, (length) => inside(repeated(part, length)), size);
          if (ratio > MOST) bad.push(`${JSON.stringify(part)} in way ${way}: × ${ratio.toFixed(1)}`);
        }
      }
      const what = `${name}: twice the text takes at most ${MOST} × the time`;
      report.check(what, bad.length === 0, ...(bad.length > 0 ? bad : [`${texts} texts`]));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
