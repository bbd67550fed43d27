/** Whether an accounts file is intact: its pages, its references, and the sums that must agree. */
import { SUMS } from "../sums.js";
import type { Database } from "./database.js";
import { AccountsFileError } from "./file.js";

/** @throws AccountsFileError naming the first thing that is not right */
export function checkAccounts(file: string, database: Database): void {
  const [finding] = database.prepare<{ integrity_check: string }>("PRAGMA integrity_check(1)").all();
  if (finding?.integrity_check !== "ok") {
    throw new AccountsFileError(`${file} is damaged (${finding?.integrity_check}): restore a backup`);
  }
  const [orphan] = database.prepare<{ table: string; parent: string }>("PRAGMA foreign_key_check").all();
  if (orphan) throw new AccountsFileError(`${file}: a row of ${orphan.table} has no ${orphan.parent}`);
  for (const [sums, sql] of Object.entries(SUMS)) {
    const account = database.prepare<{ name: string }>(sql).get();
    if (account) throw new AccountsFileError(`${file}: ${sums} of account ${account.name} differ`);
  }
}
