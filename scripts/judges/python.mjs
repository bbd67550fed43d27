// A Python with the packages that a judge needs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Exit status of a judge that could not judge, as test runners know it from automake. */
export const SKIPPED = 77;

/**
 * Makes a virtual environment with the packages of a requirements file.
 *
 * @param {string} requirements path of the file
 * @param {string} [folder] where it is kept for the next time; without it, it is removed at the end of the process
 * @returns {string} path of its `python`
 */
export function pythonWith(requirements, folder = scratch()) {
  const python = join(folder, "bin", "python");
  // What is never imported needs not be compiled, which takes longer than to install it.
  const install = ["install", "--quiet", "--disable-pip-version-check", "--no-compile", "-r", requirements];
  // A pip of its own takes 3 s of processor time; the one of the first Python can do it (from 22.3 on), where there is one.
  if (existsSync(python) || succeeds("python3", ["-m", "venv", "--without-pip", folder])) {
    if (succeeds("python3", ["-m", "pip", "--python", python, ...install])) return python;
  }
  must("python3", ["-m", "venv", folder]);
  must(python, ["-m", "pip", ...install]);
  return python;
}

/** Without a word of its own: the other way says what is wrong. */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-judge-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Ends the process, loudly, as a judge that did not judge is not one that found nothing. */
function must(command, args) {
  const { error, status } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status === 0) return;
  console.error(`SKIPPED: ${command} ${args.join(" ")}: ${error?.message ?? `exit status ${status}`}`);
  process.exit(SKIPPED);
}
