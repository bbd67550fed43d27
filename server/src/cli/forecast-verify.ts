/** What a server has kept and learnt, place by place: how much better it forecasts by it, or why it does not use it. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSiteTuning, type SiteTuning } from "irradiance-engine/forecast";
import { type Lesson, nearestSite, type SitePoint, siteName, tuningsIn } from "../answers/forecast/kept-runs.js";
import { keptPlaces, openPlace } from "../learning/kept-folder.js";
import { keptFolder } from "../learning/start-keeping.js";
import { readSettings, variableOf } from "../settings.js";
import { type Call, UsageError } from "./command.js";
import { dayText, fact, tuningLines, withoutWeights } from "./forecast-lines.js";
import { given, parseDegrees } from "./values.js";

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
export async function verifyKept(call: Call): Promise<void> {
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
