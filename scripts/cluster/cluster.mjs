// Servers of the build on one PostgreSQL behind a balancer, with clients; and what the books must say after all that befell them.
import { randomUUID } from "node:crypto";
import { ask, day, newAgent, observation, PLACE } from "../lib/client.mjs";
import { underLoad } from "../lib/load.mjs";
import { books, kill, openAccount, startMembers } from "../lib/process.mjs";

const SETTINGS = [
  ...["--synthetic", "--demo", "any", "--rate", "1000000", "--running", "24", "--waiting", "100"],
  ...["--threads", "1", "--trust-proxy", "127.0.0.1", "--log-level", "error"],
];
const CLIENTS = 24;
/** ms: some 200 requests a second, so that each kill comes upon some, and all can be answered while servers start. */
const REST = 100;
const TRIES = 4;

/** @param {import("../services/postgres.mjs").Postgres} postgres */
export async function startCluster(postgres, database, { size = 3, tokens = 1_000_000 } = {}) {
  const url = await postgres.create(database);
  const key = await openAccount(url, tokens);
  const members = await startMembers(size, ["--data", url, ...SETTINGS]);
  const balancer = createBalancer(members);
  return {
    url,
    key,
    members,
    ask: (question) => balancer.ask({ key, ...question }),
    load: (random) =>
      underLoad(
        (asked) => balancer.ask({ key, ...asked }),
        () => random.of(KINDS)(random),
        { clients: CLIENTS, rest: REST },
      ),
    /** Rows of a statement, as text. */
    rows: (sql) => postgres.rows(database, sql),
    async stop() {
      balancer.close();
      await Promise.all(members.map(kill));
    },
  };
}

/**
 * It names each request once, takes the servers in turn, and sends a request whose server died before an answer to the next one, under the
 * same name.
 *
 * @param {readonly { address: string, isUp: boolean }[]} servers
 */
function createBalancer(servers) {
  const agent = newAgent();
  let turn = 0;
  const next = () => {
    const up = servers.filter(({ isUp }) => isUp);
    return up[turn++ % up.length];
  };
  return {
    /** @returns the answer, with the request's name and the number of servers that were asked */
    async ask(question) {
      const id = randomUUID();
      const headers = { ...question.headers, "X-Request-Id": id };
      for (let tries = 1; ; tries++) {
        const { address } = next() ?? {};
        const answer = address
          ? await ask(address, { ...question, headers, agent })
          : { whole: false, error: "none is up" };
        if (answer.whole || tries === TRIES) return { ...answer, id, tries };
      }
    },
    close: () => agent.destroy(),
  };
}

const someDay = (random) => ({ ...PLACE, ...day(random.below(365)) });
const KINDS = [
  () => ({ path: observation("realtime", { parameters: "temperature" }) }),
  (random) => ({ path: observation("historical", someDay(random)) }),
  (random) => ({
    path: "/v1/observation/batch",
    method: "POST",
    headers: { "Idempotency-Key": `batch-${random.below(1e9)}` },
    body: JSON.stringify({ requests: [0, 1].map(() => ({ endpoint: "historical", query: someDay(random) })) }),
  }),
];

/** What was acknowledged is charged once, and nothing else but what may have been under way. */
export async function judgeBooks(report, name, cluster, answers) {
  const { ids, used, granted, charged } = await books(cluster.url);
  const known = new Set(ids);
  const got = answers.flatMap(({ charges }) => charges);
  const lost = got.filter((id) => !known.has(id));
  const without = ids.filter((id) => !got.includes(id));
  const unanswered = new Set(answers.filter(isFailed).map(({ id }) => id));
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

export const isFailed = ({ whole, status }) => !whole || status !== 200;
