// kill -9 under load, again and again: every answer that came whole is charged once, and nothing else but what was under way.
import { setTimeout as pause } from "node:timers/promises";
import { tallyOf } from "../lib/client.mjs";
import { books, openAccount, startServer, sum } from "../lib/process.mjs";
import { repeating } from "./repeating.mjs";
import { allKinds } from "./service.mjs";

const SETTINGS = ["--synthetic", "--rate", "1000000", "--log-level", "error"];
const PLENTY = 1_000_000;
/** The account of the clients that repeat. */
const REPEATING = "repeating";
/** Answers that come before a kill, and ms after which it comes without them. */
const EACH_ROUND = 15;
const PATIENCE = 60_000;

export async function kills({ report, random, folder, kills: rounds }) {
  const data = `${folder}/kills`;
  const key = await openAccount(data, PLENTY);
  const repeated = repeating(await openAccount(data, PLENTY, REPEATING), random);
  const answers = [];
  const inFlight = [];
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(["--data", data, ...SETTINGS]);
    slowest = Math.max(slowest, server.startedIn);
    const load = allKinds(server.address, key, random);
    repeated.against(server.address);
    await load.hasAnswers(EACH_ROUND, PATIENCE);
    await pause(random.between(0, 800));
    inFlight.push(sum([...load.under], ({ most }) => most));
    const { signal } = await server.stop("SIGKILL");
    if (signal !== "SIGKILL") report.check(`round ${round}: the server lived until it was killed`, false, server.log());
    await Promise.all([load.stop(), repeated.stop()]);
    answers.push(...load.answers.filter(({ whole }) => whole));
  }
  report.check("kill -9: starts again every time", true, `${rounds} times, the slowest in ${Math.round(slowest)} ms`);
  const count = (status) => answers.filter((answer) => answer.status === status).length;
  const areAll = count(200) >= 5 * rounds && count(304) > 0;
  report.check("kill -9: answers of every kind came", areAll, tallyOf(answers));
  const isGood = answers.every(({ status }) => status < 500);
  report.check("kill -9: no status of 500 and above", isGood, tallyOf(answers));
  await judgeBooks({ report, data, answers, inFlight });
  await oneChargeAKey(report, data, repeated);
}

async function judgeBooks({ report, data, answers, inFlight }) {
  const { ids, used, charged, granted } = await books(data);
  const got = answers.flatMap(({ charges }) => charges);
  const [known, answered] = [new Set(ids), new Set(got)];
  const areKnown = got.every((id) => known.has(id));
  report.check("kill -9: every whole answer is charged", areKnown, `${got.length} answers`);
  report.check("kill -9: no charge twice", known.size === ids.length && answered.size === got.length);
  const orphans = ids.filter((id) => !answered.has(id));
  const most = sum(inFlight, (count) => count);
  report.check(
    "kill -9: charges without an answer are those under way at the kills",
    orphans.length <= most,
    `${orphans.length} of ${most} (at the kills: ${inFlight.join(" ")}) ${orphans.join(" ")}`,
  );
  report.check("kill -9: the sum of charges is what was used", charged === used, `${charged} and ${used}`);
  const remaining = answers
    .map(({ headers }) => headers["api-tokens-remaining"])
    .filter((tokens) => tokens !== undefined);
  const least = Math.min(...remaining.map(Number));
  report.check("kill -9: the balance was never negative", least >= 0 && used <= granted, `least ${least}`);
}

/** What was cut is had again, and what was had is the same again, for one charge. */
async function oneChargeAKey(report, data, { all, found, finish }) {
  const server = await startServer(["--data", data, ...SETTINGS]);
  await finish(server.address);
  await server.stop();
  const { ids, used, charged } = await books(data, REPEATING);
  const expected = sum(all, ({ lines = 1 }) => lines);
  const { cut, same, usedUp, changed, other, strange } = found;
  report.check(
    "kill -9: one charge a key, the same bytes again or 409",
    ids.length === expected &&
      new Set(ids).size === expected &&
      used === charged &&
      all.every(({ answer }) => answer !== undefined) &&
      cut > 0 &&
      same >= all.length - usedUp &&
      other.length + strange.length === 0,
    `${all.length} keys for ${expected} answers, ${ids.length} charges; ${cut} were cut, ${same} repeats with the same bytes, ` +
      `${other.length} with others ${[...new Set(other)].join(" ")}, ${usedUp} used up and ${changed} changed (409), ${strange.length} of ${strange.join(" ")}`,
  );
}
