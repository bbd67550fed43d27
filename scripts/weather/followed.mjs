// A server with the word of a satellite follows it: realtime answers from scans that a host publishes, each of which is fetched once.
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER } from "../lib/process.mjs";
import { observed, offBy, serving } from "./ask.mjs";
import { judgePart } from "./served.mjs";

const LICENCES = { "dwd-sis": /licence="GeoNutzV"/, goes: /licence="public domain"/ };
/** Cells of the played discs are 24 times those of the public ones, and a cloud drifts across them. */
const LIMITS = { worst: 0.1, bias: 0.02 };
/** ms for the scans of some hours to be fetched and stored. */
const PATIENCE = 60_000;

export async function judgeFollowed({ report, host, truth, env }) {
  for (const name of Object.keys(LICENCES)) {
    const part = truth.find(({ source }) => source === name);
    const first = await host.during(() => judgeFollowing(report, `${name}=${host.url}`, part, env));
    const words = ["weather", "follow", `${name}=${host.url}`, "--once"];
    const again = await host.during(() => run(words, env));
    const { code, text } = again.result;
    report.check(`weather follow ${name} --once`, code === 0, text.slice(-500).trim());
    const [before, after] = [first, again].map(({ requests }) => requests.filter(isScan).length);
    report.check(`${name}: no scan is fetched twice`, before > 0 && after === 0, `${before} files, then ${after}`);
  }
}

async function judgeFollowing(report, word, part, env) {
  const server = await serving([word], env);
  try {
    const began = performance.now();
    const last = part.places.at(-1);
    const isThere = async () => hasScans(await observed(server.address, part, last), last.values);
    while (!(await isThere()) && performance.now() - began < PATIENCE) await sleep(500);
    await judgePart(report, server, part, { ...LIMITS, licence: LICENCES[part.source] });
  } finally {
    await server.stop();
  }
}

/** The demo key has synthetic weather for what is missing. */
function hasScans({ values, headers }, truth) {
  return offBy(values, truth).missing === 0 && !headers["weather-sources"].includes("synthetic=?1");
}

function isScan({ path }) {
  return /\.nc(\.bz2)?$/.test(path);
}

function run(words, env) {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 16 << 20 };
    execFile(process.execPath, [SERVER, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, text: `${stdout}${stderr}` }),
    );
  });
}
