// Jobs under faults: servers are killed and started again while they compute, the database is stopped, the folder of results is away,
// requests are wrong in every way; where workers make the parts over Redis, workers, servers and Redis are killed in turn. Every site is there
// once, in its order, with the bytes of GET or, in a table, of a local run; every part is charged once; nothing stays held.
//
//   node scripts/build.mjs && node scripts/judge-jobs.mjs [--seed 1] [--only cluster,single,workers,tables | --but …]
import { cluster } from "./jobs/cluster.mjs";
import { single } from "./jobs/single.mjs";
import { tables } from "./jobs/tables.mjs";
import { workers } from "./jobs/workers.mjs";
import { runJudge } from "./lib/judge.mjs";

// Side by side: what a killed server had is another's after a minute, and they wait for that together.
await runJudge(
  {
    cluster: { run: cluster, needs: ["nginx", "PostgreSQL"] },
    single,
    workers: { run: workers, needs: ["Redis"] },
    tables,
  },
  { atOnce: 3 },
);
