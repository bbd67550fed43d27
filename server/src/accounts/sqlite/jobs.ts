/** Jobs in the accounts file. Its one server knows in memory what is held of grants, by jobs, too. */
import type { Change, JobDatabase, Steps } from "../jobs/steps.js";
import type { Ledger } from "../ledger.js";
import type { Charges } from "./charges.js";
import type { Database } from "./database.js";
import { explained } from "./file.js";
import type { Writer } from "./writer.js";

export interface JobsInFile {
  readonly file: string;
  readonly database: Database;
  readonly writer: Writer;
  readonly charges: Charges;
  readonly ledger: Ledger;
}

export function jobsInFile({ file, database, writer, charges, ledger }: JobsInFile): JobDatabase {
  const taken = <Result>(steps: Steps<Result>): Result => {
    let next = steps.next([]);
    while (!next.done) {
      const step = next.value;
      if ("charge" in step) charges.write([step.charge], step.charge.at);
      next = steps.next("sql" in step ? database.prepare<object>(step.sql).all(...step.values) : []);
    }
    return next.value;
  };
  const write = <Result>(steps: () => Steps<Result>) => writer.transaction(() => taken(steps()));
  return {
    read: async (steps) => explained(file, () => taken(steps)),
    write,
    alone: (now, steps) => write(() => steps(now)),
    change: async (_, steps) => {
      const { result } = await writer.transaction(
        () => taken(steps(ledger)),
        (change) => move(ledger, change),
      );
      return result;
    },
  };
}

function move(ledger: Ledger, { held = [], used = [], freed = [] }: Change<unknown>): void {
  ledger.keep(held);
  ledger.use(used);
  ledger.release(freed);
}
