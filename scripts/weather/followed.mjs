// `irradiance-server weather follow` makes a folder of scans of what a host publishes, and realtime answers from it.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { SERVER } from "../lib/process.mjs";
import { serving } from "./ask.mjs";
import { judgePart } from "./served.mjs";

const LICENCES = { "dwd-sis": /licence="GeoNutzV"/, goes: /licence="public domain"/ };
/** Cells of the played discs are 24 times those of the public ones, and a cloud drifts across them. */
const LIMITS = { worst: 0.1, bias: 0.02 };

export async function judgeFollowed({ report, host, truth, home, env }) {
  const usage = await run(["weather", "--help"], env);
  if (!/weather follow/.test(usage.text)) return report.skip("weather follow", "this build has no such command");
  for (const name of Object.keys(LICENCES)) {
    const store = join(home, `${name}.scans`);
    const words = ["weather", "follow", `${name}=${host.url}`, "--store", store, "--once"];
    const { code, text } = await run(words, env);
    report.check(`weather follow ${name} --once`, code === 0, code === 0 ? "" : text.slice(-500));
    const again = await host.during(() => run(words, env));
    const files = again.requests.filter(({ path }) => /\.nc(\.bz2)?$/.test(path)).length;
    report.check(`${name}: no scan is fetched twice`, files === 0, `${files} files`);
    const server = await serving([store], env);
    try {
      const part = truth.find(({ source }) => source === name);
      await judgePart(report, server, part, { ...LIMITS, licence: LICENCES[name] });
    } finally {
      await server.stop();
    }
  }
}

function run(words, env) {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 16 << 20 };
    execFile(process.execPath, [SERVER, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, text: `${stdout}${stderr}` }),
    );
  });
}
