// A real year for a place in one command, as the README has it.
import { execFile } from "node:child_process";
import { ENGINE } from "../lib/process.mjs";

const PLACE = ["--lat", "47.4", "--lon", "8.5"];

export async function judgeYear({ report, host, env }) {
  const year = new Date().getUTCFullYear() - 1;
  const period = ["--start", `${year}-01-01T00:00Z`, "--end", `${year + 1}-01-01T00:00Z`];
  const { result, requests } = await host.during(() =>
    irradiance(["observe", "--weather", `era5=${host.url}`, ...PLACE, ...period, "--frequency", "1_hour"], env),
  );
  const light = result.json.values.global_horizontal_irradiance;
  const missing = light.filter((value) => value === null).length;
  const kilowattHours = light.reduce((sum, value) => sum + (value ?? 0), 0) / 1000;
  const text = `${light.length} hours, ${missing} missing, ${kilowattHours.toFixed(0)} kWh/m², ${requests.length} requests, ${(result.ms / 1000).toFixed(1)} s`;
  report.check("a year of a place in one command", light.length >= 8760 && missing === 0 && kilowattHours > 900, text);
}

async function irradiance(words, env) {
  const began = performance.now();
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 << 20 };
  const text = await new Promise((resolve, reject) =>
    execFile(process.execPath, [ENGINE, ...words], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    ),
  );
  return { json: JSON.parse(text), ms: performance.now() - began };
}
