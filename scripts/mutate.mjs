// Changes the code in small ways and asks the tests: a mutant that no test kills is either the same program, or a test is
// missing (docs/mutation.md). Not part of `npm test`: all folders take hours.
//
//   npm run mutate                                        all of src/engine, src/weather and src/bulk/files
//   npm run mutate -- src/engine/snow-loss.ts src/weather      files and folders
//   npm run mutate -- src/engine --sample 6 --seed 1      six files of them, drawn by a seed
//   npm run mutate -- src/engine --fresh                  without what the last run found out
//
// The report with every mutant in its place is .stryker-tmp/report.html.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomNumbers } from "./averages/random.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const FOLDERS = ["src/engine", "src/weather", "src/bulk/files"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    concurrency: { type: "string" },
    fresh: { type: "boolean", default: false },
  },
});

/** The source files of a folder, or the file itself. */
function filesOf(path) {
  const place = join(root, path);
  if (!existsSync(place)) throw new RangeError(`there is no ${path}`);
  if (statSync(place).isFile()) return [path];
  const names = readdirSync(place, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".generated.ts"),
  );
  return names.map((name) => `${path}/${name.split(sep).join("/")}`).sort();
}

/** `count` of the files, drawn by a seed; in their own order. */
function drawn(files, count, seed) {
  const random = randomNumbers(seed);
  const order = files.map((file) => ({ file, place: random() })).sort((a, b) => a.place - b.place);
  const chosen = new Set(order.slice(0, count).map(({ file }) => file));
  return files.filter((file) => chosen.has(file));
}

const all = (positionals.length > 0 ? positionals : FOLDERS).flatMap(filesOf);
const files = values.sample === undefined ? all : drawn(all, Number(values.sample), Number(values.seed));
console.log(`${files.length} of ${all.length} files:\n  ${files.join("\n  ")}`);
if (values.fresh) rmSync(join(root, ".stryker-tmp"), { recursive: true, force: true });

const stryker = join(
  dirname(createRequire(import.meta.url).resolve("@stryker-mutator/core/package.json")),
  "bin/stryker.js",
);
const { status } = spawnSync(
  process.execPath,
  [
    ...[stryker, "run", "--mutate", files.join(",")],
    ...(values.concurrency ? ["--concurrency", values.concurrency] : []),
  ],
  // Nothing that a mutant's test needs is built.
  { cwd: root, stdio: "inherit", env: { ...process.env, VITEST_NO_BUILD: "1" } },
);
process.exitCode = status ?? 1;
