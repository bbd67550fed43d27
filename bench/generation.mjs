// A generated year against the engine's own year of the same weather, in one run: node bench/generation.mjs (npm run build
// first). Least processor time of several rounds each, in turn, so that a busy machine disturbs both alike.
import { generateYear } from "../dist/answers/climate/index.js";
import { computeColumns } from "../dist/index.js";

const PLACE = { latitude: 47.4, longitude: 8.5, altitude: 430, timeZone: 1 };
const MONTHLY = {
  globalHorizontalIrradiance: [41, 70, 119, 167, 200, 222, 224, 190, 138, 85, 46, 33],
  temperature: [0.3, 1.4, 5.4, 9.3, 13.9, 17.2, 19.1, 18.5, 14.5, 10, 4.5, 1.2],
};
const QUERY = {
  lat: PLACE.latitude,
  lon: PLACE.longitude,
  parameters: "all",
  start: "2004-12-31T23:00:00Z",
  end: "2005-12-31T23:00:00Z",
  surface_tilt: 30,
  surface_azimuth: 180,
};

function milliseconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const quick = process.argv.includes("--quick");
const years = /** @type {const} */ ([
  ["hourly year", 3600, "1_hour", quick ? 8 : 60],
  ["minute year", 60, "1_minute", quick ? 2 : 10],
]);
for (const [name, step, frequency, rounds] of years) {
  const generate = () => generateYear(PLACE, MONTHLY, { interval: step, linkeTurbidity: new Array(12).fill(4) });
  const { weather } = generate();
  const compute = () => computeColumns({ ...QUERY, frequency }, weather, { altitude: PLACE.altitude });
  const least = { generate: Number.POSITIVE_INFINITY, compute: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    least.generate = Math.min(least.generate, milliseconds(generate));
    least.compute = Math.min(least.compute, milliseconds(compute));
  }
  const ratio = least.generate / least.compute;
  console.log(
    `${name}: generated in ${least.generate.toFixed(1)} ms, computed in ${least.compute.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
  );
}
