// Pythons with the packages that judges need, kept for the next time.
//   node scripts/lib/python.mjs    makes those that are not there yet, side by side: most of the time they wait for what is fetched
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Versions of Home Assistant, and the Python that each runs on. `hacs.json` promises the first. */
export const HOME_ASSISTANT = { 2025.1: "3.12", 2025.4: "3.13" };

/**
 * The environments by name. `files`: of requirements, in the repository; `wanted`: a version of Python, else the first one is taken; `isWhole`:
 * the file has all that is needed: nothing is looked for besides, which takes pip minutes for a long list.
 *
 * @type {{ [name: string]: { files: string[], wanted?: string, isWhole?: boolean } }}
 */
const ENVIRONMENTS = {
  // One for most judges, as NumPy and pandas are large and their versions agree.
  judges: {
    files: ["python/tests", "server/test/pvlib", "scripts/doors", "scripts/weather"].map(
      (at) => `${at}/requirements.txt`,
    ),
  },
  contract: { files: ["server/test/schemathesis/requirements.txt"] },
  ...Object.fromEntries(
    Object.entries(HOME_ASSISTANT).map(([version, wanted]) => [
      `Home Assistant ${version}`,
      { files: [`home-assistant/tests/requirements-${version}.txt`], wanted, isWhole: true },
    ]),
  ),
};

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
 * A virtual environment. It is kept below the user's cache under the hash of its files of requirements and of Python's version; where that
 * cannot be written, it is a folder that is removed at the end of the process.
 *
 * @param {string} [name]
 * @returns {Promise<string>} path of its `python`
 * @throws {Error} when it cannot be made
 */
export async function pythonFor(name = "judges") {
  const { files, wanted, isWhole = false } = ENVIRONMENTS[name];
  const program = wanted === undefined ? "python3" : pythonOf(wanted);
  if (program === undefined) throw new Error(`there is no Python ${wanted}`);
  const requirements = files.map((file) => join(root, file));
  const hashed = [version(program), ...requirements.map((file) => readFileSync(file, "utf8"))].join();
  const hash = createHash("sha256").update(hashed).digest("hex").slice(0, 16);
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
    ...requirements.flatMap((file) => ["-r", file]),
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

// One that cannot be made is not looked for here: the judge that needs it says why.
if (process.argv[1] === fileURLToPath(import.meta.url))
  await Promise.allSettled(Object.keys(ENVIRONMENTS).map((name) => pythonFor(name)));
