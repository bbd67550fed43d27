/**
 * What is done to jobs, as steps that any database takes, one statement after the other: SQLite answers each at once, so that
 * nothing comes between them, PostgreSQL when it has.
 */
import type { SqlValue } from "../accounts-database.js";
import type { Ledger, Share } from "../ledger.js";
import type { ChargeRecord } from "../store.js";

/** A statement with `?` for its values, or a charge as the database writes them: audit, usage and grants. */
export type Step = { readonly sql: string; readonly values: readonly SqlValue[] } | { readonly charge: ChargeRecord };

export type Steps<Result> = Generator<Step, Result, readonly object[]>;

/** What was done, and what it did to the grants. */
export interface Change<Result> {
  readonly result: Result;
  readonly held?: readonly Share[];
  readonly used?: readonly Share[];
  readonly freed?: readonly Share[];
}

/** Where jobs are stored. Steps may be taken again, from the first: each call of the functions that make them begins anew. */
export interface JobDatabase {
  /** Statements that change nothing. Others may write between them. */
  read<Result>(steps: Steps<Result>): Promise<Result>;
  /** One transaction that no tokens are concerned in. */
  write<Result>(steps: () => Steps<Result>): Promise<Result>;
  /**
   * One transaction about claims of parts, and no other `alone` beside it.
   *
   * @param now Unix ms by this server's clock
   * @param steps given the time by the clock that claims are measured with
   */
  alone<Result>(now: number, steps: (time: number) => Steps<Result>): Promise<Result>;
  /** One transaction that may move tokens of an account, and nobody else moves them meanwhile. */
  change<Result>(account: string, steps: (ledger: Ledger) => Steps<Change<Result>>): Promise<Result>;
}

/** Its rows, those of a RETURNING included. */
export function* rows<Row extends object>(sql: string, ...values: SqlValue[]): Steps<readonly Row[]> {
  return (yield { sql, values }) as readonly Row[];
}

export function* charged(charge: ChargeRecord): Steps<void> {
  yield { charge };
}
