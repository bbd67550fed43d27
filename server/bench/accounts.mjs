// What a charge costs: charges a second and CPU time a charge, with 16 requests in flight and with one. Best of 5 rounds.
//   node scripts/build.mjs && node server/bench/accounts.mjs [libsql | node:sqlite | postgres://…]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Administration } from "../dist/accounts/administration.js";
import { openAccounts } from "../dist/accounts/open.js";
import { preferredEngine } from "../dist/accounts/sqlite/database.js";
import { openAdministered } from "../dist/accounts/transfer.js";

const where = process.argv[2] ?? preferredEngine();
const url = where.startsWith("postgres:") ? where : undefined;
const engine = /** @type {(typeof import("../dist/accounts/sqlite/database.js").SQLITE_ENGINES)[number]} */ (where);
const name = url === undefined ? engine : "postgres";
const directory = mkdtempSync(join(tmpdir(), "irradiance-bench-"));
const place = url === undefined ? { file: join(directory, "irradiance.db") } : { database: url };
const database = await openAdministered(place, { create: true });
const administration = new Administration(database, { name: "bench", now: Date.now() });
const account = `lab-${Date.now()}`;
await administration.createAccount(account, { tokens: 1e15 });
const { text } = await administration.createKey(account);
await database.close();

const accounts = await openAccounts(url === undefined ? { ...place, engine } : place);
const figures = { rows: 96, columns: 21, status: 200, duration: 1.2, bytes: 18_000 };
let requests = 0;

/** What the server does for each request: find the key, hold, charge. */
async function client(count) {
  for (let i = 0; i < count; i++) {
    const hold = await accounts.hold(accounts.find(text), 547_945);
    const requestId = `request-${String(requests++).padStart(12, "0")}`;
    await accounts.charge(hold, { requestId, at: Date.now(), endpoint: "observation/realtime", ...figures });
  }
}

async function round(clients, count) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: clients }, () => client(count)));
  const { user, system } = process.cpuUsage(cpu);
  const total = clients * count;
  return { rate: (1000 * total) / (performance.now() - start), cpu: (user + system) / total };
}

await round(16, 500);
for (const [clients, count] of [
  [16, 1000],
  [1, 1000],
]) {
  const rounds = [];
  for (let i = 0; i < 5; i++) rounds.push(await round(clients, count));
  const rate = Math.round(Math.max(...rounds.map((one) => one.rate)));
  const cpu = Math.min(...rounds.map((one) => one.cpu)).toFixed(1);
  console.log(`${name}, ${clients} in flight: ${rate} charges a second, ${cpu} µs CPU each`);
}
await accounts.close();
rmSync(directory, { recursive: true });
