// What bench/suites/start.mjs runs in a fresh process: prints { what: ms } as JSON.
import { loadEngine, part } from "./engine.mjs";
import { CONTEXT_DEFAULT, contextR, DAY, iso, QUERY_R, rowsOf, uniform, YEAR } from "./requests.mjs";

const times = {};
function time(name, run) {
  const start = performance.now();
  const result = run();
  times[name] = performance.now() - start;
  return result;
}

const begin = performance.now();
const engine = await loadEngine();
times["import of the library and all models"] = performance.now() - begin;

const count = 365 * 96;
const random = uniform(3);
const ghi = Float64Array.from({ length: count }, (_, i) => {
  const noon = 1 - (((i % 96) - 50) / 30) ** 2;
  return noon > 0 ? 900 * noon * random() : 0;
});
const temperature = Float64Array.from({ length: count }, (_, i) => 10 + (i % 96) / 10);
const start = Date.UTC(YEAR, 0, 1);
const weather = { start, interval: 900, columns: { global_horizontal_irradiance: ghi, temperature } };
const day = { ...QUERY_R, end: iso(start + DAY) };
const dayWeather = rowsOf(weather, 0, 96);
const R = contextR(engine);

time("first day", () => engine.writeJson(engine.computeColumns(day, dayWeather, R)));
time("second day", () => engine.writeJson(engine.computeColumns(day, dayWeather, R)));
const work = engine.createWorkspace();
time("first year", () => engine.computeColumns(QUERY_R, weather, CONTEXT_DEFAULT));
time("second year", () => engine.computeColumns(QUERY_R, weather, CONTEXT_DEFAULT));
time("third year, new workspace", () => engine.computeColumns(QUERY_R, weather, CONTEXT_DEFAULT, work));
for (let k = 0; k < 8; k++) engine.computeColumns(QUERY_R, weather, CONTEXT_DEFAULT, work);
time("twelfth year, workspace reused", () => engine.computeColumns(QUERY_R, weather, CONTEXT_DEFAULT, work));
time("its JSON, first", () => engine.writeJson(engine.computeColumns(QUERY_R, weather, CONTEXT_DEFAULT, work)));
const { createPool } = await part("answers/bulk/index.js");
const asked = performance.now();
const pool = createPool({ threads: 1 });
await pool.warm();
times["pool of one thread, until it answers"] = performance.now() - asked;
await pool.close();
console.log(JSON.stringify(times));
