// Three servers on one PostgreSQL behind a balancer, with 24 clients: servers killed and started again, one killed between
// a commit and its answer, PostgreSQL stopped and started, and frozen (SIGSTOP). No acknowledged charge is lost, none is made twice, no grant is
// exceeded, and what is out of order is told as such and mends by itself.
//
//   node scripts/build.mjs && node scripts/judge-cluster.mjs [--seed 1] [--seconds 30] [--only kills,retry,race,changes,outage,frozen]
//
// One line for each check, and `N passed, N failed[, N skipped]` at the end; the exit status is 1 when anything failed.
// Without PostgreSQL everything is skipped; with REQUIRE_POSTGRES=1 that is a failure.
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createBalancer } from "./cluster/balancer.mjs";
import { startCluster } from "./cluster/cluster.mjs";
import { underLoad } from "./cluster/load.mjs";
import { createReport } from "./faults/report.mjs";
import { ask, askJson, day, observation } from "./lib/client.mjs";
import { command, endProcesses } from "./lib/process.mjs";
import { seeded } from "./lib/random.mjs";
import { postgresPrograms, startPostgres } from "./services/postgres.mjs";

const DEMO = "demo0000-0000-0000-0000-000000000000";
/** ms: longer than anybody waits, and less than holds last without their servers. */
const FROZEN = 9_000;
/** Answers that show how long one takes. */
const USUAL = 30;
const CHECKS = { kills, retry, race, changes, outage, frozen };
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "30" },
    only: { type: "string", default: Object.keys(CHECKS).join() },
  },
});
const report = createReport();
const seconds = Number(values.seconds);
const random = seeded(Number(values.seed));

if (postgresPrograms() === undefined) {
  const reason = "PostgreSQL is not installed (Debian: postgresql)";
  if (process.env.REQUIRE_POSTGRES === "1") report.failed("cluster", new Error(reason));
  else report.skip("cluster", reason);
} else {
  const postgres = await startPostgres();
  try {
    for (const name of values.only.split(",")) {
      if (!Object.hasOwn(CHECKS, name)) throw new RangeError(`--only takes ${Object.keys(CHECKS).join()}, got ${name}`);
      await CHECKS[name](postgres).catch((thrown) => report.failed(name, thrown));
      await endProcesses();
    }
  } finally {
    await endProcesses();
    await postgres.end();
  }
}
const { passed, failed, skipped } = report.counts;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : 0);

/** kill -9 of one server after the other, under load. */
async function kills(postgres) {
  const cluster = await startCluster(postgres, "kills");
  const balancer = createBalancer(cluster.members);
  const load = underLoad(balancer, cluster.key, random);
  const until = performance.now() + seconds * 1000;
  let count = 0;
  while (performance.now() < until) {
    await pause(random.between(300, 1500));
    const member = random.of(cluster.members);
    await cluster.kill(member);
    count++;
    await cluster.start(member);
  }
  await load.stop();
  await judgeBooks("kills", cluster, load.answers);
  const failures = load.answers.filter(({ whole, status }) => !whole || status !== 200);
  const again = load.answers.filter(({ tries }) => tries > 1);
  report.check(
    "kills: no request failed, as the balancer sends those that were under way again",
    failures.length === 0 && load.answers.length > 0,
    `${load.answers.length} answers, ${count} kills, ${again.length} sent again, ${failures.length} failed ${shown(failures)}`,
  );
  balancer.close();
  await cluster.stop();
}

/** What was acknowledged is charged once, and nothing else but what may have been under way. */
async function judgeBooks(name, cluster, answers) {
  const { ids, used, granted, charged } = await cluster.books();
  const known = new Set(ids);
  const got = answers.flatMap(({ charges }) => charges);
  const lost = got.filter((id) => !known.has(id));
  const without = ids.filter((id) => !got.includes(id));
  const unanswered = new Set(answers.filter(({ whole, status }) => !whole || status !== 200).map(({ id }) => id));
  const strange = without.filter((id) => !unanswered.has(id.replace(/\.\d+$/, "")));
  report.check(
    `${name}: every acknowledged charge is there`,
    lost.length === 0 && got.length > 0,
    `${got.length} charges, ${lost.length} lost`,
  );
  report.check(`${name}: none is there twice`, known.size === ids.length && new Set(got).size === got.length);
  report.check(
    `${name}: a charge without an answer is of a request that failed`,
    strange.length === 0,
    `${without.length} without an answer, ${strange.length} of them of nobody`,
  );
  report.check(
    `${name}: the sum of charges is what was used, and not above the grant`,
    charged === used && used <= granted,
    `${charged}, ${used}, ${granted}`,
  );
}

/** A server dies when the charge is on disk and no byte of the answer is out: the balancer's second attempt. */
async function retry(postgres) {
  const cluster = await startCluster(postgres, "retry", { size: 2 });
  const [first, second] = cluster.members;
  for (let i = 0; i < 3; i++) {
    const id = `retried-${i}`;
    const question = { key: cluster.key, path: observation("historical", day(i)), headers: { "X-Request-Id": id } };
    // Nobody hears what the first one answers.
    void ask(first.address, question);
    const latest = performance.now() + 15_000;
    while (!(await cluster.isCharged(id)) && performance.now() < latest) await pause(20);
    await cluster.kill(first);
    const answer = await ask(second.address, question);
    const rows = await cluster.rows(`SELECT tokens FROM charge WHERE request_id = '${id}'`);
    report.check(
      `retry ${i}: answered by another server, and charged once`,
      answer.status === 200 &&
        rows.length === 1 &&
        Number(rows[0]) > 0 &&
        Math.round(Number(answer.headers["api-tokens-cost"]) * 1e6) === Number(rows[0]),
      `${answer.status}, ${answer.headers?.["api-tokens-cost"]} tokens, ${rows.length} charge of ${rows[0]}`,
    );
    await cluster.start(first);
  }
  const other = { key: cluster.key, path: observation("realtime"), headers: { "X-Request-Id": "retried-0" } };
  const { status } = await ask(second.address, other);
  report.check("retry: another request under the same id is refused", status === 409, String(status));
  await cluster.stop();
}

/** All ask for the last tokens. */
async function race(postgres) {
  const cluster = await startCluster(postgres, "race", { tokens: 100 });
  const balancer = createBalancer(cluster.members);
  const clients = Array.from({ length: 24 }, async () => {
    const answers = [];
    for (let i = 0; i < 8; i++) answers.push(await balancer.ask({ key: cluster.key, path: observation("realtime") }));
    return answers;
  });
  const answers = (await Promise.all(clients)).flat();
  const paid = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 402).length;
  const { used, granted, ids } = await cluster.books();
  report.check(
    "race: 200 or 402, and all that was granted was sold",
    paid === 100 && paid + refused === answers.length,
    `${paid} and ${refused} of ${answers.length}`,
  );
  report.check("race: exactly the grant was used", used === granted && ids.length === 100, `${used} of ${granted}`);
  const [held] = await cluster.rows("SELECT count(*) FROM token_hold");
  report.check("race: nothing stays held", held === "0", `${held} rows`);
  balancer.close();
  await cluster.stop();
}

/** What an operator changes is seen by all. */
async function changes(postgres) {
  const cluster = await startCluster(postgres, "changes");
  const key = (await command("keys", "create", "judged", "--data", cluster.url)).trim();
  const since = performance.now();
  report.check(
    "changes: a new key opens all servers within 5 s",
    await within(5_000, () => statusesAre(key, 200)),
    took(),
  );
  const revoked = performance.now();
  await command("keys", "revoke", key.slice(4, 12), "--data", cluster.url);
  report.check(
    "changes: a revoked key opens none within 5 s",
    await within(5_000, () => statusesAre(key, 401)),
    `${Math.round(performance.now() - revoked)} ms`,
  );
  const suspended = performance.now();
  await command("accounts", "suspend", "judged", "--data", cluster.url);
  report.check(
    "changes: the keys of a suspended account get 403 on all servers within 5 s",
    await within(5_000, () => statusesAre(cluster.key, 403)),
    ms(performance.now() - suspended),
  );
  const resumed = performance.now();
  await command("accounts", "resume", "judged", "--data", cluster.url);
  report.check(
    "changes: those of a resumed one open all servers within 5 s",
    await within(5_000, () => statusesAre(cluster.key, 200)),
    ms(performance.now() - resumed),
  );
  const planned = performance.now();
  await command("plans", "create", "small", "--rate", "7", "--data", cluster.url);
  await command("accounts", "set", "judged", "--plan", "small", "--data", cluster.url);
  report.check(
    "changes: a plan's rate holds on all servers within 5 s",
    await within(5_000, async () => (await policies()).every((policy) => policy === '"key";q=7;w=60')),
    ms(performance.now() - planned),
  );
  await judgeDeletion(cluster);
  await cluster.stop();

  async function policies() {
    const answers = await Promise.all(
      cluster.members.map(({ address }) => ask(address, { key: cluster.key, path: "/v1/account" })),
    );
    return answers.map(({ headers }) => headers["ratelimit-policy"]);
  }

  function took() {
    return `${Math.round(performance.now() - since)} ms`;
  }
  async function statusesAre(key, wanted) {
    const answers = await Promise.all(cluster.members.map(({ address }) => ask(address, { key, path: "/v1/account" })));
    return answers.every(({ status }) => status === wanted);
  }
}

/** An account is deleted while three servers charge it: nothing that was acknowledged is lost, and nothing opens it. */
async function judgeDeletion(cluster) {
  await command("accounts", "set", "judged", "--plan", "none", "--data", cluster.url);
  await within(
    5_000,
    async () => (await ask(cluster.members[0].address, question())).headers["ratelimit-policy"] !== '"key";q=7;w=60',
  );
  const balancer = createBalancer(cluster.members);
  const load = underLoad(balancer, cluster.key, random);
  await pause(3_000);
  const since = performance.now();
  const said = await command("accounts", "delete", "judged", "--yes", "--data", cluster.url);
  const deleted = performance.now() - since;
  report.check(
    "deletion: the keys of a deleted account open nothing within 5 s",
    await within(5_000, async () => {
      const answers = await Promise.all(cluster.members.map(({ address }) => askJson(address, question())));
      // The load goes on with it: a server that has seen too many bad keys says so.
      return answers.every(({ json }) => ["invalid_key", "too_many_bad_keys"].includes(json?.error?.code));
    }),
    `${ms(performance.now() - since)}, the command took ${ms(deleted)}`,
  );
  await pause(1_000);
  await load.stop();
  await command("check", "--data", cluster.url);
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
  balancer.close();

  function question() {
    return { key: cluster.key, path: "/v1/account" };
  }
}

/** PostgreSQL is stopped as by a power cut, and started again. */
async function outage(postgres) {
  const cluster = await startCluster(postgres, "outage");
  const balancer = createBalancer(cluster.members);
  const load = underLoad(balancer, cluster.key, random);
  await pause(4_000);
  await postgres.stop("immediate");
  const stopped = performance.now();
  const isUnready = await within(10_000, () => readyAre(cluster, 503));
  report.check("outage: no server is ready within 10 s", isUnready, `${Math.round(performance.now() - stopped)} ms`);
  await pause(3_000);
  const began = performance.now();
  const direct = await ask(cluster.members[0].address, { key: cluster.key, path: observation("realtime") });
  report.check(
    "outage: an account is told at once: 503, Retry-After, no internals",
    direct.status === 503 &&
      Number(direct.headers["retry-after"]) > 0 &&
      /^{"error":{"message":"the accounts cannot be reached at the moment; nothing was charged; try again later"/.test(
        String(direct.body),
      ),
    `${direct.status} in ${Math.round(performance.now() - began)} ms, ${direct.body}`,
  );
  const demo = await ask(cluster.members[0].address, { key: DEMO, path: observation("realtime") });
  report.check("outage: the demo key is served", demo.status === 200, String(demo.status));
  report.check(
    "outage: all servers live",
    cluster.members.every(({ server }) => server.isAlive()),
  );
  await postgres.start();
  const started = performance.now();
  const isReady = await within(15_000, () => readyAre(cluster, 200));
  report.check(
    "outage: all servers are ready again by themselves",
    isReady,
    `${Math.round(performance.now() - started)} ms`,
  );
  const mended = performance.now();
  await pause(4_000);
  await load.stop();
  const during = load.answers.filter(({ at, status }) => at > stopped && at < started && status !== 200);
  const told = during.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0);
  report.check(
    "outage: what was not answered was told 503 with Retry-After",
    during.length > 0 && told.length === during.length,
    shown(during),
  );
  const after = load.answers.filter(({ at }) => at > mended + 1_000);
  report.check(
    "outage: afterwards all is answered",
    after.length > 0 && after.every(({ status }) => status === 200),
    shown(after),
  );
  await judgeBooks("outage", cluster, load.answers);
  balancer.close();
  await cluster.stop();
}

/** PostgreSQL stops where it is, as on a machine whose disk hangs, and goes on later. */
async function frozen(postgres) {
  const cluster = await startCluster(postgres, "frozen");
  const balancer = createBalancer(cluster.members);
  const load = underLoad(balancer, cluster.key, random);
  await pause(4_000);
  // What is usual has to be seen first, on a slow machine, too.
  await within(30_000, () => load.answers.length >= USUAL);
  const since = performance.now();
  postgres.freeze(true);
  await pause(FROZEN);
  postgres.freeze(false);
  const thawed = performance.now();
  const isReady = await within(15_000, () => readyAre(cluster, 200));
  report.check("frozen: all servers are ready again by themselves", isReady, `${ms(performance.now() - thawed)}`);
  const mended = performance.now();
  await pause(3_000);
  await load.stop();
  const during = load.answers.filter(({ at }) => at > since && at < thawed);
  // What a request had already waited for, on a machine that others use, too, is not the database's.
  const slowestOf = (answers) => Math.max(...answers.map(({ ms }) => ms));
  const [usual, slowest] = [slowestOf(load.answers.filter(({ at }) => at < since)), slowestOf(during)];
  const refused = during.filter(({ status }) => status !== 200);
  report.check(
    "frozen: nobody waits for 6 s more than before, and all that is not answered is told 503 with Retry-After",
    refused.length > 0 &&
      slowest < usual + 6_000 &&
      refused.every(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0),
    `slowest ${ms(slowest)}, before ${ms(usual)}; ${shown(during)}`,
  );
  const after = load.answers.filter(({ at }) => at > mended + 1_000);
  report.check(
    "frozen: afterwards all is answered",
    after.length > 0 && after.every(({ status }) => status === 200),
    shown(after),
  );
  await judgeBooks("frozen", cluster, load.answers);
  balancer.close();
  await cluster.stop();
}

async function readyAre(cluster, wanted) {
  const answers = await Promise.all(
    cluster.members.map(({ operations }) => ask(operations, { key: "", path: "/health/ready" })),
  );
  return answers.every(({ status }) => status === wanted);
}

function ms(duration) {
  return `${Math.round(duration)} ms`;
}

async function within(patience, condition) {
  const latest = performance.now() + patience;
  while (!(await condition())) {
    if (performance.now() > latest) return false;
    await pause(50);
  }
  return true;
}

function shown(answers) {
  const counts = new Map();
  for (const { status, whole } of answers) {
    const kind = whole ? String(status) : "broken";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} of ${kind}`).join(", ");
}
