/** A row in the audit of changes: who did what to accounts, and when. */
import type { AccountsDatabase } from "./accounts-database.js";

/** Who does it, and when. */
export interface Actor {
  readonly name: string;
  /** Unix ms. */
  readonly now: number;
}

export interface AdminAction {
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
}

/** Goes into the transaction of the change itself. */
export async function noteAction(
  database: AccountsDatabase,
  { name, now }: Actor,
  { action, subject, detail }: AdminAction,
): Promise<void> {
  const sql = `INSERT INTO admin_action (at, actor, action, subject, detail, sequence)
    VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(sequence), 0) + 1 FROM admin_action))`;
  await database.run(sql, now, name, action, subject, detail);
}
