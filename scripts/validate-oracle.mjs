// The default sub-steps against the same definitions summed over every second (test/oracle): random places with rough hills,
// trackers, snow and all PV systems. Not part of `npm test`, which runs a few places with coarser instants.
//
//   npm run validate:oracle [-- --places 30] [--from 1] [--days 1] [--step 1]
//
// Prints rms and worst deviation of each column in quarters of an hour, and the worst places; exits with 1 where the rms of
// a column is above the limit.
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
    ...{ entryPoints: [join(root, "test/oracle/oracle.ts")], outfile, bundle: true, logLevel: "error" },
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
let failures = 0;
for (const name of new Set(found.map((deviation) => deviation.name))) {
  const column = found.filter((deviation) => deviation.name === name);
  const [worst] = [...column].sort((a, b) => b.worst - a.worst);
  if (!(rms(column) <= LIMIT)) failures++;
  console.log(`| ${name} | ${rms(column).toFixed(3)} | ${worst.worst.toFixed(2)} | ${worst.seed} |`);
}
for (const roughness of [0.5, 1, 2, 5]) {
  const places = found.filter((deviation) => deviation.roughness === roughness);
  const worst = Math.max(...places.map((deviation) => deviation.worst));
  console.log(
    `hills of up to ±${roughness}° a degree: ${new Set(places.map(({ seed }) => seed)).size} places, ` +
      `rms ${rms(places).toFixed(3)}, worst ${worst.toFixed(2)}`,
  );
}
console.log(`\nall columns: rms ${rms(found).toFixed(3)}; ${failures} columns above ${LIMIT}`);
process.exitCode = failures === 0 ? 0 : 1;
