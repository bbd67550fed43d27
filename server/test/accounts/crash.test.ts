import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { drawsOf } from "../../../test/draws.js";
import { openAccounts } from "../../src/accounts/open.js";
import { checkAccounts } from "../../src/accounts/sqlite/administered.js";
import { openAccountsFile } from "../../src/accounts/sqlite/file.js";
import { administer, NOON, temporaryDirectory, temporaryFile } from "./fixture.js";
import { donePart, LIFE, lapse, made, newJob } from "./jobs-fixture.js";

const KILLS = drawsOf(10, 2);
const IN_FLIGHT = 16;
const JOB_KILLS = 5;
const BOOK_KILLS = drawsOf(12, 2);
const PARTS = 600;
const DELETION_KILLS = 5;
const OLD_CHARGES = 15_000;
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CHILD = pathOf("./charging-child.mjs");
const JOB_CHILD = pathOf("./job-child.mjs");
const BOOKS_CHILD = pathOf("./books-child.mjs");
const OPERATOR_CHILD = pathOf("./operator-child.mjs");
const MAIN = pathOf("../../dist/main.js");

/** Starts a server, kills it (kill -9) some ms after its first charge, and gives the charges it has acknowledged. */
function chargeUntilKilled(args: readonly string[], time: number): Promise<string[]> {
  const child = spawn(process.execPath, args);
  let [output, errors, killed] = ["", "", false];
  child.stderr.on("data", (data) => (errors += data));
  child.stdout.on("data", (data) => {
    output += data;
    if (!killed) setTimeout(() => child.kill("SIGKILL"), time);
    killed = true;
  });
  return new Promise((resolve, reject) => {
    child.on("close", (_, signal) => {
      if (signal !== "SIGKILL") return reject(new Error(`the server ended by itself: ${errors}`));
      // The last line may be cut.
      resolve(output.split("\n").slice(0, -1));
    });
  });
}

/** Of a new account, "lab". */
async function keyOf(file: string): Promise<string> {
  const made = await administer(file, async (administration) => {
    await administration.createAccount("lab", { tokens: 1e12 });
    return administration.createKey("lab", { label: "first" });
  });
  return made.text;
}

async function withJob(file: string, tokens: readonly number[]): Promise<void> {
  await administer(file, (administration) => administration.createAccount("lab", { tokens: 1e6 }));
  const server = await openAccounts({ file });
  await made(server.jobs!, newJob("j", tokens));
  await server.close();
}

function stored(file: string) {
  const database = openAccountsFile(file);
  try {
    checkAccounts(file, database);
    const charges = database.prepare<{ request_id: string }>("SELECT request_id FROM charge").all();
    const repeats = database
      .prepare<{ request_id: string }>("SELECT request_id FROM repeat_key WHERE hash = request_id")
      .all();
    const { used } = database.prepare<{ used: number }>("SELECT used FROM token_grant").get()!;
    return { charges: charges.map((row) => row.request_id), repeats: repeats.map((row) => row.request_id), used };
  } finally {
    database.close();
  }
}

it(`every acknowledged charge is there once after ${KILLS} kills, its repeat with it, and no half of one`, async () => {
  const file = temporaryFile();
  const text = await keyOf(file);
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    acknowledged.push(...(await chargeUntilKilled([CHILD, file, text, String(round)], Math.random() * 80)));
  }
  const { charges, repeats, used } = stored(file);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  const inFile = new Set(charges);
  expect(inFile.size).toBe(charges.length);
  expect(acknowledged.filter((id) => !inFile.has(id))).toEqual([]);
  // Not told, but charged: what was under way at the kills, no more.
  expect(charges.length - acknowledged.length).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
  expect(used).toBe(3 * charges.length);
  expect(repeats.sort()).toEqual(charges.sort());
});

it("a storm of crashes gives no part up: what a crash left waits for a minute, unless its server had run for longer", async () => {
  const file = temporaryFile();
  await withJob(file, [5]);
  const rounds = async (count: number) => {
    const taken: string[] = [];
    while (taken.length < count) taken.push(...(await chargeUntilKilled([JOB_CHILD, file, "stuck"], 0)));
    return taken;
  };
  expect(await rounds(7)).toEqual(["j.0", ...Array(6).fill("none")]);
  const database = openAccountsFile(file);
  onTestFinished(() => database.close());
  const part = () => database.prepare("SELECT state, lapses FROM job_part").get();
  expect(part()).toEqual({ state: "running", lapses: 0 });
  database.exec(`UPDATE server_run SET started = ${Date.now() - 61_000}`);
  expect(await rounds(2)).toEqual(["j.0", "none"]);
  expect(part()).toEqual({ state: "running", lapses: 1 });
});

it(`parts of a job are charged once, and no token is lost, over ${JOB_KILLS} kills`, async () => {
  const file = temporaryFile();
  await withJob(file, new Array(PARTS).fill(5));
  const acknowledged: string[] = [];
  for (let round = 0; round < JOB_KILLS; round++) {
    acknowledged.push(...(await chargeUntilKilled([JOB_CHILD, file], Math.random() * 15)));
  }
  const before = stored(file);
  expect(before.charges).toEqual(expect.arrayContaining(acknowledged));
  expect(before.charges.length - acknowledged.length).toBeLessThanOrEqual(JOB_KILLS);
  expect(before.charges.length).toBeLessThan(PARTS);
  expect(before.used).toBe(4 * before.charges.length);
  // Of servers that crashed as soon as they ran: a minute later they are another's.
  await lapse({ file });
  const accounts = await openAccounts({ file });
  const jobs = accounts.jobs!;
  expect(accounts.balance("lab")).toMatchObject({ used: before.used, held: 5 * (PARTS - before.charges.length) });
  for (let claim = await jobs.claim(NOON, LIFE); claim; claim = await jobs.claim(NOON, LIFE)) {
    expect(await jobs.finish(claim, donePart(claim, { tokens: 4 }), NOON)).toBe("written");
  }
  expect(await jobs.find("j")).toMatchObject({
    state: "finished",
    done: PARTS,
    givenUp: 0,
    charged: 4 * PARTS,
    held: 0,
  });
  expect(accounts.balance("lab")).toMatchObject({ used: 4 * PARTS, held: 0 });
  await accounts.close();
  expect(new Set(stored(file).charges).size).toBe(PARTS);
});

it(`refunds and prunes agree with the charges over ${BOOK_KILLS} kills of servers and operators`, async () => {
  const file = temporaryFile();
  const text = await keyOf(file);
  const acknowledged: string[] = [];
  for (let round = 0; round < BOOK_KILLS; round++) {
    const server = chargeUntilKilled([BOOKS_CHILD, file, text, String(round)], 100 + Math.random() * 150);
    const operators = [0, 1].map(() => chargeUntilKilled([OPERATOR_CHILD, file], Math.random() * 100));
    await server;
    acknowledged.push(...(await Promise.all(operators)).flat());
    stored(file); // what is not right throws
  }
  const database = openAccountsFile(file);
  const all = <Row>(sql: string) => database.prepare<Row>(sql).all();
  const refunded = all<{ id: string; tokens: number }>("SELECT request_id AS id, tokens FROM refund");
  const [pruned] = all<{ requests: number }>("SELECT coalesce(sum(requests), 0) AS requests FROM pruned_day");
  database.close();
  const single = acknowledged.flatMap((line) => /^refunded (.*)$/.exec(line)?.[1] ?? []);
  const ids = refunded.map(({ id }) => id);
  expect(single.length).toBeGreaterThan(0);
  expect(new Set(single).size).toBe(single.length);
  expect(single.filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(single.length); // all cut ones at once, too
  expect(refunded.every(({ tokens }) => tokens === 3)).toBe(true);
  expect(pruned!.requests).toBeGreaterThan(0);
});

it("a second server on the file is refused, and told who has it; a killed one is in nobody's way", async () => {
  const file = temporaryFile();
  const text = await keyOf(file);
  const child = spawn(process.execPath, [CHILD, file, text, "0"], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdout.resume();
  const text2 = `is in use by a running server (process ${child.pid} on `;
  await expect(openAccounts({ file })).rejects.toMatchObject({
    code: "ERR_SERVER_RUNNING",
    message: expect.stringContaining(text2),
  });
  // The command line is not kept out.
  await administer(file, (administration) => administration.createAccount("second"));
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
  const accounts = await openAccounts({ file });
  await expect(openAccounts({ file })).rejects.toThrow(`process ${process.pid}`);
  await accounts.close();
  await (await openAccounts({ file })).close();
});

it("an account that is deleted while its server charges leaves no name and every acknowledged charge, over kills", async () => {
  const directory = temporaryDirectory();
  const file = join(directory, "irradiance.db");
  const text = await keyOf(file);
  const before = openAccountsFile(file);
  before.transaction(() => {
    const insert = before.prepare("INSERT INTO charge VALUES ('lab', ?, 0, 'k', 'e', 1, 1, 3, 200, 1, 1, NULL, 0)");
    for (let i = 0; i < OLD_CHARGES; i++) insert.run(`old-${i}`);
    before.prepare("UPDATE token_grant SET used = ?").run(3 * OLD_CHARGES);
    before.prepare("INSERT INTO usage_day VALUES ('lab', '1970-01-01', 'e', ?, ?)").run(OLD_CHARGES, 3 * OLD_CHARGES);
  });
  const read = before.prepare<{ name: string; successor: string | null }>("SELECT name, successor FROM account");
  const hasBegun = () => read.all().some(({ successor }) => successor !== null);
  const server = spawn(process.execPath, [CHILD, file, text, "0"], { stdio: ["ignore", "pipe", "ignore"] });
  let acknowledged = "";
  server.stdout.on("data", (data) => (acknowledged += data));
  const ended = new Promise((resolve) => server.once("close", resolve));
  await new Promise((resolve) => server.stdout.once("data", resolve));
  const names = new Set<string>();
  let kills = 0;
  for (let isDone = false; !isDone; ) {
    const command = spawn(process.execPath, [MAIN, "accounts", "delete", "lab", "--yes", "--data", directory]);
    let errors = "";
    command.stderr.on("data", (data) => (errors += data));
    const over = new Promise<number | null>((resolve) => command.once("close", resolve));
    if (kills < DELETION_KILLS) {
      while (!hasBegun() && command.exitCode === null) await pause(2);
      await pause(Math.random() * (kills === 0 ? 20 : 200));
      if (command.kill("SIGKILL")) kills++;
    }
    const code = await over;
    if (code !== null && code !== 0) throw new Error(`the command failed: ${errors}`);
    isDone = code === 0;
    checkAccounts(file, before);
    for (const { name } of read.all()) names.add(name);
  }
  await ended; // its grants have ended: it is out of tokens
  expect(kills).toBeGreaterThan(0);
  expect([...names].filter((name) => name !== "lab")).toEqual([expect.stringMatching(/^deleted-\w{8}$/)]);
  expect(read.all().length).toBe(1);
  checkAccounts(file, before);
  const charges = before
    .prepare<{ request_id: string; account: string }>("SELECT request_id, account FROM charge")
    .all();
  const [account] = read.all();
  expect(charges.every((charge) => charge.account === account!.name)).toBe(true);
  const inFile = new Set(charges.map(({ request_id }) => request_id));
  const told = acknowledged.split("\n").slice(0, -1);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((id) => !inFile.has(id))).toEqual([]);
  expect(charges.length).toBeGreaterThanOrEqual(OLD_CHARGES + told.length);
  const changes = JSON.stringify(before.prepare("SELECT * FROM admin_action").all());
  expect(changes).not.toContain('"lab"');
  before.close();
});
