// Fits the range of the day that generated temperatures have (src/answers/climate/generation/temperature.ts), and says what it is worth
// (npm run build first):
//
//   node research/fit-temperature.mjs [--seeds=3] FILE…
//
// FILE: a year of irradiance and temperature in any format that readWeather knows, or a test reference year of the German
// weather service (.dat). Years within 0.7 degrees are one place, whose months count once.
//
// Range: what the mean course of a month's days is times the shape of Erbs et al. 1983. Every rule is fitted to all places but one,
// and judged there: root mean square of the months, K. D: Kolmogorov-Smirnov distance of hourly temperatures, generated from twelve
// means of temperature and irradiance and nothing else, to the file's; under the rule of Erbs et al., under one fitted without the
// place, and under that in use.
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { yearCalendar } from "../dist/answers/climate/generation/calendar.js";
import { dailyIndices, daySums, exponentialDays } from "../dist/answers/climate/generation/daily.js";
import { computeEnvelope, envelopeTurbidity } from "../dist/answers/climate/generation/envelope.js";
import { monthlyMeansOf } from "../dist/answers/climate/generation/monthly-curve.js";
import { fitMonths } from "../dist/answers/climate/generation/months.js";
import {
  airAnomalies,
  continentality,
  courseOfDay,
  hourlyTemperature,
} from "../dist/answers/climate/generation/temperature.js";
import { Random } from "../dist/foundation/statistics/random.js";
import { openClimatology } from "../dist/data/climatology/index.js";
import { hoursOf } from "./generated/files.mjs";
import { ksDistance, mean } from "./generated/statistics.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string", default: "3" } },
});
const seeds = Array.from({ length: Number(given.seeds) }, (_, k) => k + 1);
const climatology = await openClimatology();

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const BEGINS = MONTH_DAYS.map((_, month) => MONTH_DAYS.slice(0, month).reduce((sum, days) => sum + days, 0));
const NEAR = 0.7;
/** A month with less light (W/m²) has no course of the day. */
const DARK = 8;
const ERBS = { base: -5.21, clearness: 25.8, continentality: 0, altitude: 0 };
const TERMS = ["base", "clearness", "continentality", "altitude"];

/** Range of each month's mean course: its projection on the shape. */
function ranges({ longitude, timeZone, temperature }) {
  const shape = Array.from({ length: 24 }, (_, hour) => courseOfDay(hour + 0.5 + longitude / 15 - timeZone));
  const squares = shape.reduce((sum, value) => sum + value * value, 0);
  return MONTH_DAYS.map((days, month) => {
    const course = shape.map((_, hour) =>
      mean(Array.from({ length: days }, (_, day) => temperature[(BEGINS[month] + day) * 24 + hour])),
    );
    const middle = mean(course);
    return course.reduce((sum, value, hour) => sum + (value - middle) * shape[hour], 0) / squares;
  });
}

/** What a year is generated under, and the months as the fit takes them. */
function prepare(name, year) {
  const { latitude, longitude } = year;
  const site = { latitude, longitude, altitude: Math.max(year.altitude, 0), timeZone: year.timeZone };
  const turbidity = climatology
    .linkeTurbidity(latitude, longitude)
    .map((value) => envelopeTurbidity("ineichen", value));
  const envelope = computeEnvelope(site, yearCalendar(2005, site.timeZone), "ineichen", turbidity, false);
  const light = monthlyMeansOf(year.global);
  const months = fitMonths(light, envelope, []);
  const air = monthlyMeansOf(year.temperature);
  const measured = ranges(year);
  const factors = [continentality(latitude, air), Math.min(site.altitude, 3000) / 1000];
  const rows = months.flatMap(({ clearness }, month) =>
    light[month] > DARK ? [{ factors: [1, clearness, ...factors], range: measured[month] }] : [],
  );
  return { name, ...year, site, envelope, months, air, rows };
}

/** D of hourly temperatures, mean of the seeds. */
function distance({ site, envelope, months, air, temperature }, rule) {
  const sums = daySums(envelope);
  return mean(
    seeds.map((seed) => {
      const random = new Random(seed);
      const monthly = { globalHorizontalIrradiance: months.map(({ mean: given }) => given), temperature: air };
      const daily = dailyIndices(exponentialDays(site.latitude), months, sums, random);
      const radiation = { months, sums, daily };
      const anomalies = airAnomalies(site, air, radiation, random);
      return ksDistance(hourlyTemperature(site, monthly, radiation, anomalies, rule), temperature);
    }),
  );
}

/** Least squares with some of the terms, every place counting once. */
function leastSquares(places, terms) {
  const n = terms.length;
  const normal = Array.from({ length: n }, () => new Float64Array(n + 1));
  for (const years of places) {
    for (const { rows } of years) {
      for (const { factors, range } of rows) {
        const x = [...terms.map((term) => factors[TERMS.indexOf(term)]), range];
        for (let i = 0; i < n; i++) for (let j = 0; j <= n; j++) normal[i][j] += (x[i] * x[j]) / years.length;
      }
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      if (k === i) continue;
      const factor = normal[k][i] / normal[i][i];
      for (let j = i; j <= n; j++) normal[k][j] -= factor * normal[i][j];
    }
  }
  const found = terms.map((term, i) => [term, normal[i][n] / normal[i][i]]);
  return { base: 0, clearness: 0, continentality: 0, altitude: 0, ...Object.fromEntries(found) };
}

const rangeError = (years, rule) =>
  mean(
    years.map(({ rows }) =>
      mean(
        rows.map(({ factors, range }) => {
          const usual = factors.reduce((sum, factor, k) => sum + factor * rule[TERMS[k]], 0);
          return (Math.max(usual, 1) - range) ** 2;
        }),
      ),
    ),
  );

const places = [];
for (const path of positionals) {
  try {
    const year = prepare(basename(path).slice(0, 36), await hoursOf(path));
    const near = places.find(
      ([first]) => Math.abs(first.latitude - year.latitude) < NEAR && Math.abs(first.longitude - year.longitude) < NEAR,
    );
    if (near) near.push(year);
    else places.push([year]);
  } catch (error) {
    console.error(`left out: ${basename(path)}: ${String(error.message).split("\n")[0]}`);
  }
}

const without = (place) => places.filter((other) => other !== place);
const shown = (rule) => TERMS.map((term) => rule[term].toFixed(3)).join(", ");
console.log(
  `${places.length} places, ${places.flat().length} years. Fitted to all of them: ${shown(leastSquares(places, TERMS))}`,
);
const error = (ruleFor) => Math.sqrt(mean(places.map((place) => rangeError(place, ruleFor(place))))).toFixed(2);
console.log(`| range, rms at the place left out | K |\n|---|---|\n| Erbs et al. | ${error(() => ERBS)} |`);
for (const terms of [["base"], TERMS.slice(0, 2), TERMS.slice(0, 3), TERMS]) {
  console.log(`| ${terms.join(", ")} | ${error((place) => leastSquares(without(place), terms))} |`);
}
console.log("\n| place | °N | D, Erbs et al. | D, left out | D |\n|---|---|---|---|---|");
const distances = places.map((place) => {
  const left = leastSquares(without(place), TERMS);
  const row = [ERBS, left, undefined].map((rule) => mean(place.map((year) => distance(year, rule))));
  const cells = row.map((value) => value.toFixed(3)).join(" | ");
  console.log(`| ${place[0].name} | ${place[0].latitude.toFixed(1)} | ${cells} |`);
  return row;
});
const column = (k) => distances.map((row) => row[k]);
console.log(`| mean | | ${[0, 1, 2].map((k) => mean(column(k)).toFixed(3)).join(" | ")} |`);
console.log(`| worst | | ${[0, 1, 2].map((k) => Math.max(...column(k)).toFixed(3)).join(" | ")} |`);
