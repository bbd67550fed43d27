/** The weather of a plan: parts are read side by side, and where one cannot be read the plan's next source takes its place. */

import { setImmediate as turn } from "node:timers/promises";
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import { NEAR } from "irradiance-engine/internal/series";
import { type Budget, inTurns, withDeadline } from "./budget.js";
import { ArchiveError, kindOf, messageOf } from "./errors.js";
import { type Blank, blanksOf, gapNotices, join, noWeather, provenanceOf, remarksOn, stretchesOf } from "./join.js";
import { groupedBy } from "./lists.js";
import { type Plan, planWith, type Stretch } from "./plan.js";
import { nameOfGroup, type Offer, type Part, type Period, type Provenance } from "./source.js";
import { nameOf, type SourceFailure, type SurveyedSource } from "./survey.js";

export interface ArchiveWeather {
  /** Means of equal intervals in UTC that overlap the period; NaN for missing values. */
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  /** Sources that failed in the survey or in reading, or had no values: once they recover, the answer may change. */
  readonly failures: readonly SourceFailure[];
  /** Ids of these sources, and of sources whose data changed and were read again: the answer differs from the plan. */
  readonly passedOver: readonly string[];
  /** Revision of the data that were read: the plan's own if no source was passed over. */
  readonly revision: string;
}

interface Reader {
  readonly sources: ReadonlyMap<string, SurveyedSource>;
  /** ms for one stretch. */
  readonly timeout: number;
  readonly budget: Budget;
  readonly signal: AbortSignal | undefined;
}

/** Stretches read at once. */
const WIDTH = 8;

type PartsOf = Map<string, readonly Part[]>;

// What reading finds out that a plan, which is made from metadata, could not know.

/** All by the names of offers. */
interface Findings {
  /** Those that could not be read. */
  readonly losses: ReadonlyMap<string, SourceFailure>;
  /** What their sources offer now in place of those that have changed. */
  readonly anew: ReadonlyMap<string, Offer>;
  /** Columns that have no value, and that another offer may have. */
  readonly blank: ReadonlyMap<string, BlankColumns>;
}

interface BlankColumns extends Pick<Offer, "source" | "dataset"> {
  readonly columns: readonly WeatherColumn[];
}

/** @throws as `Archive.read` */
export async function readPlan(plan: Plan, reader: Reader): Promise<ArchiveWeather> {
  reader.signal?.throwIfAborted();
  if (plan.grid === undefined) throw noWeather(plan);
  const parts: PartsOf = new Map();
  let found: Findings = { losses: new Map(), anew: new Map(), blank: new Map() };
  for (;;) {
    const current = revised(plan, found);
    if (current.stretches.length === 0) throw unreadable(found);
    const news = await readStretches(current, reader, parts, found);
    if (news !== undefined) {
      found = news;
      continue;
    }
    const series = join(partsOf(current, parts), current);
    await turn(); // a year of minutes takes some ms for each of these steps: whoever waits has a turn between them
    const blanks = blanksOf(series, current);
    const passed = passOver(blanks, plan, current, found);
    if (passed === undefined) return answer({ plan: current, series, parts, blanks, found });
    found = passed;
  }
}

/** What was found out while they were read; undefined: nothing new, all are in `parts`. */
async function readStretches(
  plan: Plan,
  reader: Reader,
  parts: PartsOf,
  found: Findings,
): Promise<Findings | undefined> {
  const { sources, timeout, budget, signal } = reader;
  // Before anything is read or allocated for it.
  budget.take("values", sizeOf(plan));
  const lost = new Map<string, SourceFailure>();
  /** Those that have changed since they were offered. */
  const changed = new Map<string, { readonly offer: Offer; readonly failure: SourceFailure }>();
  const open = plan.stretches.filter((stretch) => !parts.has(keyOf(stretch, plan)));
  await inTurns(open, WIDTH, async (stretch) => {
    const offer = plan.offers[stretch.offer]!;
    const name = nameOf(offer);
    if (lost.has(name) || changed.has(name)) return;
    const known = sources.get(offer.source);
    try {
      if (known === undefined) throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", `there is no source ${offer.source}`);
      const period = withMargin(stretch, offer, plan);
      const read = await withDeadline(`reading ${name}`, timeout, signal, (own) =>
        known.source.read(offer, plan.place, period, stretch.columns, { signal: own, budget }),
      );
      known.breaker.succeeded();
      known.note({ work: "read", failure: undefined });
      parts.set(keyOf(stretch, plan), read);
    } catch (error) {
      signal?.throwIfAborted();
      const code = error instanceof ArchiveError ? error.code : undefined;
      if (code === "ERR_ARCHIVE_LIMIT") throw error;
      const failure = { source: offer.source, dataset: offer.dataset, kind: kindOf(error), message: messageOf(error) };
      if (code === "ERR_ARCHIVE_CHANGED") {
        changed.set(name, { offer, failure });
        return;
      }
      known?.breaker.failed(failure.kind);
      known?.note({ work: "read", failure });
      lost.set(name, failure);
    }
  });
  const anew = new Map(found.anew);
  for (const [name, { offer, failure }] of changed) {
    // What changes again while it is read anew is left alone.
    const now = anew.has(name) ? undefined : await offeredNow(offer, plan, reader);
    if (now === undefined) lost.set(name, failure);
    else anew.set(name, now);
  }
  if (lost.size === 0 && changed.size === 0) return undefined;
  return { ...found, losses: new Map([...found.losses, ...lost]), anew };
}

/** Lets go of columns without a value where the plan has another offer of them; undefined: of none. */
function passOver(blanks: readonly Blank[], plan: Plan, current: Plan, found: Findings): Findings | undefined {
  const without = (gone: readonly Blank[]): Findings => {
    const blank = new Map(found.blank);
    for (const { offer, columns } of gone) {
      const { source, dataset } = current.offers[offer]!;
      const name = nameOf({ source, dataset });
      blank.set(name, { source, dataset, columns: [...(blank.get(name)?.columns ?? []), ...columns] });
    }
    return { ...found, blank };
  };
  // One after the other: two that are each other's only replacement do not both go.
  const gone: Blank[] = [];
  for (const one of blanks) {
    if (stretchesOf(revised(plan, without([...gone, one])), one.columns).length > 0) gone.push(one);
  }
  return gone.length === 0 ? undefined : without(gone);
}

/** The plan that would have been made, had they been known; the plan itself if there are none. */
export function revised(plan: Plan, { losses, anew, blank }: Findings): Plan {
  if (losses.size + anew.size + blank.size === 0) return plan;
  return planWith(plan, (given) => {
    const name = nameOf(given);
    if (losses.has(name)) return undefined;
    const offer = anew.get(name) ?? given;
    const without = blank.get(name)?.columns ?? [];
    const columns = offer.columns.filter((column) => !without.includes(column));
    return columns.length > 0 ? { ...offer, columns } : undefined;
  });
}
/** What the source has now in place of an offer, in the same steps; undefined if it has nothing, or cannot say. */
async function offeredNow(offer: Offer, { place, now }: Plan, reader: Reader): Promise<Offer | undefined> {
  const { sources, timeout, signal } = reader;
  const known = sources.get(offer.source);
  try {
    const offers = await withDeadline(`the source ${offer.source}`, timeout, signal, async (own) =>
      known?.source.offer(place, now, { signal: own }),
    );
    const same = offers?.find(({ dataset }) => dataset === offer.dataset);
    return same && { ...same, interval: same.intervals?.includes(offer.interval) ? offer.interval : same.interval };
  } catch {
    // The reported failure is the reading's.
    signal?.throwIfAborted();
    return undefined;
  }
}

function partsOf(plan: Plan, parts: PartsOf): Part[] {
  return [...new Set(plan.stretches.flatMap((stretch) => parts.get(keyOf(stretch, plan)) ?? []))];
}

interface Reading {
  readonly plan: Plan;
  readonly series: WeatherSeries;
  readonly parts: PartsOf;
  readonly blanks: readonly Blank[];
  readonly found: Findings;
}

function answer({ plan, series, parts, blanks, found }: Reading): ArchiveWeather {
  const served = plan.stretches.map((stretch) => ({ stretch, parts: parts.get(keyOf(stretch, plan)) ?? [] }));
  const failures = [...plan.failures, ...found.losses.values(), ...emptyOf(found)];
  const passed = failures.map((one) => ({ code: "passed-over", message: `${nameOf(one)}: ${one.message}` }));
  const empty = blanks.map(({ offer, columns }) => ({
    code: "missing",
    message: `${nameOf(plan.offers[offer]!)} has no values of ${nameOfGroup(columns)} for the place and period`,
  }));
  const own = remarks(served.flatMap((one) => one.parts));
  const anew = [...found.anew.values()].map(({ source }) => source);
  return {
    series,
    provenance: provenanceOf(served, plan),
    notices: [
      ...plan.notices,
      ...missingNotice(plan),
      ...empty,
      ...gapNotices(series, plan, blanks),
      ...own,
      ...passed,
    ],
    failures,
    passedOver: [...new Set([...failures.map(({ source }) => source), ...anew])],
    revision: plan.revision,
  };
}

function emptyOf({ blank }: Findings): SourceFailure[] {
  return [...blank.values()].map(({ source, dataset, columns }) => {
    const message = `it has no values of ${nameOfGroup(columns)} for the place and period`;
    return { source, dataset, kind: "no values", message };
  });
}

/** By data set, with its source. */
function remarks(parts: readonly Part[]): Notice[] {
  const sets = groupedBy(new Set(parts), ({ provenance }) => nameOf(provenance));
  const all = [...sets].flatMap(([name, own]) =>
    remarksOn(own).map(({ code, message }) => ({ code, message: `${name}: ${message}` })),
  );
  return all.filter(({ message }, k) => all.findIndex((other) => other.message === message) === k);
}

function missingNotice({ missing }: Plan): Notice[] {
  if (missing.length === 0) return [];
  const columns = missing.join(", ");
  return [{ code: "missing", message: `no source has ${columns} for the place and period`, facts: { columns } }];
}

function unreadable({ losses }: Findings): ArchiveError {
  const reasons = [...losses].map(([name, { message }]) => `${name}: ${message}`).join("; ");
  const [first] = losses.values();
  return new ArchiveError("ERR_ARCHIVE_UNREADABLE", `the weather cannot be read: ${reasons}`, { kind: first?.kind });
}

/** Beyond both ends as far as joining looks: an interval of the source or of the answer, or to the reading that lends its ratio. */
function withMargin({ start, end }: Stretch, { interval: step }: Offer, { grid }: Plan): Period {
  const margin = Math.max(step * 1000, grid!.step, NEAR);
  return { start: start - margin, end: end + margin };
}

function sizeOf({ grid, stretches }: Plan): number {
  return (grid?.count ?? 0) * new Set(stretches.flatMap(({ columns }) => columns)).size;
}

function keyOf({ start, end, offer, columns }: Stretch, plan: Plan): string {
  const { revision } = plan.offers[offer]!;
  return [nameOf(plan.offers[offer]!), revision, start, end, plan.grid?.step, ...columns].join("\n");
}
