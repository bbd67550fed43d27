// A real year for a place in one command, as the README has it.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINE } from "../lib/process.mjs";

/** Far east and far west of Greenwich, and where standard time is far from the sun's. */
const YIELDS = [
  ["era5", "--lat=35.7", "--lon=139.7"],
  ["era5", "--lat=33.4", "--lon=-112.1"],
  ["era5-land", "--lat=-33.9", "--lon=18.4"],
];
const PLACE = ["--lat", "47.4", "--lon", "8.5"];

export async function judgeYear({ report, host, home, env }) {
  const year = new Date().getUTCFullYear() - 1;
  const period = ["--start", `${year}-01-01T00:00Z`, "--end", `${year + 1}-01-01T00:00Z`];
  const { result, requests } = await host.during(() =>
    observed(["observe", "--weather", `era5=${host.url}`, ...PLACE, ...period, "--frequency", "1_hour"], env),
  );
  const light = result.json.values.global_horizontal_irradiance;
  const missing = light.filter((value) => value === null).length;
  const kilowattHours = light.reduce((sum, value) => sum + (value ?? 0), 0) / 1000;
  const text = `${light.length} hours, ${missing} missing, ${kilowattHours.toFixed(0)} kWh/m², ${requests.length} requests, ${(result.ms / 1000).toFixed(1)} s`;
  report.check("a year of a place in one command", light.length >= 8760 && missing === 0 && kilowattHours > 900, text);
  for (const [name, ...place] of YIELDS)
    await judgeYield(report, `${name}=${host.url}`, place, year, join(home, "yield.json"), env);
}

/** Its months are those of standard time: none lacks hours that are of the year before or behind in UTC. */
async function judgeYield(report, word, place, year, out, env) {
  const system = ["--surface-tilt", "30", "--surface-azimuth", "180", "--kwp", "8", "--year", String(year)];
  const { ms } = await irradiance(["yield", "--weather", word, ...place, ...system, "--out", out], env);
  const { annual, months } = JSON.parse(readFileSync(out, "utf8"));
  const isWhole = months.length === 12 && months.every(({ missing }) => missing === 0);
  const text = `${place.join(" ")}: ${Math.round(annual.energy)} kWh, ${(100 * annual.missing).toFixed(2)} % missing, ${(ms / 1000).toFixed(1)} s`;
  report.check(`yield from ${word.split("=")[0]}: a year without a gap`, isWhole, text);
}

async function observed(words, env) {
  const { text, ms } = await irradiance(words, env);
  return { json: JSON.parse(text), ms };
}

async function irradiance(words, env) {
  const began = performance.now();
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 << 20 };
  const text = await new Promise((resolve, reject) =>
    execFile(process.execPath, [ENGINE, ...words], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    ),
  );
  return { text, ms: performance.now() - began };
}
