// The same bits in other versions of Node: node scripts/hash-nodes.mjs [VERSION…] (npm run build first). Versions that npm
// has as packages (22 and 24 unless said) are put into a temporary folder, each computes the years of hash-year.mjs and the
// climates of hash-climate.mjs, and every hash must be that of the Node which runs this.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SCRIPTS = ["hash-year.mjs", "hash-climate.mjs"].map((name) => fileURLToPath(new URL(name, import.meta.url)));
const versions = process.argv.length > 2 ? process.argv.slice(2) : ["22", "24"];
const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

function hashesIn(node) {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  const parts = SCRIPTS.map((script) => JSON.parse(execFileSync(node, [script], { encoding: "utf8" })));
  return { version, hashes: Object.assign({}, ...parts) };
}

function show({ version, hashes }) {
  console.log(
    `${version.padEnd(10)} ${hashes.all}, climate years ${hashes.years}, world ${hashes["world climatology"]}`,
  );
}

const own = hashesIn(process.execPath);
show(own);
const folder = mkdtempSync(join(tmpdir(), "nodes-"));
let differences = 0;
try {
  for (const version of versions) {
    const target = join(folder, version);
    const options = ["--prefix", target, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", ...options, `${name}@${version}`], { stdio: ["ignore", "ignore", "inherit"] });
    const other = hashesIn(join(target, "node_modules", name, "bin", "node"));
    show(other);
    for (const [what, hash] of Object.entries(own.hashes)) {
      if (other.hashes[what] === hash) continue;
      differences++;
      console.error(`${other.version}: ${what} has ${other.hashes[what]}, ${own.version} has ${hash}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
if (differences > 0) process.exit(1);
console.log(`the same bits in all ${versions.length + 1}`);
