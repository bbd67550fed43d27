// A restart asks for nothing that is cached, and a server whose host is gone serves what it has and says so.
import { execFileSync } from "node:child_process";
import { SERVER } from "../lib/process.mjs";
import { observedAt, serving } from "./ask.mjs";

const SETTING = "--weather-cache";
const PLACES = 5;

export async function judgeCache({ report, host, truth, home, env }) {
  const help = execFileSync(process.execPath, [SERVER, "serve", "--help"], { encoding: "utf8" });
  if (!help.includes(SETTING)) return report.skip("a restart asks for nothing that is cached", `no setting ${SETTING}`);
  for (const name of ["era5", "open-meteo"]) {
    const whole = truth.find(({ source, endpoint }) => source === name && endpoint === "historical");
    const part = { ...whole, places: whole.places.slice(0, PLACES) };
    const run = () => served(`${name}=${host.url}`, part, [SETTING, home], env);
    const first = await host.during(run);
    const again = await host.during(run);
    const requests = `${first.requests.length} requests, then ${again.requests.length}`;
    report.check(`${name}: a restart asks for nothing that is cached`, again.requests.length === 0, requests);
    report.check(`${name}: and answers the same`, same(first.result, again.result));
    host.away(true);
    const offline = await run();
    host.away(false);
    report.check(`${name}: without its host, it answers the same`, same(first.result, offline));
  }
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
