// The default sub-steps against the same definitions summed over every second (test/engine/oracle): random places with rough hills,
// trackers, snow and all PV systems. Not part of `npm test`, which runs a few places with coarser instants.
//
//   npm run validate:oracle [-- --places 30] [--from 1] [--days 1] [--step 1]
//
// Prints rms and worst deviation of each column in quarters of an hour, and the worst places; exits with 1 where the rms of
// all is above the limit (research/accuracy.md, "Sub-steps against every second", says where it is, and why).
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    places: { type: "string", default: "30" },
    from: { type: "string", default: "1" },
    days: { type: "string", default: "1" },
    step: { type: "string", default: "1" },
  },
});
const [places, from, days, step] = [values.places, values.from, values.days, values.step].map(Number);
/** W/m² (W/kWp, °C, mm), root mean square over the quarters of an hour with light. */
const LIMIT = 0.3;

/** Node 20 runs no TypeScript: one file of it all, engine and oracle from src/ and test/. */
async function load() {
  const outfile = join(root, "node_modules", ".cache", "oracle", "oracle.mjs");
  mkdirSync(dirname(outfile), { recursive: true });
  await build({
    ...{ entryPoints: [join(root, "test/engine/oracle/oracle.ts")], outfile, bundle: true, logLevel: "error" },
    ...{ platform: "node", format: "esm", target: "node20", external: ["fast-check"] },
  });
  return import(pathToFileURL(outfile).href);
}

const { compare } = await load();
const found = [];
for (let seed = from; seed < from + places; seed++) {
  const deviations = compare(seed, days, step);
  found.push(...deviations);
  const total = rms(deviations);
  const [worst] = [...deviations].sort((a, b) => b.worst - a.worst);
  console.log(
    `place ${seed}: rms ${total.toFixed(3)}, worst ${worst.worst.toFixed(2)} (${worst.name}, ${new Date(worst.when).toISOString().slice(0, 16)}Z)`,
  );
}

function rms(deviations) {
  const count = deviations.reduce((sum, { count: n }) => sum + n, 0);
  return count === 0 ? 0 : Math.sqrt(deviations.reduce((sum, { squares }) => sum + squares, 0) / count);
}

console.log("\n| column | rms | worst | of place |\n|---|---|---|---|");
for (const name of new Set(found.map((deviation) => deviation.name))) {
  const column = found.filter((deviation) => deviation.name === name);
  const [worst] = [...column].sort((a, b) => b.worst - a.worst);
  console.log(`| ${name} | ${rms(column).toFixed(3)} | ${worst.worst.toFixed(2)} | ${worst.seed} |`);
}

/** States are no light, and would flatter the figures. */
const light = found.filter(({ name }) => name !== "temperature" && name !== "snow_depth");

/** A line of places that have something in common. */
function printGroup(name, has) {
  const group = light.filter(has);
  const worst = Math.max(...group.map((deviation) => deviation.worst));
  const places = new Set(group.map(({ seed }) => seed)).size;
  console.log(`| ${name} | ${places} | ${rms(group).toFixed(3)} | ${worst.toFixed(2)} |`);
}

const valuesOf = (key) => [...new Set(found.map((deviation) => deviation[key]))].sort((a, b) => a - b);
const isShaded = ({ name }) => name.endsWith("_with_shading");
console.log("\n| | places | rms | worst |\n|---|---|---|---|");
printGroup("in the open", (deviation) => !isShaded(deviation));
printGroup("behind hills", isShaded);
for (const interval of valuesOf("interval")) {
  printGroup(`weather of ${interval / 60} minutes`, (deviation) => deviation.interval === interval);
}
for (const roughness of valuesOf("roughness")) {
  printGroup(`hills of up to ±${roughness}° a degree`, (deviation) => deviation.roughness === roughness);
}

const total = rms(light);
console.log(`\nall light and power: rms ${total.toFixed(3)}, which should be at most ${LIMIT}`);
process.exitCode = total <= LIMIT ? 0 : 1;
