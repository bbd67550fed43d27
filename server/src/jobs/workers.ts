/** What a server does for jobs in the background: it makes parts, and removes what was kept long enough. */
import type { Metrics } from "../metrics.js";
import type { Settings } from "../settings.js";
import { JobExpiry } from "./expiry.js";
import type { JobService } from "./job-service.js";
import type { MakeSite } from "./make-part.js";
import { JobRunner } from "./runner.js";

export interface JobWorkers {
  /** Gives back what is under way. */
  stop(): Promise<void>;
}

export function startJobWorkers(
  { stored: jobs, results, doorbell, watch }: JobService,
  make: MakeSite,
  settings: Settings,
  clock: () => number,
  metrics: Metrics,
): JobWorkers {
  const runner = new JobRunner({ jobs, results, make, ahead: settings.threads, doorbell, clock, watch });
  const expiry = new JobExpiry({ jobs, results, clock, watch, days: settings["job-days"] });
  metrics.watch("irradiance_job_parts_running", "Parts of jobs that this server makes now", () =>
    runner.isWorking ? 1 : 0,
  );
  return {
    async stop() {
      await Promise.all([runner.stop(), expiry.stop()]);
      results.close();
    },
  };
}
