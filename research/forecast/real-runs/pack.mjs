// Packs the tables of runs and measurements (README.md names their origin) by column, which makes them half as large:
// node research/forecast/real-runs/pack.mjs FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const VARIABLES = ["ghi", "t2", "rh", "rain"];
const LEADS = 73;
const folder = process.argv[2];
if (folder === undefined) throw new Error("write the folder that has wrf_runs_ba.csv.gz and its companions");

for (const station of ["ba", "ar"]) {
  const measured = linesOf(`measured_${station}.csv.gz`).map((line) => line.split(",").slice(0, 3).join(","));
  write(`measured-${station}.csv.gz`, measured);
  const [header, ...rows] = linesOf(`wrf_runs_${station}.csv.gz`);
  const columns = VARIABLES.map((name) => header.split(",").indexOf(name));
  const runs = new Map();
  for (const row of rows) {
    const cells = row.split(",");
    const run = runs.get(cells[0]) ?? VARIABLES.map(() => new Array(LEADS).fill(""));
    runs.set(cells[0], run);
    columns.forEach((column, v) => {
      run[v][Number(cells[1])] = cells[column];
    });
  }
  const of = (v) => [...runs].map(([run, values]) => [VARIABLES[v], run, ...values[v]].join(","));
  write(
    `runs-${station}.csv.gz`,
    VARIABLES.flatMap((_, v) => of(v)),
  );
}

function linesOf(name) {
  return gunzipSync(readFileSync(join(folder, name)))
    .toString("utf8")
    .trim()
    .split("\n");
}

function write(name, lines) {
  writeFileSync(new URL(name, import.meta.url), gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
}
