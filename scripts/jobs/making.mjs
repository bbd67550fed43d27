// How jobs are made: within the grant, with large bodies, and once, however often they are asked for.
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { ask, askJson, tally, tokensOf, until } from "../lib/client.mjs";
import { kill, restart } from "../lib/process.mjs";
import { JOBS, post, remove, sites, statusOf } from "./stand.mjs";

const DAY = { start: "2023-06-01T00:00Z", end: "2023-06-02T00:00Z", frequency: "1_hour" };
/** Tokens of a site for a day. */
export const DAY_PRICE = 0.547945;
const RACERS = 8;
const RACE_SITES = 100;
/** A grant for two of their jobs and a half. */
export const POOR = Math.ceil(2.5 * RACE_SITES * DAY_PRICE);
/** More than nginx takes of any other body. */
const LARGE = 128 * 1024;
const KILLED = 3;

/** All ask at once for tokens that are enough for two of them. */
export async function noMoreThanGranted({ report, random, address, poor }, name) {
  const asked = { endpoint: "historical", query: DAY, sites: sites(random, RACE_SITES) };
  const answers = await Promise.all(Array.from({ length: RACERS }, () => post(address, poor, asked)));
  const made = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 402);
  const { remaining, granted } = await tokensOf(address, poor.key);
  report.check(
    `${name}: no more jobs are made than the grant is for`,
    made.length === 2 && refused.length === RACERS - 2 && remaining >= 0,
    `${tally(answers.map(({ status }) => status))}, ${remaining} of ${granted} remain`,
  );
  for (const { json } of made) await remove(address, poor, json.id);
}

/** Bodies above those of all other paths, in one piece and in chunks, with an Idempotency-Key and without. */
export async function largeBodies({ report, random, address, accounts }, name) {
  const [{ key }] = accounts;
  const asked = { endpoint: "historical", query: DAY, sites: sites(random, 3000), more: 1 };
  const body = JSON.stringify(asked);
  const size = `${Math.round(body.length / 1024)} KiB`;
  for (const chunked of [false, true]) {
    for (const idempotency of [undefined, `large-${chunked}`]) {
      const { status, text } = await posted(address, key, body, chunked, idempotency);
      const how = `${chunked ? " in chunks" : ""}${idempotency ? " with an Idempotency-Key" : ""}`;
      const isRead = body.length > LARGE && status === 400 && text.includes("more");
      report.check(`${name}: a body of ${size}${how} reaches the servers`, isRead, `${status} ${text.slice(0, 200)}`);
    }
  }
}

function posted(address, key, body, chunked, idempotency) {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      ...(chunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(body.length) }),
      ...(idempotency && { "Idempotency-Key": idempotency }),
    };
    const sent = request(`${address}${JOBS}`, { method: "POST", headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The server is killed while it makes a job; the client asks again under its Idempotency-Key, another server or the same one. */
export async function repeatsOfKilled({ report, random, address, accounts, members }, name) {
  const account = accounts[1];
  const before = await count(address, account);
  const made = [];
  for (let i = 0; i < KILLED; i++) {
    const asked = { endpoint: "historical", query: DAY, sites: sites(random, RACE_SITES) };
    const member = members[i % members.length];
    const first = post(member.address, account, asked, `killed-${i}`);
    await pause(random.between(0, 150));
    await kill(member);
    const { status } = await first;
    const { json } = await until("the job is made", async () => {
      const answer = await post(address, account, asked, `killed-${i}`);
      if (![200, 201, 409, 503].includes(answer.status)) throw new Error(`POST again: ${answer.status} ${answer.body}`);
      return [200, 201].includes(answer.status) ? answer : undefined;
    });
    made.push({ account, asked, id: json.id, first: status, found: undefined });
    await restart(member);
  }
  const again = await post(address, account, made[0].asked, "killed-0");
  const other = await post(address, account, { ...made[0].asked, sites: made[1].asked.sites }, "killed-0");
  const after = await count(address, account);
  report.check(
    `${name}: a job whose server was killed while it was made is made once under its Idempotency-Key`,
    after === before + KILLED &&
      again.status === 200 &&
      again.json.id === made[0].id &&
      again.headers["idempotent-replayed"] === "true",
    `${after - before} jobs of ${KILLED}, first answers ${made.map(({ first }) => first ?? "none").join()}, again ${again.status}`,
  );
  report.check(`${name}: another job under the key is refused`, other.status === 422, String(other.status));
  return made;
}

async function count(address, { key }) {
  const { json } = await askJson(address, { key, path: JOBS });
  return json.jobs.length;
}

/** Of a link, each with what is changed. */
function changed(url) {
  const signature = url.replace(/.*signature=/, "");
  const other = signature.startsWith("A") ? "B" : "A";
  return [
    ["another signature", url.replace(signature, other + signature.slice(1))],
    ["a shorter signature", url.slice(0, -1)],
    ["another part", url.replace(/parts\/(\d+)/, (_, part) => `parts/${Number(part) + 1}`)],
    ["a later end", url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 3600}`)],
    ["no end", url.replace(/expires=\d+&/, "")],
    ["no signature", url.replace(/&signature=.*/, "")],
  ];
}

export async function deadLinks({ report, address, accounts }, name, { account, id }) {
  const { results } = await statusOf(address, account, id);
  const { url } = results[0];
  const good = await ask(address, { path: url });
  report.check(`${name}: a link opens its part without a key`, good.status === 200, `${good.status} ${url}`);
  const others = [];
  for (const [what, link] of changed(url)) others.push({ what, status: (await ask(address, { path: link })).status });
  const areShut = others.every(({ status }) => status === 401 || status === 403);
  report.check(`${name}: a link that was changed opens nothing`, areShut, others);
  const path = `${JOBS}/${id}/parts/0`;
  const stranger = accounts.find((one) => one !== account);
  const [own, theirs] = [
    await ask(address, { key: account.key, path }),
    await ask(address, { key: stranger.key, path }),
  ];
  report.check(
    `${name}: the account's key opens a part, another one's does not`,
    own.status === 200 && theirs.status === 404,
    `${own.status}, ${theirs.status}`,
  );
}

/** Another account cannot tell the job from one that never was. */
export async function foreigners({ report, address }, name, { id }, { key }) {
  const nobody = "A".repeat(22);
  const answers = [];
  for (const method of ["GET", "DELETE"]) {
    for (const of of [id, nobody]) {
      const { status, json } = await askJson(address, { key, method, path: `${JOBS}/${of}` });
      answers.push(`${status} ${json?.error?.message?.replace(of, "…")}`);
    }
  }
  const { json } = await askJson(address, { key, path: JOBS });
  report.check(
    `${name}: to another account the job is not there`,
    new Set(answers).size === 1 && answers[0].startsWith("404") && json.jobs.every((job) => job.id !== id),
    answers.join("; "),
  );
}
