/** Keeps the runs of one place: the newest, and what is worth reading of its past. */
import { openArchive, plan, type WeatherSource } from "irradiance-archive";
import { messageOf } from "irradiance-archive/internal/server";
import { DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import { KEPT_COLUMNS, type KeptRun, type SitePoint } from "../answers/forecast/kept-runs.js";
import { LIGHT } from "../answers/forecast/recent-observations.js";
import type { WeatherSources } from "../answers/sources.js";
import { type Allowance, tallied, worthReading } from "./bounds.js";
import type { KeptPlace } from "./kept-folder.js";
import { mbText, PastError, type RunCandidate, readRun, runCandidates, skip, USUAL_DELAY } from "./past.js";

interface KeepQuery {
  readonly place: SitePoint;
  readonly kept: KeptPlace;
  readonly now: number;
  /** Of runs, before now. */
  readonly days: number;
  /** When the place was looked at last, Unix ms; undefined: not since the start. */
  readonly looked: number | undefined;
  /** Whether all days are looked at, or the last ones alone. */
  readonly isWhole: boolean;
  /** What may be taken for the past of the place, and today for all places. */
  readonly past: Allowance;
  readonly today: Allowance;
  /** Runs of the past that could not be read, with the reason: they are tried again tomorrow. */
  readonly torn: Map<number, string>;
}

interface KeepResult {
  /** Whether further ones wait. */
  readonly more: boolean;
  /** What cannot be read, and why. */
  readonly skipped: readonly string[];
  /** What is as it should be, but is said: single runs of the past that are left out, and what waits for tomorrow. */
  readonly remarks: readonly string[];
  /** Whether the past that is worth reading is there. */
  readonly isDone: boolean;
}

/** ms: of runs that follow each other faster one is kept. */
const SLOT = 3 * HOUR;
/** Runs read in one go: other places wait. */
const MOST_AT_ONCE = 100;
/** ms before the newest in which a run may be published again, and in which all runs are kept. */
const REVISED = 2 * DAY;
/** ms: who looked so recently saw when a run was there. */
const RECENT = 30 * MINUTE;
/** Runs in a row that cannot be read, after which the source is left alone until the next round. */
const MOST_TORN = 3;
/** Seconds: as fine as corrections are, and as coarse as most runs. */
const STEPS = { quarter: 900, hour: 3600 };

/** Of a place that somebody asked for: nothing is wrong. */
const UNCOVERED = "left out: no run of a weather model covers the place";

/** The newest runs first, then what is worth reading of the past. @throws StoreError for a folder that cannot be written to */
export async function keepRuns(given: WeatherSources, query: KeepQuery): Promise<KeepResult> {
  const { place, kept, now, days, isWhole, past, today, torn } = query;
  const skipped: string[] = [];
  const full = () =>
    `further runs wait for tomorrow: ${mbText(today.bytes)} were read today for all places, and ${mbText(today.most)} may be`;
  if (!today.hasRoomFor(1)) return { more: false, skipped, remarks: [full()], isDone: false };
  const source = await servingSource(given, place, now);
  if (source === undefined) return { more: false, skipped: [], remarks: [UNCOVERED], isDone: true };
  const known = await kept.runs();
  const from = isWhole || known.length === 0 ? now - days * DAY : known.at(-1)! - REVISED;
  const found = await candidatesFrom({ ...given, sources: [source] }, query, Math.min(from, now), skipped);
  const wanted = await wantedOf(found, known, kept);
  const since = Math.min(found.at(-1)?.run ?? now, now) - REVISED;
  let [tried, failed] = [0, 0];
  for (const candidate of inTurn(found, wanted, since, query)) {
    const isPast = candidate.run < since;
    if (isPast && torn.has(candidate.run)) continue;
    if (tried >= MOST_AT_ONCE) return { more: true, skipped, remarks: [], isDone: false };
    if (!today.hasRoomFor(1)) return { more: false, skipped, remarks: [full()], isDone: false };
    tried++;
    const lines: string[] = [];
    const run = await taken(given, candidate, query, isPast).catch(skip(lines));
    failed = lines.length === 0 ? 0 : failed + 1;
    for (const line of lines) if (isPast && failed < MOST_TORN) torn.set(candidate.run, line);
    if (!isPast || failed >= MOST_TORN) skipped.push(...lines);
    if (failed >= MOST_TORN) return { more: false, skipped, remarks: [], isDone: false };
    if (run !== undefined) await kept.write(run);
  }
  const left = past.hasRoomFor(1) ? [] : [`no more is read of the past: it took ${mbText(past.bytes)}`];
  const remarks = [...left, ...[...torn.values()].map((line) => `left out: ${line}`)];
  return { more: false, skipped, remarks, isDone: true };
}

/** All of the last days, then what is worth reading of those before. */
function* inTurn(
  found: readonly RunCandidate[],
  wanted: ReadonlySet<RunCandidate>,
  since: number,
  { now, past }: KeepQuery,
): Generator<RunCandidate, void> {
  for (const candidate of wanted) if (candidate.run >= since) yield candidate;
  const before = found.filter(({ run }) => run < since);
  yield* worthReading(before, now, past, (candidate) => wanted.has(candidate));
}

/** One in each slot that is not kept yet, or was published again; the newest first. */
async function wantedOf(
  found: readonly RunCandidate[],
  known: readonly number[],
  kept: KeptPlace,
): Promise<ReadonlySet<RunCandidate>> {
  const slots = new Map(known.map((run) => [slotOf(run), run]));
  const wanted = new Set<RunCandidate>();
  for (const candidate of [...found].reverse()) {
    const { run, offers } = candidate;
    const inSlot = slots.get(slotOf(run));
    if (inSlot !== undefined && inSlot !== run) continue;
    slots.set(slotOf(run), run);
    const before = inSlot === undefined ? undefined : await kept.read(run);
    if (before === undefined || before.revision !== offers[0]!.revision) wanted.add(candidate);
  }
  return wanted;
}

/** The run as it is kept; what it took is noted at once, also of one that cannot be read. @throws ArchiveError for such a one */
async function taken(given: WeatherSources, candidate: RunCandidate, query: KeepQuery, isPast: boolean) {
  const { place, kept, past, today } = query;
  const before = await kept.read(candidate.run);
  const issued = before?.issued ?? issuedOf(candidate, query, isPast);
  const tally = (bytes: number) => {
    today.take(bytes);
    if (isPast) past.take(bytes);
  };
  try {
    return await tallied([candidate.source], tally, () => readKept(given, candidate, place, issued, isPast));
  } finally {
    if (today.bytes > 0) await kept.noteTaken(query, query.now);
  }
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
  { place, now, today }: KeepQuery,
  start: number,
  skipped: string[],
): Promise<readonly RunCandidate[]> {
  try {
    const period = { start, end: now + 1 };
    return await runCandidates(
      given,
      { place, period, name: undefined, tally: (bytes) => today.take(bytes, 0) },
      skipped,
    );
  } catch (cause) {
    if (!(cause instanceof PastError)) throw cause;
    skipped.push(messageOf(cause));
    return [];
  }
}

/** As the source says, or when it was first seen, or as long after its start as most are. */
function issuedOf({ run, offers }: RunCandidate, { now, looked }: KeepQuery, isPast: boolean): number {
  const said = offers[0]!.available;
  if (said !== undefined) return said;
  const wasSeen = !isPast && looked !== undefined && now >= looked && now - looked <= RECENT;
  return Math.max(run, wasSeen ? now : Math.min(now, run + USUAL_DELAY * HOUR));
}

/** @throws ArchiveError for a run that cannot be read */
async function readKept(
  given: WeatherSources,
  candidate: RunCandidate,
  place: SitePoint,
  issued: number,
  isPast: boolean,
): Promise<KeptRun | undefined> {
  const { run, offers } = candidate;
  const isFine = offers.every(({ interval }) => interval <= STEPS.quarter);
  const step = isFine ? STEPS.quarter : STEPS.hour;
  // Of the past what learning looks at suffices.
  const columns = isPast ? undefined : KEPT_COLUMNS.filter((column) => !LIGHT.includes(column));
  const { series, datasets } = await readRun(given, candidate, place, issued, step, columns);
  const { global_horizontal_irradiance: light } = series.columns;
  const hasLight = Array.from(light ?? []).some((value) => (value ?? Number.NaN) >= 0);
  return hasLight ? { run, issued, datasets, revision: offers[0]!.revision, series } : undefined;
}

function slotOf(run: number): number {
  return Math.floor(run / SLOT);
}
