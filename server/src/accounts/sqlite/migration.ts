/** The version of a file's tables: `PRAGMA user_version` counts the steps that it has seen. */
import { APPLICATION_ID, SCHEMA_VERSION, STEPS } from "../schema.js";
import type { Database } from "./database.js";

/** Before the first table of a file, or before it is copied: only then it can become smaller later. */
export const CAN_SHRINK = "PRAGMA auto_vacuum = INCREMENTAL";

export interface SchemaMarks {
  readonly applicationId: number;
  readonly version: number;
}

export function schemaMarks(database: Database): SchemaMarks {
  const one = (name: string) => Object.values(database.prepare<object>(`PRAGMA ${name}`).get()!)[0] as number;
  return { applicationId: one("application_id"), version: one("user_version") };
}

/** Takes the tables from the version they have to the newest, wholly or not at all. */
export function migrate(database: Database): void {
  database.transaction(() => {
    for (const step of STEPS.slice(schemaMarks(database).version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}
