// Where the time of R goes: what V8's sampling profiler sees in a second of it, function by function.
import { Session } from "node:inspector/promises";
import { loadEngine } from "../lib/engine.mjs";
import { brokenSky, contextR, QUERY_R } from "../lib/requests.mjs";
import { figure } from "../lib/timing.mjs";

/** Functions with less of the time than this are left out. */
const LEAST_SHARE = 0.015;
const WARM_UP = 40;

export async function run({ quick }) {
  const engine = await loadEngine();
  const weather = brokenSky(engine);
  const steps = weather.columns.temperature.length;
  const work = engine.createWorkspace();
  const context = contextR(engine);
  const year = () => engine.computeColumns(QUERY_R, weather, context, work);
  for (let k = 0; k < WARM_UP; k++) year();

  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 100 });
  await session.post("Profiler.start");
  const begin = process.hrtime.bigint();
  const years = quick ? 20 : 300;
  for (let k = 0; k < years; k++) year();
  const perStep = Number(process.hrtime.bigint() - begin) / years / steps;
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();

  const shares = [...selfTimes(profile)].sort((a, b) => b[1] - a[1]).filter(([, share]) => share >= LEAST_SHARE);
  const rest = 1 - shares.reduce((sum, [, share]) => sum + share, 0);
  const row = ([name, share]) => [name, `${(100 * share).toFixed(1)} %`, figure(share * perStep)];
  return {
    tables: [
      {
        title: "Where the time of R goes",
        text:
          "Self time by function, including the functions inlined into it. Nights cost almost nothing, so the time per " +
          "sub-step with light is about twice the figure shown. R exceeds eight sines because of the number of rules and the " +
          "21 columns of results written to memory, not because of one slow function.\n\n" +
          "These changes reduced it from 114 sines:\n\n" +
          "- no sub-steps at night\n" +
          "- no spreading and averaging where intervals have one sub-step\n" +
          "- columns that are constants of the code ([v8.md](../research/v8.md))\n" +
          "- exponentials, air mass, refraction and angles from tables\n\n" +
          "These gained nothing:\n\n" +
          "- blocks of 384 to 4096 rows, blocks that grow with the work done, stretches of 128 and 256 rows\n" +
          "- a separate function around each kernel\n" +
          "- refraction and elevation in one loop\n" +
          "- results copied out of constant columns\n" +
          "- one column per coefficient of Perez–Driesse\n" +
          "- the pieces of Erbs from a table\n" +
          "- polynomials with shorter dependency chains\n" +
          "- skipping twilight without light (2 % faster, but more code than the core's size limit allows)",
        head: ["function", "share", "ns a step"],
        rows: [...shares.map(row), row(["everything else", rest])],
      },
    ],
    figures: {},
  };
}

/** Share of the samples in each function of the library. */
/** @param {import("node:inspector").Profiler.Profile} profile */
function selfTimes({ nodes, samples, timeDeltas }) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const total = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  const shares = new Map();
  samples.forEach((id, k) => {
    const name = names.get(id);
    if (name !== undefined) shares.set(name, (shares.get(name) ?? 0) + timeDeltas[k] / total);
  });
  return shares;
}

function nameOf({ functionName, url }) {
  const file = /\/dist\/(.*)\.js$/.exec(url)?.[1];
  return file && `\`${functionName}\` (${file})`;
}
