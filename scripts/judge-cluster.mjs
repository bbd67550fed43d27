// Several servers that share what they know. On one PostgreSQL behind a small balancer: cluster/shared-accounts.mjs. Behind nginx: restarted one
// after the other while clients ask, with the demo key and with an account (cluster/rolling.mjs); killed in the middle of answers to POST
// (cluster/killed-posts.mjs); stopped while they send large answers to slow readers (cluster/drained.mjs).
//
//   node scripts/build.mjs && node scripts/judge-cluster.mjs [--seed 1] [--seconds 15] [--requests 1000] [--rounds 1] [--restarts 2]
//     [--only kills,retry,race,changes,outage,frozen,demo,posts,drain,keyed | --but …]
import { drained } from "./cluster/drained.mjs";
import { killedPosts } from "./cluster/killed-posts.mjs";
import { rolling, rollingKeyed } from "./cluster/rolling.mjs";
import * as shared from "./cluster/shared-accounts.mjs";
import { runJudge } from "./lib/judge.mjs";

const { kills, retry, race, changes, outage, frozen } = shared;
const onPostgres = Object.entries({ kills, retry, race, changes, outage, frozen }).map(([name, run]) => [
  name,
  { run, needs: /** @type {const} */ (["PostgreSQL"]) },
]);

// Two at once: most of the time they wait.
await runJudge(
  {
    demo: { run: rolling, needs: ["nginx"] },
    posts: { run: killedPosts, needs: ["nginx", "PostgreSQL"] },
    ...Object.fromEntries(onPostgres),
    drain: { run: drained, needs: ["nginx"] },
    keyed: { run: rollingKeyed, needs: ["nginx", "PostgreSQL"] },
  },
  { settings: { seconds: 15, requests: 1000, rounds: 1, restarts: 2 }, atOnce: 2 },
);
