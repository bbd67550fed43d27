// Servers behind nginx, restarted in turn under load with SIGTERM: each says first that it is not ready, still answers, and goes.
import { setTimeout as pause } from "node:timers/promises";
import { ask, DEMO, day, newAgent, observation, searchOf, tally, until, YEAR } from "../lib/client.mjs";
import { underLoad } from "../lib/load.mjs";
import { books, micro, openAccount, readiness, restart, startMembers, sum } from "../lib/process.mjs";
import { startNginx } from "../services/nginx.mjs";

const SERVERS = 3;
/** ms between an answer and the next question of a client. */
const REST = 50;
const PLACE = { lat: 50, lon: 10 };
/** As nginx writes $request_id. */
const REQUEST_ID = /^[0-9a-f]{32}$/;

const SETTINGS = [
  ...["--rate", "1000000", "--demo", "places", "--demo-rate", "1000000", "--demo-running", "64", "--waiting", "1000"],
  ...["--running", "64", "--max-waiting", "10000", "--keep-alive", "72", "--trust-proxy", "127.0.0.1"],
  ...["--drain-delay", "0.5", "--log-level", "error", "--threads", "1"],
];

export async function rolling(stand) {
  await underRestarts("rolling restart", { ...stand, key: DEMO, settings: [] });
}

/** The same with an account on PostgreSQL: charged is what was answered, whichever server it was that answered. */
export async function rollingKeyed({ postgres, ...stand }) {
  const { report } = stand;
  const name = "rolling restart on PostgreSQL";
  const data = await postgres.create("keyed");
  const key = await openAccount(data, 1_000_000);
  const answers = await underRestarts(name, { ...stand, key, settings: ["--data", data, "--synthetic"] });
  const { ids, used, charged } = await books(data);
  const paid = answers.filter(({ asked, status, cost }) => status === 200 && asked.method === undefined && cost > 0);
  const known = new Set(ids);
  report.check(
    `${name}: charged is what was answered, each once`,
    ids.length === paid.length && known.size === ids.length && paid.every(({ id }) => known.has(id)),
    `${ids.length} charges, ${paid.length} answers that cost`,
  );
  const cost = sum(paid, (answer) => answer.cost);
  report.check(
    `${name}: what was used is the sum of the prices`,
    used === cost && used === charged,
    `${used} and ${cost}`,
  );
}

/** @param {any} stand its `settings`: more of them, for all servers @returns of each answer what was asked, its status, id and cost */
async function underRestarts(name, stand) {
  const { report, random, folder, requests, key, settings } = stand;
  // Each server so many times: what can fail a request is a restart, and each comes upon as many requests as there are clients.
  const most = stand.restarts * SERVERS;
  const members = await startMembers(SERVERS, [...SETTINGS, ...settings]);
  const nginx = await startNginx({ servers: members.map(({ port }) => port), folder: `${folder}/nginx` });
  const began = performance.now();
  const [exits, unready] = [[], []];
  let restarts = 0;
  let alone;
  const agent = newAgent();
  const load = underLoad(
    (asked) => ask(nginx.address, { ...asked, key, agent }),
    () => random.of(KINDS)(random),
    { keep, isMore: (sent) => sent < requests || restarts < most, rest: REST },
  );
  try {
    for (; restarts < most; restarts++) {
      await pause(500);
      const member = members[restarts % SERVERS];
      member.server.child.kill("SIGTERM");
      unready.push(
        await until("it is not ready", async () => ((status) => status !== 200 && status)(await readiness(member))),
      );
      exits.push((await member.server.exit).code);
      await restart(member);
    }
    await load.ended;
    for (const { server } of members) exits.push((await server.stop()).code);
    alone = await ask(nginx.address, { key, path: observation("realtime", PLACE) });
  } finally {
    await load.stop();
    agent.destroy();
    exits.push(await nginx.stop());
  }
  const { answers } = load;
  const failures = answers.filter(({ failure }) => failure !== undefined);
  const seconds = Math.round((performance.now() - began) / 1000);
  report.check(
    `${name}: no request failed`,
    answers.length >= requests && failures.length === 0,
    `${answers.length} requests in ${seconds} s, ${restarts} restarts, ${failures.length} failed`,
    ...failures.slice(0, 3),
  );
  report.check(`${name}: servers were restarted meanwhile`, restarts === most, restarts);
  const isSaid = unready.every((status) => status === 503);
  report.check(`${name}: a server that goes says so first`, isSaid, tally(unready));
  const areGood = exits.every((code) => code === 0);
  report.check(`${name}: each ends as it should`, areGood, tally(exits));
  report.check(
    `${name}: without any server clients are told so, in the service's form`,
    alone.status === 503 &&
      alone.headers["retry-after"] === "2" &&
      typeof JSON.parse(alone.body).error.message === "string",
    `${alone.status} ${alone.body}`.trim(),
  );
  const ids = new Set(answers.map(({ id }) => id));
  const areNamed = ids.size === answers.length && [...ids].every((id) => REQUEST_ID.test(id));
  report.check(`${name}: requests have the name that nginx gave them`, areNamed);
  return answers;
}

/** Only what is looked at later. */
function keep({ asked, whole, status, headers = {}, error }) {
  const failure = whole && status === 200 ? undefined : `${status} ${error?.code} ${asked.path}`;
  return { asked, status, whole, id: headers["x-request-id"], cost: micro(headers["api-tokens-cost"] ?? 0), failure };
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
