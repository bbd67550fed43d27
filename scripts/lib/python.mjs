// A Python with the packages that a judge needs, kept for the next time.
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

export function hasPython() {
  return version("python3") !== undefined;
}

/**
 * The program of a version such as 3.13, on the path or among pyenv's, whichever of them are switched on.
 *
 * @param {string} wanted
 */
export function pythonOf(wanted) {
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"), "versions");
  const kept = existsSync(versions) ? readdirSync(versions).filter((name) => name.startsWith(`${wanted}.`)) : [];
  const name = `python${wanted}`;
  const programs = [name, ...kept.map((folder) => join(versions, folder, "bin", name))];
  return programs.find((program) => version(program) !== undefined);
}

/**
 * A virtual environment with the packages of a requirements file. It is kept below the user's cache under the hash of the file and of
 * Python's version; where that cannot be written, it is a folder that is removed at the end of the process.
 *
 * @param {string} requirements path of the file
 * @param {object} [options]
 * @param {string} [options.program] the Python that it is made with
 * @param {boolean} [options.isWhole] the file has all that is needed: nothing is looked for besides, which takes pip minutes for a long list
 * @returns {Promise<string>} path of its `python`
 * @throws {Error} when it cannot be made
 */
export async function pythonWith(requirements, { program = "python3", isWhole = false } = {}) {
  const hash = createHash("sha256")
    .update(readFileSync(requirements))
    .update(version(program) ?? "")
    .digest("hex")
    .slice(0, 16);
  const kept = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "irradiance-judges", hash);
  const found = join(kept, "bin", "python");
  if (existsSync(found)) return found;
  const folder = newFolder(kept);
  const python = join(folder, "bin", "python");
  // What is never imported needs not be compiled, which takes longer than to install it.
  const install = [
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "--no-compile",
    ...(isWhole ? ["--no-deps"] : []),
    "-r",
    requirements,
  ];
  // A pip of its own takes 3 s of processor time; the one of the first Python can do it (from 22.3 on), where there is one.
  try {
    await execute(program, ["-m", "venv", "--without-pip", folder]);
    await execute("python3", ["-m", "pip", "--python", python, ...install]);
  } catch {
    // The other way says what is wrong.
    await execute(program, ["-m", "venv", folder]);
    await execute(python, ["-m", "pip", ...install]);
  }
  keep(folder, kept);
  return python;
}

/** The programs of a folder know it by its name: what is kept is a link, made when all is there. */
function keep(folder, kept) {
  if (dirname(folder) !== dirname(kept)) return;
  rmSync(kept, { force: true });
  try {
    symlinkSync(basename(folder), kept);
  } catch (thrown) {
    // Another judge was faster.
    if (thrown.code !== "EEXIST") throw thrown;
  }
}

function newFolder(kept) {
  try {
    mkdirSync(dirname(kept), { recursive: true });
    return mkdtempSync(`${kept}-`);
  } catch {
    const folder = mkdtempSync(join(tmpdir(), "irradiance-judge-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}

function version(program) {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
