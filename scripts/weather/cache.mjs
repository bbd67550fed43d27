// A restart asks for nothing that is cached, and a server whose host is gone serves what it has and says so.
import { setTimeout as sleep } from "node:timers/promises";
import { observedAt, serving } from "./ask.mjs";

const PLACES = 5;
/** ms for which what a host said is taken for so, and it is not asked. */
const FRESH = 31_000;
const SAID = /its server does not answer: this is what it had at .*, kept on disk/;

export async function judgeCache({ report, host, truth, home, env }) {
  const runs = [];
  for (const name of ["era5", "open-meteo"]) {
    const whole = truth.find(({ source, endpoint }) => source === name && endpoint === "historical");
    const part = { ...whole, places: whole.places.slice(0, PLACES) };
    const run = () => served(`${name}=${host.url}`, part, ["--weather-cache", home], env);
    const first = await host.during(run);
    const again = await host.during(run);
    const requests = `${first.requests.length} requests, then ${again.requests.length}`;
    report.check(`${name}: a restart asks for nothing that is cached`, again.requests.length === 0, requests);
    report.check(`${name}: and answers the same`, same(first.result, again.result));
    runs.push({ name, run, before: first.result });
  }
  await sleep(FRESH);
  host.away(true);
  for (const { name, run, before } of runs) {
    const offline = await run();
    report.check(`${name}: without its host, it answers the same`, same(before, offline));
    // What Open-Meteo's bucket said is taken for so for minutes: nothing is asked, and nothing is to be said.
    if (name !== "era5") continue;
    const notices = offline.map(({ headers }) => headers["api-notice"] ?? "");
    const isSaid = notices.every((notice) => SAID.test(notice));
    report.check(`${name}: and says so`, isSaid, notices[0]);
  }
  host.away(false);
}

async function served(weather, part, settings, env) {
  const server = await serving([weather], env, ...settings);
  try {
    return await observedAt(server.address, part);
  } finally {
    await server.stop();
  }
}

function same(one, other) {
  const valuesOf = (answers) => JSON.stringify(answers.map(({ values }) => values));
  return one.every(({ status }) => status === 200) && valuesOf(one) === valuesOf(other);
}
