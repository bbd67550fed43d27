/** Archives of whole runs as a source: the newest run that is known at a time, and each of those before it. */
import { createHash } from "node:crypto";
import { isIrradiance } from "irradiance-engine/internal/series";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { budgetOf, type ReadOptions } from "../budget.js";
import { keptFor } from "../bytes/flights.js";
import { changedSince, unusable, withoutQuery } from "../bytes/location.js";
import { isChanged } from "../errors.js";
import { incompleteNotice, stalledNotices } from "../run-steps.js";
import type { DatasetFacts, Offer, Period, Place, WeatherSource } from "../source.js";
import type { OneReading } from "./array.js";
import { type CfFiles, cellOf, cfSource, factsOf, METADATA, pieceOf, readParts } from "./cf-source.js";
import { COORDINATES, namesOf } from "./dataset.js";
import { type CfOptions, productOf, rulesOf } from "./options.js";
import type { Spot } from "./places.js";
import type { Product, Runs } from "./products.js";
import { openRuns, partsOfRun, RUN_COORDINATES, type Run, type RunSet } from "./runs.js";

/**
 * What arrays with names are: one series of times, or runs.
 *
 * @throws TypeError or RangeError for invalid options, naming them
 */
export function arraySource(files: CfFiles, options: CfOptions): WeatherSource {
  const { runs, ...product } = productOf(options);
  return runs === undefined ? cfSource(files, options) : runsSource(files, options, product, runs);
}

function runsSource(files: CfFiles, options: CfOptions, product: Product, { latency }: Runs): WeatherSource {
  const { id, what, location, traffic, close } = files;
  const { select = {}, refreshMs = 60_000, label, maxDistanceKm: reach = 25 } = options;
  const { dataset: name, licence, attribution } = product;
  const rules = rulesOf(options);
  const opened = keptFor<RunSet>(refreshMs, async (signal, before) => {
    const use = { signal, budget: budgetOf(METADATA) };
    const hierarchy = await files.load([...namesOf(rules), ...COORDINATES, ...RUN_COORDINATES], use);
    return openRuns(hierarchy, { rules, label, select, reach }, before, use);
  });
  const delay = latency * HOUR;
  const known = (set: RunSet, now: number) => set.runs.filter(({ start }) => start + delay <= now);

  const offersOf = async (set: RunSet, run: Run, place: Place, notices: readonly string[], use: ReadOptions) => {
    const spot = set.group.places.near(place)[0];
    if (spot === undefined) return [];
    const revision = await revisionOf(set, run, spot, select, use);
    return Promise.all(
      partsOfRun(set, run).map(async ({ suffix, steps, groups }): Promise<Offer> => {
        const columns = groups.flatMap(({ variables }) => variables.map(({ column }) => column));
        const times = { interval: steps.step / 1000, first: steps.start, last: steps.start + steps.count * steps.step };
        const when = { run: run.start, available: run.start + delay, revision };
        const cell = await cellOf({ group: groups[0]!, spot, select }, use);
        const about = { source: id, dataset: `${name}${suffix}`, class: "forecast" } as const;
        return { ...about, columns, ...times, ...when, cell, licence, attribution, notices };
      }),
    );
  };

  /** @param only the start of the run that is read, Unix ms; undefined: of the newest that is known */
  const sourceOf = (only: number | undefined): WeatherSource => ({
    id,
    async offer(place, now, { signal = new AbortController().signal } = {}) {
      const set = await opened.get(signal);
      const use = { signal, budget: budgetOf(METADATA) };
      const chosen = only === undefined ? known(set, now).findLast(isThere) : runAt(set, only);
      if (chosen === undefined) return [];
      const late = only === undefined ? lateNotices(name, set, known(set, now), chosen, delay, now) : [];
      return offersOf(set, chosen, place, [...late, ...endNotices(name, chosen)], use);
    },
    async read(offer, place, period, columns, use) {
      const set = await opened.get(use.signal);
      const run = runAt(set, offer.run);
      const part = run && partsOfRun(set, run).find(({ suffix }) => `${name}${suffix}` === offer.dataset);
      const spot = set.group.places.near(place)[0];
      const isSame = spot && part && (await revisionOf(set, run, spot, select, use)) === offer.revision;
      if (!isSame) {
        opened.expire();
        throw changedSince(location, offer.dataset);
      }
      const reading: OneReading = { ...use, versions: new Map(), unwritten: Number.NaN };
      const at = { ...select, [set.starts]: run.index };
      const within = { start: Math.max(period.start, offer.first), end: Math.min(period.end, offer.last) };
      try {
        const own = part.groups.map((group) => readParts({ group, spot, select: at }, offer, within, columns, reading));
        return (await Promise.all(own)).flat();
      } catch (error) {
        if (isChanged(error)) opened.expire();
        throw error;
      }
    },
    runs: only === undefined ? pastRuns : undefined,
    async pieceOf(place, signal) {
      const { group } = await opened.get(signal);
      const nearest = group.places.near(place)[0];
      return nearest && pieceOf(group, nearest);
    },
    async look(signal) {
      const set = await opened.get(signal);
      const there = set.runs.filter(isThere);
      const newest = there.at(-1);
      if (newest === undefined) throw unusable(withoutQuery(location), "none of its runs is there");
      const first = there[0]!.start;
      const datasets = partsOfRun(set, newest).map(({ suffix, steps, groups }): DatasetFacts => {
        const facts = groups.map((group) => factsOf(group));
        const columns = facts.flatMap((one) => one.columns);
        const about = { dataset: `${name}${suffix}`, class: "forecast", columns, step: steps.step / 1000 } as const;
        return {
          ...about,
          first,
          last: steps.start + steps.count * steps.step,
          gaps: gapsIn(there),
          extent: facts[0]!.extent,
        };
      });
      return { what: `${set.form ?? what} of ${there.length} runs`, datasets, problems: set.problems };
    },
    traffic,
    close: only === undefined ? close : async () => {},
  });

  async function pastRuns({ start, end }: Period): Promise<readonly WeatherSource[]> {
    const { runs } = await opened.get(new AbortController().signal);
    return runs
      .filter((run) => run.start >= start && run.start < end && isThere(run))
      .map((run) => sourceOf(run.start));
  }
  return sourceOf(undefined);
}

function isThere({ length }: Run): boolean {
  return length > 0;
}

function runAt({ runs }: RunSet, start: number | undefined): Run | undefined {
  return runs.find((run) => run.start === start && isThere(run));
}

/** Another one where the run was written again: of the light's file at the place, as a run is written in one go. */
async function revisionOf(
  { group, starts, version: whole }: RunSet,
  run: Run,
  { at }: Spot,
  select: object,
  use: ReadOptions,
) {
  const { array } = group.variables.find(({ column }) => isIrradiance(column)) ?? group.variables[0]!;
  const indices: Readonly<Record<string, number>> = { ...select, [starts]: run.index };
  const spot = array.dimensions.map((name) => at[group.horizontal.indexOf(name)] ?? indices[name] ?? 0);
  const version = await array.versionAt?.(spot, use);
  const content = JSON.stringify([run.start, run.length, version ?? whole]);
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** What is said where a run that should be there is not. */
function lateNotices(dataset: string, { runs }: RunSet, known: readonly Run[], run: Run, delay: number, now: number) {
  const every = intervalOf(runs);
  const newest = known.at(-1)!;
  if (newest.start > run.start) return [incompleteNotice(dataset, newest.start, run.start)];
  return stalledNotices(dataset, run.start, run.start + delay, every, now);
}

function endNotices(dataset: string, { start, length, expected }: Run): string[] {
  if (length >= expected) return [];
  const when = new Date(start).toISOString().slice(0, 16);
  return [
    `${dataset}: the run of ${when}Z is not complete: ${length / HOUR} of its ${expected / HOUR} hours are there`,
  ];
}

/** ms between runs. */
function intervalOf(runs: readonly Run[]): number {
  return runs.slice(1).reduce((least, { start }, k) => Math.min(least, start - runs[k]!.start), DAY);
}

/** Stretches of a day or more without a run. */
function gapsIn(runs: readonly Run[]): number {
  const every = intervalOf(runs);
  return runs.slice(1).filter(({ start }, k) => start - runs[k]!.start >= every + DAY).length;
}
