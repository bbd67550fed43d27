/** Sites of a job in the background, each the answer that a request would have got, as a line or as rows, and behind all requests. */
import type { Archive } from "irradiance-archive";
import type { Endpoint, ObservationRequest } from "irradiance-engine";
import type { RenderedAnswer } from "../../answers/series.js";
import type { Rights } from "../../answers/site.js";
import { PassingFailure } from "../../background/back-off.js";
import { behindRequests } from "../../background/behind-requests.js";
import type { JobRequest, JobSite } from "../../jobs/job-request.js";
import { type SiteValue, siteId } from "../../jobs/job-request.js";
import type { MadeSite, MakeSite, OrderSites, PartTask, SiteTask } from "../../jobs/make-part.js";
import { Slices } from "../../loop-slices.js";
import type { Service } from "../../service.js";
import { knownQuery, type Query, type Task } from "../endpoint.js";
import { observationRequest } from "../endpoints/systems.js";
import { asHttpError, Deadline, type HttpError } from "../errors.js";
import { aroundResponse, failureLine, isOfSystem, strictTask } from "../line-object.js";

/** Whoever has a job is an account; which one it is makes no difference to its answers. */
const OF_AN_ACCOUNT = { access: { account: "", keyId: "" } };

/** @param onFailure hears of sites whose failure is the server's own, and has become their line */
export function siteMaker(
  service: Service,
  onFailure: (of: PartTask, index: number, failure: unknown) => void,
): MakeSite {
  return async (task, signal) => {
    try {
      return answered(task, await behindRequests(service.pool, () => rendered(service, task, signal), signal));
    } catch (thrown) {
      signal.throwIfAborted();
      const error = asHttpError(thrown);
      const line = failed(task, error);
      if (error.status >= 500) onFailure(task.of, task.index, error.cause ?? error);
      return line;
    }
  };
}

async function rendered(service: Service, { of, site }: SiteTask, stop: AbortSignal): Promise<RenderedAnswer> {
  const deadline = new Deadline(service.settings.deadline * 1000);
  const onStop = () => deadline.end(stop.reason);
  stop.addEventListener("abort", onStop, { once: true });
  const { signal } = deadline;
  try {
    const task = new CommonQuery(service, OF_AN_ACCOUNT, of.request).taskOf(site);
    const prepared = await deadline.unlessEnded(task.prepare(signal));
    const how = { encoding: "identity", signal, priority: 0, asTable: of.request.format === "parquet" } as const;
    return await deadline.unlessEnded(prepared.render(how));
  } finally {
    stop.removeEventListener("abort", onStop);
    deadline.over();
  }
}

function answered({ site, index, cost }: SiteTask, answer: RenderedAnswer): MadeSite {
  const { rows, columns, body, table } = answer;
  const about = { ...answer, notices: [...answer.notices, ...(site.notices ?? [])] };
  const sums = { tokens: cost, failed: false, rows, columns };
  if (table !== undefined) return { line: [], table: { id: siteId(site, index), columns: table }, ...sums };
  const [before, after] = aroundResponse({ index, id: siteId(site, index) }, { cost }, about);
  return { line: [before, body, after], ...sums };
}

/** @throws PassingFailure */
function failed({ of: { job, part, isLastAttempt }, site, index }: SiteTask, error: HttpError): MadeSite {
  const id = siteId(site, index);
  if (error.status >= 500 && !isLastAttempt) {
    throw new PassingFailure(`site ${index} (${JSON.stringify(id)}): ${error.message}`);
  }
  const line = [failureLine({ index, id }, error, `${job}.${part}`)];
  return { line, tokens: 0, failed: true, rows: 0, columns: 0 };
}

/** What the sites of a job have in common. It is read once: a site that has nothing of its own but a place is that request elsewhere. */
export class CommonQuery {
  readonly #service: Service;
  readonly #caller: Rights;
  readonly #common: Pick<JobRequest, "endpoint" | "now" | "query" | "system">;
  /** At the first place. */
  #read: ObservationRequest | undefined;

  constructor(service: Service, caller: Rights, common: Pick<JobRequest, "endpoint" | "now" | "query" | "system">) {
    this.#service = service;
    this.#caller = caller;
    this.#common = common;
  }

  /** The task that a request with the query of the site would have. @throws RequestError, HttpError 400 */
  taskOf({ query: own, system = this.#common.system }: Pick<JobSite, "query" | "system">): Task {
    const { endpoint, now, query: common } = this.#common;
    const { lat, lon, ...others } = own;
    const isPlace = typeof lat === "number" && typeof lon === "number" && Object.keys(others).length === 0;
    const isWhole = !isPlace || isOfSystem(endpoint);
    const query = (isWhole ? { ...common, ...own } : common) as Query;
    const asked = { query, now, caller: this.#caller, system };
    if (isWhole) return strictTask(this.#service, endpoint, asked);
    return strictTask(this.#service, endpoint, asked, this.#requestAt(endpoint, lat, lon));
  }

  #requestAt(endpoint: Endpoint, lat: number, lon: number): ObservationRequest {
    const { now, query } = this.#common;
    const known = this.#read ?? knownQuery(`observation/${endpoint}`, query as Query);
    const request = observationRequest(this.#service, endpoint, { ...known, lat, lon }, now);
    // The next place may have other clocks.
    if (query.time_zone === undefined || query.time_zone === request.zone) this.#read ??= request;
    return request;
  }
}

export function orderByPiece(archive: Pick<Archive, "pieceOf">): OrderSites {
  return async (sites, request, signal) => {
    const listed = [...sites.keys()];
    try {
      const pieces = await piecesOf(sites, request, archive, signal);
      return listed.sort((a, b) => (pieces[a] === pieces[b] ? a - b : pieces[a]! - pieces[b]!));
    } catch {
      signal.throwIfAborted();
      // Of a source that fails the sites have their own failures, or other sources.
      return [...sites.keys()];
    }
  };
}

async function piecesOf(
  sites: readonly JobSite[],
  { query: common }: JobRequest,
  archive: Pick<Archive, "pieceOf">,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const slices = new Slices();
  const pieces: number[] = [];
  for (const { query: own } of sites) {
    const place = placeOf({ ...common, ...own });
    const piece = place === undefined ? undefined : await archive.pieceOf(place, { signal });
    pieces.push(piece ?? Number.MAX_SAFE_INTEGER);
    await slices.rest();
  }
  return pieces;
}

/** Undefined for an invalid one, which is refused when its turn comes. */
function placeOf({ lat, lon }: { readonly [key: string]: SiteValue }) {
  const [latitude, longitude] = [Number(lat ?? Number.NaN), Number(lon ?? Number.NaN)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
