// Light and yield of the world for the page's map and the picture in the documentation, from the embedded climatology by the library
// itself: server/explorer/place/map/world-light.generated.ts. It takes half an hour, so that its result is committed;
// server/test/explorer/world-light.test.ts computes some places anew. Needs a build.
//   node scripts/explorer/world-light.mjs
import { writeFileSync } from "node:fs";
import { worldYear } from "irradiance-engine/climate";
import { loadWorldClimate } from "irradiance-engine/climatology";
import { yieldOf } from "irradiance-engine/yield";

const TARGET = new URL("../../server/explorer/place/map/world-light.generated.ts", import.meta.url);
/** Degrees: nobody lives beyond, and the ice has no roofs. */
const [SOUTH, NORTH] = [-56, 74];
/** Degrees between years that are generated: what a plane makes of the light changes little from one to the next. */
const COARSE = 2;
/** kWh/m² of light, kWh of yield: a step of what is packed. */
export const STEPS = { light: 30, yield: 25 };
const HOURS = 8.76;
const NONE = " ";
/** Places whose year is generated to see what the steps and the distance of two degrees cost. */
const TRIED = 150;

/** The system that the map is of. */
export function standardSystem(lat) {
  return { planes: [{ kwp: 1, surfaceTilt: standardTilt(lat), surfaceAzimuth: lat < 0 ? 0 : 180 }] };
}

/** Degrees, within 2 % of the best tilt's yield at five places from Quito to Tromsø. */
function standardTilt(lat) {
  return Math.min(45, 3 + 0.75 * Math.abs(lat));
}

/** @returns kWh of a year, kWh/m² of light on the level, and how far from it eight in ten years may lie, % */
export async function standardYield(lat, lon) {
  const year = await worldYear(lat, lon);
  const { annual, uncertainty } = yieldOf(year, standardSystem(lat));
  const p90 = uncertainty.horizons[0].values.find(({ exceedance }) => exceedance === 90).energy;
  return {
    energy: annual.energy,
    light: annual.horizontalIrradiation,
    percent: 100 * (1 - p90 / annual.energy),
  };
}

async function make() {
  const world = await loadWorldClimate();
  const climates = new Map();
  const at = (lat, lon) => {
    const key = `${lat} ${lon}`;
    if (!climates.has(key)) {
      const { surface, globalHorizontal, expectedError } = world.at(lat, lon);
      const mean = globalHorizontal.reduce((sum, month) => sum + month, 0) / 12;
      climates.set(key, { surface, light: HOURS * mean, percent: 100 * expectedError.annualWithin80 });
    }
    return climates.get(key);
  };
  const nodes = nodesWithin(SOUTH, NORTH, 1);
  const isLand = new Set(nodes.filter(([lat, lon]) => isNearLand(at, lat, lon)).map(String));
  const ratios = new Map();
  const wanted = nodesWithin(SOUTH, NORTH, COARSE).filter(([lat, lon]) =>
    around(lat, lon, COARSE - 1, 1).some((node) => isLand.has(String(node))),
  );
  for (const [index, [lat, lon]] of wanted.entries()) {
    const { energy, light, percent } = await standardYield(lat, lon);
    ratios.set(`${lat} ${lon}`, [energy / light, percent]);
    if (index % 100 === 0) console.log(`${index} of ${wanted.length}`);
  }
  const valuesAt = (lat, lon) => {
    const [ratio, ofYield] = between(ratios, lat, lon);
    const { light, percent } = at(lat, lon);
    return [light, light * ratio, percent, ofYield];
  };
  const layers = [STEPS.light, STEPS.yield, 1, 1].map((step, layer) =>
    nodes
      .map((node) => (isLand.has(String(node)) ? digitOf(Math.round(valuesAt(...node)[layer] / step)) : NONE))
      .join(""),
  );
  const errors = await tried(
    nodes.filter(([lat, lon]) => (lat % COARSE !== 0 || lon % COARSE !== 0) && at(lat, lon).surface === "land"),
    (lat, lon) => STEPS.yield * Math.round(valuesAt(lat, lon)[1] / STEPS.yield),
  );
  write(layers, errors);
}

function nodesWithin(south, north, step) {
  const found = [];
  for (let lat = north; lat >= south; lat -= step) for (let lon = -180; lon < 180; lon += step) found.push([lat, lon]);
  return found;
}

/** The nodes around one, and itself. */
function around(lat, lon, reach, step) {
  const found = [];
  for (let dy = -reach; dy <= reach; dy += step)
    for (let dx = -reach; dx <= reach; dx += step) {
      const east = ((lon + dx + 540) % 360) - 180;
      if (lat + dy >= SOUTH && lat + dy <= NORTH) found.push([lat + dy, east]);
    }
  return found;
}

/** Whether something within a degree is no open sea, so that a value between the nodes has all four around it. */
function isNearLand(at, lat, lon) {
  return around(lat, lon, 1, 0.5).some(([y, x]) => at(y, x).surface !== "sea");
}

/** Between coarse nodes, bilinearly. */
function between(values, lat, lon) {
  const [south, west] = [lat, lon].map((degrees) => COARSE * Math.floor(degrees / COARSE));
  const [up, right] = [(lat - south) / COARSE, (lon - west) / COARSE];
  let [weights, sums] = [0, [0, 0]];
  for (const [dy, share] of [
    [0, 1 - up],
    [COARSE, up],
  ])
    for (const [dx, part] of [
      [0, 1 - right],
      [COARSE, right],
    ]) {
      const found = values.get(`${south + dy} ${((west + dx + 540) % 360) - 180}`);
      if (found === undefined || share * part === 0) continue;
      weights += share * part;
      sums = sums.map((sum, k) => sum + share * part * found[k]);
    }
  return sums.map((sum) => sum / weights);
}

/** What the map is off by at places of the land that have no year of their own, %, of the yield that the library computes there. */
async function tried(places, ofMap) {
  const errors = [];
  for (let k = 0; k < TRIED; k++) {
    const [lat, lon] = places[Math.floor((k * places.length) / TRIED)];
    const { energy } = await standardYield(lat, lon);
    errors.push(100 * (ofMap(lat, lon) / energy - 1));
  }
  const rms = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
  return { places: TRIED, rms: Number(rms.toFixed(1)), worst: Number(Math.max(...errors.map(Math.abs)).toFixed(1)) };
}

/** Characters 35 to 125 without 92, as in towns.mjs. */
function digitOf(value) {
  if (!(value >= 0 && value < 90)) throw new RangeError(`${value} is no digit`);
  return String.fromCharCode(value < 57 ? value + 35 : value + 36);
}

/** @param {string[]} layers */
function write([light, energy, lightPercent, energyPercent], errors) {
  const text = `/** Written by scripts/explorer/world-light.mjs: each whole degree's light and yield, from north to south and from west to east. */
export const WORLD = {
  north: ${NORTH},
  south: ${SOUTH},
  /** Of the yield at places between the years that were generated, %: what the map is off by. */
  apart: ${JSON.stringify(errors)},
  light: { step: ${STEPS.light}, values: ${JSON.stringify(light)}, percent: ${JSON.stringify(lightPercent)} },
  yield: { step: ${STEPS.yield}, values: ${JSON.stringify(energy)}, percent: ${JSON.stringify(energyPercent)} },
};
`;
  writeFileSync(TARGET, text);
}

if (process.argv[1] === new URL(import.meta.url).pathname) await make();
