/** The body of a new job: its sites, each checked as if it were asked for alone. */
import { checkTexts } from "irradiance-engine/contract";
import type { PricedSite } from "../../jobs/plan-parts.js";
import type { JobRequest, JobSite, SiteValue } from "../../jobs/request.js";
import { Slices } from "../../loop-slices.js";
import type { Service } from "../../service.js";
import { type Caller, checkValues } from "../callers.js";
import type { Query } from "../endpoint.js";
import { priceFor } from "../endpoints/price.js";
import { asHttpError, HttpError } from "../errors.js";
import { lineName, objectOf, refuseKey, refuseOthers, refuseUnknown } from "../line-object.js";
import { CommonQuery } from "./site-task.js";

const LONGEST_ID = 100;
/** What every site has of its own, and what has no meaning here. */
const NOT_IN_COMMON = ["lat", "lon", "response_format"];

export interface CheckedJob {
  readonly request: JobRequest;
  readonly sites: readonly PricedSite[];
}

/** @throws HttpError 400 that names the site; the signal's reason */
export async function checkedJob(
  service: Service,
  caller: Caller,
  body: unknown,
  now: number,
  signal: AbortSignal,
): Promise<CheckedJob> {
  const { endpoint, query = {}, system, sites: entries, ...others } = objectOf(body, "the body");
  refuseOthers(others, "the body has an unknown key");
  const common = { endpoint: lineName(endpoint), now, query: valuesOf(objectOf(query, '"query"')), ...given(system) };
  const misplaced = NOT_IN_COMMON.find((key) => key in common.query);
  if (misplaced !== undefined) refuseKey(misplaced, `"query" must not have ${JSON.stringify(misplaced)}`);
  refuseUnknown(common.endpoint, common.query as Query);
  const commonQuery = new CommonQuery(service, caller, common);
  const slices = new Slices();
  const ids = new Set<string>();
  const sites: JobSite[] = [];
  const priced: PricedSite[] = [];
  for (const [index, entry] of listOf(entries, caller.limits["job-sites"]).entries()) {
    await slices.rest();
    signal.throwIfAborted();
    const site = named(index, entry, () => siteOf(entry, index, ids));
    const task = named(index, entry, () => checkedTask(commonQuery, caller, site));
    await task.lookUp?.(signal).catch((thrown) => refuseSite(index, entry, thrown));
    sites.push(site);
    priced.push({ values: task.values, cost: priceFor(caller, task) });
  }
  return { request: { ...common, sites, costs: priced.map(({ cost }) => cost) }, sites: priced };
}

function listOf(sites: unknown, most: number): readonly unknown[] {
  if (Array.isArray(sites) && sites.length >= 1 && sites.length <= most) return sites;
  const got = Array.isArray(sites) ? `, got ${sites.length}` : "";
  throw new HttpError("invalid_body", `"sites" must be a list of 1 to ${most} sites${got}`, { parameter: "sites" });
}

function checkedTask(common: CommonQuery, caller: Caller, site: JobSite) {
  const task = common.taskOf(site);
  checkValues(caller, task.values);
  return task;
}

/** @param ids of the sites before, to which its own is added */
function siteOf(entry: unknown, index: number, ids: Set<string>): JobSite {
  const { id, system, ...query } = objectOf(entry, "a site");
  if (id !== undefined && !(typeof id === "string" && id.length >= 1 && id.length <= LONGEST_ID)) {
    throw new HttpError("invalid_parameter", `"id" must be a text of 1 to ${LONGEST_ID} characters`, {
      parameter: "id",
    });
  }
  checkTexts({ id });
  if ("response_format" in query) refuseKey("response_format", '"response_format" must be omitted: answers are JSON');
  const own = id ?? String(index);
  if (ids.has(own))
    throw new HttpError("invalid_parameter", `another site has the id ${JSON.stringify(own)}`, { parameter: "id" });
  ids.add(own);
  return { id, query: valuesOf(query), ...given(system) };
}

function given(system: unknown): Pick<JobSite, "system"> {
  return system === undefined ? {} : { system };
}

function valuesOf(query: { readonly [key: string]: unknown }): JobSite["query"] {
  const strange = Object.keys(query).find((key) => !["string", "number"].includes(typeof query[key]));
  if (strange === undefined) return query as { readonly [key: string]: SiteValue };
  throw new HttpError("invalid_parameter", `${JSON.stringify(strange.slice(0, 40))} must be a text or a number`, {
    parameter: strange.slice(0, 40) || undefined,
  });
}

function named<Result>(index: number, entry: unknown, read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    refuseSite(index, entry, thrown);
  }
}

/** Errors name the site. */
function refuseSite(index: number, entry: unknown, thrown: unknown): never {
  const { id } = (entry ?? {}) as { readonly id?: unknown };
  const name = typeof id === "string" ? ` (${JSON.stringify(id.slice(0, LONGEST_ID))})` : "";
  const { code, message, parameter } = asHttpError(thrown);
  throw new HttpError(code, `site ${index}${name}: ${message}`, { parameter, cause: thrown });
}
