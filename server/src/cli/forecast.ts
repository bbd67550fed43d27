/** What an operator can make of forecasts that were: weights of a place. */

import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseSiteTuning, siteTuningText } from "irradiance-engine/forecast";
import { DAY, HOUR } from "irradiance-engine/shared";
import { draftOf, makeFolder } from "irradiance-engine/shared/node";
import { readSettings, type SettingName, type Settings, variableOf } from "../settings.js";
import { type Call, command, UsageError } from "./command.js";
import { tuningLines, withoutWeights } from "./forecast-lines.js";
import { verifyKept } from "./forecast-verify.js";
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
    verify: {
      arguments: [],
      options: { "kept-runs": "FOLDER", data: "DIR", lat: "DEGREES", lon: "DEGREES", json: undefined },
      run: verifyKept,
    },
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
  for (const line of tuningLines(tuning)) call.io.out(line);
  call.io.out(`${file} written`);
}

async function show(call: Call): Promise<void> {
  const [file] = call.arguments as [string];
  const tuning = parseSiteTuning(await readFile(file, "utf8"));
  const lines = call.has("json") ? [JSON.stringify(withoutWeights(tuning))] : tuningLines(tuning);
  for (const line of lines) call.io.out(line);
}

/** A server that reads meanwhile sees the old file or the new one. */
async function replace(file: string, text: string): Promise<void> {
  const beside = draftOf(file);
  try {
    await makeFolder(dirname(file));
    await writeFile(beside, text, { flush: true });
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true });
    throw cause;
  }
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
