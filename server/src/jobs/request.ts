/** What a job was asked for, as it is stored with it: everything that its sites are computed from again. */
import type { Endpoint as Name } from "irradiance-engine";
import { readLongJson } from "../long-json.js";
import { Slices } from "../loop-slices.js";

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

/** The endpoint comes first: it can be told without reading thousands of sites. */
export async function writtenRequest({ endpoint, sites, ...others }: JobRequest): Promise<string> {
  const slices = new Slices();
  const written: string[] = [];
  for (const site of sites) {
    written.push(JSON.stringify(site));
    await slices.rest();
  }
  return `${JSON.stringify({ endpoint, ...others }).slice(0, -1)},"sites":[${written.join()}]}`;
}

export function readRequest(text: string): Promise<JobRequest> {
  return readLongJson(text, JSON.parse) as Promise<JobRequest>;
}

const BEGINNING = /^\{"endpoint":"(\w+)"/;

/** @param beginning of a written request */
export function endpointOf(beginning: string): Name {
  return BEGINNING.exec(beginning)![1] as Name;
}
