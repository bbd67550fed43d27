// A server whose parts are made by workers over Redis: workers, the server and Redis are killed and started again while they compute.
import { mkdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { openCrew } from "../queue/crew.mjs";
import { startRedis } from "../services/redis.mjs";
import { judgeBooks, judgeResults, sum } from "./results.mjs";
import { ANSWERS, ended, newMember, openAccount, post, restart, sites } from "./stand.mjs";

const NAME = "workers over Redis";
const SITES = 1200;
const JOBS = 3;
const KILLS = 6;
const MOST_WAIT = 240_000;

export async function workers({ report, random, folder }) {
  const [data, results] = [`${folder}/data`, `${folder}/results`];
  mkdirSync(data, { recursive: true });
  const redis = await startRedis();
  const account = await openAccount(data, "lab", 100_000);
  const member = await newMember(data, results, ["--queue", redis.address]);
  const { address } = member;
  const env = Object.fromEntries(ANSWERS.map(([name, value]) => [`IRRADIANCE_${name}`, value]));
  const crew = openCrew(2, ["--queue", redis.address, "--jobs", results, "--threads", "1"], { cwd: folder, env });
  const query = { start: "2023-03-25T00:00Z", end: "2023-03-28T00:00Z", parameters: "global_tilted_irradiance" };
  const made = [];
  for (let i = 0; i < JOBS; i++) {
    const asked = { endpoint: "historical", query, sites: sites(random, SITES) };
    const { status, json } = await post(address, account, asked);
    if (status !== 201) throw new Error(`POST of a job: ${status} ${JSON.stringify(json)}`);
    made.push({ asked, id: json.id, found: undefined });
  }
  for (let i = 0; i < KILLS; i++) {
    await pause(random.between(1_000, 3_000));
    if (i % 3 === 0) await crew.kill(i % 2);
    if (i % 3 === 1) {
      await member.server.stop("SIGKILL");
      await restart(member);
    }
    if (i % 3 === 2) {
      await redis.kill();
      await redis.start();
    }
  }
  for (const { id } of made) await ended(address, account, id, MOST_WAIT);
  for (const one of made) one.found = await judgeResults(address, account, one.asked, one.id, random);
  const faults = made.flatMap(({ found }) => found.faults);
  const compared = sum(made, ({ found }) => found.compared);
  report.check(
    `${NAME}, all of them killed in turn: every site is there once, in its order, with the bytes of GET`,
    faults.length === 0 && compared > 0,
    `${sum(made, ({ found }) => found.lines)} lines, ${compared} compared, ${faults.length} faults ${faults.slice(0, 3).join("; ")}`,
  );
  const tokens = new Map(made.flatMap(({ found }) => [...found.tokens]));
  await judgeBooks(report, NAME, { address, data, account, tokens });
  const ends = await crew.end();
  const { code } = await member.server.stop("SIGTERM");
  report.check(`${NAME}: end as they should`, code === 0 && ends.every((end) => end === 0), `${ends}; ${code}`);
  if (faults.length > 0) console.log(crew.errors);
  await redis.end();
}
