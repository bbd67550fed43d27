// What an export of the books takes: memory, time, and whether it adds up to the ledger. A tenth of the charges is pruned, a
// hundredth was cut and is refunded.
//   node scripts/build.mjs && node server/bench/export-books.mjs [CHARGES] [postgres]
import { spawn } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../../scripts/services/postgres.mjs";
import { Administration } from "../dist/accounts/administration.js";
import { pruneCharges } from "../dist/accounts/refunds.js";
import { refundCut } from "../dist/accounts/refunds.js";
import { openAdministered } from "../dist/accounts/transfer.js";

const [count = "1000000", where] = process.argv.slice(2);
const charges = Number(count);
const DAY = 86_400_000;
const DAYS = 100;
const ACCOUNTS = ["lab", "field", "grid"];
const ENDPOINTS = ["observation/realtime", "observation/historical", "climate/tmy", "forecast/basic"];
const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const today = Math.floor(Date.now() / DAY) * DAY;
const first = today - DAYS * DAY;

const directory = mkdtempSync(join(tmpdir(), "irradiance-bench-"));
const service = where === "postgres" ? await startPostgres() : undefined;
const url = service && (await service.create("books"));
const database = await openAdministered(url ? { database: url } : { file: join(directory, "irradiance.db") }, {
  create: true,
});
const actor = { name: "bench", now: Date.now() };
try {
  await fill();
  const { tokens: refunded } = await refundCut(database, actor, {
    from: first,
    to: today,
    reason: "cut, by the bench",
  });
  await pruneCharges(database, { before: first + (DAYS / 10) * DAY, actor });
  await database.check();
  const ledger = await database.get(
    "SELECT sum(used) AS used, (SELECT sum(requests) FROM usage_day) AS requests FROM token_grant",
  );
  for (const [by, format] of [
    ["charge", "csv"],
    ["charge", "ndjson"],
    ["day", "csv"],
    ["month", "csv"],
  ]) {
    const file = join(directory, `${by}.${format}`);
    const { seconds, mebibytes } = await exported(["--by", by, "--format", format, "--output", file]);
    const sums = await sumsOf(file, format);
    const agree =
      sums.tokens === BigInt(ledger.used) && sums.requests === ledger.requests && sums.back === BigInt(-refunded);
    const size = (statSync(file).size / 2 ** 20).toFixed(1);
    const name = `${url ? "postgres" : "sqlite"} --by ${by} --format ${format}`;
    console.log(
      `${name}: ${sums.rows} rows, ${size} MiB, ${seconds.toFixed(1)} s, ${mebibytes.toFixed(0)} MiB of memory at most, ` +
        `sums ${agree ? "equal to" : "NOT"} the ledger's (${ledger.used} micro-tokens, ${ledger.requests} requests)`,
    );
    if (!agree) process.exitCode = 1;
  }
} finally {
  await database.close();
  await service?.end();
  rmSync(directory, { recursive: true });
}

/** As the server would have written them. */
async function fill() {
  const administration = new Administration(database, actor);
  for (const account of ACCOUNTS) await administration.createAccount(account, { tokens: 1e15, starts: first });
  const rows = Array.from({ length: charges }, (_, i) => i);
  for (let i = 0; i < charges; i += 1000) await database.transaction(() => insert(rows.slice(i, i + 1000)));
  await database.transaction(async () => {
    await database.run(`INSERT INTO usage_day (account, day, endpoint, requests, tokens)
      SELECT account, key_id, endpoint, count(*), sum(tokens) FROM charge GROUP BY account, key_id, endpoint`);
    await database.run("UPDATE charge SET key_id = 'bench'");
    await database.run(
      "UPDATE token_grant SET used = (SELECT sum(tokens) FROM charge WHERE charge.account = token_grant.account)",
    );
  });
}

async function insert(numbers) {
  const values = numbers.flatMap((i) => {
    const at = first + Math.floor((i / charges) * DAYS * DAY);
    const day = new Date(at).toISOString().slice(0, 10); // in the place of the key, for the sums
    const tokens = 379 + ((i * 7919) % 1_000_003);
    return [
      ACCOUNTS[i % 3],
      `request-${i}`,
      at,
      day,
      ENDPOINTS[i % 4],
      97,
      21,
      tokens,
      200,
      1.25,
      18_000,
      i % 100 ? 0 : 1,
    ];
  });
  const marks = numbers.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").join(", ");
  await database.run(
    `INSERT INTO charge (account, request_id, at, key_id, endpoint, row_count, column_count, tokens, status, duration, bytes, cut)
      VALUES ${marks}`,
    ...values,
  );
}

/** @param {string[]} options */
async function exported(options) {
  const since = performance.now();
  const child = spawn(process.execPath, [main, "audit", "export", ...options, "--data", url ?? directory], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  let most = 0;
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // It has ended.
    }
  }, 20);
  const status = await new Promise((resolve) => child.once("exit", resolve));
  clearInterval(timer);
  if (status !== 0) throw new Error(`the export ended with ${status}`);
  return { seconds: (performance.now() - since) / 1000, mebibytes: most / 1024 };
}

/** @param {string} file @param {string} format */
async function sumsOf(file, format) {
  const sums = { rows: 0, requests: 0, tokens: 0n, back: 0n };
  let names = "";
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (format === "csv" && names === "") {
      names = line;
      continue;
    }
    const [, kind, requests, tokens] =
      format === "csv"
        ? ((cells) => [cells[0], cells[1], cells[4], cells[5]])(line.split(","))
        : /** @type {string[]} */ (/"kind":"(\w+)".*?"requests":(\d+),"tokens":([-\d.]+)/.exec(line));
    sums.rows++;
    sums.requests += Number(requests);
    if (kind === "refund") sums.back += micro(tokens);
    else sums.tokens += micro(tokens);
  }
  return sums;
}

/** @param {string} tokens a decimal */
function micro(tokens) {
  const [, sign, whole, decimals = ""] = /** @type {string[]} */ (/^(-?)(\d+)(?:\.(\d+))?$/.exec(tokens));
  return BigInt(`${sign}${whole}${decimals.padEnd(6, "0")}`);
}
