/** What an operator can make of forecasts that were: weights of a place. */
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseSiteTuning, siteTuningText } from "irradiance-engine/forecast";
import type { JudgedAhead, JudgedDays, SiteTuning } from "irradiance-engine/internal/forecast";
import { aligned, DAY, HOUR } from "irradiance-engine/internal/shared";
import { draftOf, makeFolder } from "irradiance-engine/internal/shared/node";
import { isPowerTuning } from "irradiance-engine/internal/yield";
import { type Lesson, nearestSite, type SitePoint, siteName, tuningsIn } from "../answers/forecast/kept-runs.js";
import { MB, MOST_OF_PLACE } from "../learning/bounds.js";
import { keptPlaces, openPlace } from "../learning/kept-folder.js";
import type { LearningQuery } from "../learning/learn.js";
import { keptFolder } from "../learning/start-keeping.js";
import { readSettings } from "../read-settings.js";
import { type SettingName, type Settings, variableOf } from "../settings.js";
import type { Call } from "./command.js";
import { command, given, needed, parseDegrees, parseNumber, parseTime, UsageError } from "./command.js";
import { dayText, fact } from "./facts.js";
import { meterFiles, powerOf, shownPower } from "./forecast-power.js";

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
  days: "NUMBER",
  "most-mb": "MB",
  runs: "NAME",
  observations: "NAME",
  delay: "HOURS",
  system: "FILE",
  meter: "FILE",
  "meter-as": "ITEMS",
};
/** Hours from the start of a run to when it is there, where nothing says it. */
const USUAL_DELAY = 4;
/** ms: no model of ten years ago is today's. */
const LONGEST = 10 * 366 * DAY;

export const forecast = command(
  "forecast",
  "forecast: weights for a place, learnt from its past runs and observations, or from a system's meter (docs/how-to/forecasts.md)",
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
  const files = meterFiles(call);
  const until = given(call, "until", parseTime) ?? call.io.now();
  const days = given(call, "days", parseNumber);
  if (days !== undefined && (call.option("from") !== undefined || !(days > 0)))
    throw new UsageError(`--days must be a number above 0, given without --from, got ${call.option("days")}`);
  const most = given(call, "most-mb", parseNumber) ?? MOST_OF_PLACE / MB;
  if (!(most > 0)) throw new UsageError(`--most-mb must be a number above 0, got ${call.option("most-mb")}`);
  const from = given(call, "from", parseTime) ?? until - (days === undefined ? LONGEST : days * DAY);
  if (from >= until) throw new UsageError(`--from must be before --until, got ${call.option("from")}`);
  const hours = given(call, "delay", parseNumber) ?? USUAL_DELAY;
  const latitude = parseDegrees("--lat", needed(call, "lat"), 90);
  const longitude = parseDegrees("--lon", needed(call, "lon"), 180);
  const query = {
    latitude,
    longitude,
    period: { start: from, end: until },
    runs: call.option("runs"),
    observations: call.option("observations"),
    delay: hours * HOUR,
    isEnough: days === undefined && call.option("from") === undefined,
    most: most * MB,
    warn: (message: string) => call.io.err(message),
  };
  const learnt = await (files === undefined ? lightOf : powerOf)(settingsOf(call), query, files!);
  await replace(file, learnt.text);
  for (const line of learnt.lines) call.io.out(line);
  call.io.out(`${file} written`);
}

async function lightOf(settings: Settings, query: LearningQuery) {
  const { learnSite } = await import("../learning/learn.js");
  const tuning = await learnSite(settings, query);
  return { text: siteTuningText(tuning), lines: tuningLines(tuning) };
}

async function show(call: Call): Promise<void> {
  const [file] = call.arguments as [string];
  const text = await readFile(file, "utf8");
  for (const line of isPowerTuning(text) ? shownPower(text, call) : shownLight(text, call)) call.io.out(line);
}

function shownLight(text: string, call: Call): readonly string[] {
  const tuning = parseSiteTuning(text);
  return call.has("json") ? [JSON.stringify(withoutWeights(tuning))] : tuningLines(tuning);
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

interface KeptSite {
  readonly place: SitePoint;
  /** When those that are kept began, Unix ms, ascending. */
  readonly runs: readonly number[];
  /** The last attempt to learn; undefined: there was none. */
  readonly lesson: Lesson | undefined;
  /** undefined: nothing is in use; an error: its file cannot be read. */
  readonly tuning: SiteTuning | Error | undefined;
}

/** Reads only: a server may keep and learn meanwhile. */
async function verifyKept(call: Call): Promise<void> {
  const folder = folderOf(call);
  const places = await chosenPlaces(call, folder);
  const sites: KeptSite[] = [];
  for (const place of places) sites.push(await siteAt(folder, place));
  if (call.has("json")) call.io.out(JSON.stringify(sites.map(siteJson)));
  else if (sites.length === 0) call.io.err(`${folder} keeps no runs yet`);
  else
    sites.forEach((site, k) => {
      for (const line of [...(k > 0 ? [""] : []), ...siteLines(site)]) call.io.out(line);
    });
  const damaged = sites.filter(({ tuning }) => tuning instanceof Error).length;
  if (damaged > 0)
    throw new Error(`${damaged} of ${sites.length} places have a file of what was learnt that cannot be read`);
}

/** That of a server with the same settings. */
function folderOf(call: Call): string {
  const names = ["kept-runs", "data"] as const;
  const variables = names.map((name) => [variableOf(name), call.option(name) ?? call.io.env[variableOf(name)]]);
  if (variables.every(([, value]) => value === undefined)) {
    throw new UsageError("--kept-runs FOLDER, or the server's --data DIR, must say where runs are kept, got neither");
  }
  const settings = readSettings([], { ...Object.fromEntries(variables), [variableOf("keep-runs")]: "1" });
  const folder = keptFolder(settings)!;
  if (existsSync(folder)) return folder;
  throw new UsageError(
    `--kept-runs, or kept-runs in --data, must be where a server keeps runs: ${folder} is no folder`,
  );
}

async function chosenPlaces(call: Call, folder: string): Promise<readonly SitePoint[]> {
  const places = await keptPlaces(folder);
  const latitude = given(call, "lat", (name, text) => parseDegrees(name, text, 90));
  const longitude = given(call, "lon", (name, text) => parseDegrees(name, text, 180));
  if (latitude === undefined && longitude === undefined) return places;
  if (latitude === undefined || longitude === undefined) {
    throw new UsageError("--lat and --lon must be given together, or neither for all places, got one of them");
  }
  const nearest = nearestSite(places, { latitude, longitude });
  if (nearest !== undefined) return [nearest];
  const kept = places.map(siteText).join("; ") || "none";
  throw new UsageError(
    `--lat and --lon must be within 2 km of a place whose runs are kept (${kept}), got ${siteText({ latitude, longitude })}`,
  );
}

async function siteAt(folder: string, place: SitePoint): Promise<KeptSite> {
  const kept = openPlace(folder, place);
  const path = join(tuningsIn(folder), `${siteName(place)}.json`);
  return { place, runs: await kept.runs(), lesson: await kept.lesson(), tuning: await tuningAt(path) };
}

async function tuningAt(path: string): Promise<SiteTuning | Error | undefined> {
  try {
    return parseSiteTuning(await readFile(path, "utf8"));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
}

function siteLines({ place, runs, lesson, tuning }: KeptSite): readonly string[] {
  const kept = runs.length === 0 ? "no runs" : `${runs.length} runs, ${dayText(runs[0]!)} to ${dayText(runs.at(-1)!)}`;
  const tried =
    lesson && fact("last learnt", `${new Date(lesson.at).toISOString()}, with runs to ${dayText(lesson.newest)}`);
  return [
    fact("kept", `${siteText(place)}: ${kept}`),
    ...(tried === undefined ? [] : [tried]),
    ...(tuning instanceof Error
      ? [fact("unreadable", tuning.message)]
      : tuning
        ? tuningLines(tuning)
        : [unlearnt(lesson)]),
  ];
}

function unlearnt(lesson: Lesson | undefined): string {
  return fact("not used", lesson?.refusal ?? "nothing was learnt yet: that needs 14 days of runs");
}

function siteJson({ place, runs, lesson, tuning }: KeptSite) {
  const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return {
    place,
    runs: { count: runs.length, first: iso(runs[0]), last: iso(runs.at(-1)) },
    tried: iso(lesson?.at),
    refusal: lesson?.refusal ?? null,
    tuning: tuning === undefined || tuning instanceof Error ? null : withoutWeights(tuning),
    problem: tuning instanceof Error ? tuning.message : null,
  };
}

function siteText({ latitude, longitude }: SitePoint): string {
  return `${latitude}, ${longitude}`;
}

/** Of a tuning, as people call them. */
const PARTS = { "day-ahead": "the correction of all leads", "first-hours": "weights and spread of the first hours" };

/** What is said of teachers. */
const WEAKER: { readonly [kind in NonNullable<SiteTuning["teacher"]>]: string } = {
  measured: "",
  satellite: " (a satellite)",
  reanalysis: " (a reanalysis: a weaker teacher, because it is a model, too)",
  analysis: " (the runs' own model, the weakest teacher: it shares their errors, so the errors below are too small)",
};

/** Facts first, then the errors on days that were not learnt from. */
function tuningLines({ place, runs, observations, teacher, evidence }: SiteTuning): readonly string[] {
  const { days, start, end, judged } = evidence;
  const altitude = place.altitude === undefined ? "" : `, ${place.altitude} m`;
  const weaker = teacher === undefined ? "" : WEAKER[teacher];
  return [
    fact("place", `${place.latitude}, ${place.longitude}${altitude}`),
    fact("runs", `${evidence.runs} of ${runs.join(", ")}`),
    fact("observations", `${observations.join(", ")}${weaker}`),
    fact("learnt", `${days} days, ${daysText(start, end)}`),
    fact(
      "judged",
      `${judged.days} days, ${daysText(judged.start, judged.end)}, with what the days before them had taught`,
    ),
    ...evidence.leftOut.map((message) => fact("left out", message)),
    ...evidence.unused.map(({ part, reason }) => fact("not used", `${PARTS[part]}: ${reason}`)),
    ...firstHoursLines(judged),
    ...aheadLines(judged.ahead),
  ];
}

/** For programs: without the long tables, which the file itself has. */
function withoutWeights(tuning: SiteTuning) {
  const { table: _, spread: __, ...rest } = tuning;
  return rest;
}

/** @param start,end of days of the sun */
function daysText(start: number, end: number): string {
  return `${dayText(start + DAY / 2)} to ${dayText(end - DAY / 2)}`;
}

function firstHoursLines({ leads, held }: JudgedDays): readonly string[] {
  if (leads.length === 0) return [];
  const rows = leads.map(({ lead, run, before, after }) => {
    const change = 100 * (after / before - 1);
    const cells = [run.toFixed(1).padStart(7), before.toFixed(1).padStart(13), after.toFixed(1).padStart(6)];
    return fact(`${lead / 3600} h`, `${cells.join("  ")}  ${change.toFixed(1).padStart(4)} %`);
  });
  const shares = held && [held.before, held.after].map((share) => `${(100 * share).toFixed(1)} %`);
  return [
    "",
    fact("RMSE, W/m²", "the run  usual weights  learnt  change"),
    ...rows,
    ...(shares ? [`p10 to p90 held ${shares[0]} with the usual spread, ${shares[1]} with that learnt`] : []),
  ];
}

/** Two rows a lead: the run as it came, and corrected. Shares are of the mean light observed, which older files lack. */
function aheadLines(ahead: readonly JudgedAhead[]): readonly string[] {
  if (ahead.length === 0) return [];
  const rows = ahead.flatMap(({ from, to, mean, run, after, bias }) => {
    const errors = (rmse: number, mean_: number) =>
      [rmse, mean_].flatMap((value) => [value.toFixed(1), mean ? `${((100 * value) / mean).toFixed(1)} %` : "-"]);
    return [
      [`${from}–${to} h`, "the run", ...errors(run, bias.run), ""],
      ["", "corrected", ...errors(after, bias.after), `${(100 * (after / run - 1)).toFixed(1)} %`],
    ];
  });
  const head = ["hours ahead", "", "RMSE, W/m²", "of the mean", "bias, W/m²", "of the mean", "change of RMSE"];
  return ["", ...aligned([head, ...rows], (column) => column > 1)];
}
