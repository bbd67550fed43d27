/** The accounts file becomes small again: texts of jobs that are over leave it, and their room goes back to the system. */
import { statSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { openAccounts } from "../../../src/accounts/open.js";
import { APPLICATION_ID, STEPS } from "../../../src/accounts/schema.js";
import { backUp } from "../../../src/accounts/sqlite/backup.js";
import {
  openDatabase,
  preferredEngine,
  SQLITE_ENGINES,
  type SqliteEngine,
} from "../../../src/accounts/sqlite/database.js";
import { openAccountsFile } from "../../../src/accounts/sqlite/file.js";
import { NOON, openLab, temporaryFile, until } from "../fixture.js";
import { jobsOf, made, newJob, ROWS_OF_VERSION_3 } from "../jobs-fixture.js";

const KIB = 1024;
const TEXT = `{"of":"${"x".repeat(1000 * KIB)}"}`;

/** Of the file and its log, bytes. */
function sizeOf(file: string): number {
  return ["", "-wal"].reduce((sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0), 0);
}

const pragma = (file: string, name: string) => {
  const database = openAccountsFile(file);
  const [value] = Object.values(database.prepare<object>(`PRAGMA ${name}`).get()!);
  database.close();
  return value;
};

describe.each(SQLITE_ENGINES)("%s", (engine) => {
  describe.skipIf(engine === "node:sqlite" && preferredEngine() !== engine)("a file of accounts", () => tests(engine));
});

function tests(engine: SqliteEngine): void {
  it("is as small as before when fifteen jobs of a megabyte were made and cancelled", async () => {
    const lab = await openLab({ tokens: 1000 }, { engine });
    const jobs = jobsOf(lab);
    const before = sizeOf(lab.file);
    for (let i = 0; i < 15; i++) {
      await made(jobs, newJob(`j${i}`, [1], { request: TEXT, mostBytes: 2000 * KIB }));
      await jobs.cancel(`j${i}`, NOON);
    }
    await until(() => sizeOf(lab.file) <= before + 64 * KIB);
    expect(await jobs.list("lab", 99)).toHaveLength(15);
  });

  it("that could not become smaller, of an earlier version, works on, and can from its backup on", async () => {
    const file = temporaryFile();
    const old = openDatabase(file, engine);
    for (const step of STEPS.slice(0, 4)) old.exec(step);
    old.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 4`);
    old.exec(ROWS_OF_VERSION_3);
    old.close();
    const accounts = await openAccounts({ file, engine, poll: 5, clock: () => NOON });
    onTestFinished(() => accounts.close());
    const jobs = accounts.jobs!;
    await made(jobs, newJob("j", [1], { request: TEXT, mostBytes: 2000 * KIB }));
    await jobs.cancel("j", NOON);
    expect((await jobs.find("j"))?.beginning).toBe(TEXT.slice(0, 100));
    await until(() => accounts.balance("lab").held === 0);
    expect(pragma(file, "auto_vacuum")).toBe(0);
    expect(pragma(file, "freelist_count")).toBeGreaterThan(200);
    const copy = temporaryFile();
    const database = openAccountsFile(file, { engine });
    backUp(database, copy);
    database.close();
    expect([pragma(copy, "auto_vacuum"), pragma(copy, "freelist_count")]).toEqual([2, 0]);
    expect(sizeOf(copy)).toBeLessThan(300 * KIB);
  });
}
