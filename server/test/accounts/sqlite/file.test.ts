import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openAccounts } from "../../../src/accounts/open.js";
import { APPLICATION_ID, STEPS } from "../../../src/accounts/schema.js";
import { backUp } from "../../../src/accounts/sqlite/administered.js";
import type { SqliteEngine } from "../../../src/accounts/sqlite/database.js";
import { openDatabase, preferredEngine, SQLITE_ENGINES } from "../../../src/accounts/sqlite/database.js";
import { AccountsFileError, openAccountsFile, realFile } from "../../../src/accounts/sqlite/file.js";
import { openSqliteStore } from "../../../src/accounts/sqlite/store.js";
import { administer, entry, NOON, openLab, stored, temporaryDirectory, temporaryFile, until } from "../fixture.js";
import { jobsOf, made, newJob, proveMigrated, ROWS_OF_VERSION_3 } from "../jobs-fixture.js";

/** Opening it fails with this text, for server and command line, and leaves the file as it is. */
async function refused(file: string, text: RegExp): Promise<void> {
  const before = readFileSync(file);
  await expect(openAccounts({ file })).rejects.toThrow(AccountsFileError);
  await expect(openAccounts({ file })).rejects.toThrow(text);
  expect(() => openAccountsFile(file)).toThrow(text);
  expect(readFileSync(file).equals(before)).toBe(true);
}

async function madeFile(): Promise<string> {
  const file = temporaryFile();
  await administer(file, async (administration) => {
    await administration.createAccount("lab", { tokens: 1e6 });
    await administration.createKey("lab");
  });
  return file;
}

describe("a file of accounts", () => {
  it("is made whole, with its directory, and nothing else is left there", () => {
    const file = join(temporaryDirectory(), "new", "irradiance.db");
    openAccountsFile(file, { create: true }).close();
    expect(readdirSync(dirname(file)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(["irradiance.db"]);
  });

  it("is not made unasked", () => {
    const file = temporaryFile();
    expect(() => openAccountsFile(file)).toThrow(`${file} does not exist: "accounts create NAME" creates it`);
    expect(existsSync(file)).toBe(false);
  });

  it("of the first version gets the newest tables, and keeps its rows", async () => {
    const file = temporaryFile();
    const old = openDatabase(file);
    old.exec(STEPS[0]!);
    old.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 1`);
    old.exec(
      "INSERT INTO account VALUES ('lab', 0); INSERT INTO access_key VALUES ('k', 'h', 'lab', '', 0, NULL, NULL, NULL)",
    );
    old.exec("INSERT INTO token_grant VALUES ('g', 'lab', 1000, 10, 0, NULL)");
    old.exec("INSERT INTO charge VALUES ('lab', 'before', 0, 'k', 'e', 1, 1, 10, 200, 1, 1)");
    old.exec("INSERT INTO usage_day VALUES ('lab', '1970-01-01', 'e', 1, 10)");
    old.exec("INSERT INTO admin_action VALUES (0, 'a', 'account created', 'lab', '')");
    old.close();
    const accounts = await openAccounts({ file });
    const access = { account: "lab", keyId: "k" };
    await accounts.charge(await accounts.hold(access, 5), entry("after", { fingerprint: "f" }));
    await accounts.close();
    await administer(file, (administration) => administration.createAccount("second"));
    expect((await stored({ file })).charges.map(({ request_id }) => request_id)).toEqual(["after", "before"]);
    const changes = await administer(file, (administration) => administration.changes(10));
    expect(changes.map(({ subject }) => subject)).toEqual(["lab", "second"]);
  });

  it("of the third version gets jobs, and keeps its rows", async () => {
    const file = temporaryFile();
    const old = openDatabase(file);
    for (const step of STEPS.slice(0, 3)) old.exec(step);
    old.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 3`);
    old.exec(ROWS_OF_VERSION_3);
    old.close();
    const accounts = await openAccounts({ file });
    await proveMigrated(accounts);
    await accounts.close();
    expect((await stored({ file })).used).toBe(17);
  });

  it("is refused, and left alone, when it is empty, another's, newer or damaged", async () => {
    const empty = temporaryFile();
    writeFileSync(empty, "");
    await refused(empty, /is empty: restore a backup/);

    const text = temporaryFile();
    writeFileSync(text, "this is no database\n".repeat(500));
    await refused(text, /is damaged or not a database: restore a backup; nothing was changed/);

    const other = temporaryFile();
    const foreign = openDatabase(other);
    foreign.exec("CREATE TABLE album (title TEXT)");
    foreign.close();
    await refused(other, /is the database of another program/);

    const newer = temporaryFile();
    await administer(newer, async () => {});
    const later = openDatabase(newer);
    later.exec("PRAGMA journal_mode = DELETE; PRAGMA user_version = 99");
    later.close();
    const versions = `its tables have version 99, this server supports ${STEPS.length}`;
    await refused(newer, new RegExp(`was written by a newer server: ${versions}`));
  });

  it("is refused when pages of it are lost or overwritten", async () => {
    for (const spoil of [cut, scribble]) {
      // A copy is one file without a log that would heal it.
      const file = temporaryFile();
      const database = openAccountsFile(await madeFile());
      backUp(database, file);
      database.close();
      spoil(file);
      await refused(file, /is damaged/);
    }
  });

  it.skipIf(!process.seteuid)("says so when its directory cannot be written", async () => {
    const [file, fresh] = [await madeFile(), temporaryFile()];
    for (const one of [file, fresh]) chmodSync(dirname(one), 0o555);
    asAnyone(() => {
      expect(() => openSqliteStore({ file, clock: () => 0 })).toThrow(AccountsFileError);
      expect(() => openSqliteStore({ file, clock: () => 0 })).toThrow(
        /cannot be opened or created: check the permissions/,
      );
      expect(() => openAccountsFile(fresh, { create: true })).toThrow(AccountsFileError);
      expect(() => openAccountsFile(fresh, { create: true })).toThrow(/cannot be opened or created/);
    });
    for (const one of [file, fresh]) chmodSync(dirname(one), 0o755);
  });

  it("has one real name", async () => {
    const file = await madeFile();
    const link = join(temporaryDirectory(), "link");
    symlinkSync(dirname(file), link);
    expect(realFile(join(link, "irradiance.db"))).toBe(realFile(file));
  });
});

/** Loses the pages of the last tables, those of keys among them. */
function cut(file: string): void {
  truncateSync(file, 4096 * 3);
}

function scribble(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4096);
  writeFileSync(file, bytes);
}

/** To root nothing is forbidden: then it is somebody else for a moment. */
function asAnyone(work: () => void): void {
  const user = process.geteuid!();
  if (user === 0) process.seteuid!(65534);
  try {
    work();
  } finally {
    process.seteuid!(user);
  }
}

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
    expect((await jobs.find("j"))?.beginning).toBe(TEXT.slice(0, 120));
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
