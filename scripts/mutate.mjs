// Changes the code in small ways and asks the tests: a mutant that no test kills is either the same program, or a test is
// missing (research/mutation.md). Not part of `npm test`: all folders take hours.
//
//   npm run mutate                                        all rooms of the table below
//   npm run mutate -- src/engine/values.ts src/data/weather      files and folders
//   npm run mutate -- src/engine --sample 6 --seed 1      six files of them, drawn by a seed
//   npm run mutate -- src/engine --lines 100 --seed 1     a hundred of its lines: what a folder's score is, in an hour
//   npm run mutate -- src/engine --fresh                  without what the last run found out
//
// A run asks the tests of the rooms that its files are in, and keeps its report, with every mutant in its place, in a folder
// that is named after them: .stryker-tmp/src-engine/report.html. Runs of different rooms do not disturb each other.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomNumbers } from "./lib/random.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Rooms, and the tests that compute in their own process, from the sources. A mutant lives in the process of the test; a test that
 * starts a process or a thread from dist/, or walks the sources, would never meet it.
 */
const PHYSICS = [
  "test/physics/{decomposition,pv,snow,tracking}/**/*.test.ts",
  "test/engine/**/*.test.ts",
  "test/data/weather/**/*.test.ts",
  "test/answers/climate/compute.test.ts",
];
const ROOMS = {
  "src/engine": PHYSICS,
  "src/data/weather": PHYSICS,
  "src/answers/bulk/files": ["test/answers/bulk/{aggregate,files-formats,files-resume,identity,journal}.test.ts"],
  "src/answers/climate": ["test/answers/climate/**/*.test.ts"],
  "src/answers/forecast": ["test/answers/forecast/**/*.test.ts"],
  "src/data/series": [
    "test/data/series/**/*.test.ts",
    "test/answers/forecast/**/*.test.ts",
    "test/answers/climate/**/*.test.ts",
    "archive/test/join.test.ts",
  ],
  "src/answers/yield": ["test/answers/yield/**/*.test.ts"],
  "archive/src": ["archive/test/**/*.test.ts"],
  "server/src/http": ["server/test/http/*.test.ts"],
  "server/src/jobs": ["server/test/jobs/*.test.ts", "server/test/http/jobs*.test.ts"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    lines: { type: "string" },
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

/** `count` of the items, drawn by a seed; in their own order. */
function drawn(items, count, seed) {
  const random = randomNumbers(seed);
  const order = items.map((item) => ({ item, place: random() })).sort((a, b) => a.place - b.place);
  const chosen = new Set(order.slice(0, count).map(({ item }) => item));
  return items.filter((item) => chosen.has(item));
}

/** The lines of code of a file, each as a range that Stryker takes. A mutant of several lines is in none of them. */
function linesOf(file) {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  return lines.flatMap((line, i) => (isCode(line) ? [`${file}:${i + 1}-${i + 1}`] : []));
}

function isCode(line) {
  return /\w/.test(line) && !/^\s*(\/\/|\/?\*|import |export \{|export type)/.test(line);
}

const all = (positionals.length > 0 ? positionals : Object.keys(ROOMS)).flatMap(filesOf);
const rooms = Object.keys(ROOMS).filter((room) => all.some((file) => file.startsWith(`${room}/`)));
if (rooms.length === 0)
  throw new RangeError(`none of these files is in a room with tests: ${Object.keys(ROOMS).join(", ")}`);
const folder = `.stryker-tmp/${rooms.map((room) => room.replaceAll("/", "-")).join("+")}`;
const seed = Number(values.seed);
const files = values.sample === undefined ? all : drawn(all, Number(values.sample), seed);
const mutated = values.lines === undefined ? files : drawn(files.flatMap(linesOf), Number(values.lines), seed);
console.log(`${files.length} of ${all.length} files:\n  ${mutated.join("\n  ")}`);
if (values.fresh) rmSync(join(root, folder), { recursive: true, force: true });

const stryker = join(
  dirname(createRequire(import.meta.url).resolve("@stryker-mutator/core/package.json")),
  "bin/stryker.js",
);
const { status } = spawnSync(
  process.execPath,
  [
    ...[stryker, "run", "--mutate", mutated.join(",")],
    ...(values.concurrency ? ["--concurrency", values.concurrency] : []),
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      // A test has the mutants of its own package from the sources; the packages beside it are those of the last build.
      VITEST_NO_BUILD: "1",
      MUTATION_FOLDER: folder,
      MUTATION_TESTS: JSON.stringify([...new Set(rooms.flatMap((room) => ROOMS[room]))]),
    },
  },
);
process.exitCode = status ?? 1;
