// What it costs to give up on a call of a pool. By itself (after `npm run build`):
//   node bench/cancel.mjs
// First the price of a thread that is ended: ms until its successor answers, and the time that this one needs above a warm
// thread's for its first years. Then a storm: calls for a year, most of them aborted at random, and what became of the rest.
import { createPool, shareWeather } from "../dist/answers/bulk/index.js";
import { loadSample } from "../dist/data/weather/index.js";
import { uniform } from "./lib/requests.mjs";

const ROUNDS = 7;
const YEARS = 20;
const STORM = { calls: 400, threads: 2, kept: 0.2, longest: 20 };

const weather = shareWeather(await loadSample());
const place = { lat: 36.1, lon: -79.95, parameters: "all", surface_tilt: 30, surface_azimuth: 180 };
const year = { ...place, start: "2023-01-01T00:00Z", end: "2024-01-01T00:00Z", frequency: "1_hour" };
const day = { ...year, end: "2023-01-02T00:00Z" };
/** A call that takes as long as its thread lives. */
const endless = { registry: { module: "data:text/javascript,for (;;);" } };

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function timed(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

async function years(pool) {
  for (let k = 0; k < YEARS; k++) await pool.observe(year, weather);
}

async function restart() {
  const pool = createPool({ threads: 1 });
  for (let k = 0; k < 3; k++) await years(pool);
  const warm = await timed(() => years(pool));
  const [ends, answers, colds] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const gone = new AbortController();
    const call = pool.observe(day, weather, { context: endless, signal: gone.signal }).catch(() => {});
    await pause(50);
    gone.abort();
    await call;
    ends.push(
      await timed(async () => {
        while (pool.running > 0) await pause(1);
      }),
    );
    answers.push(await timed(() => pool.observe(day, weather)));
    colds.push((await timed(() => years(pool))) - warm);
  }
  await pool.close();
  const ms = (values) => `${median(values).toFixed(0)} ms`;
  console.log(`a thread that does not give up is ended after ${ms(ends)}; its successor answers ${ms(answers)} later,`);
  console.log(`and needs ${ms(colds)} more than a warm one for its first ${YEARS} years`);
}

async function storm() {
  const { calls, threads, kept, longest } = STORM;
  const random = uniform(3);
  const pool = createPool({ threads, maxQueue: calls });
  await pool.warm();
  const expected = (await pool.observe(year, weather)).body;
  let right = 0;
  const waits = [];
  let aborted = 0;
  const call = async () => {
    const gone = new AbortController();
    const keeps = random() < kept;
    const begin = performance.now();
    const timer = keeps ? undefined : setTimeout(() => gone.abort(), longest * random());
    try {
      const { body } = await pool.observe(year, weather, { signal: gone.signal });
      if (keeps) waits.push(performance.now() - begin);
      if (keeps && Buffer.compare(body, expected) === 0) right += 1;
    } catch (cause) {
      if (cause.name !== "AbortError") throw cause;
      aborted += 1;
    } finally {
      clearTimeout(timer);
    }
    return keeps;
  };
  let wanted = 0;
  const time = await timed(async () => {
    const under = [];
    for (let k = 0; k < calls; k++) {
      under.push(call());
      await pause(16 * random());
    }
    wanted = (await Promise.all(under)).filter(Boolean).length;
  });
  await pool.close();
  console.log(
    `${calls} calls on ${threads} threads in ${time.toFixed(0)} ms: ${aborted} aborted, ${right} of ${wanted} kept ones right; ` +
      `these took ${median(waits).toFixed(0)} ms, at most ${Math.max(...waits).toFixed(0)} ms`,
  );
}

await restart();
await storm();
