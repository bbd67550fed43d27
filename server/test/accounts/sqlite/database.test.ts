import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  openDatabase,
  preferredEngine,
  SQLITE,
  SQLITE_ENGINES,
  type SqliteEngine,
  sqliteCode,
} from "../../../src/accounts/sqlite/database.js";
import { temporaryDirectory } from "../fixture.js";

const hasOwn = preferredEngine() === "node:sqlite";
if (!hasOwn)
  console.warn(`node:sqlite is not tested: Node ${process.versions.node} has none (22.13 and later have it)`);

describe.each(SQLITE_ENGINES)("%s", (engine) => {
  describe.skipIf(engine === "node:sqlite" && !hasOwn)("as the adapter shows it", () => tests(engine));
});

function tests(engine: SqliteEngine): void {
  const open = () => {
    const database = openDatabase(join(temporaryDirectory(), "a.db"), engine);
    database.exec("CREATE TABLE t (id TEXT PRIMARY KEY, n BIGINT CHECK (n >= 0))");
    return { database, insert: database.prepare("INSERT INTO t VALUES (?, ?)") };
  };
  const thrown = (work: () => unknown): unknown => {
    try {
      work();
    } catch (cause) {
      return cause;
    }
    throw new Error("nothing was thrown");
  };

  it("gives rows as they were written, whole numbers to 2^53", () => {
    const { database, insert } = open();
    expect(insert.run("a", Number.MAX_SAFE_INTEGER)).toBe(1);
    expect(insert.run("b", null)).toBe(1);
    const select = database.prepare("SELECT * FROM t WHERE id = ?");
    expect(select.get("a")).toEqual({ id: "a", n: Number.MAX_SAFE_INTEGER });
    expect(Object.keys(select.get("a") as object)).toEqual(["id", "n"]);
    expect(select.get("c")).toBeUndefined();
    expect(select.all("b")).toEqual([{ id: "b", n: null }]);
    // One null alone is a value, not an object of named ones.
    expect(database.prepare("SELECT ? IS NULL AS yes").get(null)).toEqual({ yes: 1 });
    expect(database.prepare("UPDATE t SET n = 1").run()).toBe(2);
  });

  it("keeps a transaction whole, and takes it back when it throws", () => {
    const { database, insert } = open();
    const count = () => (database.prepare<{ n: number }>("SELECT count(*) AS n FROM t").get() as { n: number }).n;
    expect(database.transaction(() => insert.run("a", 1))).toBe(1);
    const cause = new Error("no");
    const work = () => {
      insert.run("b", 1);
      throw cause;
    };
    expect(thrown(() => database.transaction(work))).toBe(cause);
    expect(count()).toBe(1);
    // SQLite takes a transaction back by itself when the disk is full: the reason is told all the same.
    const full = () => {
      database.exec("PRAGMA max_page_count = 5");
      for (let i = 0; i < 10_000; i++) insert.run("c".repeat(500) + i, 1);
    };
    expect(sqliteCode(thrown(() => database.transaction(full)))).toBe(SQLITE.FULL);
    expect(count()).toBe(1);
    expect(database.transaction(() => insert.run("d", 1))).toBe(1);
  });

  it("tells SQLite's codes", () => {
    const { database, insert } = open();
    insert.run("a", 1);
    expect(sqliteCode(thrown(() => insert.run("a", 1)))).toBe(19);
    expect(sqliteCode(thrown(() => insert.run("b", -1)))).toBe(19);
    expect(sqliteCode(thrown(() => database.prepare("SELEC")))).toBe(1);
    expect(sqliteCode(thrown(() => openDatabase("/no/such/directory/a.db", engine)))).toBe(SQLITE.CANTOPEN);
    expect(sqliteCode(new Error("other"))).toBeUndefined();
    expect(sqliteCode("text")).toBeUndefined();
  });

  it("counts what other connections write, not what its own does", () => {
    const file = join(temporaryDirectory(), "b.db");
    const [one, other] = [openDatabase(file, engine), openDatabase(file, engine)];
    one.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (n)");
    const version = () => JSON.stringify(one.prepare("PRAGMA data_version").get());
    const before = version();
    one.exec("INSERT INTO t VALUES (1)");
    expect(version()).toBe(before);
    other.exec("INSERT INTO t VALUES (2)");
    expect(version()).not.toBe(before);
  });
}
