/** The weather of a plan: parts are read side by side, and where one cannot be read the plan's next source takes its place. */
import type { Notice, WeatherSeries } from "irradiance-engine";
import type { Budget } from "./budget.js";
import { inTurns, withDeadline } from "./deadline.js";
import { ArchiveError, kindOf, messageOf } from "./errors.js";
import { NEAR } from "./instants.js";
import { join, noWeather } from "./join.js";
import { type Plan, planWithout, type Stretch } from "./plan.js";
import { provenanceOf } from "./provenance.js";
import { remarksOn } from "./remarks.js";
import type { Offer, Part, Period, Provenance } from "./source.js";
import type { SourceFailure, SurveyedSource } from "./survey.js";

export interface ArchiveWeather {
  /** Means of equal intervals in UTC that overlap the period; NaN where there is nothing. */
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  /** What failed in the survey or in reading: the answer may be another when it is back. */
  readonly failures: readonly SourceFailure[];
  /** Ids of the sources that did. */
  readonly passedOver: readonly string[];
  /** Of what was read: the plan's own where nothing was passed over. */
  readonly revision: string;
}

export interface Reader {
  readonly sources: ReadonlyMap<string, SurveyedSource>;
  /** ms for one stretch. */
  readonly timeout: number;
  readonly budget: Budget;
  readonly signal: AbortSignal | undefined;
}

/** Stretches read at once. */
const WIDTH = 8;

/** By the offers that could not be read. */
type Losses = Map<string, SourceFailure>;
type PartsOf = Map<string, readonly Part[]>;

/** @throws as `Archive.read` */
export async function readPlan(plan: Plan, reader: Reader): Promise<ArchiveWeather> {
  reader.signal?.throwIfAborted();
  if (plan.grid === undefined) throw noWeather(plan);
  const losses: Losses = new Map();
  const parts: PartsOf = new Map();
  let current = plan;
  for (;;) {
    // Before anything is read or allocated for it.
    reader.budget.take("values", sizeOf(current));
    const lostBefore = losses.size;
    const open = current.stretches.filter((stretch) => !parts.has(keyOf(stretch, current)));
    await inTurns(open, WIDTH, (stretch) => readStretch(stretch, current, reader, parts, losses));
    if (losses.size === lostBefore) break;
    current = planWithout(plan, (offer) => losses.has(nameOf(offer)));
    if (current.stretches.length === 0) throw unreadable(losses);
  }
  return answer(current, parts, losses);
}

async function readStretch(stretch: Stretch, plan: Plan, reader: Reader, parts: PartsOf, losses: Losses) {
  const { sources, timeout, budget, signal } = reader;
  const offer = plan.offers[stretch.offer]!;
  const name = nameOf(offer);
  if (losses.has(name)) return;
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
    if (code !== "ERR_ARCHIVE_CHANGED") {
      known?.breaker.failed(failure.kind);
      known?.note({ work: "read", failure });
    }
    losses.set(name, failure);
  }
}

function answer(plan: Plan, parts: PartsOf, losses: Losses): ArchiveWeather {
  const served = plan.stretches.map((stretch) => ({ stretch, parts: parts.get(keyOf(stretch, plan)) ?? [] }));
  const series = join([...new Set(served.flatMap((one) => one.parts))], plan);
  const failures = [...plan.failures, ...losses.values()];
  const passed = failures.map((one) => ({ code: "passed-over", message: `${nameOf(one)}: ${one.message}` }));
  return {
    series,
    provenance: provenanceOf(served, plan),
    notices: [...plan.notices, ...missingNotice(plan), ...remarks(served.flatMap((one) => one.parts)), ...passed],
    failures,
    passedOver: [...new Set(failures.map(({ source }) => source))],
    revision: plan.revision,
  };
}

/** By data set, with its source. */
function remarks(parts: readonly Part[]): Notice[] {
  const sets = new Map<string, Set<Part>>();
  for (const part of parts) {
    const name = nameOf(part.provenance);
    sets.set(name, (sets.get(name) ?? new Set()).add(part));
  }
  const all = [...sets].flatMap(([name, own]) =>
    remarksOn([...own]).map(({ code, message }) => ({ code, message: `${name}: ${message}` })),
  );
  return all.filter(({ message }, k) => all.findIndex((other) => other.message === message) === k);
}

function missingNotice({ missing }: Plan): Notice[] {
  if (missing.length === 0) return [];
  return [{ code: "missing", message: `no source has ${missing.join(", ")} for the place and period` }];
}

function unreadable(losses: Losses): ArchiveError {
  const told = [...losses].map(([name, { message }]) => `${name}: ${message}`).join("; ");
  const [first] = losses.values();
  return new ArchiveError("ERR_ARCHIVE_UNREADABLE", `the weather cannot be read: ${told}`, { kind: first?.kind });
}

/** Beyond both ends as far as joining looks: an interval of the source or of the answer, or to the reading that lends its ratio. */
function withMargin({ start, end }: Stretch, { step }: Offer, { grid }: Plan): Period {
  const margin = Math.max(step * 1000, grid!.step, NEAR);
  return { start: start - margin, end: end + margin };
}

function sizeOf({ grid, stretches }: Plan): number {
  return (grid?.count ?? 0) * new Set(stretches.flatMap(({ columns }) => columns)).size;
}

function nameOf({ source, dataset }: Pick<SourceFailure, "source" | "dataset">): string {
  return dataset === undefined ? source : `${source}/${dataset}`;
}

function keyOf({ start, end, offer, columns }: Stretch, plan: Plan): string {
  return [nameOf(plan.offers[offer]!), start, end, plan.grid?.step, ...columns].join("\n");
}
