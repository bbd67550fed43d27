/** Everything that answers share: settings, accounts, weather, threads. Made once, closed once. */
import type { Logger } from "pino";
import type { AccountsOutage, GrantWatch } from "./accounts/open.js";
import type { Accounts } from "./accounts/stored-accounts.js";
import type { LearningContext } from "./answers/learnt-system.js";
import type { AnswerContext, Rights } from "./answers/site.js";
import type { Callers, RequestIds } from "./http/callers.js";
import type { Turns, Unsent } from "./http/connections.js";
import type { JobService } from "./jobs/job-service.js";

export interface Service extends AnswerContext, LearningContext {
  /** Unix ms. The one clock of the service; tests bring their own. */
  readonly clock: () => number;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly outage: AccountsOutage;
  readonly grantWatch: GrantWatch;
  /** undefined: this server makes none. */
  readonly jobs: JobService | undefined;
  readonly callers: Callers;
  readonly requestIds: RequestIds;
  readonly turns: Turns;
  readonly unsent: Unsent;
  /** Memory of the files of meters. */
  readonly meters: Unsent;
  /** With the threads of this caller: whoever pays nothing has one of its own beside accounts, as nothing that runs is interrupted. */
  forCaller(caller: Rights): Service;
  /** What every answer's bytes depend on beside its request and its weather: engine, build, and settings that shape answers. */
  readonly identity: readonly unknown[];
}
