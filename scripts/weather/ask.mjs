// Questions of observations, and how far their answers are from the truth.
import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { ask, DEMO } from "../lib/client.mjs";
import { startServer } from "../lib/process.mjs";

const PATHS = {
  historical: "/v1/observation/historical",
  realtime: "/v1/observation/realtime",
  forecast: "/v1/forecast/basic",
};
const AT_ONCE = 8;
/** On a busy machine a source may not answer in time, and is passed over with a notice; it is asked again after a while. */
const AGAIN = { most: 12, pause: 5_000 };
const LIGHT = "global_horizontal_irradiance";

/** A server with this weather, which the demo key may ask as often as a judge does. */
export function serving(weather, env, ...more) {
  const demo = ["--demo", "any", "--demo-rate", "10000", "--demo-rate-all", "10000"];
  return startServer(["--weather", ...weather, "--threads", "1", ...demo, ...more], { env });
}

/** @param part times in Unix seconds, a step in seconds */
export async function observed(address, part, { latitude, longitude }, attempt = 1) {
  const { endpoint, start, end, step } = part;
  const iso = (time) => new Date(time * 1000).toISOString().replace(".000", "");
  const query = new URLSearchParams({
    lat: String(latitude),
    lon: String(longitude),
    ...{ start: iso(start), end: iso(end), parameters: LIGHT, frequency: step === 3600 ? "1_hour" : "15_minutes" },
  });
  const { status, headers, body } = await ask(address, { key: DEMO, path: `${PATHS[endpoint]}?${query}` });
  if (attempt < AGAIN.most && /synthetic=\?1/.test(headers?.["weather-sources"] ?? "")) {
    await pause(AGAIN.pause);
    return observed(address, part, { latitude, longitude }, attempt + 1);
  }
  const text = String(body);
  return { status, headers, text, values: status === 200 ? JSON.parse(text).values[LIGHT] : [] };
}

/** At all places of the part, as many at once as the demo key may wait for. */
export async function observedAt(address, part) {
  const answers = [];
  for (let k = 0; k < part.places.length; k += AT_ONCE) {
    const some = part.places.slice(k, k + AT_ONCE);
    answers.push(...(await Promise.all(some.map((place) => observed(address, part, place)))));
  }
  return answers;
}

/** Beside the truth: values that are missing, the largest error as a part of the largest value, and the sums of light and excess. */
export function offBy(values, truth) {
  const pairs = truth.map((one, k) => [values[k] ?? Number.NaN, one]).filter(([value]) => Number.isFinite(value));
  const errors = pairs.map(([value, one]) => value - one);
  const most = Math.max(100, ...truth);
  return {
    missing: truth.length - pairs.length,
    worst: Math.max(0, ...errors.map(Math.abs)) / most,
    light: pairs.reduce((sum, [, one]) => sum + one, 0),
    excess: errors.reduce((sum, error) => sum + error, 0),
  };
}

/** A command with these words, to its end. */
export function run(command, words, env) {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 16 << 20 };
    execFile(process.execPath, [command, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, text: `${stdout}${stderr}` }),
    );
  });
}
