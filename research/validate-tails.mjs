import { parseArgs } from "node:util";
import { generateYear } from "../dist/climate/index.js";
import { openClimatology } from "../dist/climatology/index.js";
import { erbsDriesse } from "../dist/models/decomposition/index.js";
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
  },
});
const seeds = Array.from({ length: Number(given.seeds) }, (_, k) => k + 1);
const climatology = await openClimatology();
const percent = (a, b) => 100 * (a / b - 1);
console.log(
  "| site | days | q99.9 | share>0.8 | brightest | DNI same split % | DNI of measured: real-split % | gen % | ED same % |",
);
for (const entry of sites.tails) {
  if (given.only && !entry.name.includes(given.only)) continue;
  const site = await readTails(given, entry);
  const turbidity = Array.from(climatology.linkeTurbidity(site.latitude, site.longitude));
  const monthly = { globalHorizontalIrradiance: monthlyOf(site) };
  const sky2005 = skyOfYear(site, 2005);
  const real = tailsOf(site.global, site.sky, site.days);
  const realSplit = splitOf(site.global, site, site.year, turbidity);
  const realErbs = splitOf(site.global, site, site.year, turbidity, erbsDriesse);
  const all = seeds.map((randomSeed) => {
    const { global_horizontal_irradiance: global, diffuse_horizontal_irradiance: dhi } = generateYear(site, monthly, {
      randomSeed,
      linkeTurbidity: turbidity,
    }).weather.columns;
    const split = splitOf(global, site, 2005, turbidity);
    const own = splitOf(global, site, 2005, turbidity, undefined, dhi);
    const erbs = splitOf(global, site, 2005, turbidity, erbsDriesse);
    return {
      ...tailsOf(global, sky2005, site.days),
      ghi: sumOver(global, site.days),
      dni: sumOver(split.direct, site.days),
      dhi: sumOver(split.diffuse, site.days),
      erbs: sumOver(erbs.direct, site.days),
      own: sumOver(own.direct, site.days),
    };
  });
  const of = (name) => mean(all.map((figures) => figures[name]));
  const hasDirect = site.direct !== null;
  const measured = hasDirect ? sumOver(site.direct, site.days) : Number.NaN;
  // The real split over all whole days, and over those rows that DNI was measured in.
  const realAll = sumOver(realSplit.direct, site.days);
  const realAmong = hasDirect ? sumOver(realSplit.direct, site.days, site.direct) : Number.NaN;
  const fill = realAll / realAmong;
  console.log(
    `| ${site.name} | ${site.days.length} | ${real.top.toFixed(3)} → ${of("top").toFixed(3)} | ${real.share.toFixed(1)} → ${of("share").toFixed(1)} | ${real.brightest.toFixed(0)} → ${of("brightest").toFixed(0)} (${percent(of("brightest"), real.brightest).toFixed(1)}) | ${percent(of("dni"), realAll).toFixed(1)} | ${percent(realAmong, measured).toFixed(1)} | ${percent(of("dni"), measured * fill).toFixed(1)} | ${percent(of("erbs"), sumOver(realErbs.direct, site.days)).toFixed(1)} | own vs measured ${percent(of("own"), measured * fill).toFixed(1)} | GHI ${percent(of("ghi"), sumOver(site.global, site.days)).toFixed(2)} | DHI ${percent(of("dhi"), sumOver(realSplit.diffuse, site.days)).toFixed(1)}`,
  );
}
