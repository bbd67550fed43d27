import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Administration } from "../../../src/accounts/administration.js";
import { openAccounts } from "../../../src/accounts/open.js";
import { backUp, checkAccounts, restoreBackup } from "../../../src/accounts/sqlite/administered.js";
import { openAccountsFile } from "../../../src/accounts/sqlite/file.js";
import { administer, entry, NOON, openLab, temporaryFile } from "../fixture.js";

const ACTOR = { name: "ann@host", now: NOON };

function copy(file: string, target = temporaryFile()): string {
  const database = openAccountsFile(file);
  backUp(database, target);
  database.close();
  return target;
}

function sums(file: string) {
  const database = openAccountsFile(file);
  try {
    checkAccounts(file, database);
    const sql = "SELECT (SELECT count(*) FROM charge) AS charges, (SELECT sum(used) FROM token_grant) AS used";
    return { ...database.prepare<{ charges: number; used: number }>(sql).get()! };
  } finally {
    database.close();
  }
}

it.skipIf(process.platform === "win32")("accounts and their backups are for their owner alone", async () => {
  const { accounts, access, file } = await openLab({ tokens: 1e9 });
  await accounts.charge(await accounts.hold(access, 5), entry("r1"));
  const modes = (...files: string[]) => files.map((one) => (statSync(one).mode & 0o777).toString(8));
  expect(modes(file, `${file}-wal`, `${file}-shm`)).toEqual(["600", "600", "600"]);
  const database = openAccountsFile(file);
  const backup = temporaryFile();
  backUp(database, backup);
  database.close();
  await accounts.close();
  expect(modes(backup)).toEqual(["600"]);
  chmodSync(backup, 0o644); // as older versions made them
  await restoreBackup(file, backup, ACTOR);
  expect(modes(file)).toEqual(["600"]);
});

describe.skipIf(process.getuid?.() !== 0)("what root makes for a service of another user", () => {
  const SERVICE = { uid: 4321, gid: 4322 };
  const owners = (directory: string) =>
    readdirSync(directory).map((name) => {
      const { uid, gid } = statSync(join(directory, name));
      return { uid, gid };
    });

  it("belongs to that user: a first file, the lock, a restored file and the one before it", async () => {
    const file = temporaryFile();
    chownSync(dirname(file), SERVICE.uid, SERVICE.gid);
    const create = (administration: Administration) => administration.createAccount("lab");
    await administer(file, create);
    const saved = copy(file);
    await restoreBackup(file, saved, ACTOR);
    const found = owners(dirname(file));
    expect(found.length).toBeGreaterThanOrEqual(3); // the file, the kept one, the lock
    expect(found).toEqual(found.map(() => SERVICE));
  });

  it("belongs to that user where nothing was left", async () => {
    const file = temporaryFile();
    await administer(file, (administration) => administration.createAccount("lab"));
    const fresh = temporaryFile();
    chownSync(dirname(fresh), SERVICE.uid, SERVICE.gid);
    await restoreBackup(fresh, copy(file), ACTOR);
    const found = owners(dirname(fresh));
    expect(found).toEqual(found.map(() => SERVICE));
  });
});

describe("a backup", () => {
  it("made under load is one moment of the accounts, in one file", async () => {
    const { accounts, access, file } = await openLab({ tokens: 1e9 });
    let running = true;
    const client = async (name: string) => {
      for (let i = 0; running; i++) await accounts.charge(await accounts.hold(access, 5), entry(`${name}-${i}`));
    };
    const clients = ["a", "b", "c", "d"].map(client);
    const seen: number[] = [];
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const target = copy(file);
      expect(readdirSync(dirname(target))).toEqual(["irradiance.db"]);
      const { charges, used } = sums(target);
      expect(used).toBe(5 * charges);
      seen.push(charges);
    }
    running = false;
    await Promise.all(clients);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen[4]).toBeGreaterThan(seen[0]!);
  });

  it("replaces nothing, and says where it cannot be written", async () => {
    const file = temporaryFile();
    await administer(file, (administration) => administration.createAccount("lab"));
    const target = temporaryFile();
    writeFileSync(target, "dear");
    expect(() => copy(file, target)).toThrow(`FILE must be the name of a new file, got ${target}, which exists`);
    expect(readFileSync(target, "utf8")).toBe("dear");
    expect(() => copy(file, "/no/such/directory/copy.db")).toThrow(/copy\.db.*cannot be opened or created/);
  });

  it("is not made of accounts that contradict themselves", async () => {
    const file = temporaryFile();
    await administer(file, (administration) => administration.createAccount("lab", { tokens: 5 }));
    const database = openAccountsFile(file);
    database.exec("UPDATE token_grant SET used = 1");
    database.close();
    const target = temporaryFile();
    expect(() => copy(file, target)).toThrow(/charges and used tokens of account lab differ/);
    expect(readdirSync(dirname(target))).toEqual([]);
  });

  it("put back gives the accounts as they were, and keeps what was there", async () => {
    const { accounts, access, file, clock, key } = await openLab({ tokens: 1000 });
    await accounts.charge(await accounts.hold(access, 10), entry("before"));
    const saved = copy(file);
    await accounts.charge(await accounts.hold(access, 20), entry("after"));
    await expect(restoreBackup(file, saved, ACTOR)).rejects.toThrow(/is in use by a running server/);
    await accounts.close();
    // Still in the log, where the driver leaves it there.
    await administer(file, (administration) => administration.createAccount("second"));

    const kept = (await restoreBackup(file, saved, ACTOR))!;
    const changes = await administer(file, (administration) => administration.changes(1));
    expect(changes).toEqual([
      { at: NOON, actor: "ann@host", action: "accounts restored", subject: saved, detail: "1 accounts with 1 charges" },
    ]);
    expect(sums(file)).toEqual({ charges: 1, used: 10 });
    expect(sums(kept)).toEqual({ charges: 2, used: 30 });
    await administer(kept, async (administration) => expect(await administration.accounts()).toHaveLength(2));
    const again = await openAccounts({ file, clock });
    await again.charge(await again.hold(again.find(key.text)!, 5), entry("after"));
    expect(again.balance("lab").used).toBe(15);
    await again.close();
  });

  it("that is damaged is not put back", async () => {
    const file = temporaryFile();
    await administer(file, (administration) => administration.createAccount("lab"));
    const saved = copy(file);
    const bytes = readFileSync(saved);
    writeFileSync(saved, bytes.fill(0xa5, 4096));
    await expect(restoreBackup(file, saved, ACTOR)).rejects.toThrow(/is damaged/);
    await expect(restoreBackup(file, `${saved}.none`, ACTOR)).rejects.toThrow(
      /FILE must be a backup, got .* which does not exist/,
    );
    await administer(file, async (administration) => expect(await administration.accounts()).toHaveLength(1));
    expect(readdirSync(dirname(file)).filter((name) => name.includes("new"))).toEqual([]);
  });

  it("can be put where nothing is left", async () => {
    const file = temporaryFile();
    await administer(file, (administration) => administration.createAccount("lab"));
    const fresh = temporaryFile();
    expect(await restoreBackup(fresh, copy(file), ACTOR)).toBeUndefined();
    await administer(fresh, async (administration) => expect(await administration.accounts()).toHaveLength(1));
    expect(existsSync(fresh)).toBe(true);
  });
});

describe("a check", () => {
  it("finds sums that contradict each other", async () => {
    const { accounts, access, file } = await openLab({ tokens: 1000 });
    await accounts.charge(await accounts.hold(access, 10), entry("r1"));
    await accounts.close();
    const spoil = (sql: string) => {
      const database = openAccountsFile(file);
      database.exec(sql);
      try {
        checkAccounts(file, database);
      } finally {
        database.close();
      }
    };
    expect(() => spoil("UPDATE token_grant SET used = 11")).toThrow(/charges and used tokens of account lab differ/);
    expect(() => spoil("UPDATE token_grant SET used = 10; UPDATE usage_day SET requests = 2")).toThrow(
      /charges and daily usage of account lab differ/,
    );
    spoil("UPDATE usage_day SET requests = 1");
    expect(() => spoil("PRAGMA foreign_keys = OFF; DELETE FROM account")).toThrow(/a row of .* has no account/);
  });
});
