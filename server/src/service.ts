/** Everything that answers share: settings, accounts, weather, threads. Made once, closed once. */
import type { Archive } from "irradiance-archive";
import type { Pool } from "irradiance-engine/bulk";
import type { Logger } from "pino";
import type { Accounts } from "./accounts/accounts.js";
import type { AccountsOutage } from "./accounts/outage.js";
import type { Compute } from "./compute/compute.js";
import type { Tunings } from "./compute/forecast/tunings.js";
import type { Places } from "./compute/places.js";
import type { YearGenerator } from "./compute/year-generator.js";
import type { Callers } from "./http/callers.js";
import type { RequestIds } from "./http/request-ids.js";
import type { Turns } from "./http/turns.js";
import type { Unsent } from "./http/unsent.js";
import type { JobService } from "./jobs/job-service.js";
import type { Settings } from "./settings.js";

export interface Service {
  readonly settings: Settings;
  /** Unix ms. The one clock of the service; tests bring their own. */
  readonly clock: () => number;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly outage: AccountsOutage;
  /** undefined: this server makes none. */
  readonly jobs: JobService | undefined;
  readonly archive: Archive;
  readonly pool: Pool;
  readonly places: Places;
  /** What was learnt of forecasts at places. */
  readonly tunings: Tunings;
  readonly compute: Compute;
  readonly callers: Callers;
  readonly requestIds: RequestIds;
  readonly turns: Turns;
  readonly unsent: Unsent;
  /** Makes a year from monthly values. */
  readonly generator: YearGenerator;
  /** What every answer's bytes depend on beside its request and its weather: engine, build, and settings that shape answers. */
  readonly identity: readonly unknown[];
  readonly software: { readonly version: string; readonly commit: string };
}
