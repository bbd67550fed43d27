/** The job that a request names, if it is there and the caller's own. */
import type { StoredJob } from "../../accounts/jobs.js";
import type { JobService } from "../../jobs/job-service.js";
import type { Service } from "../../service.js";
import { accessOf, type Caller } from "../callers.js";
import { HttpError } from "../errors.js";

/** As they are made. */
const JOB_ID = /^[\w-]{22}$/;

/** @throws HttpError 404 on a server that makes no jobs */
export function jobsOf({ jobs }: Service): JobService {
  if (jobs !== undefined) return jobs;
  throw new HttpError("jobs_disabled", "this server does not run jobs (its operator can enable them with --jobs)");
}

/** @throws HttpError 404, the same for a job that does not exist and for that of another account */
export async function ownJob(service: Service, caller: Caller, id: string): Promise<StoredJob> {
  const { account } = accessOf(caller, "jobs");
  // Whatever a path may have is not asked of a database: PostgreSQL refuses some characters.
  const job = JOB_ID.test(id) ? await jobsOf(service).stored.find(id) : undefined;
  if (job?.account === account) return job;
  throw absentJob();
}

export function absentJob(): HttpError {
  return new HttpError("unknown_job", "this account has no such job");
}
