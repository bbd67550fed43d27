// The best hours of generated years, and their DNI, beside those of measured and typical years (npm run build first):
//
//   node research/validate-tails.mjs --packages=FOLDER --components=FOLDER --weather=FOLDER [--seeds=5] [--only=NAME] [--hours]
//
// "tails" of research/generated/sites.json names the files: years in unpacked packages, measured components, typical years in SAM's form.
// Each year is generated from the true monthly means, part-years in the months with 15 whole days or more, and the same days compared:
// q99.9 of kt and the share of kt above 0.8 (rows with more than 300 W/m² above the air, kt at the middle of the hour; measured rows whose
// components do not close are left out), the brightest hour, and DNI (%): of the default split of GHI against the same of the real hours;
// of the year's own diffuse light against its own split of the real hours, and against measured DNI; last what the default split makes of
// the real hours against measured. With --hours the rows that research/generated/fit-light-split.py takes.
import { parseArgs } from "node:util";
import { yearCalendar } from "../dist/answers/climate/generation/calendar.js";
import { hourlyFractions } from "../dist/answers/climate/generation/diffuse.js";
import { computeEnvelope, envelopeTurbidity } from "../dist/answers/climate/generation/envelope.js";
import { generateYear } from "../dist/answers/climate/index.js";
import { openClimatology } from "../dist/data/climatology/index.js";
import sites from "./generated/sites.json" with { type: "json" };
import { mean } from "./generated/statistics.mjs";
import { monthlyOf, readTails, skyOfYear, splitOf, sumOver, tailsOf } from "./generated/tails.mjs";

const { values: given } = parseArgs({
  options: {
    packages: { type: "string" },
    components: { type: "string" },
    weather: { type: "string" },
    seeds: { type: "string", default: "5" },
    only: { type: "string" },
    hours: { type: "boolean" },
  },
});
const seeds = Array.from({ length: Number(given.seeds) }, (_, k) => k + 1);
const climatology = await openClimatology();
const percent = (a, b) => (Number.isFinite(a / b) ? (100 * (a / b - 1)).toFixed(1) : "–");

/** The generator's sky of the year's own sun; a leap year has that of the one before. */
function envelopeOf(site, turbidity) {
  const own = turbidity.map((value) => envelopeTurbidity("ineichen", value));
  const year = site.year % 4 === 0 ? site.year - 1 : site.year;
  return computeEnvelope(site, yearCalendar(year, site.timeZone), "ineichen", own, false);
}

/** DNI as the year's own split gives it on real hours. */
function ownDirect(global, envelope) {
  const fractions = hourlyFractions(global, envelope);
  return global.map((value, row) => (value > 0 ? (value * (1 - fractions[row])) / envelope.sine[row] : 0));
}

function printHours({ name, measured, global, direct, days }, { clean, sine }) {
  for (const day of days) {
    const sum = (column) => column.subarray(day * 24, day * 24 + 24).reduce((total, value) => total + value, 0);
    const ofDay = sum(global) / sum(clean);
    for (let row = day * 24; row < day * 24 + 24; row++) {
      if (!(clean[row] > 0)) continue;
      const cells = [global[row], direct[row], clean[row], sine[row], ofDay];
      console.log([name.replace(",", ""), measured ? 1 : 0, ...cells].join(","));
    }
  }
}

function compare(site, turbidity, envelope) {
  const monthly = { globalHorizontalIrradiance: monthlyOf(site) };
  const sky = skyOfYear(site, 2005);
  const real = {
    ...tailsOf(site, site.sky, site.days),
    split: splitOf(site.global, site, site.year, turbidity).direct,
  };
  const direct = ownDirect(site.global, envelope);
  const all = seeds.map((randomSeed) => {
    const { columns } = generateYear(site, monthly, { randomSeed, linkeTurbidity: turbidity }).weather;
    const { global_horizontal_irradiance: global, diffuse_horizontal_irradiance: diffuse } = columns;
    return {
      ...tailsOf({ global }, sky, site.days),
      split: sumOver(splitOf(global, site, 2005, turbidity).direct, site.days),
      own: sumOver(splitOf(global, site, 2005, turbidity, diffuse).direct, site.days),
    };
  });
  const made = (figure) => mean(all.map((figures) => figures[figure]));
  const split = sumOver(real.split, site.days);
  const among = site.direct ? sumOver(real.split, site.days, site.direct) : Number.NaN;
  const measured = site.direct ? sumOver(site.direct, site.days) : Number.NaN;
  return [
    `${real.top.toFixed(3)} → ${made("top").toFixed(3)}`,
    `${real.share.toFixed(1)} → ${made("share").toFixed(1)}`,
    `${real.brightest.toFixed(0)} → ${made("brightest").toFixed(0)} (${percent(made("brightest"), real.brightest)} %)`,
    percent(made("split"), split),
    percent(made("own"), sumOver(direct, site.days)),
    percent(made("own"), (measured * split) / among),
    percent(among, measured),
  ];
}

if (!given.hours) {
  console.log(
    "| | days | q99.9 of kt | kt > 0.8, % | brightest hour, W/m² | default | own | own, measured | real hours |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
}
for (const entry of sites.tails) {
  if (given.only && !entry.name.includes(given.only)) continue;
  const site = await readTails(given, entry);
  const turbidity = Array.from(climatology.linkeTurbidity(site.latitude, site.longitude));
  const envelope = envelopeOf(site, turbidity);
  if (given.hours) site.direct && printHours(site, envelope);
  else console.log(`| ${[site.name, site.days.length, ...compare(site, turbidity, envelope)].join(" | ")} |`);
}
