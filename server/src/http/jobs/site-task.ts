import type { JobRequest, JobSite } from "../../jobs/request.js";
import type { Service } from "../../service.js";
import type { Rights } from "../callers.js";
import type { Query, Task } from "../endpoint.js";
import { strictTask } from "../observation-object.js";

/** The same task as that of a request with the query of the site. @throws RequestError, HttpError 400 */
export function siteTask(
  service: Service,
  caller: Rights,
  { endpoint, now, query }: Pick<JobRequest, "endpoint" | "now" | "query">,
  site: JobSite,
): Task {
  const whole: { readonly [key: string]: unknown } = { ...query, ...site.query };
  return strictTask(service, endpoint, { query: whole as Query, now, caller });
}
