/**
 * SQLite, whichever there is: Node's own (from 22.13), else the package libsql. Both are synchronous and speak the same SQL;
 * nothing outside this file knows which of them runs.
 */
import { createRequire } from "node:module";

export type SqlValue = string | number | null;

export interface Statement<Row> {
  /** Number of rows that were changed. */
  run(...values: SqlValue[]): number;
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

export interface Database {
  exec(sql: string): void;
  prepare<Row = unknown>(sql: string): Statement<Row>;
  /** Runs `work` as one transaction that no other writer comes between, and takes everything back when it throws. */
  transaction<T>(work: () => T): T;
  /** libsql keeps the file open until its prepared statements are garbage: take no lock that matters through one. */
  close(): void;
}

export const SQLITE_ENGINES = ["node:sqlite", "libsql"] as const;
export type SqliteEngine = (typeof SQLITE_ENGINES)[number];

/** The interface common to both drivers, as far as it is used here. */
interface DriverStatement {
  run(...values: unknown[]): { changes: number | bigint };
  get(...values: unknown[]): Record<string, unknown> | undefined;
  all(...values: unknown[]): unknown[];
}
type Driver = { exec(sql: string): void; prepare(sql: string): DriverStatement; close(): void };

/** @param engine default: Node's own where it has one */
export function openDatabase(file: string, engine: SqliteEngine = preferredEngine()): Database {
  const { driver, statement } = engine === "node:sqlite" ? openNode(file) : openLibsql(file);
  return {
    exec: (sql) => driver.exec(sql),
    prepare: <Row>(sql: string) => statement(driver.prepare(sql)) as Statement<Row>,
    transaction: (work) => inTransaction(driver, work),
    close: () => driver.close(),
  };
}

export function preferredEngine(): SqliteEngine {
  return nodeSqlite() ? "node:sqlite" : "libsql";
}

function inTransaction<T>(driver: Driver, work: () => T): T {
  driver.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    driver.exec("COMMIT");
    return result;
  } catch (cause) {
    try {
      driver.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled it back, as it does when the disk is full; `cause` has the reason.
    }
    throw cause;
  }
}

function openNode(file: string) {
  const driver = new (nodeSqlite()!.DatabaseSync)(file);
  const statement = (raw: DriverStatement): Statement<unknown> => ({
    run: (...values) => Number(raw.run(...values).changes),
    get: (...values) => raw.get(...values),
    all: (...values) => raw.all(...values),
  });
  return { driver, statement };
}

function openLibsql(file: string) {
  // Loaded only where it is needed: its binary does not exist for every machine that has node:sqlite.
  const Libsql = createRequire(import.meta.url)("libsql") as new (file: string) => Driver;
  const driver = new Libsql(file);
  // Values go in as one array: a single null would be taken for an object of named values.
  const statement = (raw: DriverStatement): Statement<unknown> => ({
    run: (...values) => Number(raw.run(values).changes),
    get: (...values) => withoutMetadata(raw.get(values)),
    all: (...values) => raw.all(values),
  });
  return { driver, statement };
}

/** libsql adds a column of its own to a single row. */
function withoutMetadata(row: Record<string, unknown> | undefined): unknown {
  if (row === undefined) return undefined;
  const { _metadata, ...own } = row;
  return own;
}

type NodeSqlite = { DatabaseSync: new (file: string) => Driver };
type GetBuiltin = (name: string) => NodeSqlite | undefined;

function nodeSqlite(): NodeSqlite | undefined {
  const getBuiltin = (process as unknown as { getBuiltinModule?: GetBuiltin }).getBuiltinModule;
  const emitWarning = process.emitWarning;
  // Node 22 calls its SQLite experimental on standard error, at every start of every command.
  process.emitWarning = () => {};
  try {
    return getBuiltin?.("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** SQLite's primary result codes that are distinguished here. */
export const SQLITE = { BUSY: 5, READONLY: 8, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 } as const;

/** The primary result code of an error of either driver; undefined if it is not an SQLite error. */
export function sqliteCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { errcode, rawCode } = cause as { errcode?: number; rawCode?: number };
  const code = errcode ?? rawCode;
  if (code !== undefined) return code & 0xff;
  // libsql tells the code of a failed opening in its text alone.
  const opening = /^ConnectionFailed\(.*: (\d+)"\)$/s.exec(cause.message)?.[1];
  return opening === undefined ? undefined : Number(opening) & 0xff;
}
