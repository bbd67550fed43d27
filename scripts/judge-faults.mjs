// The service under fire: killed, starved of disk and tokens, stopped under load, with bad clients and changing files.
//
//   node scripts/build.mjs && node scripts/judge-faults.mjs [--seed 1] [--kills 10] [--seconds 10] [--requests 5000]
//     [--connections 5000] [--only kills,race | --but crowd]
import { clients } from "./faults/clients.mjs";
import { crowd } from "./faults/crowd.mjs";
import { disk } from "./faults/disk.mjs";
import { files } from "./faults/files.mjs";
import { kills } from "./faults/kills.mjs";
import { live } from "./faults/live.mjs";
import { race } from "./faults/race.mjs";
import { runs } from "./faults/runs.mjs";
import { signals } from "./faults/signals.mjs";
import { soak } from "./faults/soak.mjs";
import { threads } from "./faults/threads.mjs";
import { weather } from "./faults/weather.mjs";
import { runJudge } from "./lib/judge.mjs";

await runJudge(
  {
    ...{ kills, race, disk, weather, signals, clients, files, threads, runs, soak },
    live: { run: live, isAlone: true },
    crowd: { run: crowd, isAlone: true },
  },
  { settings: { kills: 10, seconds: 10, requests: 5_000, connections: 5_000 }, atOnce: 2 },
);
