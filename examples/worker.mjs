// A year computed in a worker thread; only bytes come back, handed over without a copy. `npm run build`, then
//   node examples/worker.mjs
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { loadSample } from "../dist/data/weather/index.js";
import { computeColumns, writeJson } from "../dist/index.js";

if (isMainThread) {
  const query = {
    lat: 36.1,
    lon: -79.95,
    parameters: "global_tilted_irradiance",
    frequency: "1_hour",
    surface_tilt: 35,
    surface_azimuth: 180,
  };
  const worker = new Worker(new URL(import.meta.url), { workerData: query });
  worker.once("message", (body) => {
    const { start_times, values } = JSON.parse(new TextDecoder().decode(body));
    const sum = values.global_tilted_irradiance.reduce((total, value) => total + value, 0) / 1000;
    console.log(`${start_times.length} hours, ${sum.toFixed(0)} kWh/m², ${body.byteLength} bytes from the worker`);
  });
} else {
  const body = writeJson(computeColumns(workerData, await loadSample()));
  parentPort.postMessage(body, [body.buffer]);
}
