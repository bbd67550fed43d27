// `npm run hash:engines`: the same bits in JavaScript engines that are not V8. The years of hash-year.mjs and the climate
// years of hash-climate-years.mjs (the world climatology is packed, and a shell unpacks nothing), bundled into one module that
// needs neither Node nor a browser, are computed in JavaScriptCore's shell (jsc) and in SpiderMonkey's (gjs), and
// every hash must be that of the Node which runs this. The variables JSC and GJS say where a shell is that is not on the path.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { loadSample } from "../dist/weather/sample.js";
import { climateYearHashes } from "./hash-climate-years.mjs";
import { yearHashes } from "./hash-year.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
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

/**
 * The program of the shells, hash-shell.mjs, as one module.
 *
 * @param {string} outfile
 */
async function bundle(outfile) {
  const sample = await loadSample();
  const columns = Object.entries(sample.columns).map(([name, values]) => [name, Array.from(values)]);
  const define = { SAMPLE: JSON.stringify({ ...sample, columns: Object.fromEntries(columns) }) };
  await build({
    entryPoints: [join(FOLDER, "hash-shell.mjs")],
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

function show(engine, hashes) {
  console.log(`${engine.padEnd(32)} ${hashes.all}, climate years ${hashes.years}`);
}

/** @type {Record<string, string>} */
const expected = { ...(await yearHashes()), ...climateYearHashes() };
show(`V8 (Node ${process.version})`, expected);
const folder = mkdtempSync(join(tmpdir(), "engines-"));
let bad = 0;
try {
  const program = join(folder, "hash-year.mjs");
  await bundle(program);
  for (const shell of SHELLS) {
    const found = run(shell, program);
    if (found === null) {
      bad++;
      console.error(
        `${shell.engine} WAS NOT TESTED: there is no ${shell.command}. Debian's package is ${shell.install}`,
      );
      continue;
    }
    show(`${shell.engine} (${versionOf(shell)})`, found);
    for (const [what, hash] of Object.entries(expected)) {
      if (found[what] === hash) continue;
      bad++;
      console.error(`${shell.engine}: ${what} has ${found[what]}, V8 has ${hash}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
if (bad > 0) process.exit(1);
console.log(`the same bits in all ${SHELLS.length + 1}`);
