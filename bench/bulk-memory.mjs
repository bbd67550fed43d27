// Peak memory of `irradiance bulk`: the same for many sites as for few. `npm run build`, then
//   node bench/bulk-memory.mjs [few many …]        default: 1000 10000
// Each run is a process of its own: hourly year, four columns, float32, Parquet. Its memory is the peak resident set of the
// process with all its threads (VmHWM), plus that of whatever processes it starts (none). Linux.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSample } from "../dist/data/weather/index.js";

const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const PARAMETERS = "global_horizontal_irradiance,global_tilted_irradiance,pv_production,temperature";
const TOLERANCE = 0.1;
const MEBIBYTE = 1 << 20;

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000];
if (!counts.every((count) => Number.isInteger(count) && count > 0)) throw new RangeError("give numbers of sites");

const folder = await mkdtemp(join(tmpdir(), "irradiance-memory-"));
try {
  const weather = join(folder, "weather.csv");
  await writeFile(weather, weatherText(await loadSample()));
  const peaks = [];
  for (const count of counts) peaks.push(await measure(count, weather));
  const change = peaks.at(-1) / peaks[0] - 1;
  const verdict = Math.abs(change) <= TOLERANCE ? "the same within 10 %" : "NOT the same";
  console.log(`${counts.at(-1)} sites against ${counts[0]}: ${(100 * change).toFixed(1)} % (${verdict})`);
  if (Math.abs(change) > TOLERANCE) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** @returns peak in bytes */
async function measure(count, weather) {
  const sites = join(folder, `sites-${count}.csv`);
  const out = join(folder, `year-${count}.parquet`);
  await writeFile(sites, sitesText(count));
  const args = ["bulk", "--sites", sites, "--weather", weather, "--out", out, "--float32", "--yes"];
  const begin = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args, "--parameters", PARAMETERS, "--frequency", "1_hour"], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  let remarks = "";
  child.stderr.on("data", (text) => (remarks += text));
  let peak = 0;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await treePeak(child.pid));
  }, 100);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(remarks);
  const seconds = (performance.now() - begin) / 1000;
  const { size } = await stat(out);
  const told = /memory: (\d+) MiB/.exec(remarks)?.[1];
  console.log(
    `${count} sites: ${(peak / MEBIBYTE).toFixed(0)} MiB at the peak (the command says ${told}), ` +
      `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} site-years/s, file ${(size / MEBIBYTE).toFixed(0)} MiB`,
  );
  return peak;
}

/** Peak of a process and the processes below it, bytes; 0 once it is gone. */
async function treePeak(pid) {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
    const below = await Promise.all(children.trim().split(" ").filter(Boolean).map(treePeak));
    const own = Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    return below.reduce((sum, bytes) => sum + bytes, own);
  } catch {
    return 0;
  }
}

/** @param {import("../dist/data/weather/index.js").WeatherSeries} series */
function weatherText({ start, interval, columns, place }) {
  const names = Object.keys(columns);
  const first = new Date(start).getTime();
  const rows = Array.from(columns[names[0]], (_, i) => {
    const time = new Date(first + i * interval * 1000).toISOString();
    return [time, ...names.map((name) => (Number.isFinite(columns[name][i]) ? columns[name][i] : ""))].join();
  });
  const head = `# latitude: ${place.latitude}\n# longitude: ${place.longitude}\n# altitude: ${place.altitude}\n`;
  return `${head}start_time,${names.join()}\n${rows.join("\n")}\n`;
}

function sitesText(count) {
  const rows = Array.from({ length: count }, (_, i) => {
    const [lat, lon] = [(34 + (i % 400) / 100).toFixed(2), (-82 + ((i * 7) % 400) / 100).toFixed(2)];
    return `site-${i},${lat},${lon},${(i * 13) % 60}`;
  });
  return `id,lat,lon,surface_tilt\n${rows.join("\n")}\n`;
}
