// What judges have in common: options, parts that run in turn or side by side, what must be installed for them, one line for each check,
// and `N passed, N failed[, N skipped]` at the end.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { nginxProgram } from "../services/nginx.mjs";
import { postgresPrograms, startPostgres } from "../services/postgres.mjs";
import { hasRedis } from "../services/redis.mjs";
import { endProcesses } from "./process.mjs";
import { hasPython, pythonFor } from "./python.mjs";
import { seeded } from "./random.mjs";

/** Exit status of a judge that could not judge, as test runners know it from automake. */
export const SKIPPED = 77;
/** What a part may need: whether it is there, and the variable that makes it a failure when it is not. */
const NEEDS = {
  nginx: { isThere: () => nginxProgram() !== undefined, variable: "REQUIRE_NGINX" },
  PostgreSQL: { isThere: () => postgresPrograms() !== undefined, variable: "REQUIRE_POSTGRES" },
  Redis: { isThere: hasRedis, variable: "REQUIRE_REDIS" },
  Python: { isThere: hasPython, variable: "REQUIRE_PYTHON" },
  buildah: { isThere: hasBuildah, variable: "REQUIRE_BUILDAH" },
};
/** Characters of what was found: of a check that holds, and of one fact of a check that does not. */
const [SHOWN, SHOWN_OF_FAILED] = [300, 4000];

/**
 * @typedef {(stand: any) => Promise<void>} Run takes the report, random numbers, a folder of the part's own, the numbers and texts of the
 *   command line, what `open` gave, `postgres` and `python`
 * @typedef {{ run: Run, needs?: (keyof typeof NEEDS)[], isAlone?: boolean }} Part `isAlone`: it measures times, and runs when the others have ended
 */

/**
 * Judges the chosen parts (`--only NAME,…` or `--but NAME,…`) and ends the process: with 0 when all passed, with 1 when something failed, with
 * 77 when nothing could be judged. A part whose needs are not installed is skipped; it fails if REQUIRE_NGINX, REQUIRE_POSTGRES and so
 * on is set.
 *
 * @param {{ [name: string]: Run | Part }} parts by name, in their order
 * @param {object} [options]
 * @param {{ [name: string]: number | string }} [options.settings] options of the command line and their defaults
 * @param {number} [options.atOnce] parts that run side by side
 * @param {(stand: any) => Promise<any>} [options.open] makes what parts share; its `close()` is called at the end
 */
export async function runJudge(parts, { settings = {}, atOnce = 1, open = async () => ({}) } = {}) {
  const { values, waiting } = chosen(Object.keys(parts), { seed: 1, ...settings });
  const report = createReport();
  const home = mkdtempSync(join(tmpdir(), "judge-"));
  let shared;
  try {
    shared = await open({ ...values, report, folder: home });
    const isAlone = (name) => "isAlone" in parts[name];
    const beside = waiting.filter((name) => !isAlone(name));
    await Promise.all(Array.from({ length: Math.min(atOnce, beside.length) }, () => lane(beside)));
    await lane(waiting.filter(isAlone));
  } catch (thrown) {
    report.failed("the judge", thrown);
  }
  await shared?.close?.();
  await endProcesses();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  const { passed, failed, skipped } = report.counts;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exit(failed > 0 ? 1 : passed > 0 ? 0 : SKIPPED);

  /** One part after the other, as long as there are any. They share a PostgreSQL server. */
  async function lane(names) {
    let postgres;
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const part = parts[name];
      const { run, needs = [] } = typeof part === "function" ? { run: part } : part;
      const missing = needs.find((need) => !NEEDS[need].isThere());
      if (missing !== undefined) {
        report.missing(name, missing);
        continue;
      }
      const folder = join(home, name);
      mkdirSync(folder);
      try {
        if (needs.includes("PostgreSQL")) postgres ??= await startPostgres();
        const python = needs.includes("Python") ? await pythonFor() : undefined;
        const random = seeded(Number(values.seed));
        await run({ ...values, ...shared, report, random, folder, postgres, python });
      } catch (thrown) {
        report.failed(name, thrown);
      }
      // What a part left behind must not disturb the next one; others' processes go on.
      if (atOnce === 1) await endProcesses();
    }
    await postgres?.end();
  }
}

/** It builds without a daemon, but what it builds is run by mounts, which are root's. */
function hasBuildah() {
  return process.getuid?.() === 0 && spawnSync("buildah", ["--version"]).status === 0;
}

/** What the command line says, numbers as numbers, and the parts that it chooses. */
function chosen(names, settings) {
  const defaults = { ...settings, only: "", but: "" };
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: /** @type {const} */ ("string") }]),
  );
  const { values: given } = parseArgs({ options });
  const values = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(given[name] ?? value) : (given[name] ?? value),
    ]),
  );
  return { values, waiting: chosenParts(names, given) };
}

/**
 * @param {readonly string[]} names of all parts, in their order
 * @param {{ only?: string, but?: string }} settings at most one of them, names with commas between them
 * @throws {RangeError} that says what there is
 */
export function chosenParts(names, { only, but }) {
  if (only !== undefined && but !== undefined) throw new RangeError("--only and --but: take one of them");
  const given = (only ?? but ?? "").split(",").filter((name) => name !== "");
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new RangeError(`there is no part ${unknown.join(", ")}: --only and --but take ${names.join(", ")}`);
  return only === undefined ? names.filter((name) => !given.includes(name)) : given;
}

/** One line for each check, and their counts. */
export function createReport() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const line = (word, name, detail) => console.log(`${word} ${name}${detail ? `: ${detail}` : ""}`);
  return {
    counts,
    /** @param {unknown[]} facts what was found: texts as they are, all else as JSON */
    check(name, holds, ...facts) {
      counts[holds ? "passed" : "failed"]++;
      const texts = facts.map((fact) =>
        (typeof fact === "string" ? fact : (JSON.stringify(fact) ?? "")).slice(0, SHOWN_OF_FAILED),
      );
      line(holds ? "pass" : "FAIL", name, holds ? texts.join("; ").slice(0, SHOWN) : texts.join("; "));
    },
    /** Two lists of rows: the first row that differs is told. */
    same(name, found, expected) {
      const k = expected.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(found[i]));
      const holds = expected.length > 0 && found.length === expected.length && k < 0;
      this.check(name, holds, ...(holds ? [] : [`${found.length} rows for ${expected.length}`, found[k], expected[k]]));
    },
    /** Stops a server. */
    async ends(name, server, signal = "SIGTERM") {
      const { code } = await server.stop(signal);
      this.check(`${name}: ends as it should`, code === 0, `exit ${code}`);
    },
    /** Counts of checks that a program of others' making has shown itself. */
    add(name, { passed, failed }) {
      counts.passed += passed;
      counts.failed += failed;
      line(failed === 0 && passed > 0 ? "pass" : "FAIL", name, `${passed} of ${passed + failed} passed`);
    },
    skip(name, reason) {
      counts.skipped++;
      line("SKIP", name, reason);
    },
    missing(name, need) {
      if (process.env[NEEDS[need].variable]) this.failed(name, `${need} is not installed, but it is required here`);
      else this.skip(name, `${need} is not installed`);
    },
    failed(name, thrown) {
      counts.failed++;
      line("FAIL", name, thrown?.stack ?? String(thrown));
    },
  };
}
