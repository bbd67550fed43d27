/** Asks the hosts of catalogue entries what they have today: metadata alone, within bounds, and never with an exception. */

import type { NamedSource } from "irradiance-engine/shared";
import { catalogueEntry } from "../catalogue/catalogue.js";
import { changesIn } from "../catalogue/compare.js";
import type { CatalogueEntry } from "../catalogue/entry.js";
import { type Expanded, expanded } from "../catalogue/expand.js";
import { withDeadline } from "../deadline.js";
import { type FailureKind, kindOf, messageOf } from "../errors.js";
import type { DatasetFacts } from "../facts.js";
import { sourceAndInside } from "./open-all.js";

/** @experimental */
export interface CheckedSource {
  readonly id: string;
  /** What is not as it was pinned, or why it could not be asked: one sentence each. */
  readonly changes: readonly string[];
  /** Undefined: it answered. */
  readonly failure: FailureKind | undefined;
  /** What it has: its period, in Unix ms, and step, in seconds. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly step: number | undefined;
  readonly form: string | undefined;
  readonly requests: number | undefined;
  readonly bytes: number | undefined;
}

/** @experimental */
export interface CheckedEntry {
  readonly name: CatalogueEntry["name"];
  /** In place of its public host. */
  readonly address: string | undefined;
  readonly passed: boolean;
  readonly sources: readonly CheckedSource[];
}

/** @experimental */
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
  let sources: readonly CheckedSource[];
  try {
    const all = expanded({ name, address }, environment);
    sources = await Promise.all(all.map((one) => checked(one, options)));
  } catch (error) {
    options.signal?.throwIfAborted();
    sources = [failed(catalogueEntry(name).sources[0]!.described.id, error)];
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

function periodOf(datasets: readonly DatasetFacts[]): Pick<CheckedSource, "first" | "last" | "step"> {
  const [firsts, lasts] = [datasets.flatMap((one) => one.first ?? []), datasets.flatMap((one) => one.last ?? [])];
  const first = firsts.length === 0 ? undefined : Math.min(...firsts);
  const last = lasts.length === 0 ? undefined : Math.max(...lasts);
  return { first, last, step: datasets[0]?.step };
}

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
  const nothing = { first: undefined, last: undefined, step: undefined, form: undefined };
  return { id, changes, failure, ...nothing, requests: undefined, bytes: undefined };
}
