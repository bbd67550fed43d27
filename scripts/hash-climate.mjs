// Hashes of climates and climate years, the same on every JavaScript engine: node scripts/hash-climate.mjs prints them (npm run
// build first); hash-nodes.mjs, hash-engines.mjs and test-browser.mjs compare them between versions and engines.
import { loadWorldClimate } from "../dist/climatology/index.js";
import { hashOf } from "../examples/hash.mjs";
import { climateYearHashes } from "./hash-climate-years.mjs";

const PLACES = 200;

/** @returns {Promise<Record<string, string>>} by name */
export async function climateHashes() {
  return { "world climatology": await worldHash(), ...climateYearHashes() };
}

/** The world climatology at 200 places. */
async function worldHash() {
  const world = await loadWorldClimate();
  const values = {};
  for (let i = 0; i < PLACES; i++) {
    // Both poles, the date line, and steps that meet no node.
    const climate = world.at(90 - (180 * i) / (PLACES - 1), ((i * 137.508) % 360) - 180);
    values[`irradiance ${i}`] = climate.globalHorizontal;
    values[`temperature ${i}`] = climate.temperature;
    for (let month = 0; month < 12; month++) values[`days ${i} ${month}`] = climate.daily.nodes(month);
  }
  return hashOf({ values, extra: {} });
}

if (typeof process !== "undefined" && import.meta.url === `file://${process.argv[1]}`) {
  console.log(JSON.stringify(await climateHashes()));
}
