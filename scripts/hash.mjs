// The same bits elsewhere (npm run build first): every hash of scripts/hash/hashes.mjs must be that of the Node which runs this.
//
//   node scripts/hash.mjs nodes [VERSION…]   in other versions of Node (22 and 24 unless said), which npm puts into a temporary folder
//   node scripts/hash.mjs engines            in JavaScriptCore's shell (jsc) and SpiderMonkey's (gjs), as one module that needs neither
//                                            Node nor a browser. The variables JSC and GJS name a shell that is not on the path
//   node scripts/hash.mjs own                prints the hashes of this Node as JSON
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { loadSample } from "../dist/data/weather/sample.js";
import { climateHashes, climateYearHashes, sampleHashes } from "./hash/hashes.mjs";

const COMMANDS = { nodes, engines, own };
const SELF = fileURLToPath(import.meta.url);
const SHELL = fileURLToPath(new URL("hash/shell.mjs", import.meta.url));
/** At most this long (ms) for a shell. */
const TIMEOUT = 300_000;

const SHELLS = [
  {
    engine: "JavaScriptCore",
    command: process.env.JSC ?? "jsc",
    library: "libjavascriptcoregtk-*",
    install: "libjavascriptcoregtk-bin (libjavascriptcoregtk-4.0-bin in Debian 12)",
  },
  { engine: "SpiderMonkey", command: process.env.GJS ?? "gjs", library: "libmozjs-*", install: "gjs" },
];

const [command = "", ...rest] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, command)) throw new RangeError(`say what: ${Object.keys(COMMANDS).join(", ")}`);
const folder = mkdtempSync(join(tmpdir(), "hash-"));
try {
  process.exitCode = (await COMMANDS[command](rest)) > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}

async function own() {
  console.log(JSON.stringify({ ...(await sampleHashes()), ...(await climateHashes()) }));
  return 0;
}

/** @returns in how many hashes other versions of Node differ */
async function nodes(versions) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const expected = hashesIn(process.execPath);
  show(`Node ${process.version}`, expected);
  let wrong = 0;
  for (const version of versions.length > 0 ? versions : ["22", "24"]) {
    const target = join(folder, version);
    const options = ["--prefix", target, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", ...options, `${name}@${version}`], { stdio: ["ignore", "ignore", "inherit"] });
    const node = join(target, "node_modules", name, "bin", "node");
    const engine = `Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`;
    const found = hashesIn(node);
    show(engine, found);
    wrong += differences(engine, expected, found);
  }
  if (wrong === 0) console.log("the same bits in all of them");
  return wrong;
}

function hashesIn(node) {
  return JSON.parse(execFileSync(node, [SELF, "own"], { encoding: "utf8" }));
}

/** @returns in how many hashes other engines differ, and how many engines were not there */
async function engines() {
  /** @type {Record<string, string>} */
  const expected = { ...(await sampleHashes()), ...climateYearHashes() };
  show(`V8 (Node ${process.version})`, expected);
  const program = join(folder, "program.mjs");
  await bundle(program);
  let wrong = 0;
  for (const shell of SHELLS) {
    const found = run(shell, program);
    if (found === null) {
      wrong++;
      console.error(
        `${shell.engine} WAS NOT TESTED: there is no ${shell.command}. Debian's package is ${shell.install}`,
      );
      continue;
    }
    const engine = `${shell.engine} (${versionOf(shell)})`;
    show(engine, found);
    wrong += differences(engine, expected, found);
  }
  if (wrong === 0) console.log(`the same bits in all ${SHELLS.length + 1}`);
  return wrong;
}

/**
 * The program of the shells as one module.
 *
 * @param {string} outfile
 */
async function bundle(outfile) {
  const sample = await loadSample();
  const columns = Object.entries(sample.columns).map(([name, values]) => [name, Array.from(values)]);
  const define = { SAMPLE: JSON.stringify({ ...sample, columns: Object.fromEntries(columns) }) };
  await build({
    entryPoints: [SHELL],
    // Asked for by nobody there.
    external: ["*/climatology/index.js"],
    outfile,
    define,
    bundle: true,
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
}

/** What the shell printed; null where it is not installed. */
function run({ command }, program) {
  const { stdout, stderr, status, signal, error } = spawnSync(command, ["-m", program], {
    encoding: "utf8",
    timeout: TIMEOUT,
  });
  const code = error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return null;
  const text = stdout?.trim() ?? "";
  if (status === 0 && text.startsWith("{")) return JSON.parse(text);
  throw new Error(`${command} ended with ${code ?? signal ?? status}: ${text || stderr}`);
}

/** The version of the engine, as Debian's package manager knows it: the shells do not tell. */
function versionOf({ library }) {
  const { stdout } = spawnSync("dpkg-query", ["-W", library], { encoding: "utf8" });
  return /^\S+\t([\d.]+)/m.exec(stdout ?? "")?.[1] ?? "version unknown";
}

/** @param {string} engine @param {Record<string, string>} hashes */
function show(engine, { all, years, "world climatology": world, "behind a scene": scene }) {
  console.log(`${engine.padEnd(32)} ${all}, scene ${scene}, climate years ${years}${world ? `, world ${world}` : ""}`);
}

/** Says where hashes differ. @returns how many do */
function differences(engine, expected, found) {
  const wrong = Object.entries(expected).filter(([what, hash]) => found[what] !== hash);
  for (const [what, hash] of wrong) console.error(`${engine}: ${what} has ${found[what]}, this Node has ${hash}`);
  return wrong.length;
}
