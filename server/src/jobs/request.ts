/** What a job was asked for, as it is stored with it: everything that its sites are computed from again. */
import { createHash } from "node:crypto";
import type { Endpoint as Name } from "irradiance-engine";

/** A value of a query: text or number. */
export type SiteValue = string | number;

/** One request of the job: its place, and whatever differs by site. */
export interface JobSite {
  /** undefined: its place in the list. */
  readonly id: string | undefined;
  readonly query: { readonly [key: string]: SiteValue };
}

export interface JobRequest {
  readonly endpoint: Name;
  /** Unix ms: relative times are those of the job's creation. */
  readonly now: number;
  /** What all sites have in common. */
  readonly query: { readonly [key: string]: SiteValue };
  readonly sites: readonly JobSite[];
  /** Of each site, in micro-tokens: the price that was agreed on. */
  readonly costs: readonly number[];
}

export function siteId({ sites }: Pick<JobRequest, "sites">, index: number): string {
  return sites[index]?.id ?? String(index);
}

/**
 * The endpoint comes first: it can be told without reading thousands of sites. Then comes the SHA-256 of the text without it: both
 * are within the 100 characters that are kept when the job is over.
 */
export function writtenRequest({ endpoint, ...others }: JobRequest): string {
  const text = JSON.stringify({ endpoint, ...others });
  const sha256 = createHash("sha256").update(text).digest("hex");
  const beginning = `{"endpoint":"${endpoint}"`;
  return `${beginning},"sha256":"${sha256}"${text.slice(beginning.length)}`;
}

export function readRequest(text: string): JobRequest {
  return JSON.parse(text) as JobRequest;
}

const BEGINNING = /^\{"endpoint":"(\w+)"/;

/** @param beginning of a written request */
export function endpointOf(beginning: string): Name {
  return BEGINNING.exec(beginning)![1] as Name;
}
