// One horizon line from 1-arc-second data, tiles warm, against a plain ray march with a sample per cell; then 1,000
// neighbouring points with their memory. node bench/horizon.mjs [dist folder [FILE.tif]] (npm run build first).
// The terrain is made up (seeded; four .hgt tiles in a temporary folder): ranges of mountains with valleys and a plain; or
// that of a FILE with steps of about 30 m, mirrored at its edges until it fills the tiles, looked at from twelve points.
// Then what a line adds to a year's computation, against a flat horizon: for all parameters (behind a flat horizon the
// `_with_shading` columns are there, too, as copies of the others), for a shaded one alone, and for one without shading,
// which a line does not touch. Times are of the processor, so that other programs on the machine count little.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const dist = resolve(process.argv[2] ?? new URL("../dist", import.meta.url).pathname);
const { computeColumns, createWorkspace } = await import(pathToFileURL(`${dist}/index.js`).href);
const { loadSample } = await import(pathToFileURL(`${dist}/data/weather/index.js`).href);
const { openTerrain } = await import(pathToFileURL(`${dist}/data/terrain/index.js`).href);

const RANGE = 45_000;
const SAMPLES = 3601;
const SIDE = 2 * (SAMPLES - 1) + 1; // four tiles: 46–48° N, 7–9° E
const SOUTH = 46;
const WEST = 7;
const RADIUS = 6_371_000;
const REFRACTION = 0.13;

function lattice(seed) {
  return (x, y) => {
    let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ seed;
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
  };
}

/**
 * Ridged noise of ten octaves, from a plain in the south to mountains in the north. There heights differ by 4.7 m (rms)
 * over 30 m and by 80 m over 1 km; in a 30 m model of the Sierra Nevada it is 8 m and 156 m.
 */
function makeTerrain() {
  const heights = new Float32Array(SIDE * SIDE);
  for (let octave = 0; octave < 10; octave++) {
    const random = lattice(1000 + octave);
    const size = 2400 / 2 ** octave;
    const amplitude = 2600 / 2 ** (octave * 0.8);
    for (let row = 0; row < SIDE; row++) {
      const fy = row / size;
      const y = Math.floor(fy);
      const v = (fy - y) * (fy - y) * (3 - 2 * (fy - y));
      const mountains = 0.05 + 0.95 * (1 - row / SIDE);
      for (let column = 0; column < SIDE; column++) {
        const fx = column / size;
        const x = Math.floor(fx);
        const u = (fx - x) * (fx - x) * (3 - 2 * (fx - x));
        const noise =
          (random(x, y) * (1 - u) + random(x + 1, y) * u) * (1 - v) +
          (random(x, y + 1) * (1 - u) + random(x + 1, y + 1) * u) * v;
        heights[row * SIDE + column] += amplitude * mountains * (1 - Math.abs(2 * noise - 1));
      }
    }
  }
  for (let i = 0; i < heights.length; i++) heights[i] = Math.round(heights[i]);
  return heights;
}

/** A file's heights, mirrored at its edges. */
async function mirrored(file) {
  const { fromFile } = await import("geotiff");
  const image = await (await fromFile(file)).getImage();
  const [samples] = await image.readRasters();
  const [width, height] = [image.getWidth(), image.getHeight()];
  const fold = (i, n) => Math.min(i % (2 * n - 2), (2 * n - 2 - (i % (2 * n - 2))) % (2 * n - 2));
  const heights = new Float32Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row++) {
    const from = fold(row, height) * width;
    for (let column = 0; column < SIDE; column++) heights[row * SIDE + column] = samples[from + fold(column, width)];
  }
  return heights.map(Math.round);
}

function writeTiles(folder, heights) {
  for (let north = 0; north < 2; north++) {
    for (let east = 0; east < 2; east++) {
      const bytes = Buffer.alloc(SAMPLES * SAMPLES * 2);
      for (let row = 0; row < SAMPLES; row++) {
        const from = ((1 - north) * (SAMPLES - 1) + row) * SIDE + east * (SAMPLES - 1);
        for (let column = 0; column < SAMPLES; column++) {
          bytes.writeInt16BE(heights[from + column], 2 * (row * SAMPLES + column));
        }
      }
      writeFileSync(join(folder, `N${SOUTH + north}E00${WEST + east}.hgt`), bytes);
    }
  }
}

/** The plain way: for every azimuth and every cell's length, the point on the sphere, its height, its elevation. */
function plainMarch(heights, latitude, longitude) {
  const rad = Math.PI / 180;
  const effective = RADIUS / (1 - REFRACTION);
  const height = (lat, lon) => {
    const x = (lon - WEST) * (SAMPLES - 1);
    const y = (SOUTH + 2 - lat) * (SAMPLES - 1);
    const column = Math.floor(x);
    const row = Math.floor(y);
    const u = x - column;
    const v = y - row;
    const i = row * SIDE + column;
    return (
      (heights[i] * (1 - u) + heights[i + 1] * u) * (1 - v) +
      (heights[i + SIDE] * (1 - u) + heights[i + SIDE + 1] * u) * v
    );
  };
  const eye = height(latitude, longitude);
  const step = (RADIUS * rad) / (SAMPLES - 1);
  const line = new Float64Array(360);
  const sinLat = Math.sin(latitude * rad);
  const cosLat = Math.cos(latitude * rad);
  for (let azimuth = 0; azimuth < 360; azimuth++) {
    const sinAz = Math.sin(azimuth * rad);
    const cosAz = Math.cos(azimuth * rad);
    let best = -90;
    for (let s = step; s <= RANGE; s += step) {
      const angle = s / RADIUS;
      const sin = Math.sin(angle);
      const cos = Math.cos(angle);
      const lat = Math.asin(sinLat * cos + cosLat * sin * cosAz);
      const lon = longitude * rad + Math.atan2(sinAz * sin * cosLat, cos - sinLat * Math.sin(lat));
      const h = height(lat / rad, lon / rad);
      const drop = (s * s) / (2 * effective);
      best = Math.max(best, Math.atan2(h - eye - drop, s) / rad);
    }
    line[azimuth] = best;
  }
  return line;
}

/** Processor time (ms) of a run, the least of some rounds of several each. */
async function time(rounds, runs, run) {
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const start = process.cpuUsage();
    for (let k = 0; k < runs; k++) await run();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000 / runs);
  }
  return Math.min(...times);
}

/** Twelve points about the middle of the tiles. */
function spread() {
  const random = lattice(7);
  return Object.fromEntries(
    Array.from({ length: 12 }, (_, k) => [`point ${k + 1}`, [46.9 + 0.2 * random(k, 0), 7.9 + 0.2 * random(k, 1)]]),
  );
}

/** A line of hills, from 0 to 24 degrees. */
const HILLS = Array.from({ length: 360 }, (_, a) => Math.round(12 + 8 * Math.sin(a / 17) + 4 * Math.sin(a / 5)));
const ASKED = ["all", "global_tilted_irradiance_with_shading", "global_tilted_irradiance"];
const PLANES = { "30° south": { surface_tilt: 30 }, tracker: { tracking_mode: "1_axis" } };

/** Processor time of a year of hourly weather with a line over that without, in turn; the least of some rounds. */
async function yearCost() {
  const weather = await loadSample();
  const { latitude: lat, longitude: lon } = weather.place;
  console.log("\na year's computation with a line of hills against a flat horizon (ms), memory kept | fresh");
  for (const parameters of ASKED) {
    for (const [name, plane] of Object.entries(PLANES)) {
      for (const frequency of ["1_hour", "15_minutes"]) {
        const least = {};
        for (let round = 0; round < 24; round++) {
          for (const [kind, workspace] of [
            ["kept", createWorkspace()],
            ["fresh", undefined],
          ]) {
            for (const horizon of ["flat", HILLS]) {
              const run = () =>
                computeColumns({ lat, lon, parameters, frequency, ...plane, horizon }, weather, {}, workspace);
              if (workspace) run();
              const key = `${kind} ${horizon === HILLS}`;
              least[key] = Math.min(least[key] ?? Number.POSITIVE_INFINITY, await time(1, 3, run));
            }
          }
        }
        const text = (kind) => {
          const [flat, line] = [least[`${kind} false`], least[`${kind} true`]];
          return `${flat.toFixed(1).padStart(6)} → ${line.toFixed(1).padStart(5)} ${(100 * (line / flat - 1)).toFixed(0).padStart(4)} %`;
        };
        console.log(parameters.padEnd(38), name.padEnd(10), frequency.padEnd(11), text("kept"), " |", text("fresh"));
      }
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "horizon-"));
try {
  const file = process.argv[3];
  const heights = file ? await mirrored(file) : makeTerrain();
  writeTiles(folder, heights);
  const terrain = await openTerrain(folder);
  const places = file ? spread() : { mountains: [47.55, 8.03], foothills: [47.0, 8.01], plain: [46.45, 7.98] };
  console.log(`one horizon, ${RANGE / 1000} km, 1 arc-second, tiles warm (plain march = one sample per cell)`);
  console.log("place        cold ms  engine ms  plain ms  ratio   mean / largest difference (deg)");
  for (const [name, [lat, lon]] of Object.entries(places)) {
    const look = () => terrain.horizon(lat, lon, { range: RANGE });
    const cold = await time(1, 1, look);
    for (let i = 0; i < 150; i++) await look();
    plainMarch(heights, lat, lon);
    const engine = await time(25, 10, look);
    const plain = await time(8, 1, () => plainMarch(heights, lat, lon));
    const { profile } = await look();
    const line = plainMarch(heights, lat, lon);
    const off = Array.from(profile, (e, i) => Math.abs(e - line[i]));
    console.log(
      name.padEnd(11),
      cold.toFixed(0).padStart(8),
      engine.toFixed(2).padStart(10),
      plain.toFixed(1).padStart(9),
      (plain / engine).toFixed(1).padStart(6),
      `  ${(off.reduce((a, b) => a + b) / 360).toFixed(4)} / ${Math.max(...off).toFixed(3)}`,
    );
  }
  await terrain.close();

  const small = await openTerrain(folder, { cacheBytes: 64 * 1024 * 1024 });
  const before = process.memoryUsage().rss;
  const start = performance.now();
  for (let i = 0; i < 1000; i++) await small.horizon(47.3 + (i % 40) * 0.001, 8 + i * 0.00004, { range: RANGE });
  const seconds = (performance.now() - start) / 1000;
  const { peak, limit } = small.memory();
  const mega = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
  console.log(
    `1,000 neighbouring points, cacheBytes ${mega(limit)}: ${seconds.toFixed(1)} s, elevations in memory at most ` +
      `${mega(peak)}, resident set grew by ${mega(process.memoryUsage().rss - before)}`,
  );
  await small.close();
} finally {
  rmSync(folder, { recursive: true });
}
await yearCost();
