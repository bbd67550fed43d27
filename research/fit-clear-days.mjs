// How bright are clear days of typical places against the clear sky? The line that `scale` of src/data/weather/believe expects by the
// climate's clear-sky index, fitted on the series that are for whoever sets a constant (research/file-checks.md):
// node research/fit-clear-days.mjs --folder=FOLDER… [--dist=FOLDER] [--years=30] (npm run build first). Prints each place, the line, and
// how generated years lie beside it.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  generatedSeries,
  globalAlone,
  JUDGED,
  knownOf,
  loadEngine,
  openSeries,
  resampled,
  SEEN,
} from "./file-checks/series.mjs";

const { values: given } = parseArgs({
  options: {
    folder: { type: "string", multiple: true, default: [] },
    dist: { type: "string" },
    years: { type: "string", default: "30" },
  },
});
const dist = resolve(given.dist ?? new URL("../dist", import.meta.url).pathname);
const engine = await loadEngine(dist);
const files = openSeries(engine, given.folder);
const load = (file) => import(`${dist}/data/weather/${file}.js`);
const [{ checkWeather }, { CheckContext }, { Days }, { ENVELOPE, envelopeOf }] = await Promise.all(
  ["checked-series", "believe/context", "believe/days", "believe/scale"].map(load),
);

const HOUR = 3600;
const LENGTHS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Less than so many days has not seen every month. */
const YEAR = 330;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The logarithm of clear days over the clear sky, by the climate's light over the clear sky's. */
function pointOf(entry, series) {
  const hourly = resampled(globalAlone(series), HOUR);
  const known = knownOf(engine, series.place, entry);
  const sky = new CheckContext(checkWeather(hourly), series.place, known);
  const days = Days.of(sky, sky.light);
  const light =
    LENGTHS.reduce((sum, length, month) => sum + length * known.climate.globalHorizontal[month], 0) / 365.25;
  const index = light / mean(Array.from(sky.clear));
  return { name: entry.name, days: days.count, index, ln: Math.log(envelopeOf(days)) };
}

/** Least squares: where the line begins, and its slope. @returns {[number, number]} */
function lineThrough(points) {
  const [x, y] = [mean(points.map(({ index }) => index)), mean(points.map(({ ln }) => ln))];
  const slope =
    points.reduce((sum, { index, ln }) => sum + (index - x) * (ln - y), 0) /
    points.reduce((sum, { index }) => sum + (index - x) ** 2, 0);
  return [y - slope * x, slope];
}

const beside = (points, [at, slope]) => points.map(({ index, ln }) => ln - at - slope * index);
const spread = (rests) => Math.sqrt(mean(rests.map((rest) => rest * rest)));
const figures = (values) => values.map((value) => value.toFixed(3)).join(", ");

/** The places of a list with a year of data at least. */
async function pointsOf(list) {
  const points = [];
  for (const entry of list) {
    const series = await files.read(entry);
    if (series === undefined) console.log(`Not in the folders: ${entry.name}.`);
    else points.push(pointOf(entry, series));
  }
  return points.filter(({ days }) => days >= YEAR);
}

const points = await pointsOf(SEEN);
const line = lineThrough(points);
const rests = beside(points, line);
console.log(
  "| place | climate's clear-sky index | ln of clear days over clear sky | beside the line |\n|---|---|---|---|",
);
for (const [k, { name, index, ln }] of points.entries()) {
  console.log(`| ${name} | ${figures([index])} | ${figures([ln])} | ${figures([rests[k]])} |`);
}
console.log(`\nThe line: ${figures(line)}; places beside it: spread ${figures([spread(rests)])}.`);

const made = Array.from({ length: Number(given.years) }, (_, number) =>
  pointOf({ name: `generated ${number}` }, generatedSeries(engine, number)),
);
console.log(`Beside the one in use (${ENVELOPE.join(", ")}):`);
for (const [name, list] of Object.entries({ seen: points, judged: await pointsOf(JUDGED), generated: made })) {
  const off = beside(list, ENVELOPE);
  const [low, high] = [Math.min(...off), Math.max(...off)];
  console.log(
    `- ${name}, ${list.length}: mean ${figures([mean(off)])}, spread ${figures([spread(off)])}, from ${figures([low])} to ${figures([high])}`,
  );
}
