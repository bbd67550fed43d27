// A server with the word of a satellite follows it: realtime answers from scans that a host publishes, each of which is fetched once.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER } from "../lib/process.mjs";
import { observedAt, offBy, run, serving } from "./ask.mjs";
import { judgePart } from "./served.mjs";

const LICENCES = { "dwd-sis": /licence="GeoNutzV"/, goes: /licence="public domain"/ };
const FOLDERS = { "dwd-sis": "weather/satellite/", goes: "noaa-goes" };
/** Cells of the played discs are 24 times those of the public ones, and a cloud drifts across them. */
const LIMITS = { worst: 0.1, bias: 0.02 };
/** ms for the scans of some hours to be fetched and stored, on a busy machine. */
const PATIENCE = 300_000;

export async function judgeFollowed({ report, host, truth, replicas, env }) {
  const all = await readdir(join(replicas, "host"), { recursive: true });
  for (const name of Object.keys(LICENCES)) {
    const part = truth.find(({ source }) => source === name);
    const published = all.filter((path) => path.startsWith(FOLDERS[name]) && isScan({ path })).length;
    const asked = host.requests.length;
    const isAll = () => host.requests.slice(asked).filter(isScan).length >= published;
    const first = await host.during(() => judgeFollowing(report, `${name}=${host.url}`, part, isAll, env));
    const words = ["weather", "follow", `${name}=${host.url}`, "--once"];
    const again = await host.during(() => run(SERVER, words, env));
    const { code, text: said } = again.result;
    report.check(`weather follow ${name} --once`, code === 0, code === 0 ? "" : said.slice(-500));
    const [before, after] = [first, again].map(({ requests }) => requests.filter(isScan).length);
    const text = `${published} files, ${before} fetched, then ${after}`;
    report.check(`${name}: each scan is fetched once`, before === published && after === 0, text);
  }
}

async function judgeFollowing(report, word, part, isAll, env) {
  const server = await serving([word], env);
  try {
    const began = performance.now();
    const isThere = async () => isAll() && hasScans(await observedAt(server.address, part), part);
    while (!(await isThere()) && performance.now() - began < PATIENCE) await sleep(500);
    await judgePart(report, server, part, { ...LIMITS, licence: LICENCES[part.source] });
  } finally {
    await server.stop();
  }
}

/** The demo key has synthetic weather for what is missing. */
function hasScans(answers, { places }) {
  return answers.every(({ values, headers }, k) => {
    return offBy(values, places[k].values).missing === 0 && !headers["weather-sources"].includes("synthetic=?1");
  });
}

function isScan({ path }) {
  return /\.nc(\.bz2)?$/.test(path);
}
