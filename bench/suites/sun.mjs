// The sun on a uniform grid: its vector alone, and both apparent angles, in blocks as the chain runs them.
import { family, part } from "../lib/engine.mjs";
import { ALTITUDE, LATITUDE, LONGITUDE, YEAR } from "../lib/requests.mjs";
import { inSines, interleave, per, QUICK_ROUNDS, ROUNDS, sines, sineTime, spread } from "../lib/timing.mjs";

const BLOCK = 2048;
const PRESSURE = 943.2;
const TEMPERATURE = 12;

export async function run({ quick }) {
  const models = await family("solar-position");
  const { elevationRows, azimuthRows } = await part("engine/compute-grid/kernels.js");
  const { refractRows } = await part("physics/sky/kernels.js");
  const site = models.prepareSunSite(LATITUDE, LONGITUDE, ALTITUDE);
  const steps = 35_040;
  const start = Date.UTC(YEAR, 0, 1) + 450_000;
  const time = Float64Array.from({ length: steps }, (_, i) => start + i * 900_000);
  const zenith = new Float64Array(steps);
  const azimuth = new Float64Array(steps);
  // Columns of a block, a cache line apart from a whole page, as in a workspace.
  const [clock, east, north, up, distance] = columns(5, BLOCK);

  const inBlocks = (block) => () => {
    for (let from = 0; from < steps; from += BLOCK) {
      const n = Math.min(BLOCK, steps - from);
      clock.set(time.subarray(from, from + n));
      block(from, n);
    }
  };
  const vector = (n) => models.sunVectorRows(0, n, clock, site, east, north, up, distance);
  const angles = (refract, elevations, azimuths) => (from, n) => {
    vector(n);
    refract(0, n, east, north, up, PRESSURE, TEMPERATURE);
    elevations(0, n, east, north, up, zenith.subarray(from, from + n));
    azimuths(0, n, east, north, azimuth.subarray(from, from + n));
  };
  const times = interleave(
    {
      sines,
      vector: inBlocks((_, n) => vector(n)),
      angles: inBlocks(angles(refractRows, elevationRows, azimuthRows)),
      exact: inBlocks(angles(models.refractVectorRows, models.elevationRows, models.azimuthRows)),
    },
    { rounds: quick ? QUICK_ROUNDS : ROUNDS },
  );
  const vectorSines = inSines(times.vector, steps, times.sines);
  const anglesSines = inSines(times.angles, steps, times.sines);
  return {
    tables: [
      {
        title: "The sun on a uniform grid",
        text:
          `A year at 15 minutes in blocks of ${BLOCK}, the days' coefficients known. A sine: ${sineTime(times.sines)} ns. ` +
          "Angles are the apparent (refracted) elevation and the azimuth.",
        head: ["", "ns a step", "sines a step"],
        rows: [
          ["vector", per(times.vector, steps), spread(vectorSines)],
          ["both angles", per(times.angles, steps), spread(anglesSines)],
          ["both angles, models alone", per(times.exact, steps), spread(inSines(times.exact, steps, times.sines))],
        ],
      },
    ],
    figures: {
      vector: { measured: vectorSines.median, text: spread(vectorSines) },
      angles: { measured: anglesSines.median, text: spread(anglesSines) },
    },
  };
}

function columns(count, length) {
  const stride = Math.ceil(length / 512) * 512 + 8;
  const buffer = new Float64Array(count * stride);
  return Array.from({ length: count }, (_, k) => buffer.subarray(k * stride, k * stride + length));
}
