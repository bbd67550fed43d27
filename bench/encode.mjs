// What the encodings of a pool's bodies cost and save, for a day at 15 minutes and a year of hours, all columns. By itself
// (after `npm run build`):
//   node bench/encode.mjs
import { ENCODINGS, encodeBody } from "../dist/answers/bulk/index.js";
import { respond } from "../dist/index.js";
import { loadSample } from "../dist/data/weather/index.js";

const ROUNDS = 15;
const weather = await loadSample();
const place = { lat: 36.1, lon: -79.95, parameters: "all", surface_tilt: 30, surface_azimuth: 180 };
const REQUESTS = {
  day: { ...place, start: "2023-06-21T00:00Z", end: "2023-06-22T00:00Z", frequency: "15_minutes" },
  year: { ...place, start: "2023-01-01T00:00Z", end: "2024-01-01T00:00Z", frequency: "1_hour" },
};

/** Least of the rounds, in ms: what the work takes when nothing else runs. */
function least(work) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    work();
    times.push(performance.now() - begin);
  }
  return Math.min(...times);
}

for (const [name, query] of Object.entries(REQUESTS)) {
  const { body } = respond(query, weather);
  for (const encoding of ENCODINGS) {
    const time = least(() => encodeBody(body, encoding));
    const size = encodeBody(body, encoding).length;
    console.log(
      `${name.padEnd(5)} ${encoding.padEnd(9)} ${(size / 1000).toFixed(1).padStart(7)} kB  ${time.toFixed(2)} ms`,
    );
  }
}
