// Three servers on one PostgreSQL behind nginx: killed and started again while they compute the jobs of several accounts, with the
// database stopped and the folder of results taken away in between.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "../lib/client.mjs";
import { freePort } from "../lib/process.mjs";
import { startNginx } from "../services/nginx.mjs";
import { startPostgres } from "../services/postgres.mjs";
import { deadLinks, foreigners } from "./links.mjs";
import { DAY_PRICE, largeBodies, noMoreThanGranted, POOR, repeatsOfKilled } from "./making.mjs";
import { judgeBooks, judgeResults, micro, sum } from "./results.mjs";
import { ended, JOBS, newMember, openAccount, post, restart, sites, statusOf } from "./stand.mjs";

const NAME = "several servers";
const SERVERS = 3;
const SITES = 600;
/** Before the database is away, and after. */
const KILLS = 4;
/** ms */
const AWAY = 4_000;
/** ms: what a killed server had is another's after a minute, or after two. */
const MOST_WAIT = 240_000;
/** Every so many sites there is one that fails. */
const FAILING = 100;

export async function cluster({ report, random, folder }) {
  const results = `${folder}/results`;
  mkdirSync(results, { recursive: true });
  const postgres = await startPostgres();
  const members = [];
  let nginx;
  try {
    const data = await postgres.create("irradiance");
    const accounts = [];
    for (const name of ["one", "two", "three"]) accounts.push(await openAccount(data, name, 100_000));
    const poor = await openAccount(data, "poor", POOR);
    members.push(...(await Promise.all(Array.from({ length: SERVERS }, () => newMember(data, results)))));
    const ports = members.map(({ port }) => port);
    nginx = await startNginx({ port: await freePort(), servers: ports, folder: `${folder}/nginx` });
    await underFaults({ report, random, address: nginx.address, accounts, poor, members, postgres, results, data });
  } finally {
    await nginx?.stop();
    await Promise.all(members.map(({ server }) => server.stop("SIGKILL")));
    await postgres.end();
  }
}

async function underFaults(stand) {
  const { report, random, address, accounts, members, data } = stand;
  await noMoreThanGranted(stand, NAME);
  await largeBodies(stand, NAME);
  const made = await Promise.all(
    questions(random).map((asked, i) => make(stand, accounts[i % accounts.length], asked)),
  );
  const repeated = await repeatsOfKilled(stand, NAME);
  const dropped = await cancelled(stand);
  const watch = watched(address, made);
  await killed(stand);
  await withoutDatabase(stand);
  await killed(stand);
  await withoutFolder(stand);
  await left(stand);
  const all = [...made, ...repeated];
  for (const { account, id } of all) await ended(address, account, id, MOST_WAIT);
  const seen = await watch.stop();
  report.check(
    `${NAME}: a job tells its state at any time, with 503 while the database or its servers are away`,
    seen.get(200) > 0 && [...seen.keys()].every((status) => [200, 503].includes(status)),
    [...seen].map(([status, count]) => `${count} of ${status}`).join(", "),
  );
  report.check(
    `${NAME}: no server ended by itself`,
    members.every(({ server }) => server.isAlive()),
  );
  await deadLinks(stand, NAME, made[0]);
  await foreigners(stand, NAME, made[0], accounts[1]);
  await judged(stand, all);
  for (const account of accounts) {
    const own = new Map(all.filter((one) => one.account === account).flatMap(({ found }) => [...found.tokens]));
    for (const [id, tokens] of dropped.account === account ? dropped.tokens : []) own.set(id, tokens);
    await judgeBooks(report, `${NAME}, account ${account.name}`, { address, data, account, tokens: own });
  }
}

/** Two of each account: of a day, of some days, and of the last hours by the minute. */
function questions(random) {
  const failing = (i) => (i % FAILING === FAILING - 1 ? { horizon: "auto" } : {});
  const day = { start: "2023-06-01T00:00Z", end: "2023-06-02T00:00Z", frequency: "1_hour" };
  const days = {
    start: "2022-02-27T00:00Z",
    end: "2022-03-02T00:00Z",
    parameters: "global_tilted_irradiance,pv_production",
  };
  const hours = { start: "-2hours", end: "-1hours", frequency: "1_minute", parameters: "temperature" };
  return [
    { endpoint: "historical", query: day, sites: sites(random, SITES, failing) },
    { endpoint: "historical", query: days, sites: sites(random, SITES, failing) },
    { endpoint: "realtime", query: hours, sites: sites(random, SITES, failing) },
  ].flatMap((asked) => [asked, { ...asked, sites: sites(random, SITES / 3) }]);
}

async function make({ address }, account, asked) {
  const { status, json } = await post(address, account, asked);
  if (status !== 201) throw new Error(`POST of a job: ${status} ${JSON.stringify(json)}`);
  return { account, asked, id: json.id, found: undefined };
}

/** A living one: what is done stays and is charged, the other tokens are free. */
async function cancelled({ report, random, address, accounts }) {
  const [account] = accounts;
  const { query } = questions(random)[0];
  const asked = { endpoint: "historical", query, sites: sites(random, 10_000) };
  const { id } = await make({ address }, account, asked);
  const remove = () => ask(address, { key: account.key, path: `${JOBS}/${id}`, method: "DELETE" });
  const first = await remove();
  const job = JSON.parse(first.body);
  const { results } = await statusOf(address, account, id);
  const tokens = new Map(results.map(({ part, sites: count }) => [`${id}.${part}`, count * micro(DAY_PRICE)]));
  report.check(
    `${NAME}: a living job is cancelled, and its tokens are free but for the parts that are done`,
    first.status === 200 &&
      job.state === "cancelled" &&
      job.tokens.held === 0 &&
      job.tokens.charged < job.tokens.price &&
      micro(job.tokens.charged) === sum([...tokens.values()], (price) => price),
    `${first.status}, ${job.state}, ${job.tokens?.held} held, ${job.tokens?.charged} of ${job.tokens?.price} charged`,
  );
  const again = await remove();
  const { status } = await ask(address, { key: account.key, path: `${JOBS}/${id}` });
  report.check(
    `${NAME}: a DELETE that arrives twice does not remove what it cancelled`,
    again.status === 200 && JSON.parse(again.body).state === "cancelled" && status === 200,
    `${again.status}, then ${status}`,
  );
  return { account, tokens };
}

/** Asks about the jobs in turn, all the time. */
function watched(address, made) {
  const seen = new Map();
  let stopping = false;
  const work = (async () => {
    for (let i = 0; !stopping; i = (i + 1) % made.length) {
      const { account, id } = made[i];
      const { status = "no answer" } = await ask(address, { key: account.key, path: `${JOBS}/${id}` });
      seen.set(status, (seen.get(status) ?? 0) + 1);
      await pause(100);
    }
    return seen;
  })();
  return {
    stop() {
      stopping = true;
      return work;
    },
  };
}

async function killed({ random, members }) {
  for (let i = 0; i < KILLS; i++) {
    await pause(random.between(300, 2_500));
    const member = random.of(members);
    await member.server.stop("SIGKILL");
    await restart(member);
  }
}

async function withoutDatabase({ postgres }) {
  await postgres.stop("immediate");
  await pause(AWAY);
  await postgres.start();
}

/** A file lies where the folder was. */
async function withoutFolder({ report, results, members }) {
  const aside = `${results}.aside`;
  renameSync(results, aside);
  writeFileSync(results, "in the way");
  await pause(AWAY);
  rmSync(results);
  renameSync(aside, results);
  report.check(
    `${NAME}: servers live without the folder of results`,
    members.every(({ server }) => server.isAlive()),
  );
}

/** SIGTERM: the part is given back, and nobody waits for its claim to lapse. */
async function left({ report, members }) {
  const [member] = members;
  const { code } = await member.server.stop("SIGTERM");
  report.check(`${NAME}: a server that computes ends as it should`, code === 0, `exit ${code}`);
  await restart(member);
}

async function judged({ report, random, address }, all) {
  for (const one of all) one.found = await judgeResults(address, one.account, one.asked, one.id, random);
  const faults = all.flatMap(({ found }) => found.faults);
  const compared = sum(all, ({ found }) => found.compared);
  report.check(
    `${NAME}: every site is there once, in its order, with the bytes of GET`,
    faults.length === 0 && compared > 0,
    `${sum(all, ({ found }) => found.lines)} lines, ${compared} compared, ${faults.length} faults ${faults.slice(0, 3).join("; ")}`,
  );
}
