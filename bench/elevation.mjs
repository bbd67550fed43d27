// What a horizon costs from elevation tiles on a server that takes 60 ms to answer each request, against the same tiles as files.
//
//   python archive/test/fixtures/make-elevation.py --full FOLDER && node bench/elevation.mjs FOLDER
//
// "cold": a terrain just opened, nothing on disk; "next": 1 km from there; "again": another process's blocks on disk. The server
// has a thread of its own; medians of the rounds, and the least of them.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { elevationTiles } from "irradiance-archive";
import { openTerrain } from "irradiance-engine/terrain";
import { inFolder, rangeServer } from "../archive/test/range-server.mjs";

const ROUNDS = 7;
const DELAY = 60;
/** @type {[number, number]} */
const PLACE = [46.62, 8.04];
/** @type {[number, number]} */
const NEXT = [46.629, 8.04];

if (isMainThread) await main(process.argv[2]);
else await serve(workerData);

async function serve(folder) {
  let bytes = 0;
  const find = inFolder(folder);
  const server = await rangeServer(find, { delay: DELAY });
  parentPort.on("message", () => {
    for (const { range } of server.requests.splice(0)) {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [0, 0, 0];
      bytes += Number(to) - Number(from);
      count++;
    }
    parentPort.postMessage({ count, bytes });
    [count, bytes] = [0, 0];
  });
  let count = 0;
  parentPort.postMessage(server.url);
}

async function main(folder) {
  if (folder === undefined) throw new TypeError("FOLDER of make-elevation.py --full must be given");
  const worker = new Worker(new URL(import.meta.url), { workerData: folder });
  const told = () => new Promise((resolve) => worker.once("message", resolve));
  const url = await told();
  const traffic = () => {
    const answer = told();
    worker.postMessage("");
    return answer;
  };
  const files = await openTerrain(join(folder, "{name}", "{name}.tif"));
  const expected = [
    await files.horizon(...PLACE),
    await files.horizon(...NEXT),
    await files.horizon(...PLACE, { range: 150_000 }),
  ];
  await files.close();
  const times = { cold: [], next: [], "next, again": [], "on disk": [], "to 150 km": [] };
  for (let round = 0; round < ROUNDS; round++) {
    const cache = await mkdtemp(join(tmpdir(), "elevation-"));
    const open = () => openTerrain(elevationTiles({ tiles: url, cache: { folder: cache, bytes: 1e9 } }));
    const step = async (name, terrain, place, which, options) => {
      const start = performance.now();
      const { profile } = await terrain.horizon(...place, options);
      times[name].push(performance.now() - start);
      if (!profile.every((angle, azimuth) => Object.is(angle, expected[which].profile[azimuth]))) {
        throw new Error(`${name}: another horizon than from the files`);
      }
    };
    const terrain = await open();
    await step("cold", terrain, PLACE, 0);
    if (round === 0) console.log("cold:", await traffic());
    // What lies just beyond is read after the answer.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await step("next", terrain, NEXT, 1);
    if (round === 0) console.log("next:", await traffic());
    await step("next, again", terrain, NEXT, 1);
    await step("to 150 km", terrain, PLACE, 2, { range: 150_000 });
    if (round === 0) console.log("150 km:", await traffic());
    await terrain.close();
    const later = await open();
    await step("on disk", later, PLACE, 0);
    await later.close();
    await rm(cache, { recursive: true });
  }
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.toSorted((a, b) => a - b);
    console.log(name.padEnd(12), sorted[ROUNDS >> 1].toFixed(1).padStart(8), "ms, least", sorted[0].toFixed(1));
  }
  await worker.terminate();
}
