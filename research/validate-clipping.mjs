// What is clipped within the hour (src/answers/yield/clipping): yields of hourly weather beside those of the minutes that it is made of.
//
//   npm run build && node research/validate-clipping.mjs FILE@LAT,LON,ALT…
//
// FILE: measured GHI, DNI and DHI in steps of at most 5 minutes. The truth is the chain on these steps; hours are their means, all three
// components or GHI alone; an hour with a missing step is left out of both. What is compared is the energy lost to the inverter's limit,
// in percent of the energy truly fed in: of the truth, of hours whose means alone are clipped ("steps"), and with what swings within them.
// A second table: how much more hours and quarters yield than these steps where nothing is clipped, in percent, and in which stage.
// The law is Skartveit & Olseth's of 1992; its one number of ours is SWING in src/answers/yield/chain/clipping.ts.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createEngine } from "../dist/node.js";
import { readWeather } from "../dist/data/weather/node.js";
import { yieldOf } from "../dist/answers/yield/index.js";
import { withOwnColumns } from "./lib/own-columns.mjs";

const RATIOS = [1.2, 1.4, 1.6, 1.8];
const LIGHT = ["global_horizontal_irradiance", "direct_normal_irradiance", "diffuse_horizontal_irradiance"];
const HOUR = 3600;
/** Of an inverter that never clips. */
const AMPLE = 0.8;

const engine = await createEngine();
const folder = mkdtempSync(join(tmpdir(), "clipping-"));
console.log(
  "| station | plane | DC/AC | lost, minutes | hours | within the hour | error before | after | GHI alone | ok |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
const unclipped = [];
for (const argument of process.argv.slice(2)) {
  const [file, at] = argument.split("@");
  const [latitude, longitude, altitude] = at.split(",").map(Number);
  const { series } = await readWeather(withOwnColumns(file, folder), { place: { latitude, longitude, altitude } });
  const { minutes, hours, global } = wholeHours(series);
  const context = { ...(await engine.context(latitude, longitude)), altitude, temperature: 15 };
  const energies = (weather, plane, dcAcRatio, clipping) => {
    const place = { latitude, longitude, altitude };
    const { losses } = yieldOf({ ...weather, place }, { planes: [plane], dcAcRatio, clipping }, { context });
    const left = Object.fromEntries(losses.map((stage) => [stage.name, stage.energy]));
    return { fed: left.clipping, lost: left.inverter - left.clipping };
  };
  const stagesOf = (weather, plane) => {
    const place = { latitude, longitude, altitude };
    const { losses } = yieldOf({ ...weather, place }, { planes: [plane], dcAcRatio: AMPLE, clipping: "steps" }, { context });
    return Object.fromEntries(losses.map((stage) => [stage.name, stage.energy]));
  };
  const coarser = { quarters: meansOver(minutes, 900), hours, "hours of GHI": global };
  for (const [name, plane] of Object.entries(planesAt(latitude))) {
    const truth = stagesOf(minutes, plane);
    for (const [steps, weather] of Object.entries(coarser)) {
      const found = stagesOf(weather, plane);
      const percent = (stage, before) => 100 * ((found[stage] / truth[stage] / (before ? found[before] / truth[before] : 1)) - 1);
      const cells = [percent("clipping"), percent("plane"), percent("temperature", "incidence")].map((x) => x.toFixed(2));
      unclipped.push(`| ${basename(file).split(".")[0]} | ${name} | ${steps} | ${cells.join(" | ")} |`);
    }
    for (const ratio of RATIOS) {
      const { fed, lost } = energies(minutes, plane, ratio, "steps");
      const percent = (weather, clipping) => (100 * energies(weather, plane, ratio, clipping).lost) / fed;
      const truth = (100 * lost) / fed;
      const before = percent(hours, "steps");
      const after = percent(hours, "withinHour");
      const alone = percent(global, "withinHour");
      const isGood = Math.abs(after - truth) <= Math.max(0.15, Math.abs(before - truth) / 3);
      const cells = [truth, before, after, before - truth, after - truth, alone - truth].map((x) => x.toFixed(2));
      console.log(
        `| ${basename(file).split(".")[0]} | ${name} | ${ratio} | ${cells.join(" | ")} | ${isGood ? "yes" : "no"} |`,
      );
    }
  }
}
console.log("\n| station | plane | steps | more energy, % | of it light on the plane | cells and low light |\n|---|---|---|---|---|---|");
console.log(unclipped.join("\n"));
rmSync(folder, { recursive: true });
await engine.close();

function planesAt(latitude) {
  const azimuth = latitude < 0 ? 0 : 180;
  return {
    fixed: { surfaceTilt: Math.round(0.8 * Math.abs(latitude)), surfaceAzimuth: azimuth },
    "10°": { surfaceTilt: 10, surfaceAzimuth: azimuth },
    "east 30°": { surfaceTilt: 30, surfaceAzimuth: 90 },
    tracker: { trackingMode: "1_axis" },
  };
}

/** The steps of hours that have all of them, and the hours' means: of all components, and of GHI alone. */
function wholeHours({ start, interval, columns }) {
  const each = HOUR / interval;
  const first = Math.ceil(start / (HOUR * 1000)) * HOUR * 1000;
  const skipped = Math.round((first - start) / (interval * 1000));
  const count = Math.floor((columns[LIGHT[0]].length - skipped) / each);
  const steps = Object.fromEntries(LIGHT.map((name) => [name, columns[name].slice(skipped, skipped + count * each)]));
  const means = Object.fromEntries(LIGHT.map((name) => [name, new Float64Array(count)]));
  for (let hour = 0; hour < count; hour++) {
    const [from, to] = [hour * each, (hour + 1) * each];
    for (const name of LIGHT) means[name][hour] = steps[name].subarray(from, to).reduce((sum, x) => sum + x, 0) / each;
    if (LIGHT.some((name) => Number.isNaN(means[name][hour]))) {
      for (const name of LIGHT) {
        steps[name].fill(Number.NaN, from, to);
        means[name][hour] = Number.NaN;
      }
    }
  }
  return {
    minutes: { start: first, interval, columns: steps },
    hours: { start: first, interval: HOUR, columns: means },
    global: { start: first, interval: HOUR, columns: { [LIGHT[0]]: means[LIGHT[0]] } },
  };
}

/** @param interval seconds */
function meansOver({ start, interval: own, columns }, interval) {
  const per = interval / own;
  const mean = (values) =>
    Float64Array.from({ length: values.length / per }, (_, k) => {
      return values.subarray(k * per, (k + 1) * per).reduce((sum, x) => sum + x, 0) / per;
    });
  return { start, interval, columns: Object.fromEntries(LIGHT.map((name) => [name, mean(columns[name])])) };
}
