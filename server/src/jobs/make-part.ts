/** Makes the lines of a part: its sites in their order, some of them ahead. */
import type { PartClaim } from "../accounts/jobs.js";
import { type GzippedLines, gzippedLines } from "./gzipped-lines.js";
import type { JobRequest } from "./request.js";

/** A site's line. */
export interface MadeSite {
  readonly line: readonly (string | Uint8Array)[];
  /** Micro-tokens; 0 if it failed. */
  readonly tokens: number;
  readonly failed: boolean;
  readonly rows: number;
  readonly columns: number;
}

export interface SiteOrder {
  readonly claim: PartClaim;
  readonly request: JobRequest;
  /** Place in the job. */
  readonly index: number;
  /** A failure that may pass becomes its line, as there is no further attempt. */
  readonly isLastAttempt: boolean;
}

/** @throws PassingFailure, unless it is the last attempt; the signal's reason */
export type MakeSite = (order: SiteOrder, signal: AbortSignal) => Promise<MadeSite>;

export interface PartSums {
  tokens: number;
  failedSites: number;
  rows: number;
  columns: number;
}

export interface MadePart extends PartSums {
  readonly file: GzippedLines;
}

export interface PartOrder extends Pick<SiteOrder, "claim" | "request" | "isLastAttempt"> {
  readonly make: MakeSite;
  /** Sites at a time. */
  readonly ahead: number;
}

/** @throws as `MakeSite` */
export async function makePart(order: PartOrder, signal: AbortSignal): Promise<MadePart> {
  // Sites that are under way when one fails are no longer wanted.
  const over = new AbortController();
  const sums: PartSums = { tokens: 0, failedSites: 0, rows: 0, columns: 0 };
  try {
    const file = await gzippedLines(linesOf(order, sums, AbortSignal.any([signal, over.signal])), signal);
    return { ...sums, file };
  } finally {
    over.abort(new Error("the part has ended"));
  }
}

async function* linesOf(
  { claim, request, isLastAttempt, make, ahead }: PartOrder,
  sums: PartSums,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const underWay: Promise<MadeSite>[] = [];
  const end = claim.first + claim.sites;
  for (let index = claim.first; index < end || underWay.length > 0; ) {
    while (index < end && underWay.length < ahead) {
      const site = make({ claim, request, index: index++, isLastAttempt }, signal);
      site.catch(() => {}); // it is told when its turn comes, if it does
      underWay.push(site);
    }
    const { line, tokens, failed, rows, columns } = await underWay.shift()!;
    sums.tokens += tokens;
    sums.failedSites += failed ? 1 : 0;
    sums.rows += rows;
    sums.columns = Math.max(sums.columns, columns);
    yield* line;
  }
}
