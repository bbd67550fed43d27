// Horizon lines of elevation files against brute force: for valley, slope and ridge points that it finds in the files,
// or the points given. Prints a Markdown table; exit code 1 outside the bounds.
//   node research/validate-terrain.mjs [--dist FOLDER] [--python PYTHON] [--range METRES] [--at LAT,LON]… FILE…
// FILE… are one surface. PYTHON has fixtures/terrain/requirements.txt installed (python3 if not given).
import { execFileSync } from "node:child_process";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: "string", default: new URL("../dist", import.meta.url).pathname },
    python: { type: "string", default: "python3" },
    range: { type: "string", default: "50000" },
    at: { type: "string", multiple: true, default: [] },
  },
});
if (files.length === 0) throw new Error("validate-terrain: name one or more elevation files");
const { openTerrain } = await import(pathToFileURL(resolve(values.dist, "data/terrain/index.js")).href);
const script = new URL("../fixtures/terrain/brute_force.py", import.meta.url).pathname;
const range = Number(values.range);
/** Mean and 95th percentile (deg). */
const BOUNDS = { valley: [0.3, 0.8], ridge: [0.3, 0.8], given: [0.3, 0.8], slope: [0.5, 2] };

function python(...args) {
  return JSON.parse(execFileSync(values.python, [script, ...args], { encoding: "utf8", maxBuffer: 1e8 }));
}

const places =
  values.at.length > 0
    ? values.at.map((text) => ({ kind: "given", at: text.split(",").map(Number) }))
    : python("--pick", ...files).map(([kind, lat, lon]) => ({ kind, at: [lat, lon] }));
const { points } = python(
  "--range",
  String(range),
  ...places.flatMap(({ at }) => ["--at", ...at.map(String)]),
  ...files,
);

const terrain = await openTerrain(files);
let failed = false;
console.log("| file | place | point | altitude m | horizon mean / max | mean error | p95 | max | shift |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const [k, { latitude, longitude, altitude, horizon }] of points.entries()) {
  const { kind } = places[k];
  const { profile } = await terrain.horizon(latitude, longitude, { range });
  const off = Array.from(profile, (e, i) => Math.abs(e - horizon[i])).sort((a, b) => a - b);
  const mean = off.reduce((a, b) => a + b) / 360;
  const turned = (turn) => horizon.reduce((sum, e, i) => sum + Math.abs(profile[(i + turn + 360) % 360] - e), 0);
  const shift = [-3, -2, -1, 0, 1, 2, 3].reduce((best, turn) => (turned(turn) < turned(best) ? turn : best), 0);
  const [mostMean, mostP95] = BOUNDS[kind];
  const height = await terrain.altitude(latitude, longitude);
  failed ||= !(mean <= mostMean && off[341] <= mostP95 && shift === 0 && Math.abs(height - altitude) < 0.01);
  const name = files.length > 1 ? `${basename(files[0])} and ${files.length - 1} more` : basename(files[0]);
  console.log(
    `| ${name} | ${kind} | ${latitude.toFixed(4)}, ${longitude.toFixed(4)} | ${height.toFixed(1)} | ` +
      `${(horizon.reduce((a, b) => a + b) / 360).toFixed(1)}° / ${Math.max(...horizon).toFixed(1)}° | ` +
      `${mean.toFixed(3)}° | ${off[341].toFixed(3)}° | ${off[359].toFixed(3)}° | ${shift}° |`,
  );
}
await terrain.close();
process.exitCode = failed ? 1 : 0;
