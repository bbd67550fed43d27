// pvlib's chain with R's models and SAM's PVWatts against R, taking turns on one core: each waits for a line, runs one
// round, and says how long it took.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { loadEngine } from "../lib/engine.mjs";
import { ALTITUDE, brokenSky, contextR, LATITUDE, LONGITUDE, QUERY_R } from "../lib/requests.mjs";
import { figure, per, QUICK_ROUNDS, ROUNDS, ratio, spread } from "../lib/timing.mjs";
import { python } from "./prepare.mjs";

const SCRIPT = fileURLToPath(new URL("chain.py", import.meta.url));
/** numpy's groups of instructions with AVX-512, to be left out. */
const WITHOUT_AVX512 = "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL";
const ONE_THREAD = { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" };

/** Years until all of R is compiled, and years in a sample: a tenth of what pvlib's one year takes. */
const WARM_UP = 100;
const REPEATS = 5;

export async function run({ quick }) {
  const engine = await loadEngine();
  const weather = brokenSky(engine);
  const { global_horizontal_irradiance: ghi, temperature } = weather.columns;
  const steps = ghi.length;
  const folder = mkdtempSync(join(tmpdir(), "peers-"));
  const file = join(folder, "weather.f64");
  writeFileSync(file, Buffer.concat([ghi, temperature].map(({ buffer }) => Buffer.from(buffer))));
  const place = [file, LATITUDE, LONGITUDE, ALTITUDE, weather.start].map(String);
  const peers = {
    pvlib: await start("fast", [...place, "pvlib"], {}),
    pvlibAvx2: await start("fast", [...place, "pvlib"], { NPY_DISABLE_CPU_FEATURES: WITHOUT_AVX512 }),
    pvlibCurrent: await start("current", [...place, "pvlib"], {}),
    pvwatts: await start("current", [...place, "pvwatts"], {}),
  };
  const work = engine.createWorkspace();
  const context = contextR(engine);
  const requestR = () => engine.computeColumns(QUERY_R, weather, context, work);
  for (let k = 0; k < WARM_UP; k++) requestR();

  /** @type {Record<string, number[]>} */
  const times = { engine: [], ...Object.fromEntries(Object.keys(peers).map((name) => [name, []])) };
  for (let round = 0; round < (quick ? QUICK_ROUNDS : ROUNDS); round++) {
    const begin = process.hrtime.bigint();
    for (let k = 0; k < REPEATS; k++) requestR();
    times.engine.push(Number(process.hrtime.bigint() - begin) / REPEATS);
    for (const [name, peer] of Object.entries(peers)) times[name].push(await peer.round());
  }
  for (const peer of Object.values(peers)) peer.end();
  rmSync(folder, { recursive: true });
  const { facts } = peers.pvlib;
  const { direct_tilted_irradiance: direct, diffuse_tilted_irradiance: diffuse } = requestR().values;
  const plane = direct.reduce((sum, value, i) => sum + value + diffuse[i], 0) / 4000;
  const hasAvx512 = facts.avx512;
  return {
    tables: [
      {
        title: "The chain against pvlib and PVWatts",
        text:
          `R here; pvlib ${facts.pvlib} with R's models (no horizon, which pvlib does not have; numpy ${facts.numpy} is the ` +
          "last with vectorised sines of 64-bit floats, the fastest for pvlib) and" +
          ` PVWatts 8 of PySAM ${peers.pvwatts.facts.PySAM} (beam and diffuse given), one after the other on ` +
          `one core. The year's irradiation of the tracked plane: ${figure(plane)} kWh/m² here, ${figure(facts.poa)} by ` +
          `pvlib, ${figure(peers.pvwatts.facts.poa)} by PVWatts (its own models).` +
          (hasAvx512 ? "" : " This processor has no AVX-512: both runs of pvlib are alike."),
        head: ["", "ns a step", "against R"],
        rows: [
          ["R", per(times.engine, steps), "1"],
          [`pvlib, numpy ${facts.numpy}`, per(times.pvlib, steps), spread(ratio(times.pvlib, times.engine))],
          [
            `pvlib, numpy ${facts.numpy} without AVX-512`,
            per(times.pvlibAvx2, steps),
            spread(ratio(times.pvlibAvx2, times.engine)),
          ],
          [
            `pvlib, numpy ${peers.pvlibCurrent.facts.numpy}`,
            per(times.pvlibCurrent, steps),
            spread(ratio(times.pvlibCurrent, times.engine)),
          ],
          ["PVWatts", per(times.pvwatts, steps), spread(ratio(times.pvwatts, times.engine))],
        ],
      },
    ],
    figures: {
      ...(hasAvx512 ? { pvlib: asFigure(times.pvlib, times.engine) } : {}),
      pvlibAvx2: asFigure(times.pvlibAvx2, times.engine),
    },
  };
}

function asFigure(samples, base) {
  const found = ratio(samples, base);
  return { measured: found.median, text: spread(found) };
}

/** A Python process that runs a round for every line it gets. */
async function start(environment, args, env) {
  const child = spawn(python(environment), [SCRIPT, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...ONE_THREAD, ...env },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("bench/peers/chain.py ended early");
    return value;
  };
  while ((await next()) !== "ready");
  const facts = JSON.parse(await next());
  return {
    facts,
    end: () => child.stdin.end(),
    async round() {
      child.stdin.write("\n");
      return Number(await next());
    },
  };
}
