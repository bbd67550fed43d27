/** Asks the hosts of catalogue entries what they have today: metadata alone, within bounds, and never with an exception. */
import { HOUR } from "irradiance-engine/internal/shared";
import type { NamedSource } from "irradiance-engine/internal/weather";
import { withDeadline } from "../budget.js";
import { changesIn, newestPublished } from "../catalogue/compare.js";
import type { CatalogueEntry, EntryFollowed } from "../catalogue/entry.js";
import { catalogueEntry, type Expanded, expanded, placed } from "../catalogue/expand.js";
import { type FailureKind, kindOf, messageOf } from "../errors.js";
import type { DatasetFacts } from "../source.js";
import { sourceAndInside } from "./open-all.js";

export interface CheckedSource {
  readonly id: string;
  /** What is not as it was pinned, or why it could not be asked: one sentence each. */
  readonly changes: readonly string[];
  /** Undefined: it answered. */
  readonly failure: FailureKind | undefined;
  /** What it has: its period, in Unix ms, and step, in seconds; of scans the newest alone. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly step: number | undefined;
  /** What its newest files are: "OM version 3", a name. */
  readonly form: string | undefined;
  readonly requests: number | undefined;
  readonly bytes: number | undefined;
}

export interface CheckedEntry {
  readonly name: CatalogueEntry["name"];
  /** In place of its public host. */
  readonly address: string | undefined;
  readonly passed: boolean;
  readonly sources: readonly CheckedSource[];
}

export interface CheckOptions {
  readonly environment?: { readonly [name: string]: string | undefined } | undefined;
  /** Unix ms. Default: the clock. */
  readonly now?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** ms for a source to answer. Default: 60,000. */
  readonly timeout?: number | undefined;
}

const TIMEOUT = 60_000;

/**
 * Compares the live metadata of an entry with what it pinned.
 *
 * @throws the signal's reason if it is aborted, and nothing else
 * @experimental
 */
export async function checkEntry({ name, address }: NamedSource, options: CheckOptions = {}): Promise<CheckedEntry> {
  const { environment = process.env } = options;
  const entry = catalogueEntry(name);
  let sources: readonly CheckedSource[];
  try {
    sources = await Promise.all(
      entry.follows === undefined
        ? expanded({ name, address }, environment).map((one) => checked(one, options))
        : entry.follows.map((one) => checkedFollowed(one, address, entry, options)),
    );
  } catch (error) {
    options.signal?.throwIfAborted();
    sources = [failed(entry.sources[0]!.described.id, error)];
  }
  return { name, address, passed: sources.every(({ changes }) => changes.length === 0), sources };
}

async function checked(one: Expanded, options: CheckOptions): Promise<CheckedSource> {
  const { signal = new AbortController().signal, timeout = TIMEOUT, now = Date.now() } = options;
  const { id } = one.description;
  try {
    const { source, inside } = sourceAndInside(
      { given: one.description, where: id },
      { folder: process.cwd(), environment: one.environment },
    );
    try {
      return await withDeadline(id, timeout, signal, async (own) => {
        const [facts, live] = await Promise.all([source.look!(own), inside(own)]);
        const { requests, bytes } = source.traffic?.() ?? {};
        const changes = changesIn({ facts, ...live }, one.source.pinned ?? {}, now);
        return { id, changes, failure: undefined, ...periodOf(facts.datasets), form: live.form, requests, bytes };
      });
    } finally {
      await source.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    return failed(id, error);
  }
}

async function checkedFollowed(
  followed: EntryFollowed,
  address: string | undefined,
  entry: CatalogueEntry,
  { signal = new AbortController().signal, timeout = TIMEOUT, now = Date.now() }: CheckOptions,
): Promise<CheckedSource> {
  const place = placed(followed.address, address, entry);
  const id = entry.follows!.length === 1 ? entry.name : `${entry.name} at ${new URL(followed.address).hostname}`;
  try {
    const { name, time } = await withDeadline(id, timeout, signal, (own) => newestPublished(followed, place, now, own));
    const isLate = time < now - followed.lagHours * HOUR;
    const changes = isLate ? [`its newest file is ${name}: nothing has been published since`] : [];
    return { id, changes, ...NOTHING, last: time, form: name };
  } catch (error) {
    signal.throwIfAborted();
    return failed(id, error);
  }
}

function periodOf(datasets: readonly DatasetFacts[]): Pick<CheckedSource, "first" | "last" | "step"> {
  const [firsts, lasts] = [datasets.flatMap((one) => one.first ?? []), datasets.flatMap((one) => one.last ?? [])];
  const first = firsts.length === 0 ? undefined : Math.min(...firsts);
  const last = lasts.length === 0 ? undefined : Math.max(...lasts);
  return { first, last, step: datasets[0]?.step };
}

const NO_PERIOD = { failure: undefined, first: undefined, last: undefined, step: undefined };
const NOTHING = { ...NO_PERIOD, form: undefined, requests: undefined, bytes: undefined };

/** What a failure means for somebody who has changed nothing. */
const MEANT: { readonly [kind in FailureKind]?: string } = {
  "not there": "it was moved, renamed or retired",
  "no such column": "its variables were renamed",
  refused: "the host wants another key, or its licence accepted",
};

function failed(id: string, error: unknown): CheckedSource {
  const failure = kindOf(error);
  const meaning = MEANT[failure];
  const changes = [`${messageOf(error)}${meaning === undefined ? "" : `: ${meaning}`}`];
  return { id, changes, ...NOTHING, failure };
}
