/** What an operator can make of forecasts that were: weights of a place. */

import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type JudgedDays, parseSiteTuning, type SiteTuning, siteTuningText } from "irradiance-engine/forecast";
import { DAY, HOUR } from "irradiance-engine/shared";
import { readSettings, type SettingName, type Settings, variableOf } from "../settings.js";
import { type Call, command, UsageError } from "./command.js";
import { time } from "./output.js";
import { given, parseDegrees, parseNumber, parseTime } from "./values.js";

/** Settings of `serve` that say where weather and elevation data are. */
const SETTINGS: readonly SettingName[] = ["archive", "weather", "weather-distance", "dem"];
const OPTIONS = {
  lat: "DEGREES",
  lon: "DEGREES",
  archive: "FILE",
  weather: "NAME|PATH:…",
  "weather-distance": "KM",
  dem: "PATH:…",
  from: "DAY",
  until: "DAY",
  runs: "NAME",
  observations: "NAME",
  delay: "HOURS",
};
/** Of a tuning, as people call them. */
const PARTS = { "day-ahead": "the correction of all leads", "first-hours": "weights and spread of the first hours" };
/** Hours from the start of a run to when it is there, where nothing says it. */
const USUAL_DELAY = 4;
/** ms: no model of ten years ago is that of today. */
const LONGEST = 10 * 366 * DAY;

export const forecast = command(
  "forecast",
  "forecast: weights for a place, learnt from its past runs and observations (docs/how-to/forecasts.md)",
  {
    learn: { arguments: ["FILE"], options: OPTIONS, run: learn },
    show: { arguments: ["FILE"], options: { json: undefined }, run: show },
  },
  "weather",
);

/** Reads as the server with the same settings reads, learns, judges, and writes the file if there is something to gain. */
async function learn(call: Call): Promise<void> {
  const [file] = call.arguments as [string];
  const { learnSite } = await import("../learning/learn-site.js");
  const until = given(call, "until", parseTime) ?? call.io.now();
  const from = given(call, "from", parseTime) ?? until - LONGEST;
  if (from >= until) throw new UsageError(`--from must be before --until, got ${call.option("from")}`);
  const hours = given(call, "delay", parseNumber) ?? USUAL_DELAY;
  const latitude = parseDegrees("--lat", needed(call, "lat"), 90);
  const longitude = parseDegrees("--lon", needed(call, "lon"), 180);
  const tuning = await learnSite(settingsOf(call), {
    latitude,
    longitude,
    period: { start: from, end: until },
    runs: call.option("runs"),
    observations: call.option("observations"),
    delay: hours * HOUR,
    warn: (message) => call.io.err(message),
  });
  await replace(file, siteTuningText(tuning));
  print(call, tuning);
  call.io.out(`${file} written`);
}

async function show(call: Call): Promise<void> {
  const [file] = call.arguments as [string];
  const tuning = parseSiteTuning(await readFile(file, "utf8"));
  if (!call.has("json")) return print(call, tuning);
  const { table: _, spread: __, ...rest } = tuning;
  call.io.out(JSON.stringify(rest));
}

/** A server that reads meanwhile sees the old file or the new one. */
async function replace(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(beside, text, { flush: true });
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true });
    throw cause;
  }
}

function print({ io }: Call, { place, runs, observations, evidence }: SiteTuning): void {
  const { days, start, end, judged } = evidence;
  const facts = {
    place: `${place.latitude}, ${place.longitude}${place.altitude === undefined ? "" : `, ${place.altitude} m`}`,
    runs: `${evidence.runs} of ${runs.join(", ")}`,
    observations: observations.join(", "),
    learnt: `${days} days, ${dayOf(start)} to ${dayOf(end - DAY)}`,
    judged: `${judged.days} days, ${dayOf(judged.start)} to ${dayOf(judged.end - DAY)}, with what the days before them had taught`,
  };
  for (const [name, value] of Object.entries(facts)) io.out(`${name.padEnd(12)}  ${value}`);
  for (const { part, reason } of evidence.unused) io.out(`${"not used".padEnd(12)}  ${PARTS[part]}: ${reason}`);
  for (const line of [...firstHoursLines(judged), ...aheadLines(judged)]) io.out(line);
}

function firstHoursLines({ leads, held }: JudgedDays): readonly string[] {
  if (leads.length === 0) return [];
  const rows = leads.map(({ lead, run, before, after }) => {
    const change = 100 * (after / before - 1);
    const cells = [run.toFixed(1).padStart(7), before.toFixed(1).padStart(13), after.toFixed(1).padStart(6)];
    return `${`${lead / 3600} h`.padEnd(12)}  ${cells.join("  ")}  ${change.toFixed(1).padStart(4)} %`;
  });
  const shares = held && [held.before, held.after].map((share) => `${(100 * share).toFixed(1)} %`);
  return [
    "",
    "RMSE, W/m²    the run  usual weights  learnt  change",
    ...rows,
    ...(shares ? [`p10 to p90 held ${shares[0]} with the usual spread, ${shares[1]} with that learnt`] : []),
  ];
}

/** Runs corrected at every lead. */
function aheadLines({ ahead }: JudgedDays): readonly string[] {
  if (ahead.length === 0) return [];
  const rows = ahead.map(({ from, to, run, after, bias }) => {
    const change = 100 * (after / run - 1);
    const rmse = [run.toFixed(1).padStart(7), after.toFixed(1).padStart(9), `${change.toFixed(1).padStart(6)} %`];
    const means = [bias.run.toFixed(1).padStart(14), bias.after.toFixed(1).padStart(9)];
    return `${`${from}–${to} h`.padEnd(12)}  ${[...rmse, ...means].join("  ")}`;
  });
  return ["", "RMSE, W/m²    the run  corrected    change  bias: the run  corrected", ...rows];
}

/** @param start of a day of the sun */
function dayOf(start: number): string {
  return time(start + DAY / 2).slice(0, 10);
}

/** Those of the environment, with what was given in their place. */
function settingsOf(call: Call): Settings {
  const variables = SETTINGS.map((name) => [variableOf(name), call.option(name) ?? call.io.env[variableOf(name)]]);
  const settings = readSettings([], Object.fromEntries(variables));
  if (settings.archive === undefined && settings.weather.length === 0) {
    throw new UsageError("--archive or --weather must name sources of runs and observations, got neither");
  }
  return settings;
}

function needed(call: Call, name: string): string {
  const text = call.option(name);
  if (text === undefined) throw new UsageError(`--${name} must be given, got nothing`);
  return text;
}
