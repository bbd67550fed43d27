/** Starts a worker, which makes parts of jobs: the weather and the threads of a server, and no accounts. */
import type { Redis } from "ioredis";
import type { WeatherSource } from "irradiance-archive";
import type { Logger } from "pino";
import { AccountsOutage, createGrantWatch, noAccounts } from "./accounts/open.js";
import { orderByPiece, siteMaker } from "./http/jobs/make-site.js";
import { PartMaker } from "./jobs/make-part.js";
import { PartTables } from "./jobs/part-tables.js";
import { openQueueMaker } from "./jobs/queue-carrier.js";
import { queueName } from "./jobs/queue-name.js";
import { ResultFiles } from "./jobs/result-files.js";
import { openService } from "./open-service.js";
import type { Settings } from "./settings.js";
import { openStore, settledOut } from "./store/open.js";

interface JobWorkerOptions {
  readonly redis: Redis;
  /** At a time. */
  readonly parts: number;
  say(line: string): void;
  /** Of single parts. */
  sayDetail(line: string): void;
  readonly log: Logger;
  /** In place of those that the settings name. */
  readonly sources?: readonly WeatherSource[] | undefined;
}

interface JobWorker {
  /** Finishes the parts under way, or returns them to the queue when the signal says so. */
  stop(impatient: AbortSignal): Promise<void>;
}

/** @throws as `openService`; SettingsError for a place of results that cannot be used */
export async function startJobWorker(place: string, settings: Settings, options: JobWorkerOptions): Promise<JobWorker> {
  const { redis, parts, say, sayDetail, log, sources } = options;
  const results = new ResultFiles(await openStore(settledOut(place)));
  const accounts = noAccounts();
  const opened = await openService(settings, {
    ...{ log, clock: Date.now, accounts, jobs: undefined, sources },
    grantWatch: createGrantWatch({ accounts, log, reached: () => {} }),
    outage: new AccountsOutage(log, () => {}),
    onSourceFailure: () => {},
  });
  const close = async () => {
    results.close();
    await opened.close();
  };
  const make = siteMaker(opened.service, ({ job, request }, index, failure) =>
    log.error({ job, ...request.trace, index, err: failure }, "site of a job failed"),
  );
  const order = orderByPiece(opened.service.archive);
  const tables = new PartTables(opened.service.pool);
  const maker = new PartMaker({ make, order, ahead: settings.threads, results, tables });
  const ids = opened.sources.map(({ id }) => id);
  const queue = queueName(place, settings, ids);
  try {
    await opened.warm();
    void opened.look();
    const worker = await openQueueMaker({ redis, queue, maker, parts, say, sayDetail });
    say(`worker: takes parts of jobs, for ${results.place} (queue ${queue}), ${settings.threads} threads`);
    return {
      async stop(impatient) {
        await worker.stop(impatient);
        await close();
      },
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
