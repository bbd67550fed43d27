// One hash of a year's columns, the same on every JavaScript engine: node scripts/hash-year.mjs prints it (npm run build
// first); scripts/hash-nodes.mjs, hash-engines.mjs and test-browser.mjs compare it between versions and engines.
import { brokenSky, CONTEXT_DEFAULT, contextR, QUERY_R } from "../bench/lib/requests.mjs";
import * as engine from "../dist/index.js";
import { allModels } from "../dist/models/index.js";
import { loadSample } from "../dist/weather/sample.js";
import { hashOf } from "../examples/hash.mjs";

/** @type {(typeof engine.DIAGNOSTIC_NAMES)[number][]} */
const EXTRA = ["apparent_zenith", "azimuth", "incidence_angle", "clearness_index", "clear_sky_dni", "rotation"];

/** Other models than the default ones, so that their mathematics is in the hash as well. */
const CHOICES = [
  { clearSky: "solis2018", decomposition: "engerer2", transposition: "reindl", pv: "pvwattsSystem" },
  { clearSky: "bird", decomposition: "disc", transposition: "perez", pv: "cecSystem" },
  { clearSky: "esra", decomposition: "brl", transposition: "klucher", pv: "huldSystem" },
];

/**
 * Years of several kinds: the embedded one hourly, and made-up broken sky at 15 minutes on a tracker behind a horizon,
 * with the default chain, with one sub-step, with exact models alone, and with other models; then their JSON.
 *
 * @param {any} [given] the embedded year, where it cannot be unpacked
 * @returns {Promise<Record<string, string>>} by name, and `all`, the hash of them all
 */
export async function yearHashes(given) {
  const sample = given ?? (await loadSample());
  const sky = brokenSky(engine);
  const place = { lat: sample.place.latitude, lon: sample.place.longitude };
  const fixed = { ...place, parameters: "all", frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 };
  const named = (models) => ({ altitude: 300, registry: allModels, models, extra: EXTRA });
  /** @type {Record<string, Parameters<typeof engine.computeColumns>>} */
  const requests = {
    "embedded year, hourly": [fixed, sample, { extra: EXTRA }],
    "15 minutes, tracker and horizon": [QUERY_R, sky, { ...CONTEXT_DEFAULT, extra: EXTRA }],
    "the same, one sub-step, Erbs": [QUERY_R, sky, contextR({ allModels })],
    "the same, exact models": [QUERY_R, sky, { ...CONTEXT_DEFAULT, exact: true }],
    ...Object.fromEntries(CHOICES.map((models) => [Object.values(models).join(", "), [fixed, sample, named(models)]])),
  };
  const hashes = {};
  const bytes = [];
  for (const [name, [query, weather, context]] of Object.entries(requests)) {
    const columns = engine.computeColumns(query, weather, context);
    hashes[name] = hashOf(columns);
    bytes.push(engine.writeJson(columns), engine.writeCsv(columns, { decimals: null }));
  }
  hashes["JSON and CSV of all"] = hashOfBytes(bytes);
  return { ...hashes, all: hashOfBytes([new TextEncoder().encode(Object.values(hashes).join())]) };
}

function hashOfBytes(arrays) {
  let hash = 0x811c9dc5;
  for (const bytes of arrays) for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

if (typeof process !== "undefined" && import.meta.url === `file://${process.argv[1]}`) {
  console.log(JSON.stringify(await yearHashes()));
}
