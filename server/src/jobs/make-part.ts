/** Makes a part: the lines of its sites in their order, some of them ahead, and their file in the store. */
import type { PartFile } from "../accounts/jobs.js";
import { unlessAborted } from "../unless-aborted.js";
import { type GzippedLines, gzippedLines } from "./gzipped-lines.js";
import type { JobRequest, JobSite } from "./request.js";
import type { ResultFiles } from "./result-files.js";

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

/** A site's line. */
export interface MadeSite {
  readonly line: readonly (string | Uint8Array)[];
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

export interface PartSums {
  tokens: number;
  failedSites: number;
  rows: number;
  columns: number;
}

/** A part whose file is written: all that its charge needs. */
export interface PartResult extends Readonly<PartSums> {
  /** Id of the attempt. */
  readonly attempt: string;
  readonly file: PartFile;
  /** ms */
  readonly duration: number;
}

export interface PartMakerOptions {
  readonly make: MakeSite;
  /** Default: as they are listed. */
  readonly order?: OrderSites | undefined;
  /** Sites at a time. */
  readonly ahead: number;
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
    const { make, order, ahead, results } = this.#options;
    const since = performance.now();
    const { file: lines, ...sums } = await unlessAborted(madeLines(task, make, ahead, signal, order), signal);
    const duration = performance.now() - since;
    const name = results.nameOf(task);
    try {
      const file = await unlessAborted(results.write(name, lines), signal);
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

/** @throws as `MakeSite` */
export async function madeLines(
  task: PartTask,
  make: MakeSite,
  ahead: number,
  signal: AbortSignal,
  order: OrderSites = async (sites) => [...sites.keys()],
): Promise<PartSums & { readonly file: GzippedLines }> {
  // Sites that are under way when one fails are no longer wanted.
  const over = new AbortController();
  const sums: PartSums = { tokens: 0, failedSites: 0, rows: 0, columns: 0 };
  try {
    const ordered = await order(task.request.sites, task.request, signal);
    const lines = linesOf(task, ordered, make, ahead, sums, AbortSignal.any([signal, over.signal]));
    return { file: await gzippedLines(lines, signal), ...sums };
  } finally {
    over.abort(new Error("the part has ended"));
  }
}

/** The lines in the order of the list: of a part that is computed in another one, those whose turn has not come are kept. */
async function* linesOf(
  of: PartTask,
  order: readonly number[],
  make: MakeSite,
  ahead: number,
  sums: PartSums,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const { first, request } = of;
  const underWay: { readonly k: number; readonly site: Promise<MadeSite> }[] = [];
  const made = new Map<number, MadeSite["line"]>();
  let next = 0;
  for (let at = 0; at < order.length || underWay.length > 0; ) {
    while (at < order.length && underWay.length < ahead) {
      const k = order[at++]!;
      const site = make({ of, site: request.sites[k]!, index: first + k, cost: request.costs[k]! }, signal);
      site.catch(() => {}); // its failure is heard when its turn comes, if it does
      underWay.push({ k, site });
    }
    const { k, site } = underWay.shift()!;
    const { line, tokens, failed, rows, columns } = await site;
    sums.tokens += tokens;
    sums.failedSites += failed ? 1 : 0;
    sums.rows += rows;
    sums.columns = Math.max(sums.columns, columns);
    made.set(k, line);
    for (let ready = made.get(next); ready !== undefined; ready = made.get(next)) {
      made.delete(next++);
      yield* ready;
    }
  }
}
