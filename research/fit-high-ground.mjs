// Which share of the usual water clear days of high ground have: by the share of hours with kt above 0.8, each place judged by what is best
// at all others (npm run build first):
//
//   node research/fit-high-ground.mjs --packages=FOLDER --components=FOLDER --weather=FOLDER [--seeds=5]
//
// Places are "tails" of research/generated/sites.json, as for research/validate-tails.mjs; the error of a place is the root mean square
// of its years, in points of a hundred. 0 is no water beyond a clean sky's.
import { parseArgs } from "node:util";
import { yearCalendar } from "../dist/answers/climate/generation/calendar.js";
import { dailyIndices, daySums, exponentialDays } from "../dist/answers/climate/generation/daily.js";
import { computeEnvelope, envelopeTurbidity } from "../dist/answers/climate/generation/envelope.js";
import { hourlyIndices, tableHours } from "../dist/answers/climate/generation/hourly.js";
import { fitMonths } from "../dist/answers/climate/generation/months.js";
import { openClimatology } from "../dist/data/climatology/index.js";
import { Random } from "../dist/foundation/statistics/random.js";
import sites from "./generated/sites.json" with { type: "json" };
import { mean } from "./generated/statistics.mjs";
import { monthlyOf, readTails, skyOfYear, tailsOf } from "./generated/tails.mjs";

const options = { packages: { type: "string" }, components: { type: "string" }, weather: { type: "string" } };
const { values: given } = parseArgs({ options: { ...options, seeds: { type: "string", default: "5" } } });
const SHARES = [0, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 1];
const IN_USE = SHARES.indexOf(0.65);
const YEAR = 2005;
const climatology = await openClimatology();

/** Points by which generated years have more hours above 0.8 than the real one, by the share of water. */
function missesOf(site) {
  const turbidity = Array.from(climatology.linkeTurbidity(site.latitude, site.longitude));
  const own = turbidity.map((value) => envelopeTurbidity("ineichen", value));
  const real = tailsOf(site, site.sky, site.days).share;
  const sky = skyOfYear(site, YEAR);
  const means = monthlyOf(site);
  return SHARES.map((share) => {
    const made = Array.from({ length: Number(given.seeds) }, (_, k) => {
      const random = new Random(k + 1);
      const envelope = computeEnvelope(site, yearCalendar(YEAR, site.timeZone), "ineichen", own, false, share);
      const months = fitMonths(means, envelope, []);
      const sums = daySums(envelope);
      const daily = dailyIndices(exponentialDays(site.latitude), months, sums, random);
      const hourly = hourlyIndices(tableHours(), envelope, sums, daily, random);
      return tailsOf({ global: hourly.map((index, row) => index * envelope.global[row]) }, sky, site.days).share;
    });
    return mean(made) - real;
  });
}

const places = new Map();
for (const entry of sites.tails) {
  const site = await readTails(given, entry);
  const place = entry.name.replace(/,? (\d{4}(\/\d+)?|typical)$/, "");
  const years = places.get(place) ?? places.set(place, []).get(place);
  years.push(missesOf(site));
}
const rms = (values) => Math.sqrt(mean(values.map((value) => value * value)));
const errors = new Map([...places].map(([place, years]) => [place, SHARES.map((_, k) => rms(years.map((y) => y[k])))]));
const over = (names, k) => rms(names.map((name) => errors.get(name)[k]));
const best = (names) => SHARES.reduce((least, _, k) => (over(names, k) < over(names, least) ? k : least), 0);

const names = [...places.keys()];
console.log(`| share of water | ${SHARES.join(" | ")} |\n|---|${SHARES.map(() => "---|").join("")}`);
console.log(`| rms of all places | ${SHARES.map((_, k) => over(names, k).toFixed(2)).join(" | ")} |`);
console.log("\n| left out | best at the others | points there | with 0.65 | with 0 |\n|---|---|---|---|---|");
for (const name of names) {
  const chosen = best(names.filter((other) => other !== name));
  const cells = [chosen, IN_USE, 0].map((k) => places.get(name).map((year) => year[k].toFixed(1)).join(", "));
  console.log(`| ${name} | ${SHARES[chosen]} | ${cells.join(" | ")} |`);
}
