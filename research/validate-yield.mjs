// Yearly yields beside those of PVWatts 8, pvsamv1 and a pvlib ModelChain, into research/yield.md, between its two marks.
//   node scripts/build.mjs engine && node research/validate-yield.mjs            writes the page
//   node scripts/build.mjs engine && node research/validate-yield.mjs --print    prints it
//   … --results=FILE    beside either: rows of the accuracy table (research/lib/results.mjs)
// Their figures: fixtures/yield/yield.json and fixtures/peers, made by the make.py of both folders and by fixtures/peers/rows.py.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { perez } from "irradiance-engine/models/transposition";
import { yieldOf } from "irradiance-engine/yield";
import { detailedSystem, LIKE_SAM, PVWATTS_SYSTEMS, simpleSystem } from "../fixtures/peers/like-sam.mjs";
import { PEERS, peerYear } from "../fixtures/peers/peer-year.mjs";
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
/** What both peers and the comparison set. Their losses are PVWatts', and so are ours in every table: other losses are no error of a model. */
/** @type {{ readonly [peer: string]: Partial<import("irradiance-engine/yield").YieldSystem> }} */
const SYSTEMS = {
  pvwatts: { losses: "bank", cellTemperature: "noctSam", spectrum: "deSoto", clipping: "steps" },
  modelchain: { losses: "bank", iam: "none", clipping: "steps" },
};
const NAMES = { pvwatts: "PVWatts 8", modelchain: "pvlib ModelChain" };
const CONDITIONS = {
  same: "same options",
  byDefault: "our defaults",
  clipsMeans: "our defaults, hourly means clipped",
};

/** Each of them alone, on the default. */
const CHANGES = [
  ["cells as PVWatts 8", { cellTemperature: "noctSam" }, {}],
  ["air mass modifier", { spectrum: "deSoto" }, {}],
  ["one step an hour", {}, { subSteps: 1 }],
  ["Perez 1990", {}, { models: LIKE_THEM.models }],
  ["no reflection", { iam: "none" }, {}],
  ["clipping of means", { clipping: "steps" }, {}],
];

const RAYS = JSON.parse(readFileSync(new URL("../fixtures/peers/rows.json", import.meta.url), "utf8")).cases;
const { versions, cases } = JSON.parse(readFileSync(new URL("../fixtures/yield/yield.json", import.meta.url), "utf8"));
const rows = [];
const differences = [];
const changes = [];
for (const place of PLACES) {
  const weather = await madeYear(place);
  const planes = [{ surfaceTilt: place.tilt, surfaceAzimuth: place.azimuth }];
  const yearOf = (system, context) =>
    yieldOf(weather, { planes, losses: "bank", ...system }, { typicalYear: true, context }).annual.energy;
  const usual = yearOf({}, {});
  changes.push([place.name, ...CHANGES.map(([, system, context]) => percent(yearOf(system, context) / usual - 1))]);
  const reference = cases.find(({ name }) => name === place.name);
  for (const [peer, system] of Object.entries(SYSTEMS)) {
    const same = yieldOf(weather, { planes, ...system }, { typicalYear: true, context: LIKE_THEM });
    const byDefault = yieldOf(weather, { planes, losses: "bank" }, { typicalYear: true });
    rows.push(rowOf(place, peer, reference[peer], same, byDefault));
    const clipsMeans = yieldOf(weather, { planes, losses: "bank", clipping: "steps" }, { typicalYear: true });
    const year = reference[peer].ac.reduce((sum, month) => sum + month);
    const share = ({ annual }) => 100 * (annual.specificYield / year - 1);
    differences.push({ peer, same: share(same), byDefault: share(byDefault), clipsMeans: share(clipsMeans) });
  }
}
const [systems, ladder, inRows] = [[], [], []];
for (const peer of PEERS.cases) besideSam(peer);
const page = pageWith(PAGE, MARKS, tablesOf());
if (given.print) process.stdout.write(page);
else writeFileSync(PAGE, page);

writeResults(given.results, import.meta.url, ["fixtures/yield/yield.json"], Object.keys(SYSTEMS).flatMap(accuracyRows));

/** Differences of a year from a program's, with its options and with ours. */
function accuracyRows(peer) {
  return Object.entries(CONDITIONS).map(([name, condition]) => {
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

/** Rows of the three tables of a place. */
function besideSam(peer) {
  const weather = peerYear(peer);
  const run = (system) => yieldOf(weather, system, { typicalYear: true, acceptDoubts: true, context: LIKE_SAM });
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const stagesOf = ({ losses, kwp }) => Object.fromEntries(losses.map(({ name, energy }) => [name, energy / kwp]));
  const off = ({ months, annual }, { ac }) => {
    const worst = Math.max(...months.map(({ specificYield }, month) => Math.abs(specificYield / ac[month] - 1)));
    return `${percent(annual.specificYield / sum(ac) - 1)} (${(100 * worst).toFixed(1)} %)`;
  };
  const names = ["fixed", "rows", "tracker", "trackerRows", "bifacial"];
  const yields = Object.fromEntries(names.map((name) => [name, run(PVWATTS_SYSTEMS[name])]));
  const shared = run(simpleSystem(peer.shared.planes));
  systems.push([peer.name, ...names.map((name) => off(yields[name], peer.pvwatts[name])), off(shared, peer.shared)]);

  const detailed = run(detailedSystem([{ tilt: PEERS.plane.tilt, azimuth: PEERS.plane.azimuth, nstrings: 2 }]));
  const [ours, theirs] = [stagesOf(detailed), peer.detailed];
  const steps = [
    [ours.plane, sum(theirs.plane)],
    [ours.incidence, sum(theirs.effective)],
    [ours.temperature, sum(theirs.dc)],
    [ours.losses, sum(theirs.net)],
    [ours.clipping, sum(theirs.ac)],
  ].map(([own, their]) => own / their);
  const factors = steps.map((step, k) => percent(step / (steps[k - 1] ?? 1) - 1));
  ladder.push([peer.name, ...factors, off(detailed, theirs), percent(steps[4] / (steps[1] / steps[0]) - 1)]);

  const rays = RAYS.find(({ name }) => name === peer.name);
  const taken = (name, traced) => {
    const { plane, rows } = stagesOf(yields[name]);
    const shares = [rows / plane, sum(traced.rows) / sum(traced.open), sum(peer.pvwatts[name].plane) / plane];
    return shares.map((share) => `${(100 * (1 - share)).toFixed(2)} %`);
  };
  inRows.push([peer.name, ...taken("rows", rays.fixed), ...taken("trackerRows", rays.tracker)]);
}

function tableOf(head, lines) {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
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
  const words = {
    systems:
      "PVWatts 8 and, last, pvsamv1 with two unlike planes on one inverter; five typical years of NREL. Year (worst month).",
    ladder:
      "pvsamv1 with a module and an inverter of the CEC's lists, 30° south: what each stage differs by; year (worst month).",
    rows: "Light that rows at a ground cover of 0.4 take: here, by rays (fixtures/peers/rows.py), and in PVWatts 8.",
  };
  return [
    ...[note, table, stages, words.systems],
    tableOf(["place", "fixed", "in rows", "tracker", "tracker in rows", "bifacial", "two planes"], systems),
    words.ladder,
    tableOf(
      ["place", "plane", "cover", "module, cells, air mass", "DC losses", "inverter", "year", "behind their cover"],
      ladder,
    ),
    words.rows,
    tableOf(["place", "fixed, here", "rays", "PVWatts", "tracker, here", "rays", "PVWatts"], inRows),
  ].join("\n\n");
}
