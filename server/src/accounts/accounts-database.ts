/** The database of accounts as the commands of an operator use it: one connection, whichever database it is. */

export type SqlValue = string | number | null;

export interface AccountsDatabase {
  /** What messages call it: a path, or host and database; never a password. */
  readonly name: string;
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Number of rows that were changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  /** Runs `work` as one transaction that no other operator comes between, and takes everything back when it throws. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` on the data of one moment. */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
  /** @throws AccountsFileError, AccountsDatabaseError naming the first thing that is not right */
  check(): Promise<void>;
  close(): Promise<void>;
}
