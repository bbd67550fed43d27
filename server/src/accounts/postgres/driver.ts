/** The package pg, which only servers on PostgreSQL need. */
import type { default as Pg, PoolClient, PoolConfig } from "pg";
import { AccountsDatabaseError } from "./errors.js";

export type { PoolClient };
export type Driver = typeof Pg;

export async function loadDriver(): Promise<Driver> {
  try {
    return (await import("pg")).default;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new AccountsDatabaseError("accounts in PostgreSQL need the package pg: npm install pg", { cause });
  }
}

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums of whole numbers are numbers here; the schema keeps them below 2^53. */
export function numberTypes({ types }: Driver): NonNullable<PoolConfig["types"]> {
  return {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid as never, format as never),
  } as NonNullable<PoolConfig["types"]>;
}

/** `?` of the statements that SQLite takes, too, as $1, $2, … */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => `$${++count}`);
}
