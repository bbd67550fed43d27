// One server on a file: killed and started again while it computes, asked wrongly, its results removed by hand, its links expired.
import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { settingsWith, startServer } from "irradiance-server";
import pino from "pino";
import { ask } from "../lib/client.mjs";
import { kill, restart } from "../lib/process.mjs";
import { garbage } from "./garbage.mjs";
import { deadLinks } from "./making.mjs";
import { judgeAll, judgeBooks, make, newMember, openAccount, sites, statusOf, tokensOfParts } from "./stand.mjs";

const NAME = "one server";
const SITES = 450;
const KILLS = 4;
const HOURS = 3_600_000;

export async function single({ report, random, folder }) {
  const [data, results] = [`${folder}/data`, `${folder}/results`];
  mkdirSync(data);
  const account = await openAccount(data, "lab", 100_000);
  const other = await openAccount(data, "other", 10_000);
  const member = await newMember(data, results);
  const { address } = member;
  const stand = { report, random, address, data, results, account, other, accounts: [account, other], member };
  const query = { start: "2023-03-25T00:00Z", end: "2023-03-28T00:00Z", parameters: "global_tilted_irradiance" };
  const made = [];
  for (let i = 0; i < 3; i++)
    made.push(await make(address, account, { endpoint: "historical", query, sites: sites(random, SITES) }));
  for (let i = 0; i < KILLS; i++) {
    await pause(random.between(300, 2_000));
    await kill(member);
    await restart(member);
  }
  await garbage(stand, NAME);
  await judgeAll(report, `${NAME}, killed ${KILLS} times`, address, made, random);
  await deadLinks(stand, NAME, made[0]);
  await removed(stand, made[0]);
  await judgeBooks(report, NAME, { address, data, account, tokens: tokensOfParts(made) });
  await report.ends(NAME, member.server);
  await expired(stand, made[0]);
}

/** What is listed and is not there is said, and what cannot be read now is not said to be gone. */
async function removed({ report, address, results, account }, { id }) {
  const [{ url }] = (await statusOf(address, account, id)).results;
  const folder = join(results, "jobs", id);
  const [file] = readdirSync(folder).filter((name) => name.startsWith("part-000000-"));
  renameSync(join(folder, file), join(folder, "elsewhere"));
  const gone = await ask(address, { path: url });
  renameSync(join(folder, "elsewhere"), join(folder, file));
  renameSync(results, `${results}.aside`);
  writeFileSync(results, "in the way");
  const away = await ask(address, { path: url });
  renameSync(results, `${results}.file`);
  renameSync(`${results}.aside`, results);
  const back = await ask(address, { path: url });
  report.check(
    `${NAME}: a file that was removed is 410, a folder that cannot be read 503, and what is back is there`,
    gone.status === 410 && away.status === 503 && back.status === 200,
    `${gone.status}, ${away.status}, ${back.status}`,
  );
}

/** By a server whose clock is two hours ahead. */
async function expired({ report, data, results, account }, { id }) {
  const folders = { data, jobs: results };
  const settings = settingsWith({ port: 0, "operations-port": "off", threads: 1, synthetic: true, ...folders });
  const options = { log: pino({ level: "error" }, pino.destination(2)) };
  const now = await startServer(settings, options);
  const [{ url }] = (await statusOf(now.address, account, id)).results;
  await now.stop();
  const later = await startServer(settings, { ...options, clock: () => Date.now() + 2 * HOURS });
  const old = await ask(later.address, { path: url });
  const [fresh] = (await statusOf(later.address, account, id)).results;
  const { status } = await ask(later.address, { path: fresh.url });
  await later.stop();
  report.check(
    `${NAME}: a link expires, and another look at the job gives a new one`,
    old.status === 403 && /expired/.test(String(old.body)) && status === 200,
    `${old.status} ${old.body}, then ${status}`,
  );
}
