// How minutes swing (src/answers/climate/generation/minute.ts), at stations of averaged minutes (npm run build first):
//
//   node research/fit-minutes.mjs FOLDER [--seeds=8]
//
// FOLDER holds the packages of research/generated/sites.json, unpacked. Each station's hours are taken apart again: D of clear-sky
// indices of the minutes (sun above 10 degrees), the ratio of their standard deviation to that of the measured ones, and the same
// of the steps from minute to minute. Then the law that is nearest at all other stations, and what it is worth at the one left out:
// least sum of squares of 10·D and of both ratios' logarithms, stations counting by the root of their days.
import { parseArgs } from "node:util";
import { openClimatology } from "../dist/data/climatology/index.js";
import { compareMinutes, madeMinutes, measuredDays } from "./generated/minutes.mjs";
import sites from "./generated/sites.json" with { type: "json" };
import { mean } from "./generated/statistics.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string", default: "8" } },
});
const seeds = Array.from({ length: Number(given.seeds) }, (_, k) => k + 1);
const climatology = await openClimatology();
const LAWS = [1, 1.15, 1.3, 1.45].flatMap((swing) =>
  [0.84, 0.88, 0.92, 0.95].map((correlation) => ({ swing, correlation })),
);

const joined = (all) => ({
  indices: all.flatMap(({ indices }) => indices),
  ramps: all.flatMap(({ ramps }) => ramps),
});

/** One station, or some as if they were one. */
function judge(stations, law) {
  const real = joined(stations.map((station) => station.real));
  const all = seeds.map((seed) =>
    compareMinutes(joined(stations.map((station) => madeMinutes(station, seed, law))), real),
  );
  const of = (name) => mean(all.map((one) => one[name]));
  return { distance: of("distance"), spread: of("spread"), ramps: of("ramps") };
}

const miss = ({ distance, spread, ramps }) => (10 * distance) ** 2 + Math.log(spread) ** 2 + Math.log(ramps) ** 2;
const shown = ({ distance, spread, ramps }) => `${distance.toFixed(3)} | ${spread.toFixed(2)} | ${ramps.toFixed(2)}`;

const stations = [];
for (const entry of sites.minutes) {
  const station = await measuredDays(positionals[0], entry, climatology);
  const laws = LAWS.map((law) => judge([station], law));
  stations.push({ name: entry.station, days: station.days.length, inUse: judge([station]), laws, station });
}
console.log("| station | days | D | sd | steps | left out | D | sd | steps |\n|---|---|---|---|---|---|---|---|---|");
for (const station of stations) {
  const totals = LAWS.map((_, k) =>
    stations
      .filter((other) => other !== station)
      .reduce((sum, other) => sum + Math.sqrt(other.days) * miss(other.laws[k]), 0),
  );
  const best = totals.indexOf(Math.min(...totals));
  const { swing, correlation } = LAWS[best];
  console.log(
    `| ${station.name} | ${station.days} | ${shown(station.inUse)} | ${swing}, ${correlation} | ${shown(station.laws[best])} |`,
  );
}
const single = stations.filter(({ days }) => days === 1).map(({ station }) => station);
console.log(`| the ${single.length} single days as one | ${single.length} | ${shown(judge(single))} | | | | |`);
