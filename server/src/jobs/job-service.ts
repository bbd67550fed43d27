/** Jobs as requests and the background share them. */
import type { Logger } from "pino";
import type { Accounts } from "../accounts/accounts.js";
import type { GrantWatch } from "../accounts/grant-watch.js";
import type { Jobs } from "../accounts/jobs.js";
import type { Metrics } from "../metrics.js";
import { type Settings, SettingsError } from "../settings.js";
import { openStore, settledOut } from "../store/open.js";
import { Doorbell } from "./doorbell.js";
import { JobWatch } from "./job-watch.js";
import { Links } from "./links.js";
import { ResultFiles } from "./result-files.js";

export interface JobService {
  readonly stored: Jobs;
  readonly results: ResultFiles;
  readonly links: Links;
  /** Rings when there is something new to do. */
  readonly doorbell: Doorbell;
  readonly watch: JobWatch;
}

/** What jobs share with the rest of the server. */
export interface JobSurroundings {
  readonly accounts: Accounts;
  readonly grantWatch: GrantWatch;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * undefined: this server makes no jobs.
 *
 * @throws SettingsError without accounts; MissingPackageError for a bucket without the package that it needs
 */
export async function openJobs(
  { jobs: out }: Settings,
  { accounts, grantWatch, log, metrics }: JobSurroundings,
): Promise<JobService | undefined> {
  if (out === undefined) return undefined;
  const stored = accounts.jobs;
  if (stored === undefined) throw new SettingsError('setting "jobs" needs accounts: set --data, too');
  return {
    stored,
    results: new ResultFiles(await openStore(settledOut(out))),
    links: new Links(() => stored.secret()),
    doorbell: new Doorbell(),
    watch: new JobWatch(log, metrics, {
      nameOf: (account) => accounts.standing(account).shownName,
      charged: (account) => grantWatch.look(account),
    }),
  };
}
