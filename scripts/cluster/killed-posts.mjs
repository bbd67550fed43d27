// Servers behind nginx killed while they answer a POST: what nginx sends again, what it leaves to the client, and that each line of
// a batch is charged once.
import { setTimeout as pause } from "node:timers/promises";
import { ask, linesOf, PLACE, until } from "../lib/client.mjs";
import { books, kill, openAccount, restart, startMembers } from "../lib/process.mjs";
import { startNginx } from "../services/nginx.mjs";

const SERVERS = 3;
const PATIENCE = 120_000;
/** How often a server is killed at most: on a busy machine an answer may be whole before. */
const KILLS = 6;
const SETTINGS = [
  ...["--synthetic", "--trust-proxy", "127.0.0.1", "--keep-alive", "72", "--threads", "1", "--log-level", "error"],
];

const day = { endpoint: "historical", query: { ...PLACE, start: "2023-06-01T00:00Z", end: "2023-06-02T00:00Z" } };
/** Takes seconds: long enough to be found at work. */
const minutes = {
  endpoint: "historical",
  query: { ...PLACE, start: "2023-01-01T00:00Z", end: "2024-01-01T00:00Z", frequency: "1_minute", parameters: "all" },
};

export async function killedPosts({ report, folder, postgres }) {
  const data = await postgres.create("posts");
  const key = await openAccount(data, 1_000_000);
  const members = await startMembers(SERVERS, ["--data", data, ...SETTINGS]);
  const nginx = await startNginx({ servers: members.map(({ port }) => port), folder: `${folder}/nginx` });
  const stand = {
    report,
    count: async (where = "true") => Number(await postgres.rows("posts", `SELECT count(*) FROM charge WHERE ${where}`)),
    post: (requests, idempotencyKey) =>
      ask(nginx.address, {
        key,
        path: "/v1/observation/batch",
        method: "POST",
        headers: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey },
        body: JSON.stringify({ requests }),
      }),
    killBusy: async () => {
      const member = await until("a server has the request", () => busy(members), PATIENCE);
      await kill(member);
      return member;
    },
  };
  try {
    await beforeItsFirstByte(stand);
    await inTheMiddle(stand);
    await withoutKey(stand);
    const { ids, used, charged } = await books(data);
    report.check(
      "killed in a POST: the books agree",
      new Set(ids).size === ids.length && used === charged,
      `${ids.length} charges, ${used} and ${charged} micro-tokens`,
    );
  } finally {
    await nginx.stop();
    await Promise.all(members.map(kill));
  }
}

/** Nothing is charged yet, nothing sent: nginx asks the next one. */
async function beforeItsFirstByte({ report, post, killBusy, count }) {
  const answering = post([minutes, day], "before");
  const member = await killBusy();
  const { status, body, headers } = await answering;
  const found = status === 200 ? linesOf(body) : [];
  const charges = await count();
  report.check(
    "killed in a POST before its first byte: the next server answers under the Idempotency-Key, charged once",
    status === 200 && found.length === 2 && found.every(({ response }) => response !== undefined) && charges === 2,
    `${status}, ${found.length} lines, ${charges} charges, ${headers?.["api-tokens-cost"]} tokens`,
  );
  await restart(member);
}

/** A line is charged and may have been sent: the client sends the batch again, and pays for the other line alone. */
async function inTheMiddle({ report, post, killBusy, count }) {
  const requests = [day, minutes];
  let before;
  const { cut, key, member } = await killedWhile(async (attempt) => {
    before = await count();
    const key = `middle-${attempt}`;
    const answering = post(requests, key);
    await until("a line is charged", async () => (await count()) > before, PATIENCE);
    const member = await killBusy();
    return { cut: await answering, key, member };
  });
  const statuses = [];
  const { body } = await until(
    "the batch is answered",
    async () => {
      const again = await post(requests, key);
      statuses.push(again.status);
      if (again.status === 200) return again;
      await pause(1_000);
      return undefined;
    },
    PATIENCE,
  );
  const found = linesOf(body);
  const paid = (await count("tokens > 0")) - before;
  report.check(
    "killed in a POST in the middle of its answer: the client's next attempt is whole, and each line was charged once",
    !cut.whole &&
      found.length === 2 &&
      found[0].replayed === true &&
      found[1].replayed === undefined &&
      statuses.every((status) => [200, 409].includes(status)) &&
      paid === 2,
    `first ${cut.whole ? "whole" : "cut"}, then ${statuses.join(" ")}, ${(await count()) - before} rows of the audit, ${paid} paid`,
  );
  await restart(member);
}

/** Nobody knows whether the server had charged it: nginx does not send it again, and says so. */
async function withoutKey({ report, post, killBusy }) {
  const { cut, member } = await killedWhile(async () => {
    const answering = post([minutes, day]);
    const member = await killBusy();
    return { cut: await answering, member };
  });
  const { status, body, headers } = cut;
  report.check(
    "killed in a POST without an Idempotency-Key: not sent again, and told so",
    status === 503 &&
      headers["retry-after"] === "2" &&
      /not known whether the request was charged/.test(JSON.parse(body).error.message),
    `${status} ${body}`.trim(),
  );
  await restart(member);
  const after = await post([day]);
  report.check("killed in a POST: others without a key are answered", after.status === 200, after.status);
}

/** Until its server is killed before the answer is whole. */
async function killedWhile(attempt, k = 1) {
  const killed = await attempt(k);
  if (k === KILLS || !(killed.cut.whole && killed.cut.status === 200)) return killed;
  await restart(killed.member);
  return killedWhile(attempt, k + 1);
}

/** The server that has the request. */
async function busy(members) {
  const texts = await Promise.all(members.map(({ operations }) => ask(operations, { path: "/metrics" })));
  return members.find((_, k) => /^irradiance_pool_running [1-9]/m.test(String(texts[k].body)));
}
