// Servers behind nginx killed while they answer a POST: what nginx sends again, what it leaves to the client, and that each line of
// a batch is charged once.
import { setTimeout as pause } from "node:timers/promises";
import { ask, PLACE } from "../lib/client.mjs";
import { endProcesses, freePort, openAccount, startServer } from "../lib/process.mjs";
import { startNginx } from "../services/nginx.mjs";
import { startPostgres } from "../services/postgres.mjs";
import { books } from "./account.mjs";

const SERVERS = 3;
const PATIENCE = 60_000;
const BATCH = "/v1/observation/batch";
const SETTINGS = [
  "--synthetic",
  "--trust-proxy",
  "127.0.0.1",
  "--keep-alive",
  "72",
  "--threads",
  "1",
  "--log-level",
  "error",
];

const day = { endpoint: "historical", query: { ...PLACE, start: "2023-06-01T00:00Z", end: "2023-06-02T00:00Z" } };
/** Takes seconds: long enough to be found at work. */
const minutes = {
  endpoint: "historical",
  query: { ...PLACE, start: "2023-01-01T00:00Z", end: "2024-01-01T00:00Z", frequency: "1_minute", parameters: "all" },
};

export async function killedPosts({ report, folder }) {
  const postgres = await startPostgres();
  try {
    const data = await postgres.create("irradiance");
    const key = await openAccount(data, 1_000_000);
    const rows = async (sql) => (await postgres.run("psql", "-d", "irradiance", "-At", "-c", sql)).trim();
    const members = await Promise.all(Array.from({ length: SERVERS }, () => started(data)));
    const ports = members.map(({ port }) => port);
    const nginx = await startNginx({ port: await freePort(), servers: ports, folder: `${folder}/nginx` });
    const post = (requests, idempotencyKey) =>
      ask(nginx.address, {
        key,
        path: BATCH,
        method: "POST",
        headers: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey },
        body: JSON.stringify({ requests }),
      });
    const killBusy = async () => {
      const member = await busy(members);
      await member.server.stop("SIGKILL");
      return member;
    };
    try {
      await beforeItsFirstByte({ report, post, killBusy, rows });
      await inTheMiddle({ report, post, killBusy, rows });
      await withoutKey({ report, post, killBusy });
      const { ids, used, charged } = await books(data);
      report.check(
        "killed in a POST: the books agree",
        new Set(ids).size === ids.length && used === charged,
        `${ids.length} charges, ${used} and ${charged} tokens`,
      );
    } finally {
      await nginx.stop();
    }
  } finally {
    await endProcesses();
    await postgres.end();
  }
}

/** Nothing is charged yet, nothing sent: nginx asks the next one. */
async function beforeItsFirstByte({ report, post, killBusy, rows }) {
  const answering = post([minutes, day], "before");
  const member = await killBusy();
  const { status, body, headers } = await answering;
  const found = status === 200 ? linesOf(body) : [];
  const charges = await rows("SELECT count(*) FROM charge");
  report.check(
    "killed in a POST before its first byte: the next server answers under the Idempotency-Key, charged once",
    status === 200 && found.length === 2 && found.every(({ response }) => response !== undefined) && charges === "2",
    `${status}, ${found.length} lines, ${charges} charges, ${headers?.["api-tokens-cost"]} tokens`,
  );
  await restart(member);
}

/** A line is charged and may have been sent: the client sends the batch again, and pays for the other line alone. */
async function inTheMiddle({ report, post, killBusy, rows }) {
  const requests = [day, minutes];
  const before = Number(await rows("SELECT count(*) FROM charge"));
  const answering = post(requests, "middle");
  await until(async () => Number(await rows("SELECT count(*) FROM charge")) > before);
  const member = await killBusy();
  const cut = await answering;
  const statuses = [];
  /** @type {any} */
  let again;
  await until(async () => {
    again = await post(requests, "middle");
    statuses.push(again.status);
    if (again.status === 200) return true;
    await pause(1_000);
    return false;
  });
  const found = linesOf(again.body);
  const charges = Number(await rows("SELECT count(*) FROM charge")) - before;
  const paid = await rows("SELECT count(*) FROM charge WHERE tokens > 0");
  report.check(
    "killed in a POST in the middle of its answer: the client's next attempt is whole, and each line was charged once",
    !cut.whole &&
      found.length === 2 &&
      found[0].replayed === true &&
      found[1].replayed === undefined &&
      statuses.every((status) => [200, 409].includes(status)) &&
      paid === String(before + 2),
    `first ${cut.whole ? "whole" : "cut"}, then ${statuses.join(" ")}, ${charges} rows of the audit, ${paid} paid`,
  );
  await restart(member);
}

/** Nobody knows whether the server had charged it: nginx does not send it again, and says so. */
async function withoutKey({ report, post, killBusy }) {
  const answering = post([minutes, day], undefined);
  const member = await killBusy();
  const { status, body, headers } = await answering;
  report.check(
    "killed in a POST without an Idempotency-Key: not sent again, and told so",
    status === 503 &&
      headers["retry-after"] === "2" &&
      /not known whether the request was charged/.test(JSON.parse(body).error.message),
    `${status} ${body}`.trim(),
  );
  await restart(member);
  const after = await post([day], undefined);
  report.check("killed in a POST: others without a key are answered", after.status === 200, String(after.status));
}

async function started(data) {
  const [port, operations] = [await freePort(), await freePort()];
  const member = { port, operations, data, server: undefined };
  await restart(member);
  return member;
}

async function restart(member) {
  const ports = ["--port", String(member.port), "--operations-port", String(member.operations)];
  member.server = await startServer(["--data", member.data, ...SETTINGS, ...ports]);
  await until(async () => (await fetch(`http://127.0.0.1:${member.operations}/health/ready`)).status === 200);
}

/** The server that has the request. */
async function busy(members) {
  let at = -1;
  await until(async () => {
    at = (await Promise.all(members.map(isBusy))).indexOf(true);
    return at >= 0;
  });
  return members[at];
}

async function isBusy({ operations }) {
  const text = await (await fetch(`http://127.0.0.1:${operations}/metrics`)).text();
  return /^irradiance_pool_running [1-9]/m.test(text);
}

function linesOf(body) {
  return body
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function until(condition) {
  const latest = performance.now() + PATIENCE;
  while (!(await condition())) {
    if (performance.now() > latest) throw new Error(`not within ${PATIENCE} ms: ${condition}`);
    await pause(10);
  }
}
