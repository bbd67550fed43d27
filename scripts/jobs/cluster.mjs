// Three servers on one PostgreSQL behind nginx: killed and started again while they compute the jobs of several accounts, with the
// database stopped and the folder of results taken away in between.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ask, tally } from "../lib/client.mjs";
import { kill, micro, restart, sum } from "../lib/process.mjs";
import { startNginx } from "../services/nginx.mjs";
import { DAY_PRICE, deadLinks, foreigners, largeBodies, noMoreThanGranted, POOR, repeatsOfKilled } from "./making.mjs";
import {
  ended,
  JOBS,
  judgeAll,
  judgeBooks,
  make,
  newMember,
  openAccount,
  remove,
  sites,
  statusOf,
  tokensOfParts,
} from "./stand.mjs";

const NAME = "several servers";
const SERVERS = 3;
const SITES = 400;
/** Before the database is away, and after. */
const KILLS = 4;
/** ms */
const AWAY = 4_000;
/** Every so many sites there is one that fails. */
const FAILING = 100;

export async function cluster({ report, random, folder, postgres }) {
  const results = `${folder}/results`;
  mkdirSync(results);
  const data = await postgres.create("jobs");
  const accounts = [];
  for (const name of ["one", "two", "three"]) accounts.push(await openAccount(data, name, 100_000));
  const poor = await openAccount(data, "poor", POOR);
  const members = await Promise.all(Array.from({ length: SERVERS }, () => newMember(data, results)));
  const nginx = await startNginx({ servers: members.map(({ port }) => port), folder: `${folder}/nginx` });
  try {
    await underFaults({ report, random, address: nginx.address, accounts, poor, members, postgres, results, data });
  } finally {
    await nginx.stop();
    await Promise.all(members.map(kill));
  }
}

async function underFaults(stand) {
  const { report, random, address, accounts, members, data } = stand;
  await noMoreThanGranted(stand, NAME);
  await largeBodies(stand, NAME);
  const made = await Promise.all(
    questions(random).map((asked, i) => make(address, accounts[i % accounts.length], asked)),
  );
  const all = [...made, ...(await repeatsOfKilled(stand, NAME))];
  const dropped = await cancelled(stand);
  const watch = watched(address, made);
  await killed(stand);
  await withoutDatabase(stand);
  await killed(stand);
  await withoutFolder(stand);
  await left(stand);
  for (const job of all) await ended(address, job);
  const seen = await watch.stop();
  report.check(
    `${NAME}: a job tells its state at any time, with 503 while the database or its servers are away`,
    seen.includes(200) && seen.every((status) => [200, 503].includes(status)),
    tally(seen),
  );
  const areAlive = members.every(({ server }) => server.isAlive());
  report.check(`${NAME}: no server ended by itself`, areAlive);
  await deadLinks(stand, NAME, made[0]);
  await foreigners(stand, NAME, made[0], accounts[1]);
  await judgeAll(report, NAME, address, all, random);
  for (const account of accounts) {
    const tokens = tokensOfParts(all.filter((one) => one.account === account));
    for (const [id, price] of dropped.account === account ? dropped.tokens : []) tokens.set(id, price);
    await judgeBooks(report, `${NAME}, account ${account.name}`, { address, data, account, tokens });
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

/** A living one: what is done stays and is charged, the other tokens are free. */
async function cancelled({ report, random, address, accounts }) {
  const [account] = accounts;
  const { query } = questions(random)[0];
  const asked = { endpoint: "historical", query, sites: sites(random, 10_000) };
  const { id } = await make(address, account, asked);
  const first = await remove(address, account, id);
  const { state, tokens: of } = first.json;
  const { results } = await statusOf(address, account, id);
  const tokens = new Map(results.map(({ part, sites: count }) => [`${id}.${part}`, count * micro(DAY_PRICE)]));
  report.check(
    `${NAME}: a living job is cancelled, and its tokens are free but for the parts that are done`,
    first.status === 200 &&
      state === "cancelled" &&
      of.held === 0 &&
      of.charged < of.price &&
      micro(of.charged) === sum([...tokens.values()], (price) => price),
    `${first.status}, ${state}, ${of?.held} held, ${of?.charged} of ${of?.price} charged`,
  );
  const again = await remove(address, account, id);
  const { status } = await ask(address, { key: account.key, path: `${JOBS}/${id}` });
  report.check(
    `${NAME}: a DELETE that arrives twice does not remove what it cancelled`,
    again.status === 200 && again.json.state === "cancelled" && status === 200,
    `${again.status}, then ${status}`,
  );
  return { account, tokens };
}

/** Asks about the jobs in turn, all the time. */
function watched(address, made) {
  const seen = [];
  let stopping = false;
  const work = (async () => {
    for (let i = 0; !stopping; i = (i + 1) % made.length) {
      const { account, id } = made[i];
      const { status = "no answer" } = await ask(address, { key: account.key, path: `${JOBS}/${id}` });
      seen.push(status);
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
    await kill(member);
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
  const areAlive = members.every(({ server }) => server.isAlive());
  report.check(`${NAME}: servers live without the folder of results`, areAlive);
}

/** SIGTERM: the part is given back, and nobody waits for its claim to lapse. */
async function left({ report, members: [member] }) {
  await report.ends(`${NAME}, one that computes`, member.server);
  await restart(member);
}
