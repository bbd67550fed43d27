// Three servers on one PostgreSQL, with 24 clients: servers are killed and started again, one between a commit and its answer;
// PostgreSQL is stopped and started, and frozen (SIGSTOP); an operator changes accounts. No acknowledged charge is lost, none is made
// twice, no grant is exceeded, and what is out of order is told as such and mends by itself.
import { setTimeout as pause } from "node:timers/promises";
import { ask, askJson, DEMO, day, observation, tallyOf, within } from "../lib/client.mjs";
import { books, command, kill, micro, readiness, restart } from "../lib/process.mjs";
import { isFailed, judgeBooks, startCluster } from "./cluster.mjs";

/** ms: longer than anybody waits, and less than holds last without their servers. */
const FROZEN = 9_000;
/** Answers that show that the servers answer. */
const ANSWERS = 30;
/** ms at most until it happens by itself. Servers look every few seconds; a busy machine takes its time. */
const PATIENCE = 120_000;
const RACERS = 24;
const EACH = 8;

/** kill -9 of one server after the other, under load. */
export async function kills({ report, random, postgres, seconds }) {
  const cluster = await startCluster(postgres, "kills");
  const load = cluster.load(random);
  const until = performance.now() + seconds * 1000;
  let count = 0;
  while (performance.now() < until) {
    await pause(random.between(300, 1500));
    const member = random.of(cluster.members);
    await kill(member);
    count++;
    await restart(member);
  }
  await load.stop();
  await judgeBooks(report, "kills", cluster, load.answers);
  const failures = load.answers.filter(isFailed);
  const again = load.answers.filter(({ tries }) => tries > 1);
  report.check(
    "kills: no request failed, as the balancer sends those that were under way again",
    failures.length === 0 && load.answers.length > 0,
    `${load.answers.length} answers, ${count} kills, ${again.length} sent again, ${failures.length} failed ${tallyOf(failures)}`,
  );
  await cluster.stop();
}

/** A server dies when the charge is on disk and no byte of the answer is out: the balancer's second attempt. */
export async function retry({ report, postgres }) {
  const cluster = await startCluster(postgres, "retry", { size: 2 });
  const [first, second] = cluster.members;
  for (let i = 0; i < 3; i++) {
    const id = `retried-${i}`;
    const question = { key: cluster.key, path: observation("historical", day(i)), headers: { "X-Request-Id": id } };
    const charges = () => cluster.rows(`SELECT tokens FROM charge WHERE request_id = '${id}'`);
    // Nobody hears what the first one answers.
    void ask(first.address, question);
    await within(PATIENCE, async () => (await charges()).length > 0);
    await kill(first);
    const { status, headers } = await ask(second.address, question);
    const rows = await charges();
    report.check(
      `retry ${i}: answered by another server, and charged once`,
      status === 200 &&
        rows.length === 1 &&
        Number(rows[0]) > 0 &&
        micro(headers["api-tokens-cost"]) === Number(rows[0]),
      `${status}, ${headers?.["api-tokens-cost"]} tokens, ${rows.length} charge of ${rows[0]}`,
    );
    await restart(first);
  }
  const other = { key: cluster.key, path: observation("realtime"), headers: { "X-Request-Id": "retried-0" } };
  const { status } = await ask(second.address, other);
  report.check("retry: another request under the same id is refused", status === 409, status);
  await cluster.stop();
}

/** All ask for the last tokens. */
export async function race({ report, postgres }) {
  const cluster = await startCluster(postgres, "race", { tokens: 100 });
  const clients = Array.from({ length: RACERS }, async () => {
    const statuses = [];
    for (let i = 0; i < EACH; i++) statuses.push((await cluster.ask({ path: observation("realtime") })).status);
    return statuses;
  });
  const statuses = (await Promise.all(clients)).flat();
  const [paid, refused] = [200, 402].map((wanted) => statuses.filter((status) => status === wanted).length);
  const { used, granted, ids } = await books(cluster.url);
  report.check(
    "race: 200 or 402, and all that was granted was sold",
    paid === 100 && paid + refused === statuses.length,
    `${paid} and ${refused} of ${statuses.length}`,
  );
  report.check("race: exactly the grant was used", used === granted && ids.length === 100, `${used} of ${granted}`);
  const [held] = await cluster.rows("SELECT count(*) FROM token_hold");
  report.check("race: nothing stays held", held === "0", `${held} rows`);
  await cluster.stop();
}

/** What an operator changes is seen by all. */
export async function changes({ report, random, postgres }) {
  const cluster = await startCluster(postgres, "changes");
  const operate = (...words) => command(...words, "--data", cluster.url);
  const account = (member, key = cluster.key) => ask(member.address, { key, path: "/v1/account" });
  const every = async (holds, key) =>
    (await Promise.all(cluster.members.map((member) => account(member, key)))).every(holds);
  const soon = async (holds, key = cluster.key) => {
    const since = performance.now();
    const isSo = await within(PATIENCE, () => every(holds, key));
    return /** @type {const} */ ([isSo, ms(performance.now() - since)]);
  };
  const is = (wanted) => (answer) => answer.status === wanted;
  const isSmall = ({ headers }) => headers["ratelimit-policy"] === '"key";q=7;w=60';

  const key = (await operate("keys", "create", "judged")).trim();
  report.check("changes: a new key soon opens all servers", ...(await soon(is(200), key)));
  await operate("keys", "revoke", key.slice(4, 12));
  report.check("changes: a revoked key soon opens none", ...(await soon(is(401), key)));
  await operate("accounts", "suspend", "judged");
  report.check("changes: the keys of a suspended account soon get 403 on all servers", ...(await soon(is(403))));
  await operate("accounts", "resume", "judged");
  report.check("changes: those of a resumed one soon open all servers", ...(await soon(is(200))));
  await operate("plans", "create", "small", "--rate", "7");
  await operate("accounts", "set", "judged", "--plan", "small");
  report.check("changes: a plan's rate soon holds on all servers", ...(await soon(isSmall)));
  await operate("accounts", "set", "judged", "--plan", "none");
  await soon((answer) => !isSmall(answer));
  await deletion({ report, random, cluster, operate });
  await cluster.stop();
}

/** An account is deleted while three servers charge it: nothing that was acknowledged is lost, and nothing opens it. */
async function deletion({ report, random, cluster, operate }) {
  const load = cluster.load(random);
  await pause(3_000);
  const since = performance.now();
  const said = await operate("accounts", "delete", "judged", "--yes");
  const deleted = performance.now() - since;
  const isShut = async () => {
    const question = { key: cluster.key, path: "/v1/account" };
    const answers = await Promise.all(cluster.members.map(({ address }) => askJson(address, question)));
    // The load goes on with it: a server that has seen too many bad keys says so.
    return answers.every(({ json }) => ["invalid_key", "too_many_bad_keys"].includes(json?.error?.code));
  };
  report.check(
    "deletion: the keys of a deleted account soon open nothing",
    await within(PATIENCE, isShut),
    `${ms(performance.now() - since)}, the command took ${ms(deleted)}`,
  );
  await pause(1_000);
  await load.stop();
  await operate("check");
  const [, pseudonym] = /(deleted-\w{8})/.exec(said);
  const known = new Set(await cluster.rows(`SELECT request_id FROM charge WHERE account = '${pseudonym}'`));
  const got = load.answers.flatMap(({ charges }) => charges);
  const lost = got.filter((id) => !known.has(id));
  report.check(
    "deletion: every acknowledged charge is in the books that are kept",
    lost.length === 0 && got.length > 0,
    `${got.length} charges, ${lost.length} lost`,
  );
  const names = await cluster.rows("SELECT name FROM account");
  report.check("deletion: its name is gone", names.length === 1 && names[0] === pseudonym, names.join(", "));
}

/** PostgreSQL is stopped as by a power cut, and started again. */
export async function outage({ report, random, postgres }) {
  const cluster = await startCluster(postgres, "outage");
  const load = cluster.load(random);
  await pause(4_000);
  await postgres.stop("immediate");
  const stopped = performance.now();
  const isUnready = await within(PATIENCE, () => readyAre(cluster, 503));
  report.check("outage: soon no server says that it is ready", isUnready, ms(performance.now() - stopped));
  await pause(3_000);
  const [{ address }] = cluster.members;
  const direct = await ask(address, { key: cluster.key, path: observation("realtime") });
  const told =
    '{"error":{"message":"the accounts cannot be reached at the moment; nothing was charged; try again later"';
  report.check(
    "outage: an account is told at once: 503, Retry-After, no internals",
    direct.status === 503 && Number(direct.headers["retry-after"]) > 0 && String(direct.body).startsWith(told),
    `${direct.status}, ${direct.body}`,
  );
  const demo = await ask(address, { key: DEMO, path: observation("realtime") });
  report.check("outage: the demo key is served", demo.status === 200, demo.status);
  const live = cluster.members.filter(({ server }) => server.isAlive());
  report.check("outage: all servers live", live.length === cluster.members.length, live.length);
  await postgres.start();
  const started = performance.now();
  const isReady = await within(PATIENCE, () => readyAre(cluster, 200));
  report.check("outage: all servers are ready again by themselves", isReady, ms(performance.now() - started));
  await judgeAfterwards("outage", { report, cluster, load });
  const during = load.answers.filter(({ at, status }) => at > stopped && at < started && status !== 200);
  report.check(
    "outage: what was not answered was told 503 with Retry-After",
    during.length > 0 && during.every(isTold),
    tallyOf(during),
  );
}

/** PostgreSQL stops where it is, as on a machine whose disk hangs, and goes on later. */
export async function frozen({ report, random, postgres }) {
  const cluster = await startCluster(postgres, "frozen");
  const load = cluster.load(random);
  await pause(4_000);
  // On a slow machine, too.
  await load.hasAnswers(ANSWERS, PATIENCE);
  const since = performance.now();
  postgres.freeze(true);
  await pause(FROZEN);
  postgres.freeze(false);
  const thawed = performance.now();
  const isReady = await within(PATIENCE, () => readyAre(cluster, 200));
  report.check("frozen: all servers are ready again by themselves", isReady, ms(performance.now() - thawed));
  await judgeAfterwards("frozen", { report, cluster, load });
  const during = load.answers.filter(({ at }) => at > since && at < thawed);
  const slowest = Math.max(...during.map((answer) => answer.ms));
  const refused = during.filter(({ status }) => status !== 200);
  report.check(
    "frozen: requests do not wait for its end, and all that is not answered is told 503 with Retry-After",
    refused.length > 0 && refused.every(isTold),
    `slowest ${ms(slowest)}; ${tallyOf(during)}`,
  );
}

/** From a second after all is well again on. */
async function judgeAfterwards(name, { report, cluster, load }) {
  const mended = performance.now();
  await pause(4_000);
  await load.stop();
  const after = load.answers.filter(({ at }) => at > mended + 1_000);
  report.check(`${name}: afterwards all is answered`, after.length > 0 && !after.some(isFailed), tallyOf(after));
  await judgeBooks(report, name, cluster, load.answers);
  await cluster.stop();
}

const isTold = ({ status, headers }) => status === 503 && Number(headers["retry-after"]) > 0;

async function readyAre({ members }, wanted) {
  return (await Promise.all(members.map(readiness))).every((status) => status === wanted);
}

function ms(duration) {
  return `${Math.round(duration)} ms`;
}
