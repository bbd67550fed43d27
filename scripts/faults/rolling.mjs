// Servers behind nginx, restarted in turn under load with SIGTERM: each says first that it is not ready, still answers, and goes.
import { setTimeout as pause } from "node:timers/promises";
import { ask, day, newAgent, observation, searchOf, YEAR } from "../lib/client.mjs";
import { endProcesses, freePort, openAccount, startServer } from "../lib/process.mjs";
import { startNginx } from "../services/nginx.mjs";
import { startPostgres } from "../services/postgres.mjs";
import { books } from "./account.mjs";

const SERVERS = 3;
/** Each server three times: what can fail a request is a restart, and each comes upon as many requests as there are clients. */
const RESTARTS = 3 * SERVERS;
const CLIENTS = 16;
const DRAIN_DELAY = 0.5;
const PATIENCE = 20_000;
const DEMO = "demo0000-0000-0000-0000-000000000000";
const PLACE = { lat: 50, lon: 10 };
/** As nginx writes $request_id. */
const REQUEST_ID = /^[0-9a-f]{32}$/;

const SETTINGS = [
  ...["--rate", "1000000", "--demo", "places", "--demo-rate", "1000000", "--demo-running", "64", "--waiting", "1000"],
  ...["--running", "64", "--max-waiting", "10000", "--keep-alive", "72", "--trust-proxy", "127.0.0.1"],
  ...["--drain-delay", String(DRAIN_DELAY), "--log-level", "error", "--threads", "1"],
];

export async function rolling({ report, random, folder, requests }) {
  await underRestarts("rolling restart", { report, random, folder, requests, key: DEMO, settings: [] });
}

/** The same with an account on PostgreSQL: charged is what was answered, whichever server it was that answered. */
export async function rollingKeyed({ report, random, folder, requests }) {
  const name = "rolling restart on PostgreSQL";
  const postgres = await startPostgres();
  try {
    const data = await postgres.create("irradiance");
    const key = await openAccount(data, 1_000_000);
    const settings = ["--data", data, "--synthetic"];
    const answers = await underRestarts(name, { report, random, folder, requests, key, settings });
    const { ids, used, charged } = await books(data);
    const paid = answers.filter(({ asked, status, cost }) => status === 200 && asked.method === undefined && cost > 0);
    const known = new Set(ids);
    report.check(
      `${name}: charged is what was answered, each once`,
      ids.length === paid.length && known.size === ids.length && paid.every(({ id }) => known.has(id)),
      `${ids.length} charges, ${paid.length} answers that cost`,
    );
    const cost = paid.reduce((sum, answer) => sum + answer.cost, 0);
    report.check(
      `${name}: what was used is the sum of the prices`,
      Math.abs(used - cost) < 1e-6 * paid.length && Math.abs(used - charged) < 1e-6,
      `${used} and ${cost}`,
    );
  } finally {
    await endProcesses();
    await postgres.end();
  }
}

/** `settings`: more of them, for all servers. @returns of each answer what was asked, its status, id and cost */
export async function underRestarts(name, { report, random, folder, requests, key, settings }) {
  const places = await Promise.all(
    Array.from({ length: SERVERS }, async () => ({ port: await freePort(), operations: await freePort() })),
  );
  const startAt = ({ port, operations }) =>
    startServer([...SETTINGS, ...settings, "--port", String(port), "--operations-port", String(operations)]);
  const servers = await Promise.all(places.map(startAt));
  await Promise.all(places.map(ready));
  const ports = places.map(({ port }) => port);
  const nginx = await startNginx({ port: await freePort(), servers: ports, folder: `${folder}/nginx` });
  const exits = [];
  const unready = [];
  let restarts = 0;
  let outcome;
  let alone;
  const load = clients(nginx.address, key, random, () => restarts < RESTARTS, requests);
  try {
    for (let at = 0; restarts < RESTARTS; at = (at + 1) % SERVERS) {
      await pause(500);
      const server = servers[at];
      server.child.kill("SIGTERM");
      unready.push(await untilUnready(places[at]));
      exits.push((await server.exit).code);
      servers[at] = await startAt(places[at]);
      await ready(places[at]);
      restarts++;
    }
    outcome = await load.ended;
    for (const server of servers) exits.push((await server.stop()).code);
    alone = await ask(nginx.address, { key, path: observation("realtime", PLACE) });
  } finally {
    load.stop();
    exits.push(await nginx.stop());
  }
  const { answers, failures, seconds } = outcome;

  report.check(
    `${name}: no request failed`,
    answers.length >= requests && failures.length === 0,
    `${answers.length} requests in ${seconds.toFixed(0)} s, ${restarts} restarts, ${failures.length} failed ${failures.slice(0, 3).join("; ")}`,
  );
  report.check(`${name}: servers were restarted meanwhile`, restarts === RESTARTS, String(restarts));
  report.check(
    `${name}: a server that goes says so first`,
    unready.every((status) => status === 503),
    tally(unready),
  );
  report.check(
    `${name}: each ends as it should`,
    exits.every((code) => code === 0),
    tally(exits),
  );
  report.check(
    `${name}: without any server clients are told so, in the service's form`,
    alone.status === 503 &&
      alone.headers["retry-after"] === "2" &&
      typeof JSON.parse(alone.body).error.message === "string",
    `${alone.status} ${alone.body}`.trim(),
  );
  report.check(
    `${name}: requests have the name that nginx gave them`,
    answers.every(({ id }) => REQUEST_ID.test(id)) && new Set(answers.map(({ id }) => id)).size === answers.length,
  );
  return answers;
}

/** Each asks the next thing as soon as it has an answer, until all have asked enough, and as long as there is more to see. */
function clients(address, key, random, isMore, requests) {
  const agent = newAgent();
  const began = performance.now();
  const answers = [];
  const failures = [];
  let sent = 0;
  let stopped = false;
  const client = async () => {
    while (!stopped && (sent < requests || isMore())) {
      sent++;
      const asked = random.of(KINDS)(random);
      const answer = await ask(address, { ...asked, key, agent });
      const { status, headers = {} } = answer;
      // Only what is looked at later: all of a hundred thousand answers would not fit.
      answers.push({ asked, status, id: headers["x-request-id"], cost: Number(headers["api-tokens-cost"] ?? 0) });
      if (answer.status !== 200 || !answer.whole) failures.push(`${answer.status} ${answer.error?.code} ${asked.path}`);
    }
  };
  const ended = Promise.all(Array.from({ length: CLIENTS }, client)).then(() => {
    agent.destroy();
    return { answers, failures, seconds: (performance.now() - began) / 1000 };
  });
  return {
    ended,
    stop: () => {
      stopped = true;
    },
  };
}

const get = (path) => () => ({ path });
const KINDS = [
  ...new Array(8).fill((random) => ({ path: observation("historical", { ...PLACE, ...day(random.below(20)) }) })),
  ...new Array(6).fill(get(observation("realtime", PLACE))),
  ...new Array(4).fill(get(`/v1/altitude?${searchOf(PLACE)}`)),
  ...new Array(3).fill(get(`/v1/forecast/basic?${searchOf({ ...PLACE, end: "+12hours" })}`)),
  ...new Array(3).fill(get("/v1/account")),
  () => ({ path: observation("historical", { ...PLACE, ...YEAR }), headers: { "Accept-Encoding": "gzip" } }),
  () => ({ path: observation("historical", { ...PLACE, ...YEAR }), method: "HEAD" }),
];

async function statusOf({ operations }) {
  try {
    // A connection that is kept may be closed by the server, as idle, at the moment of the next look.
    const headers = { Connection: "close" };
    return (await fetch(`http://127.0.0.1:${operations}/health/ready`, { headers })).status;
  } catch (thrown) {
    return thrown.cause?.code ?? String(thrown);
  }
}

/** @returns the first status that is not 200 */
async function untilUnready(place) {
  for (;;) {
    const status = await statusOf(place);
    if (status !== 200) return status;
    await pause(10);
  }
}

async function ready(place) {
  const until = performance.now() + PATIENCE;
  while ((await statusOf(place)) !== 200) {
    if (performance.now() > until) throw new Error("a server did not become ready");
    await pause(50);
  }
}

function tally(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].map(([item, count]) => `${count} of ${item}`).join(", ");
}
