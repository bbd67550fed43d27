/** Jobs in PostgreSQL, for any number of servers. */
import type { JobDatabase, Steps } from "../jobs/steps.js";
import { type HeldGrant, Ledger } from "../ledger.js";
import { insertCharges } from "./charges.js";
import type { Connections, Query } from "./connections.js";
import { patiently } from "./patience.js";
import { GRANTS_OF, LOCK_ACCOUNTS, LOCK_PART_CLAIMS, NOW } from "./sql.js";

export interface JobsInDatabase {
  readonly connections: Connections;
  /** Resolves when nothing that was released before waits to be free. */
  readonly freed: () => Promise<void>;
  /** Told what was seen of an account. */
  readonly seen: (account: string, grants: readonly HeldGrant[]) => void;
}

/** Each method can be asked again when its outcome is unknown, and so does what is asked of them: see patiently. */
export function jobsInDatabase({ connections, freed, seen }: JobsInDatabase): JobDatabase {
  return {
    async read(steps) {
      connections.refuseWhileSilent();
      return taken(steps, (sql, ...values) => connections.all(sql, ...values));
    },
    write: (steps) => patiently(connections, (query) => taken(steps(), query)),
    alone: (_, steps) =>
      patiently(connections, async (query) => {
        await query(LOCK_PART_CLAIMS);
        const [clock] = await query<{ now: number }>(`SELECT ${NOW} AS now`);
        return taken(steps(clock!.now), query);
      }),
    async change(account, steps) {
      await freed();
      const { result, grants } = await patiently(connections, async (query) => {
        await query(LOCK_ACCOUNTS, [account]);
        const ledger = new Ledger();
        ledger.refresh(account, await query<HeldGrant>(GRANTS_OF, [account]));
        const change = await taken(steps(ledger), query);
        return { result: change.result, grants: await query<HeldGrant>(GRANTS_OF, [account]) };
      });
      seen(account, grants);
      return result;
    },
  };
}

async function taken<Result>(steps: Steps<Result>, query: Query): Promise<Result> {
  let next = steps.next([]);
  while (!next.done) {
    const step = next.value;
    if ("charge" in step) await insertCharges(query, [step.charge]);
    next = steps.next("sql" in step ? await query(step.sql, ...step.values) : []);
  }
  return next.value;
}
