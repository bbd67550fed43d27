// A roof of 30 modules behind a scene, as many times the engine's own hourly year, in one run: node bench/scene.mjs (node scripts/build.mjs engine
// first). Least processor time of some rounds, then time and memory of a town of 100,000 triangles.
import { townObj } from "../fixtures/scenes/town.mjs";
import { yieldOf } from "../dist/answers/yield/index.js";
import { readScene } from "../dist/data/system/index.js";
import { loadSample } from "../dist/data/weather/sample.js";
import { computeColumns } from "../dist/index.js";

const sample = await loadSample();
const { latitude: lat, longitude: lon } = sample.place;
const south = { surfaceTilt: 35, surfaceAzimuth: 180, kwp: 12 };
const modules = /** @type {const} */ ({ rows: 3, columns: 10, width: 1.05, height: 1.72, corner: [-5.3, 0, 3.1] });
const roof = { ...south, modules };

/** @typedef {import("../dist/data/system/index.js").PvSystem} PvSystem */
/** @type {NonNullable<PvSystem["scene"]>["obstacles"]} */
const houses = [
  { kind: "box", at: [1.2, -0.6, 2.5], size: [0.6, 0.5, 2] },
  { kind: "house", at: [9, -12, 0], size: [8, 11], eaves: 5, ridge: 8.5, roof: "gable", turn: 25 },
  { kind: "house", at: [-14, -20, 0], size: [8, 11], eaves: 5, ridge: 8.5, roof: "gable", turn: 80 },
  { kind: "pole", at: [-7, -6, 0], radius: 0.2, height: 3 },
  { kind: "sphere", at: [-7, -6, 5], radius: 2.5, transmittance: 0.2 },
];
/** 40 boxes around the roof: with the chimney 410 triangles. */
const dense = Array.from({ length: 40 }, (_, k) => {
  const part = (/** @type {number} */ step) => (k * step) % 1;
  const [x, y] = [60 * part(0.7549) - 30, -9 - 40 * part(0.5698)];
  return /** @type {const} */ ({
    kind: "box",
    at: [x, y, 0],
    size: [2 + 6 * part(0.41), 2 + 6 * part(0.73), 3 + 6 * part(0.27)],
    turn: 90 * part(0.61),
  });
});

let changed = 0;
/** A new map each time: the last obstacle is far away, and never the same. */
function withScene(/** @type {readonly any[]} */ obstacles, isNew = true) {
  if (isNew) changed++;
  const far = { kind: "box", at: [400 + changed, 400, 0], size: [1, 1, 1] };
  return { planes: [roof], scene: { obstacles: [...obstacles, far] } };
}
const year = (/** @type {PvSystem} */ system) => yieldOf(sample, system, { typicalYear: true });
const query = { lat, lon, parameters: "all", frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 };
/** @type {Record<string, () => unknown>} */
const tasks = {
  "engine's hourly year": () => computeColumns(query, sample),
  "yield without a scene": () => year({ planes: [south] }),
  "first year, 2 houses and a tree": () => year(withScene(houses)),
  "each further year": () => year(withScene(houses, false)),
  "first year, 40 boxes": () => year(withScene([houses[0], ...dense])),
  "each further year of them": () => year(withScene([houses[0], ...dense], false)),
};
const least = Object.fromEntries(Object.keys(tasks).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let round = 0; round < (process.argv.includes("--quick") ? 2 : 8); round++)
  for (const [name, task] of Object.entries(tasks))
    for (let again = 0; again < (name.startsWith("first") ? 1 : 3); again++)
      least[name] = Math.min(least[name], milliseconds(task));
const { "engine's hourly year": unit, "yield without a scene": open } = least;
for (const [name, ms] of Object.entries(least))
  console.log(`${name.padEnd(34)} ${ms.toFixed(0).padStart(6)} ms ${(ms / unit).toFixed(1).padStart(6)} × ${(ms / open).toFixed(2).padStart(6)} ×`);
console.log(`memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);

const text = townObj();
let obstacles;
const read = milliseconds(() => (obstacles = readScene(text, { up: "z" }).obstacles));
const first = milliseconds(() => year({ planes: [roof], scene: { obstacles } }));
const again = milliseconds(() => year({ planes: [roof], scene: { obstacles } }));
const memory = (process.resourceUsage().maxRSS / 1000).toFixed(0);
console.log(`a town of 10⁵ triangles: read ${read.toFixed(0)} ms, first year ${first.toFixed(0)} ms, second ${again.toFixed(0)} ms, ${memory} MB at most`);

/** Processor time. */
function milliseconds(/** @type {() => unknown} */ task) {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
