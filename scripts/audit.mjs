// Known holes in the packages that users get: what the packages install, and what they leave to whoever needs it, as the drivers
// that are in the server's image.
//
//   npm run audit
//
// Asks the registry of npm for its advisories (npm audit) of severity high and critical. Exit 1: there are some, and a line names each.
// Exit 0: there are none; or the registry gives no audits, cannot be reached, or answers something else: then the last line says that
// NO AUDIT WAS MADE, on GitHub as a warning of the run. Tools of development are left out: nobody who uses the packages has them.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const GRAVE = ["high", "critical"];
const LONGEST = 180_000; // ms

const folder = mkdtempSync(join(tmpdir(), "irradiance-audit-"));
try {
  copyTree(folder);
  process.exitCode = report(audit(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Manifests and lockfile, with the drivers that the server leaves to whoever needs them as if they were installed with it. */
function copyTree(to) {
  const manifests = ["", "archive/", "server/", "mcp/"].map((home) => `${home}package.json`);
  for (const path of ["package-lock.json", ...manifests]) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(ROOT, path), join(to, path));
  }
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(join(to, "package.json"), "utf8"));
  const { peerDependencies } = JSON.parse(readFileSync(join(to, "server/package.json"), "utf8"));
  const drivers = Object.fromEntries(Object.keys(peerDependencies).map((name) => [name, devDependencies[name]]));
  const dependencies = { ...manifest.dependencies, ...drivers };
  writeFileSync(join(to, "package.json"), JSON.stringify({ ...manifest, dependencies }));
}

function audit(cwd) {
  const words = ["audit", "--package-lock-only", "--omit=dev", "--json"];
  const { stdout, stderr, error } = spawnSync("npm", words, {
    cwd,
    encoding: "utf8",
    timeout: LONGEST,
    shell: process.platform === "win32",
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: error?.message ?? (stderr.trim().split("\n")[0] || "npm audit said nothing") };
  }
}

/** One line, whatever a registry wrote: a runner takes commands from lines of their own. */
function say(text) {
  console.log(text.replaceAll(/[^\x20-\x7e]+/g, " "));
}

/** @returns the exit status */
function report({ metadata, vulnerabilities, message, error }) {
  if (typeof metadata?.vulnerabilities?.total !== "number" || typeof vulnerabilities !== "object") {
    const line = `NO AUDIT WAS MADE: ${message ?? error?.summary ?? "the answer has no figures"}`;
    say(process.env.GITHUB_ACTIONS === "true" ? `::warning title=Audit::${line}` : line);
    return 0;
  }
  const grave = Object.values(vulnerabilities).filter(({ severity }) => GRAVE.includes(severity));
  for (const { name, severity, range, via, fixAvailable } of grave) {
    const reasons = via.map((one) => (typeof one === "string" ? `by ${one}` : `${one.title}, ${one.url}`)).join("; ");
    say(`${severity}: ${name} ${range} (${reasons}); ${fixAvailable ? "a fix is there" : "no fix yet"}`);
  }
  const { total } = metadata.vulnerabilities;
  say(`audit: ${grave.length} high or critical, ${total - grave.length} lesser, in what users install`);
  return grave.length > 0 ? 1 : 0;
}
