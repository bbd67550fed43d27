// kill -9 under load, again and again: every answer that came whole is charged once, and nothing else but what was under way.
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { openAccount, startServer } from "../lib/process.mjs";
import { books } from "./account.mjs";
import { chargesOf, underLoad } from "./load.mjs";
import { repeating } from "./repeating.mjs";

const SETTINGS = ["--synthetic", "--rate", "1000000", "--log-level", "error"];
const PLENTY = 1_000_000;
/** The account of the clients that repeat. */
const REPEATING = "repeating";
/** Answers that come before a kill, and ms after which it comes without them. */
const EACH_ROUND = 15;
const PATIENCE = 10_000;

export async function kills({ report, random, folder, rounds }) {
  const data = `${folder}/kills`;
  const key = await openAccount(data, PLENTY);
  const repeated = repeating(await openAccount(data, PLENTY, REPEATING), random);
  const charged = [];
  const statuses = new Map();
  const inFlight = [];
  let least = Number.POSITIVE_INFINITY;
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(["--data", data, ...SETTINGS]);
    slowest = Math.max(slowest, server.startedIn);
    const load = underLoad(server.address, key, random);
    repeated.against(server.address);
    await load.hasAnswers(EACH_ROUND, PATIENCE);
    await pause(random.between(0, 800));
    const under = [...load.under.keys()].reduce((sum, { most }) => sum + most, 0);
    const { signal } = await server.stop("SIGKILL");
    if (signal !== "SIGKILL") report.check(`round ${round}: the server lived until it was killed`, false, server.log());
    await Promise.all([load.stop(), repeated.stop()]);
    for (const { asked, answer } of load.answers) {
      charged.push(...chargesOf(asked, answer));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.headers["api-tokens-remaining"])
        least = Math.min(least, Number(answer.headers["api-tokens-remaining"]));
    }
    inFlight.push(under);
  }
  const { ids, used, charged: sum, granted } = await books(data);
  const known = new Set(ids);
  const got = new Set(charged);
  const orphans = ids.filter((id) => !got.has(id));
  const most = inFlight.reduce((all, count) => all + count, 0);
  const shown = [...statuses].sort().map(([status, count]) => `${count} of ${status}`);
  report.check("kill -9: starts again every time", true, `${rounds} times, the slowest in ${Math.round(slowest)} ms`);
  report.check(
    "kill -9: answers of every kind came",
    statuses.get(200) >= 5 * rounds && statuses.has(304),
    shown.join(", "),
  );
  report.check(
    "kill -9: no status of 500 and above",
    [...statuses.keys()].every((status) => status < 500),
    shown.join(", "),
  );
  report.check(
    "kill -9: every whole answer is charged",
    charged.every((id) => known.has(id)),
    `${charged.length} answers`,
  );
  report.check("kill -9: no charge twice", known.size === ids.length && got.size === charged.length);
  report.check(
    "kill -9: charges without an answer are those under way at the kills",
    orphans.length <= most,
    `${orphans.length} of ${most} (at the kills: ${inFlight.join(" ")}) ${orphans.join(" ")}`,
  );
  report.check("kill -9: the sum of charges is what was used", Math.abs(sum - used) < 1e-6, `${sum} and ${used}`);
  report.check("kill -9: the balance was never negative", least >= 0 && used <= granted, `least ${least}`);
  await oneChargeAKey(report, data, repeated);
  await rm(data, { recursive: true });
}

/** What was cut is had again, and what was had is the same again, for one charge. */
async function oneChargeAKey(report, data, { all, found, finish }) {
  const server = await startServer(["--data", data, ...SETTINGS]);
  await finish(server.address);
  await server.stop();
  const { ids, used, charged } = await books(data, REPEATING);
  const expected = all.reduce((sum, { lines = 1 }) => sum + lines, 0);
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
