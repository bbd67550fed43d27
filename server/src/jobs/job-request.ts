/** What a job asks for, and its text as it is stored. */
import { createHash } from "node:crypto";
import type { Endpoint, Notice } from "irradiance-engine";
import { readLongJson, Slices } from "../loop-slices.js";
import type { Trace } from "../trace.js";
import type { JobFormat } from "./result-files.js";

/** What can be asked for in lines: an observation, a yield, or the power that is forecast. */
export type LineName = Endpoint | SystemLine;

/** Of a PV system, which a line may describe beside its query. */
export type SystemLine = "yield" | "forecast/pv";

/** A value of a query: text or number. */
export type SiteValue = string | number;

/** One request of the job: its place, and whatever differs by site. */
export interface JobSite {
  /** undefined: its place in the list. */
  readonly id: string | undefined;
  readonly query: { readonly [key: string]: SiteValue };
  /** Of a `SystemLine`; undefined: what all have in common, or the query's one plane. Once checked it is no name any more. */
  readonly system?: unknown;
  /** What a stored system that it named left to say. */
  readonly notices?: readonly Notice[];
}

export interface JobRequest {
  readonly endpoint: LineName;
  /** Of the files; undefined: lines, "ndjson". */
  readonly format?: Exclude<JobFormat, "ndjson"> | undefined;
  /** Unix ms: relative times are those of the job's creation. */
  readonly now: number;
  /** What all sites have in common. */
  readonly query: { readonly [key: string]: SiteValue };
  readonly system?: unknown;
  readonly sites: readonly JobSite[];
  /** Of each site, in micro-tokens: the price that was agreed on. */
  readonly costs: readonly number[];
  /** Of the request that created the job: log lines of its parts name it. */
  readonly trace?: Trace;
}

/** @param index its place in the job */
export function siteId({ id }: Pick<JobSite, "id">, index: number): string {
  return id ?? String(index);
}

/**
 * Endpoint and format come first, so that they are known without reading thousands of sites. Then comes the SHA-256 of the text without it:
 * all are within the characters that are kept when the job is over.
 */
export async function writtenRequest({ endpoint, format, sites, ...others }: JobRequest): Promise<string> {
  const slices = new Slices();
  const beginning = JSON.stringify({ endpoint, format }).slice(0, -1);
  const written = [`${JSON.stringify({ endpoint, format, ...others }).slice(beginning.length, -1)},"sites":[`];
  const hash = createHash("sha256").update(beginning).update(written[0]!);
  for (const [k, site] of sites.entries()) {
    const piece = `${k === 0 ? "" : ","}${JSON.stringify(site)}`;
    written.push(piece);
    hash.update(piece);
    await slices.rest();
  }
  written.push("]}");
  return `${beginning},"sha256":"${hash.update("]}").digest("hex")}"${written.join("")}`;
}

export function readRequest(text: string): Promise<JobRequest> {
  return readLongJson(text, JSON.parse) as Promise<JobRequest>;
}

const BEGINNING = /^\{"endpoint":"([\w/]+)"(?:,"format":"(\w+)")?/;

/** @param beginning of a written request */
export function endpointOf(beginning: string): LineName {
  return BEGINNING.exec(beginning)![1] as LineName;
}

export function formatOf(beginning: string): JobFormat {
  return (BEGINNING.exec(beginning)![2] ?? "ndjson") as JobFormat;
}
