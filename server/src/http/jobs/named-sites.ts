/** Sites of a job that name stored systems: what becomes of a system later changes no job. */
import type { JobRequest, JobSite } from "../../jobs/job-request.js";
import type { Service } from "../../service.js";
import type { Caller } from "../callers.js";
import { MOST_JOB_BODY_BYTES, type Query } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { linePath } from "../line-object.js";
import { namedSystems } from "../named-system.js";

const MIB = 1_048_576;
const TOO_MUCH = `stored systems must have at most ${MOST_JOB_BODY_BYTES / MIB} MiB in a job, each counted for every site that names it`;

/**
 * Puts what a name stands for in its place.
 *
 * @returns a function of a site and of what all sites name; it throws HttpError 400, 403, 404; 413 where more is named than a job may have
 */
export function namedSites(
  service: Service,
  caller: Caller,
  { endpoint, query }: Pick<JobRequest, "endpoint" | "query">,
) {
  const systems = namedSystems(service, caller);
  let size = 0;
  return async (site: JobSite, ofAll: unknown): Promise<JobSite> => {
    const { id, query: own, system: name = ofAll } = site;
    if (typeof name !== "string") return site;
    const { stands, system, notices, ...more } = await systems(linePath(endpoint), { ...query, ...own } as Query, name);
    size += more.size;
    if (size > MOST_JOB_BODY_BYTES) throw new HttpError("body_too_large", TOO_MUCH, { parameter: "system" });
    const described = system === undefined ? {} : { system };
    return { id, query: { ...own, ...stands }, ...described, ...(notices.length > 0 && { notices }) };
  };
}
