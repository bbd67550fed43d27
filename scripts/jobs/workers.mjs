// A server whose parts are made by workers over Redis: workers, the server and Redis are killed and started again while they compute.
import { mkdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { kill, restart } from "../lib/process.mjs";
import { startRedis } from "../services/redis.mjs";
import { openCrew } from "./crew.mjs";
import { ANSWERS, judgeAll, judgeBooks, make, newMember, openAccount, sites, tokensOfParts } from "./stand.mjs";

const NAME = "workers over Redis";
const SITES = 700;
const JOBS = 3;
const KILLS = 4;

export async function workers({ report, random, folder }) {
  const [data, results] = [`${folder}/data`, `${folder}/results`];
  mkdirSync(data);
  const redis = await startRedis();
  const account = await openAccount(data, "lab", 100_000);
  const member = await newMember(data, results, ["--queue", redis.address]);
  const { address } = member;
  const words = ["--queue", redis.address, "--jobs", results, "--threads", "1"];
  const crew = openCrew(2, words, { cwd: folder, env: ANSWERS });
  const query = { start: "2023-03-25T00:00Z", end: "2023-03-28T00:00Z", parameters: "global_tilted_irradiance" };
  const made = [];
  for (let i = 0; i < JOBS; i++)
    made.push(await make(address, account, { endpoint: "historical", query, sites: sites(random, SITES) }));
  for (let i = 0; i < KILLS; i++) {
    await pause(random.between(1_000, 3_000));
    if (i % 3 === 0) await crew.kill(i % 2);
    if (i % 3 === 1) {
      await kill(member);
      await restart(member);
    }
    if (i % 3 === 2) {
      await redis.silence(2_500);
      await redis.kill();
      await redis.start();
    }
  }
  const faults = await judgeAll(report, `${NAME}, all of them killed in turn`, address, made, random);
  await judgeBooks(report, NAME, { address, data, account, tokens: tokensOfParts(made) });
  const ends = await crew.end();
  report.check(
    `${NAME}: workers end as they should`,
    ends.every((end) => end === 0),
    ends,
  );
  await report.ends(NAME, member.server);
  if (faults.length > 0) console.log(crew.errors);
  await redis.end();
}
