// A request for the temperature alone on a fixed plane must compute no sun: V8 counts every call of every function.
import { Session } from "node:inspector/promises";
import { loadEngine } from "../lib/engine.mjs";
import { brokenSky, QUERY_R } from "../lib/requests.mjs";

/** Functions that compute something of the sun: row kernels of its position and the series behind them. */
const SUN = /\/models\/solar-position\/|\/(?:engine\/compute-grid|sky)\/kernels\/|\/models\/clear-sky\//;
/** Constants of the place and of the models, once a request. */
const CONSTANTS = new Set(["prepare", "prepareSunSite", "sunSiteOf", "axisDistance", "equatorDistance"]);

export async function run() {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const engine = await loadEngine();
  const weather = brokenSky(engine, { days: 3 });
  const base = { lat: QUERY_R.lat, lon: QUERY_R.lon, frequency: "15_minutes" };
  const requests = {
    "`temperature`, fixed plane": { ...base, parameters: "temperature", surface_tilt: 30, surface_azimuth: 180 },
    "`global_horizontal_irradiance`": { ...base, parameters: "global_horizontal_irradiance" },
    "all columns": { ...base, parameters: "all" },
  };
  const counts = {};
  for (const [name, query] of Object.entries(requests)) {
    await session.post("Profiler.takePreciseCoverage"); // starts the counts anew
    engine.computeColumns(query, weather, { altitude: 600 });
    const { result } = await session.post("Profiler.takePreciseCoverage");
    counts[name] = sunCalls(result);
  }
  session.disconnect();
  const [temperature, global] = Object.values(counts);
  if (global.calls === 0)
    throw new Error("no call was counted for a request that needs the sun: the counter is broken");
  return {
    tables: [
      {
        title: "Nothing that was not asked for",
        text:
          "Calls of functions of `models/solar-position`, `models/clear-sky`, `sky/kernels` and `engine/compute-grid/kernels` during a request " +
          "for three days, counted by V8 (constants of place and model left out).",
        head: ["request", "calls", "of"],
        rows: Object.entries(counts).map(([name, { calls, names }]) => [name, String(calls), names.join(", ")]),
      },
    ],
    figures: { sunless: { measured: temperature.calls, text: String(temperature.calls) } },
  };
}

function sunCalls(scripts) {
  const found = new Map();
  for (const { url, functions } of scripts) {
    if (!SUN.test(url)) continue;
    for (const { functionName, ranges } of functions) {
      const calls = ranges[0].count;
      if (calls > 0 && functionName !== "" && !CONSTANTS.has(functionName)) {
        found.set(functionName, (found.get(functionName) ?? 0) + calls);
      }
    }
  }
  return { calls: [...found.values()].reduce((sum, n) => sum + n, 0), names: [...found.keys()].slice(0, 6) };
}
