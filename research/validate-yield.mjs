// Yearly yields beside those of PVWatts 8 and of a pvlib ModelChain, into research/yield.md, between its two marks.
//   node scripts/build.mjs engine && node research/validate-yield.mjs            writes the page
//   node scripts/build.mjs engine && node research/validate-yield.mjs --print    prints it
//   … --results=FILE    beside either: rows of the accuracy table (research/lib/results.mjs)
// Their figures: fixtures/yield/yield.json, made by fixtures/yield/make.py.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { perez } from "irradiance-engine/models/transposition";
import { yieldOf } from "irradiance-engine/yield";
import { madeYear, PLACES } from "../fixtures/yield/made-year.mjs";
import { pageWith } from "../scripts/docs/between-marks.mjs";
import { writeResults } from "./lib/results.mjs";

const { values: given } = parseArgs({ options: { print: { type: "boolean" }, results: { type: "string" } } });
const PAGE = new URL("yield.md", import.meta.url);
const MARKS = /** @type {const} */ ([
  "<!-- yields: written by research/validate-yield.mjs -->",
  "<!-- end of yields -->",
]);
const LIKE_THEM = { subSteps: 1, albedo: 0.2, models: { transposition: { model: perez, options: { model: "1990" } } } };
/** What both peers and the comparison set. */
/** @type {{ readonly [peer: string]: Partial<import("irradiance-engine/yield").YieldSystem> }} */
const SYSTEMS = {
  pvwatts: { cellTemperature: "noctSam", spectrum: "deSoto" },
  modelchain: { iam: "none" },
};
const NAMES = { pvwatts: "PVWatts 8", modelchain: "pvlib ModelChain" };

/** Each of them alone, on the default. */
const CHANGES = [
  ["cells as PVWatts 8", { cellTemperature: "noctSam" }, {}],
  ["air mass modifier", { spectrum: "deSoto" }, {}],
  ["one step an hour", {}, { subSteps: 1 }],
  ["Perez 1990", {}, { models: LIKE_THEM.models }],
  ["no reflection", { iam: "none" }, {}],
];

const { versions, cases } = JSON.parse(readFileSync(new URL("../fixtures/yield/yield.json", import.meta.url), "utf8"));
const rows = [];
const differences = [];
const changes = [];
for (const place of PLACES) {
  const weather = await madeYear(place);
  const planes = [{ surfaceTilt: place.tilt, surfaceAzimuth: place.azimuth }];
  const yearOf = (system, context) =>
    yieldOf(weather, { planes, ...system }, { typicalYear: true, context }).annual.energy;
  const usual = yearOf({}, {});
  changes.push([place.name, ...CHANGES.map(([, system, context]) => percent(yearOf(system, context) / usual - 1))]);
  const reference = cases.find(({ name }) => name === place.name);
  for (const [peer, system] of Object.entries(SYSTEMS)) {
    const same = yieldOf(weather, { planes, ...system }, { typicalYear: true, context: LIKE_THEM });
    const byDefault = yieldOf(weather, { planes }, { typicalYear: true });
    rows.push(rowOf(place, peer, reference[peer], same, byDefault));
    const year = reference[peer].ac.reduce((sum, month) => sum + month);
    const share = ({ annual }) => 100 * (annual.specificYield / year - 1);
    differences.push({ peer, same: share(same), byDefault: share(byDefault) });
  }
}
const page = pageWith(PAGE, MARKS, tablesOf());
if (given.print) process.stdout.write(page);
else writeFileSync(PAGE, page);

writeResults(given.results, import.meta.url, ["fixtures/yield/yield.json"], Object.keys(SYSTEMS).flatMap(accuracyRows));

/** Differences of a year from a program's, with its options and with ours. */
function accuracyRows(peer) {
  return Object.entries({ same: "same options", byDefault: "our defaults" }).map(([name, condition]) => {
    const of = differences.filter((one) => one.peer === peer).map((one) => one[name]);
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      ...{ source: "yield-model", region: "all", quantity: "pv_production", resolution: "1_year", unit: "%" },
      condition: `beside ${NAMES[peer]}, ${condition}`,
      statistics: {
        bias: mean(of),
        rmse: Math.sqrt(mean(of.map((value) => value * value))),
        worst: Math.max(...of.map(Math.abs)),
      },
      ...{ n: of.length, stations: of.length, period: "made years", judgedOn: "unseen" },
    };
  });
}

function rowOf({ name, tilt, azimuth }, peer, { ac }, same, byDefault) {
  const year = ac.reduce((sum, month) => sum + month);
  const differences = same.months.map(({ specificYield }, month) => specificYield - ac[month]);
  const worst = differences.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most));
  const share = Math.max(...differences.map((difference, month) => Math.abs(difference) / ac[month]));
  return (
    `| ${name}, ${tilt}° / ${azimuth}° | ${NAMES[peer]} | ${year.toFixed(1)} | ${percent(same.annual.specificYield / year - 1)} | ` +
    `${worst.toFixed(2).replace("-", "−")} kWh/kWp, ${(100 * share).toFixed(1)} % | ${percent(byDefault.annual.specificYield / year - 1)} |`
  );
}

function percent(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(100 * value).toFixed(2)} %`;
}

function tablesOf() {
  const note = `PySAM ${versions.PySAM}, pvlib ${versions.pvlib}. Yields in kWh/kWp.`;
  const table = [
    "| place, tilt / azimuth | beside | its year | our year, same options | worst months | our year, by default |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
  const stages = [
    `| our default year with | ${CHANGES.map(([name]) => name).join(" | ")} |`,
    `|---|${"---|".repeat(CHANGES.length)}`,
    ...changes.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
  return [note, table, stages].join("\n\n");
}
