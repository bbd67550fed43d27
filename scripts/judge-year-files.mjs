// Lets pvlib read the files that the command line writes of generated and typical years: EPW, SAM CSV and TMY3.
//   npm run build && node scripts/judge-year-files.mjs [--venv FOLDER]
// Ten generated years are the record that typical years are chosen from. The numbers must be those of the JSON that the same
// command writes, to the digits of the format, at the times that the format gives them (judges/year_files.py).
// Needs python3; pvlib goes into FOLDER, where it stays, or into one that is removed at the end.
// Closes with `N passed, N failed`. Exit: 0 all passed, 1 not, 77 there is no Python or no pvlib to be had.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runProgram } from "../dist/cli/program.js";
import { pythonWith } from "./judges/python.mjs";

const { values: settings } = parseArgs({ options: { venv: { type: "string" } } });
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here("../package.json"), "utf8"));
const python = pythonWith(here("../server/test/pvlib/requirements.txt"), settings.venv);
const folder = mkdtempSync(join(tmpdir(), "irradiance-years-"));

const FORMATS = ["epw", "sam", "tmy3"];
const CITY = ["--lat", "47.4", "--lon", "8.5", "--altitude", "440"];
/** South of the equator, on the half hour, in steps that EPW and TMY3 have means of. */
const HALF_HOUR = ["--lat", "-34.9", "--lon", "138.6", "--altitude", "50", "--frequency", "15_minutes"];
/** The same for SAM CSV: its half minutes and half hours, which SAM reads, pvlib does not. */
const WHOLE_HOUR = ["--lat", "-31.9", "--lon", "115.9", "--altitude", "30"];

try {
  const cases = [];
  for (const format of FORMATS) {
    cases.push(await made("generate", CITY, format));
    cases.push(await made("generate", [...(format === "sam" ? WHOLE_HOUR : HALF_HOUR), "--random-seed", "9"], format));
    cases.push(await made("generate", [...CITY, "--future-scenario", "ssp3_70", "--future-year", "2048"], format));
  }
  const years = await measuredYears();
  for (const format of FORMATS) cases.push(await made("typical-year", ["--weather", ...years], format));
  const file = join(folder, "cases.json");
  writeFileSync(file, JSON.stringify(cases));
  const { stdout, status } = spawnSync(python, [here("judges/year_files.py"), file], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  console.log(stdout.trimEnd());
  process.exitCode = status === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Ten generated years, which pass for measured without the line that says what they are. */
async function measuredYears() {
  const years = Array.from({ length: 10 }, (_, k) => join(folder, `${2001 + k}.csv`));
  for (const [k, out] of years.entries()) {
    await irradiance("generate", [...CITY, "--random-seed", String(k), "--year", String(2001 + k), "--out", out]);
    const text = readFileSync(out, "utf8");
    writeFileSync(out, text.replace(/^# typical_year: true\n/m, ""));
  }
  return years;
}

/** A file, what is in it as JSON, and the words that it must have. */
async function made(command, options, format) {
  const name = `${command} ${options.filter((option) => !option.startsWith(folder)).join(" ")}, ${format}`;
  const file = join(folder, `${name.replaceAll(/\W+/g, "-")}.${format}`);
  await irradiance(command, [...options, "--format", format, "--out", file]);
  await irradiance(command, [...options, "--format", "json", "--out", `${file}.json`]);
  const words =
    command === "generate" ? ["Synthetic: a plausible year", "seed "] : ["not the history of any year", "tmy3"];
  return { name, format, file, json: `${file}.json`, words: [...words, `irradiance-engine ${version}`] };
}

/** A command line, in this process: 34 of their own would spend most of their time on starting. What is wrong is said to standard error. */
async function irradiance(command, options) {
  process.exitCode = 0;
  await runProgram([command, ...options, "--quiet"]);
  if (process.exitCode !== 0) throw new Error(`irradiance ${command} ${options.join(" ")}: exit ${process.exitCode}`);
}
