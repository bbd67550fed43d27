/** Keeps the newest run of a place, and those that its source has kept before. */

import { messageOf, openArchive, plan, type WeatherSource } from "irradiance-archive";
import { DAY, HOUR, MINUTE } from "irradiance-engine/shared";
import type { KeptRun } from "../answers/forecast/kept-run.js";
import type { SitePoint } from "../answers/forecast/kept-runs.js";
import { LIGHT } from "../answers/forecast/recent-observations.js";
import type { WeatherSources } from "../answers/sources.js";
import type { KeptPlace } from "./kept-folder.js";
import { readRun, USUAL_DELAY } from "./past-runs.js";
import { PastError, type RunCandidate, runCandidates, skip } from "./run-candidates.js";

export interface KeepQuery {
  readonly place: SitePoint;
  readonly kept: KeptPlace;
  readonly now: number;
  /** Of runs, before now. */
  readonly days: number;
  /** When the place was looked at last, Unix ms; undefined: not since the start. */
  readonly looked: number | undefined;
}

export interface KeepResult {
  /** Runs written. */
  readonly written: number;
  /** Whether further ones wait. */
  readonly more: boolean;
  /** What cannot be read, and why. */
  readonly skipped: readonly string[];
}

/** ms: of runs that follow each other faster one is kept. */
const SLOT = 3 * HOUR;
/** Runs read in one go: other places wait. */
const MOST_AT_ONCE = 100;
/** ms before the newest in which a run may be published again. */
const REVISED = 2 * DAY;
/** ms: who looked so recently saw when a run was there. */
const RECENT = 30 * MINUTE;
/** Seconds: as fine as corrections are, and as coarse as most runs. */
const STEPS = { quarter: 900, hour: 3600 };

/** Of a place that somebody asked for: nothing is wrong. */
export const UNCOVERED = "no run of a weather model covers the place";

/** @throws StoreError for a folder that cannot be written to */
export async function keepRuns(given: WeatherSources, query: KeepQuery): Promise<KeepResult> {
  const { place, kept, now, days, looked } = query;
  const skipped: string[] = [];
  const source = await servingSource(given, place, now);
  if (source === undefined) return { written: 0, more: false, skipped: [UNCOVERED] };
  const known = await kept.runs();
  const from = looked === undefined || known.length === 0 ? now - days * DAY : known.at(-1)! - REVISED;
  const found = await candidatesFrom({ ...given, sources: [source] }, query, Math.min(from, now), skipped);
  const slots = new Map(known.map((run) => [slotOf(run), run]));
  let written = 0;
  for (const candidate of [...found].reverse()) {
    const { run, offers } = candidate;
    const inSlot = slots.get(slotOf(run));
    if (inSlot !== undefined && inSlot !== run) continue;
    const before = inSlot === undefined ? undefined : await kept.read(run);
    if (before !== undefined && before.revision === offers[0]!.revision) continue;
    if (written >= MOST_AT_ONCE) return { written, more: true, skipped };
    const issued = before?.issued ?? issuedOf(candidate, query);
    const read = await readKept(given, candidate, place, issued).catch(skip(skipped));
    if (read === undefined) continue;
    await kept.write(read);
    slots.set(slotOf(run), run);
    written++;
  }
  return { written, more: false, skipped };
}

/** That whose run a forecast of the next day has now. */
async function servingSource(given: WeatherSources, place: SitePoint, now: number): Promise<WeatherSource | undefined> {
  const survey = await openArchive(given).survey(place, now);
  const made = plan(survey, { purpose: "forecast", period: { start: now, end: now + DAY }, columns: LIGHT });
  const light = made.stretches.find(({ columns }) => columns.some((column) => LIGHT.includes(column)));
  const id = light && made.offers[light.offer]!.source;
  return given.sources.find((source) => source.id === id);
}

/** None where the source does not say when its runs began. */
async function candidatesFrom(
  given: WeatherSources,
  { place, now }: KeepQuery,
  start: number,
  skipped: string[],
): Promise<readonly RunCandidate[]> {
  try {
    return await runCandidates(given, { place, period: { start, end: now + 1 }, name: undefined }, skipped);
  } catch (cause) {
    if (!(cause instanceof PastError)) throw cause;
    skipped.push(messageOf(cause));
    return [];
  }
}

/** As the source says, or when it was first seen, or as long after its start as most are. */
function issuedOf({ run, offers }: RunCandidate, { now, looked }: KeepQuery): number {
  const said = offers[0]!.available;
  if (said !== undefined) return said;
  const wasSeen = looked !== undefined && now >= looked && now - looked <= RECENT;
  return Math.max(run, wasSeen ? now : Math.min(now, run + USUAL_DELAY * HOUR));
}

/** @throws ArchiveError for a run that cannot be read */
async function readKept(
  given: WeatherSources,
  candidate: RunCandidate,
  place: SitePoint,
  issued: number,
): Promise<KeptRun | undefined> {
  const { run, offers } = candidate;
  const isFine = offers.every(({ interval }) => interval <= STEPS.quarter);
  const { series, datasets } = await readRun(given, candidate, place, issued, isFine ? STEPS.quarter : STEPS.hour);
  const { global_horizontal_irradiance: light } = series.columns;
  const hasLight = Array.from(light ?? []).some((value) => (value ?? Number.NaN) >= 0);
  return hasLight ? { run, issued, datasets, revision: offers[0]!.revision, series } : undefined;
}

function slotOf(run: number): number {
  return Math.floor(run / SLOT);
}
