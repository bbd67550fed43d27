/** The queue of parts between servers and workers: what is in it, and which workers may take it. */
import { createHash } from "node:crypto";
import { isCount, isRecord } from "../background/queue/strike.js";
import type { Settings } from "../settings.js";
import { SOFTWARE } from "../software.js";
import { settledOut } from "../store/open.js";
import type { PartResult, PartTask } from "./make-part.js";
import type { JobRequest, JobSite } from "./request.js";

/** Of all its keys in Redis. */
export const PREFIX = "irradiance-jobs";
/** ms after which the part of a worker that is gone is another's. */
export const TAKEOVER = 30_000;

/** What a worker is given of a part. */
export type PartData = Pick<PartTask, "job" | "part" | "first" | "request">;

/** Settings that shape answers of observations, and so lines of jobs. */
const SHAPING = ["compatibility", "synthetic", "horizon-without-terrain", "weather-distance", "window-grace"] as const;

/**
 * Servers and workers meet in a queue of this name only if they write to the same place and are of one version, with the same
 * settings and sources: a worker whose answers would differ never sees a part.
 *
 * @param sources ids, in the order in which they are asked
 */
export function queueName(place: string, settings: Settings, sources: readonly string[]): string {
  const shape = SHAPING.map((name) => settings[name]);
  const kind = [settledOut(place), SOFTWARE, shape, settings.dem.length > 0, sources];
  return createHash("sha256").update(JSON.stringify(kind)).digest("hex").slice(0, 16);
}

/** Of a part in the queue. */
export function partId({ job, part }: Pick<PartTask, "job" | "part">): string {
  return `${job}.${part}`;
}

const PART_ID = /^([\w-]{22})\.(0|[1-9]\d{0,8})$/;

/** @returns undefined: `id` is none of a part */
export function jobOf(id: string): string | undefined {
  return PART_ID.exec(id)?.[1];
}

/**
 * Whoever reaches Redis can write into the queue, and what is read there names files and rows of the database.
 *
 * @returns undefined: no server has put this into the queue
 */
export function asPart(id: string | undefined, data: unknown): PartData | undefined {
  const { job, part, first, request } = (data ?? {}) as Partial<PartData>;
  const isNamed = id !== undefined && jobOf(id) === job && id === `${job}.${part}`;
  return isNamed && isCount(part) && isCount(first) && isRequest(request) ? (data as PartData) : undefined;
}

function isRequest(request: Partial<JobRequest> | undefined): boolean {
  const { endpoint, now, query, sites, costs, trace } = request ?? {};
  if (!/^[a-z_/]{1,40}$/.test(String(endpoint)) || !isCount(now) || !isRecord(query)) return false;
  const areSites = Array.isArray(sites) && sites.every((site?: Partial<JobSite>) => isRecord(site?.query));
  if (!areSites || !Array.isArray(costs) || costs.length !== sites.length || !costs.every(isCount)) return false;
  return trace === undefined || (isRecord(trace) && Object.values(trace).every((id) => /^[0-9a-f]{16,32}$/.test(id)));
}

const SUMS = ["tokens", "failedSites", "rows", "columns"] as const satisfies readonly (keyof PartResult)[];

/**
 * @param nameOf the file of an attempt
 * @returns undefined: no worker reports this
 */
export function asResult(returned: unknown, nameOf: (attempt: string) => string): PartResult | undefined {
  const result = (returned ?? {}) as Partial<PartResult>;
  const { attempt, file, duration } = result;
  if (!SUMS.every((sum) => isCount(result[sum])) || !Number.isFinite(duration)) return undefined;
  if (!/^[\w-]{1,64}$/.test(String(attempt)) || !isRecord(file) || !isCount(file.bytes)) return undefined;
  const isOwn = file.name === nameOf(attempt!) && /^[0-9a-f]{64}$/.test(String(file.sha256));
  return isOwn ? (result as PartResult) : undefined;
}
