// pvlib reads the files that the command line writes of generated and typical years: EPW, SAM CSV and TMY3. Ten generated years are the
// record that typical years are chosen from. The numbers must be those of the JSON that the same command writes, to the digits of the
// format, at the times that the format gives them (year_files.py).
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runProgram } from "../../dist/cli/program.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here("../../package.json"), "utf8"));
const FORMATS = ["epw", "sam", "tmy3"];
const CITY = ["--lat", "47.4", "--lon", "8.5", "--altitude", "440"];
const FUTURE = ["--future-scenario", "ssp3_70", "--future-year", "2048"];
/** South of the equator, on the half hour, in steps that EPW and TMY3 have means of. */
const HALF_HOUR = ["--lat", "-34.9", "--lon", "138.6", "--altitude", "50", "--frequency", "15_minutes"];
/** The same for SAM CSV: its half minutes and half hours, which SAM reads, pvlib does not. */
const WHOLE_HOUR = ["--lat", "-31.9", "--lon", "115.9", "--altitude", "30"];

export async function yearFiles({ report, folder, python }) {
  const cases = [];
  for (const format of FORMATS) {
    const other = format === "sam" ? WHOLE_HOUR : HALF_HOUR;
    cases.push(await made(folder, "generate", CITY, format));
    cases.push(await made(folder, "generate", [...other, "--random-seed", "9"], format));
    cases.push(await made(folder, "generate", [...CITY, ...FUTURE], format));
  }
  const years = await measuredYears(folder);
  for (const format of FORMATS) cases.push(await made(folder, "typical-year", ["--weather", ...years], format));
  const file = join(folder, "cases.json");
  writeFileSync(file, JSON.stringify(cases));
  const { stdout } = await promisify(execFile)(python, [here("year_files.py"), file]);
  for (const [name, problems] of JSON.parse(stdout)) report.check(name, problems.length === 0, ...problems);
}

/** Ten generated years, which pass for measured without the line that says what they are. */
async function measuredYears(folder) {
  const years = Array.from({ length: 10 }, (_, k) => join(folder, `${2001 + k}.csv`));
  for (const [k, out] of years.entries()) {
    await irradiance("generate", [...CITY, "--random-seed", String(k), "--year", String(2001 + k), "--out", out]);
    const text = readFileSync(out, "utf8");
    writeFileSync(out, text.replace(/^# typical_year: true\n/m, ""));
  }
  return years;
}

/** A file, what is in it as JSON, and the words that it must have. */
async function made(folder, command, options, format) {
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
