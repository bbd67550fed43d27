/** Makes a part: its sites in their order, some of them ahead, as lines or as a table, and their file in the store. */

import type { NewPart, PartFile } from "../accounts/jobs.js";
import { cutSites } from "../background/cut.js";
import { unlessAborted } from "../unless-aborted.js";
import type { JobRequest, JobSite } from "./job-request.js";
import type { PartTables, SiteOfTable } from "./part-tables.js";
import { type FileBytes, gzippedLines, type ResultFiles } from "./result-files.js";

export interface PricedSite {
  /** Rows × returned columns. */
  readonly values: number;
  /** Micro-tokens. */
  readonly cost: number;
}

const BOUNDS = { sites: 500, values: 2_000_000, valuesOf: ({ values }: PricedSite) => values };

export async function planParts(sites: readonly PricedSite[]): Promise<readonly NewPart[]> {
  const parts: NewPart[] = [];
  for await (const { sites: own } of cutSites(sites, BOUNDS)) {
    parts.push({ sites: own.length, tokens: own.reduce((sum, { cost }) => sum + cost, 0) });
  }
  return parts;
}

/** Attempts at a part: in the last one what fails in passing becomes its line. */
export const MOST_ATTEMPTS = 5;

export interface JobCarrier {
  /** Whether this server makes a part now. */
  readonly isWorking: boolean;
  /** Gives back what this server is making. */
  stop(): Promise<void>;
}

/** An attempt at a part, as whoever makes it sees it: of accounts it knows nothing. */
export interface PartTask {
  readonly job: string;
  readonly part: number;
  /** Place of its first site in the job. */
  readonly first: number;
  /** Of the sites of the part alone. */
  readonly request: JobRequest;
  /** Of the attempt: no two have the same. */
  readonly id: string;
  /** A failure that may pass becomes its line, as there is no further attempt. */
  readonly isLastAttempt: boolean;
}

export interface SiteTask {
  readonly of: PartTask;
  readonly site: JobSite;
  /** Place in the job. */
  readonly index: number;
  /** Micro-tokens. */
  readonly cost: number;
}

/** A site's line; in a table its rows. */
export interface MadeSite extends SiteOfTable {
  /** Micro-tokens; 0 if it failed. */
  readonly tokens: number;
  readonly failed: boolean;
  readonly rows: number;
  readonly columns: number;
}

/** @throws PassingFailure, unless it is the last attempt; the signal's reason */
export type MakeSite = (task: SiteTask, signal: AbortSignal) => Promise<MadeSite>;

/**
 * In which order sites are made, as places in the list: those whose weather lies together one after the other.
 *
 * @throws never but for the signal: another order is as right
 */
export type OrderSites = (sites: readonly JobSite[], of: JobRequest, signal: AbortSignal) => Promise<readonly number[]>;

export type PartSums = { tokens: number; failedSites: number; rows: number; columns: number };

/** A part whose file is written: all that its charge needs. */
export interface PartResult extends Readonly<PartSums> {
  /** Id of the attempt. */
  readonly attempt: string;
  readonly file: PartFile;
  /** ms */
  readonly duration: number;
  /** Of a table: its sites that failed, a list in JSON. */
  readonly failures?: string | undefined;
}

interface MakingOptions {
  readonly make: MakeSite;
  /** Default: as they are listed. */
  readonly order?: OrderSites | undefined;
  /** Sites at a time. */
  readonly ahead: number;
  readonly tables: Pick<PartTables, "part">;
}

interface PartMakerOptions extends MakingOptions {
  readonly results: ResultFiles;
}

export class PartMaker {
  readonly #options: PartMakerOptions;

  constructor(options: PartMakerOptions) {
    this.#options = options;
  }

  /**
   * @param stopping ends even the removal of what was written for nothing
   * @throws as `MakeSite`; StoreError: the part is as if it had not been made
   */
  async make(task: PartTask, signal: AbortSignal, stopping = signal): Promise<PartResult> {
    const { results } = this.#options;
    const since = performance.now();
    const { file: made, ...sums } = await unlessAborted(madePart(task, this.#options, signal), signal);
    const duration = performance.now() - since;
    const name = results.nameOf(task, task.request.format);
    try {
      const file = await unlessAborted(results.write(name, made), signal);
      return { ...sums, attempt: task.id, duration, file };
    } catch (thrown) {
      await this.discard(name, stopping);
      throw thrown;
    }
  }

  /** What cannot be removed now goes with its job. */
  async discard(name: string, stopping: AbortSignal): Promise<void> {
    await unlessAborted(this.#options.results.remove(name), stopping).catch(() => {});
  }
}

type MadePart = PartSums & { readonly file: FileBytes; readonly failures?: string | undefined };

/** @throws as `MakeSite`, and as `PartTables.part` */
export async function madePart(
  task: PartTask,
  { make, ahead, tables, order = async (sites) => [...sites.keys()] }: MakingOptions,
  signal: AbortSignal,
): Promise<MadePart> {
  // Sites that are under way when one fails are no longer wanted.
  const over = new AbortController();
  const sums: PartSums = { tokens: 0, failedSites: 0, rows: 0, columns: 0 };
  const { request } = task;
  try {
    const ordered = await order(request.sites, request, signal);
    const sites = madeSites(task, ordered, make, ahead, sums, AbortSignal.any([signal, over.signal]));
    const { file, failures } =
      request.format === "parquet"
        ? await tables.part(request, sites, signal)
        : { file: await gzippedLines(linesOf(sites), signal), failures: undefined };
    return { file, ...sums, ...(failures !== undefined && { failures }) };
  } finally {
    over.abort(new Error("the part has ended"));
  }
}

async function* linesOf(sites: AsyncIterable<MadeSite>): AsyncGenerator<string | Uint8Array> {
  for await (const { line } of sites) yield* line;
}

/** In the order of the list: of a part that is computed in another one, sites whose turn has not come are kept. */
async function* madeSites(
  of: PartTask,
  order: readonly number[],
  make: MakeSite,
  ahead: number,
  sums: PartSums,
  signal: AbortSignal,
): AsyncGenerator<MadeSite> {
  const { first, request } = of;
  const underWay: { readonly k: number; readonly site: Promise<MadeSite> }[] = [];
  const made = new Map<number, MadeSite>();
  let next = 0;
  for (let at = 0; at < order.length || underWay.length > 0; ) {
    while (at < order.length && underWay.length < ahead) {
      const k = order[at++]!;
      const site = make({ of, site: request.sites[k]!, index: first + k, cost: request.costs[k]! }, signal);
      site.catch(() => {}); // its failure is heard when its turn comes, if it does
      underWay.push({ k, site });
    }
    const { k, site } = underWay.shift()!;
    const one = await site;
    const { tokens, failed, rows, columns } = one;
    sums.tokens += tokens;
    sums.failedSites += failed ? 1 : 0;
    sums.rows += rows;
    sums.columns = Math.max(sums.columns, columns);
    made.set(k, one);
    for (let ready = made.get(next); ready !== undefined; ready = made.get(next)) {
      made.delete(next++);
      yield ready;
    }
  }
}
