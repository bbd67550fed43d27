// The package of Python: made as the workflow makes it, then installed into empty environments as strangers do it.
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ran } from "./npm.mjs";

const home = fileURLToPath(new URL("../../python", import.meta.url));
const build = fileURLToPath(new URL("../python/build.mjs", import.meta.url));
/** Versions that pyproject.toml promises. */
const VERSIONS = ["3.10", "3.11", "3.12", "3.13"];
/** A first yield: weather made here, the engine started. */
const FIRST_YIELD = `
import time; began = time.perf_counter()
import pandas as pd, irradiance_engine as ie
times = pd.date_range("2024-01-01", "2025-01-01", freq="1h", inclusive="left", tz="Etc/GMT-1")
weather = pd.DataFrame({"ghi": [max(0, 12 - abs(t.hour - 12)) * 40.0 - 240 if 6 < t.hour < 18 else 0.0 for t in times], "temp_air": 12.0}, index=times)
found = ie.yield_of(weather, {"planes": [{"surface_tilt": 30, "surface_azimuth": 180, "kwp": 8}]}, latitude=47.4, longitude=8.5, altitude=440)
print(ie.__version__, repr(float(found.months.energy.sum())), round(time.perf_counter() - began, 1))
`;

/** By version: a program that runs, on the path or among pyenv's. */
function pythons() {
  const installed = join(process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"), "versions");
  return VERSIONS.map((version) => {
    const kept = listed(installed).filter((name) => name.startsWith(`${version}.`));
    const candidates = [`python${version}`, ...kept.map((name) => join(installed, name, "bin", "python"))];
    return {
      version,
      program: candidates.find((program) => spawnSync(program, ["-c", "import venv, ensurepip"]).status === 0),
    };
  });
}

function listed(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The wheel and the source distribution, in a folder that pip takes for an index of its own beside the usual one. */
export async function distributions({ report, python, folder }) {
  const dist = join(folder, "dist");
  const data = await ran(["node", build], { cwd: home });
  const made = data.status === 0 ? await ran([python, "-m", "hatchling", "build", "-d", dist], { cwd: home }) : data;
  const kinds = listed(dist).map((name) => name.replace(/^irradiance_engine-\d+\.\d+\.\d+/, ""));
  report.check(
    "a wheel and a source distribution",
    String(kinds.sort()) === "-py3-none-any.whl,.tar.gz",
    kinds,
    made.stderr.slice(-600),
  );
  return dist;
}

/** @param {any} stand */
export async function pip(stand) {
  const { report, folder, every } = stand;
  const dist = await distributions(stand);
  writeFileSync(join(folder, "first.py"), FIRST_YIELD);
  const links = [process.env.PIP_FIND_LINKS, dist].filter(Boolean).join(" ");
  const found = pythons();
  const there = found.filter(({ program }) => program !== undefined);
  for (const { version } of found.filter(({ program }) => program === undefined))
    report.skip(`Python ${version}`, "is not installed");
  const yields = new Set();
  // One is enough for every change; a release asks for all.
  for (const { version, program } of every ? there : there.slice(-1)) {
    const own = join(folder, `venv-${version}`);
    await ran([program, "-m", "venv", own], { cwd: folder });
    const python = join(own, "bin", "python");
    const env = { PIP_FIND_LINKS: links, ...(every && { PIP_NO_CACHE_DIR: "1" }) };
    const installed = await ran(
      [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "irradiance-engine"],
      { cwd: folder, env },
    );
    const shown = installed.status === 0 ? await ran([python, "first.py"], { cwd: folder }) : installed;
    const [given, energy, seconds] = shown.stdout.trim().split(" ");
    yields.add(energy);
    const name = `Python ${version}: pip install irradiance-engine, and a yield`;
    const whole = (installed.seconds + shown.seconds).toFixed(1);
    report.check(
      name,
      shown.status === 0 && Number(energy) > 0,
      shown.status === 0
        ? `${given}: ${energy} kWh; ${whole} s, of which ${seconds} s for the yield`
        : shown.stderr.slice(-1500),
    );
  }
  report.check("the same energy in each", yields.size === 1 && Number([...yields][0]) > 0, [...yields]);
  if (every) await uv({ report, folder, dist });
}

/** Its own Python and its own index. */
async function uv({ report, folder, dist }) {
  const own = join(folder, "uv");
  await ran(["python3", "-m", "venv", own], { cwd: folder });
  const got = await ran([join(own, "bin/python"), "-m", "pip", "install", "--quiet", "uv"], { cwd: folder });
  const words = [
    "run",
    "--no-project",
    "--no-cache",
    "--find-links",
    dist,
    "--with",
    "irradiance-engine",
    "python",
    "first.py",
  ];
  const shown = got.status === 0 ? await ran([join(own, "bin/uv"), ...words], { cwd: folder }) : got;
  report.check(
    "uv run --with irradiance-engine",
    shown.status === 0,
    shown.status === 0 ? `${shown.seconds.toFixed(1)} s` : shown.stderr.slice(-1500),
  );
}
