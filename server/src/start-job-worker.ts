/** Starts what a worker needs to make parts of jobs: the weather and the threads of a server, and no accounts. */
import { once } from "node:events";
import type { WeatherSource } from "irradiance-archive";
import type { Logger } from "pino";
import { createGrantWatch } from "./accounts/grant-watch.js";
import { noAccounts } from "./accounts/none.js";
import { AccountsOutage } from "./accounts/outage.js";
import type { Beside, BesideOptions } from "./bulk/run-worker.js";
import { siteMaker } from "./http/jobs/make-site.js";
import { orderByPiece } from "./http/jobs/site-order.js";
import { queueName } from "./jobs/job-queue.js";
import { PartMaker } from "./jobs/make-part.js";
import { openQueueMaker } from "./jobs/queue-maker.js";
import { ResultFiles } from "./jobs/result-files.js";
import { openService } from "./open-service.js";
import type { Settings } from "./settings.js";
import { openStore, settledOut } from "./store/open.js";

export interface JobWorkerOptions extends BesideOptions {
  readonly log: Logger;
  /** In place of those that the settings name. */
  readonly sources?: readonly WeatherSource[] | undefined;
}

/** @throws as `openService`; SettingsError for a place of results that cannot be used */
export async function startJobWorker(place: string, settings: Settings, options: JobWorkerOptions): Promise<Beside> {
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
  const maker = new PartMaker({ make, order, ahead: settings.threads, results });
  const ids = opened.sources.map(({ id }) => id);
  const queue = queueName(place, settings, ids);
  try {
    await opened.warm();
    void opened.look();
    const worker = await openQueueMaker({ redis, queue, maker, parts, say, sayDetail });
    say(`worker: takes parts of jobs, for ${results.place} (queue ${queue})`);
    return {
      async work({ stop, impatient }) {
        if (!stop.aborted) await once(stop, "abort");
        await worker.stop(impatient);
        await close();
      },
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
