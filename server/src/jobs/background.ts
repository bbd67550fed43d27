/** What a server does for jobs in the background: parts are carried to whoever makes them, and what was kept long enough is removed. */
import type { Metrics } from "../metrics.js";
import type { Settings } from "../settings.js";
import type { JobCarrier } from "./carrier.js";
import { DatabaseCarrier } from "./database-carrier.js";
import { JobExpiry } from "./expiry.js";
import type { JobService } from "./job-service.js";
import { type MakeSite, type OrderSites, PartMaker } from "./make-part.js";
import { PartBooks } from "./part-books.js";
import { QueueCarrier } from "./queue-carrier.js";

export interface JobBackground {
  /** Gives back what is under way. */
  stop(): Promise<void>;
}

export interface JobBackgroundOptions {
  readonly settings: Settings;
  readonly clock: () => number;
  readonly metrics: Metrics;
  /** Of this server, where it makes parts itself. */
  readonly make: MakeSite;
  readonly order: OrderSites;
  /** Name of the queue where workers wait that give the same answers. */
  readonly queue: string;
}

export function startJobBackground(service: JobService, options: JobBackgroundOptions): JobBackground {
  const { stored: jobs, results, watch } = service;
  const { settings, clock, metrics } = options;
  const carrier = carrierOf(service, options);
  const expiry = new JobExpiry({ jobs, results, clock, watch, days: settings["job-days"] });
  metrics.watch("irradiance_job_parts_running", "Parts of jobs that this server makes now", () =>
    carrier.isWorking ? 1 : 0,
  );
  return {
    async stop() {
      await Promise.all([carrier.stop(), expiry.stop()]);
      results.close();
    },
  };
}

function carrierOf(
  { stored: jobs, results, doorbell, watch }: JobService,
  { settings, clock, make, order, queue: name }: JobBackgroundOptions,
): JobCarrier {
  const books = new PartBooks({ jobs, clock, watch });
  const { queue: address, threads: ahead } = settings;
  if (address !== undefined) return new QueueCarrier({ address, name, jobs, results, books, doorbell, watch });
  const maker = new PartMaker({ make, order, ahead, results });
  return new DatabaseCarrier({ jobs, maker, books, doorbell, clock, watch });
}
