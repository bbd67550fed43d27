/** Backups of a database and copies between the stores: every row is there afterwards. */
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { type AccountsPlace, placeName } from "../../../src/accounts/accounts-database.js";
import { openAccounts } from "../../../src/accounts/open.js";
import { pruneCharges } from "../../../src/accounts/refunds.js";
import { openAdministered } from "../../../src/accounts/transfer.js";
import { COMMANDS } from "../../../src/cli/commands.js";
import {
  administer,
  entry,
  NOON,
  type Opened,
  openLabAt,
  temporaryDirectory,
  temporaryFile,
  withDatabase,
} from "../fixture.js";
import { claimed, donePart, jobsOf, made, newJob } from "../jobs-fixture.js";
import { eachStore, inPostgres } from "../stores.js";

const DAY = 86_400_000;

const TABLES: Readonly<Record<string, string>> = {
  plan: "name",
  plan_limit: "plan, name",
  account: "name",
  account_limit: "account, name",
  stored_system: "account, name",
  access_key: "id",
  token_grant: "id",
  charge: "account, request_id",
  pruned_day: "account, day",
  usage_day: "account, day, endpoint",
  repeat_key: "account, repeat_key",
  admin_action: "sequence",
  job: "id",
  job_request: "job",
  job_part: "job, part",
  job_hold: "job, grant_id",
  link_secret: "one",
};

/** All that is stored. */
async function rowsOf(place: AccountsPlace) {
  return withDatabase(place, async (database) => {
    await database.check();
    const rows: { [table: string]: unknown[] } = {};
    for (const [name, order] of Object.entries(TABLES)) {
      rows[name] = await database.all(`SELECT * FROM ${name} ORDER BY ${order}`);
    }
    return rows;
  });
}

/** The same with a line more in the audit of changes. */
function withNote(rows: Awaited<ReturnType<typeof rowsOf>>, note: object) {
  const actions = rows.admin_action!;
  return {
    ...rows,
    admin_action: [...actions, { at: NOON, actor: "ann@host", sequence: actions.length + 1, ...note }],
  };
}

/** A part of every state, and a job that has ended. */
async function fillJobs(lab: Opened): Promise<void> {
  const jobs = jobsOf(lab);
  const repeat = { key: "k", fingerprint: "f" };
  const parts = Array.from({ length: 700 }, () => 5);
  await made(jobs, newJob("living", parts, { repeat }));
  const [one, two, three] = [await claimed(jobs), await claimed(jobs), await claimed(jobs)];
  await jobs.finish(one, donePart(one, { tokens: 3, failedSites: 1 }), NOON);
  await jobs.giveBack(two, { text: "no", notBefore: null });
  await jobs.giveBack(three, { text: "later", notBefore: NOON + 5000 });
  await claimed(jobs);
  for (let i = 0; i < 30; i++) {
    await made(jobs, newJob(`ended-${i}`, [7]));
    await jobs.cancel(`ended-${i}`, NOON + i);
  }
  await jobs.secret();
}

/** Charges over more than one page, with repeats and keys of every kind. */
async function fill(lab: Opened): Promise<void> {
  const { accounts, access, place, key } = lab;
  await fillJobs(lab);
  await Promise.all(
    Array.from({ length: 600 }, async (_, i) => {
      const hold = await accounts.hold(access, 1 + (i % 3));
      const at = i === 0 ? NOON - 10 * DAY : NOON;
      await accounts.charge(hold, entry(`r${i}`, { at, duration: i / 7, fingerprint: i % 2 ? "f" : undefined }));
    }),
  );
  for (let i = 0; i < 45; i++) {
    const of = {
      account: "lab",
      name: `s${i}`,
      created: NOON + i,
      changed: NOON + 2 * i,
      latitude: i / 7,
      longitude: -i / 3,
    };
    await accounts.systems!.store({ ...of, description: `{"i":${i}}` }, 45);
  }
  await accounts.repeat(access, "k", "f");
  const answer = { asOf: NOON, revision: "r", hash: "h" };
  await accounts.charge(await accounts.hold(access, 5, { repeat: "k" }), entry("repeated", { answer }));
  const database = await openAdministered(place);
  await pruneCharges(database, { before: NOON - 9 * DAY, actor: { name: "ann@host", now: NOON } });
  await database.close();
  await administer(place, async (administration) => {
    await administration.grantTokens("lab", { tokens: 7, expires: NOON + 1000 });
    await administration.rotateKey(key.id, 60_000);
    await administration.createAccount("Empty");
  });
  await accounts.close();
}

/** What a server does in a place that has no accounts. */
async function makeSecret(place: AccountsPlace): Promise<void> {
  const accounts = await openAccounts(place);
  await accounts.jobs!.secret();
  await accounts.close();
}

async function run(line: string, data?: AccountsPlace) {
  const result = { code: 0, out: [] as string[], err: [] as string[] };
  const [name, ...args] = line.split(" ");
  result.code = await (await COMMANDS[name!]!()).run(args, {
    out: (text) => void result.out.push(text),
    write: async () => {},
    err: (text) => void result.err.push(text),
    input: async () => "",
    stream: () => Readable.from([]),
    env: data ? { IRRADIANCE_DATA: "file" in data ? dirname(data.file) : data.database } : {},
    now: () => NOON,
    actor: "ann@host",
  });
  return result;
}

const nameOf = (place: AccountsPlace) => ("file" in place ? place.file : place.database);

eachStore(({ openLab }) => {
  it("a backup is a file with every row, and nothing else is left beside it", async () => {
    const lab = await openLab({ tokens: 1e6 });
    await fill(lab);
    const target = join(temporaryDirectory(), "backup.db");
    expect(await run(`backup ${target}`, lab.place)).toMatchObject({ code: 0 });
    expect(readdirSync(dirname(target))).toEqual(["backup.db"]);
    expect(await rowsOf({ file: target })).toEqual(await rowsOf(lab.place));
    const again = await run(`backup ${target}`, lab.place);
    expect([again.code, again.err[0]]).toEqual([2, expect.stringMatching(/FILE must be the name of a new file/)]);
  });
});

inPostgres(({ openLab, newPlace }, service) => {
  it("accounts move from a file to a database with every row, but not while a server has the file", async () => {
    const directory = temporaryDirectory();
    const place = { file: join(directory, "irradiance.db") };
    const lab = await openLabAt(place, { tokens: 1e6 });
    const target = await newPlace();
    const line = `accounts copy --from ${place.file} --to ${nameOf(target)}`;
    expect(await run(line)).toMatchObject({ code: 1, err: [expect.stringMatching(/is in use by a running server/)] });
    await fill(lab);
    const { code, out } = await run(line);
    expect([code, out[0]]).toEqual([
      0,
      expect.stringMatching(/^2 accounts with 601 charges copied from .*irradiance\.db to /),
    ]);
    const file = place.file;
    expect(await rowsOf(target)).toEqual(
      withNote(await rowsOf(place), {
        action: "accounts copied",
        subject: file,
        detail: "2 accounts with 601 charges",
      }),
    );
    const twice = await run(line);
    expect([twice.code, twice.err[0]]).toEqual([
      2,
      expect.stringMatching(/the target must have no accounts, got .*, whose table account has rows/),
    ]);
  });

  it("accounts move back, and a backup is put into an empty database", async () => {
    const lab = await openLab({ tokens: 1e6 });
    await fill(lab);
    const before = await rowsOf(lab.place);
    const file = temporaryFile();
    expect((await run(`accounts copy --from ${nameOf(lab.place)} --to ${file}`)).code).toBe(0);
    const subject = placeName(lab.place);
    const moved = withNote(before, { action: "accounts copied", subject, detail: "2 accounts with 601 charges" });
    expect(await rowsOf({ file })).toEqual(moved);
    const restored = await newPlace();
    await makeSecret(restored);
    expect((await run(`restore ${file}`, restored)).code).toBe(0);
    const note = { action: "accounts restored", subject: file, detail: "2 accounts with 601 charges" };
    expect(await rowsOf(restored)).toEqual(withNote(moved, note));
    expect((await run(`restore ${file}`, lab.place)).code).toBe(2);
  });

  it("pg_dump and pg_restore give back every row, and servers go on from it", async () => {
    const lab = await openLab({ tokens: 1e6 });
    await fill(lab);
    const database = new URL(nameOf(lab.place)).pathname.slice(1);
    // Where the user of PostgreSQL may write.
    const dump = join(tmpdir(), `irradiance-${process.pid}-${database}.dump`);
    await service().run("pg_dump", "-Fc", "-f", dump, database);
    try {
      const restored = await newPlace();
      await service().run("pg_restore", "--exit-on-error", "-d", new URL(nameOf(restored)).pathname.slice(1), dump);
      expect(await rowsOf(restored)).toEqual(await rowsOf(lab.place));
      const accounts = await openAccounts({ ...restored, clock: lab.clock });
      await accounts.charge(await accounts.hold(lab.access, 10), entry("after"));
      const claim = await claimed(accounts.jobs!);
      expect(await accounts.jobs!.finish(claim, donePart(claim), NOON)).toBe("written");
      await accounts.close();
    } finally {
      rmSync(dump, { force: true });
    }
  });

  it("a copy that fails half-way leaves nothing behind", async () => {
    const lab = await openLab({ tokens: 1e6 });
    await fill(lab);
    const target = await newPlace();
    const database = await openAdministered(target);
    await database.run("ALTER TABLE repeat_key ADD CONSTRAINT never CHECK (uses > 1000)");
    await database.close();
    const { code, err } = await run(`accounts copy --from ${nameOf(lab.place)} --to ${nameOf(target)}`);
    expect([code, err[0]]).toEqual([1, expect.stringMatching(/never/)]);
    expect((await rowsOf(target)).account).toEqual([]);
  });
});
