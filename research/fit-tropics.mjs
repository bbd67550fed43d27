// Where the tropics end for the daily law, and how clear a day is there (src/answers/climate/generation/calendar.ts, daily.ts;
// npm run build first):
//
//   node research/fit-tropics.mjs [--seeds=3] FILE…
//
// FILE: a year as research/fit-temperature.mjs has it; those beyond 35 degrees are left out. Years within 0.7 degrees are one place.
// Years are generated from the twelve means of each. KSI in % (research/validate-generated.mjs) of hourly global irradiance; D: distance
// of daily clear-sky indices under the generator's own sky. Each place: what has the least D at all others, and what it is worth here.
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { yearCalendar } from "../dist/answers/climate/generation/calendar.js";
import { DAILY_SPAN, dailyIndices, daySums, exponentialDays } from "../dist/answers/climate/generation/daily.js";
import { computeEnvelope, envelopeTurbidity } from "../dist/answers/climate/generation/envelope.js";
import { hourlyIndices, tableHours } from "../dist/answers/climate/generation/hourly.js";
import { monthlyMeansOf } from "../dist/answers/climate/generation/monthly-curve.js";
import { fitMonths } from "../dist/answers/climate/generation/months.js";
import { Random } from "../dist/foundation/statistics/random.js";
import { openClimatology } from "../dist/data/climatology/index.js";
import { hoursOf } from "./generated/files.mjs";
import { ksDistance, ksiAndOver, mean } from "./generated/statistics.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string", default: "3" } },
});
const seeds = Array.from({ length: Number(given.seeds) }, (_, k) => k + 1);
const climatology = await openClimatology();
const NEAR = 0.7;
const FARTHEST = 35;

/** @type {[number, number][]} */
const EDGES = [
  [5, 15],
  [10, 20],
  [15, 25],
  [20, 27],
  [20, 30],
  [25, 35],
];
const SPANS = EDGES.flatMap((tropics) =>
  [1.06, 1.03, 1].map((tropicalMost) => ({ most: 1.06, tropicalMost, tropics })),
);
const IN_USE = SPANS.findIndex(({ tropics: [all, none], tropicalMost }) => all + none === 47 && tropicalMost === 1);

const sumsOf = (column) =>
  Array.from({ length: 365 }, (_, day) =>
    column.subarray(day * 24, day * 24 + 24).reduce((total, value) => total + value, 0),
  );

/** KSI, OVER and D of a year under each of the spans, means of the seeds. */
function figures({ latitude, longitude, altitude, timeZone, global }) {
  const site = { latitude, longitude, altitude: Math.max(altitude, 0) };
  const turbidity = climatology.linkeTurbidity(latitude, longitude).map((raw) => envelopeTurbidity("ineichen", raw));
  const skyOf = () => computeEnvelope(site, yearCalendar(2005, timeZone), "ineichen", turbidity, false);
  const sky = skyOf();
  const lit = (column) => column.filter((_, row) => sky.extraterrestrial[row] > 0);
  const clear = sumsOf(sky.global);
  const indices = (column) => sumsOf(column).map((sum, day) => sum / clear[day]);
  const envelope = skyOf();
  const months = fitMonths(monthlyMeansOf(global), envelope, []);
  const sums = daySums(envelope);
  return SPANS.map((span) => {
    const all = seeds.map((seed) => {
      const random = new Random(seed);
      const daily = dailyIndices(exponentialDays(latitude, { ...DAILY_SPAN, ...span }), months, sums, random);
      const hourly = hourlyIndices(tableHours(), envelope, sums, daily, random);
      const made = hourly.map((index, row) => index * envelope.global[row]);
      const { ksi, over } = ksiAndOver(lit(made), lit(global));
      return [ksi, over, ksDistance(indices(made), indices(global))];
    });
    return [0, 1, 2].map((k) => mean(all.map((one) => one[k])));
  });
}

const places = [];
for (const path of positionals) {
  try {
    const year = await hoursOf(path);
    if (Math.abs(year.latitude) > FARTHEST) continue;
    const one = { ...year, name: basename(path).slice(0, 30), figures: figures(year) };
    const near = places.find(
      ([first]) => Math.abs(first.latitude - one.latitude) < NEAR && Math.abs(first.longitude - one.longitude) < NEAR,
    );
    if (near) near.push(one);
    else places.push([one]);
  } catch (error) {
    console.error(`left out: ${basename(path)}: ${String(error.message).split("\n")[0]}`);
  }
}
places.sort(([a], [b]) => Math.abs(a.latitude) - Math.abs(b.latitude));

const at = (place, span, figure) => mean(place.map((year) => year.figures[span][figure]));
const shown = ({ tropics, tropicalMost }) => `${tropics.join("–")}°, ${tropicalMost}`;
console.log("| span | KSI, mean of places | OVER | D day |\n|---|---|---|---|");
SPANS.forEach((span, k) => {
  const [ksi, over, distance] = [0, 1, 2].map((figure) => mean(places.map((place) => at(place, k, figure))));
  console.log(`| ${shown(span)} | ${ksi.toFixed(1)} | ${over.toFixed(1)} | ${distance.toFixed(3)} |`);
});
console.log(
  `\n| place | °N | best at the others | KSI, OVER, D there | with ${shown(SPANS[IN_USE])} |\n|---|---|---|---|---|`,
);
for (const place of places) {
  const totals = SPANS.map((_, k) => mean(places.filter((other) => other !== place).map((other) => at(other, k, 2))));
  const best = totals.indexOf(Math.min(...totals));
  const cells = (k) => `${at(place, k, 0).toFixed(0)}, ${at(place, k, 1).toFixed(1)}, ${at(place, k, 2).toFixed(3)}`;
  const { name, latitude } = place[0];
  console.log(`| ${name} | ${latitude.toFixed(1)} | ${shown(SPANS[best])} | ${cells(best)} | ${cells(IN_USE)} |`);
}
