// Leave-one-place-out tables of the generator's constants: node research/fit-generated.mjs FOLDER [--seeds=3] (npm run build first; FOLDER
// as for research/validate-generated.mjs). For each place every candidate is scored at all other places, the best one is taken, and
// its score at the place left out is printed beside that of the constants in use.
//
// Score of the upper end of the daily law: D of daily clear-sky indices. Of the spread of hours: D of hourly ones. The constants in
// use are not those of the best score: most of the years are of satellites, whose clear hours are smoother than a pyranometer's,
// and hours that spread still wider bring Kuala Lumpur's OVER above 8 %.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { yearCalendar } from "../dist/answers/climate/generation/calendar.js";
import { DAILY_SPAN, dailyIndices, daySums, exponentialDays } from "../dist/answers/climate/generation/daily.js";
import { computeEnvelope, envelopeTurbidity } from "../dist/answers/climate/generation/envelope.js";
import { hourlyIndices, tableHours } from "../dist/answers/climate/generation/hourly.js";
import { monthlyMeansOf } from "../dist/answers/climate/generation/monthly-curve.js";
import { fitMonths } from "../dist/answers/climate/generation/months.js";
import { Random } from "../dist/foundation/statistics/random.js";
import { openClimatology } from "../dist/data/climatology/index.js";
import { readYear } from "./generated/read.mjs";
import sites from "./generated/sites.json" with { type: "json" };
import { ksDistance, mean } from "./generated/statistics.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string", default: "3" } },
});
const climatology = await openClimatology();

const IN_USE = { most: 1.06, changing: 1.35, clear: 0.4 };
const DAILY = [1.03, 1.04, 1.05, 1.06, 1.07, 1.08].map((most) => ({ ...IN_USE, most }));
const HOURLY = [1, 1.2, 1.35, 1.5].flatMap((changing) =>
  [0.2, 0.4, 0.7, 1].map((clear) => ({ ...IN_USE, changing, clear })),
);

/** Years of a place, with the sky that both sides are held against: that of the generator, for its 2005 and the measured year. */
const years = sites.years.map((entry) => {
  const site = readYear(join(positionals[0], entry.file), entry);
  const turbidity = climatology
    .linkeTurbidity(site.latitude, site.longitude)
    .map((value) => envelopeTurbidity("ineichen", value));
  const skyOf = (year) => computeEnvelope(site, yearCalendar(year, site.timeZone), "ineichen", turbidity, false);
  return {
    place: entry.name.replace(/ \d+$/, ""),
    site,
    skyOf,
    sky: skyOf(2005),
    truth: indicesOf(site.global, skyOf(site.year)),
  };
});
const places = [...new Set(years.map(({ place }) => place))];

function indicesOf(global, sky) {
  const days = [];
  const hours = [];
  for (let row = 0; row < global.length; row += 24) {
    const sum = (column) => column.subarray(row, row + 24).reduce((total, value) => total + value, 0);
    days.push(sum(global) / sum(sky.global));
    for (let k = row; k < row + 24; k++)
      if (sky.sine[k] > Math.sin(Math.PI / 18)) hours.push(global[k] / sky.global[k]);
  }
  return { days, hours };
}

/** D of days and hours, mean of the seeds. */
function distances({ site, skyOf, sky, truth }, { most, changing, clear }) {
  const all = Array.from({ length: Number(given.seeds) }, (_, k) => {
    const envelope = skyOf(2005);
    const months = fitMonths(monthlyMeansOf(site.global), envelope, []);
    const sums = daySums(envelope);
    const random = new Random(k + 1);
    const daily = dailyIndices(
      exponentialDays(site.latitude, { ...DAILY_SPAN, most, tropicalMost: 1 }),
      months,
      sums,
      random,
    );
    const hourly = hourlyIndices(tableHours({ changing, clear }), envelope, sums, daily, random);
    const made = indicesOf(
      hourly.map((index, row) => index * envelope.global[row]),
      sky,
    );
    return { days: ksDistance(made.days, truth.days), hours: ksDistance(made.hours, truth.hours) };
  });
  return { days: mean(all.map(({ days }) => days)), hours: mean(all.map(({ hours }) => hours)) };
}

/** Score of a candidate at a place: mean of its years. */
function scores(candidates, figure) {
  return candidates.map((constants) => {
    const each = years.map((year) => ({ place: year.place, value: distances(year, constants)[figure] }));
    return Object.fromEntries(
      places.map((place) => [place, mean(each.filter((year) => year.place === place).map(({ value }) => value))]),
    );
  });
}

/** @type {[string, any[], string, (constants: any) => string][]} */
const TABLES = [
  ["upper end of the daily law", DAILY, "days", ({ most }) => `${most}`],
  ["spread of hours, changing and clear", HOURLY, "hours", ({ changing, clear }) => `${changing}, ${clear}`],
];
for (const [title, candidates, figure, show] of TABLES) {
  const table = scores(candidates, figure);
  const inUse =
    table[candidates.findIndex((constants) => Object.keys(IN_USE).every((key) => constants[key] === IN_USE[key]))];
  console.log(`\n| left out | ${title}: best at the others | D there | D with ${show(IN_USE)} |`);
  const chosen = places.map((place) => {
    const others = places.filter((other) => other !== place);
    const totals = table.map((score) => mean(others.map((other) => score[other])));
    const best = totals.indexOf(Math.min(...totals));
    console.log(
      `| ${place} | ${show(candidates[best])} | ${table[best][place].toFixed(3)} | ${inUse[place].toFixed(3)} |`,
    );
    return table[best][place];
  });
  console.log(`| mean | | ${mean(chosen).toFixed(3)} | ${mean(Object.values(inUse)).toFixed(3)} |`);
}
