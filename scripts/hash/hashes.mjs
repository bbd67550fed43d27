// Hashes that are the same on every JavaScript engine: of years of columns, of climates and climate years, and of what is learnt from a
// meter and of power, and of a scene. What goes in is
// written here, as arithmetic of every engine is the same only for + − × ÷. scripts/hash.mjs and test-browser.mjs compare them
// between versions and engines.
import { brokenSky, CONTEXT_DEFAULT, contextR, QUERY_R } from "../../bench/lib/requests.mjs";
import {
  generateYear,
  SyntheticWeather,
  selectProbableYear,
  selectTypicalYear,
} from "../../dist/answers/climate/index.js";
import { SELECTION_METHODS } from "../../dist/answers/climate/selection/audit.js";
import { learnPower, powerQuantiles, powerTableText } from "../../dist/answers/forecast/power/index.js";
import { learnSystem } from "../../dist/answers/meter/index.js";
import { yieldSeries } from "../../dist/answers/yield/index.js";
import { loadSample } from "../../dist/data/weather/sample.js";
import * as engine from "../../dist/index.js";
import { allModels } from "../../dist/physics/models/index.js";
import { hashOf } from "../../examples/hash.mjs";

/** @type {(typeof engine.DIAGNOSTIC_NAMES)[number][]} */
const EXTRA = ["apparent_zenith", "azimuth", "incidence_angle", "clearness_index", "clear_sky_dni", "rotation"];

/** Other models than the default ones, so that their mathematics is in the hash as well. */
const CHOICES = [
  { clearSky: "solis2018", decomposition: "engerer2", transposition: "reindl", pv: "pvwattsSystem" },
  { clearSky: "bird", decomposition: "disc", transposition: "perez", pv: "cecSystem" },
  { clearSky: "esra", decomposition: "brl", transposition: "klucher", pv: "huldSystem" },
];

/**
 * What the embedded year gives: `all` and the years in it, what is learnt from a meter, and a roof behind a scene.
 *
 * @param {any} [given] the embedded year, where it cannot be unpacked
 * @returns {Promise<Record<string, string>>} by name
 */
export async function sampleHashes(given) {
  return { ...(await yearHashes(given)), ...(await meterHashes(given)), ...(await sceneHashes(given)) };
}

/**
 * Years of several kinds: the embedded one hourly, and made-up broken sky at 15 minutes on a tracker behind a horizon,
 * with the default chain, with one sub-step, with exact models alone, and with other models; then their JSON.
 *
 * @param {any} [given] the embedded year, where it cannot be unpacked
 * @returns {Promise<Record<string, string>>} by name, and `all`, the hash of them all
 */
async function yearHashes(given) {
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

const HOUR = 3_600_000;
/** Of the world climatology. */
const WORLD_PLACES = 200;
const CITY = {
  place: { latitude: 47.4, longitude: 8.5, altitude: 440, timeZone: 1 },
  monthly: {
    globalHorizontalIrradiance: [41, 70, 119, 167, 200, 222, 224, 190, 138, 85, 46, 33],
    diffuseHorizontalIrradiance: [26, 39, 61, 80, 95, 101, 98, 87, 66, 46, 29, 22],
    temperature: [0.3, 1.4, 5.4, 9.3, 13.9, 17.2, 19.1, 18.5, 14.5, 10, 4.5, 1.2],
    relativeHumidity: [85, 80, 73, 69, 71, 71, 71, 74, 79, 84, 86, 86],
    windSpeed: [2.5, 2.6, 2.8, 2.7, 2.4, 2.3, 2.3, 2.2, 2.1, 2.1, 2.3, 2.5],
    linkeTurbidity: [2.9, 3.1, 3.5, 4, 4.1, 4.3, 4.4, 4.3, 4, 3.6, 3.1, 2.8],
  },
};
/** Clear, on the half hour, in a leap year; the tropics, whose days have a law of their own; the polar night. */
const OTHERS = {
  desert: {
    place: { latitude: 26.9, longitude: 70.9, altitude: 225, timeZone: 5.5 },
    monthly: { globalHorizontalIrradiance: [185, 225, 265, 290, 305, 290, 255, 245, 250, 225, 190, 175] },
    options: { year: 2032 },
  },
  tropics: {
    place: { latitude: -3.1, longitude: -60, altitude: 60, timeZone: -4 },
    monthly: { globalHorizontalIrradiance: [185, 185, 185, 180, 180, 190, 200, 215, 215, 210, 205, 190] },
    options: { randomSeed: 2 ** 53 - 1 },
  },
  arctic: {
    place: { latitude: 78.2, longitude: 15.6, altitude: 20, timeZone: 1 },
    monthly: { globalHorizontalIrradiance: [0, 2, 32, 120, 205, 225, 180, 105, 42, 8, 0, 0] },
    options: { randomSeed: 3 },
  },
};
/** @type {import("../../dist/answers/climate/index.js").GenerationOptions[]} */
const LAWS = [
  { daily: "exponential", hourly: "table", clearSky: "ineichen" },
  { daily: "bendt", hourly: "table", clearSky: "esra" },
  { daily: "aguiar", hourly: "tag", clearSky: "solis" },
];

/**
 * One of each kind of climate year: generated by every law under every clear sky, hours and minutes; typical and P90 years chosen from
 * ten of them, with their audits; and weather without state.
 *
 * @returns {Record<string, string>} by name, and `years`, the hash of them all
 */
export function climateYearHashes() {
  const hashes = {};
  for (const laws of LAWS) {
    hashes[`generated, ${Object.values(laws).join(", ")}`] = hashOfYear(generateYear(CITY.place, CITY.monthly, laws));
  }
  for (const [name, { place, monthly, options }] of Object.entries(OTHERS)) {
    hashes[`generated, ${name}`] = hashOfYear(generateYear(place, monthly, options));
  }
  hashes["generated, minutes"] = hashOfYear(generateYear(CITY.place, CITY.monthly, { interval: 60 }));
  const record = tenYears();
  for (const method of SELECTION_METHODS.filter((method) => method !== "weights")) {
    hashes[`chosen, ${method}`] = hashOfChoice(selectTypicalYear(record, { method }));
  }
  hashes["chosen, nrel"] = hashOfChoice(selectTypicalYear(record, { plotting: "nrel", persistence: "nsrdb" }));
  hashes["chosen, P90"] = hashOfChoice(selectProbableYear(record, { extreme: "p90" }));
  hashes["without state"] = hashOfSynthetic();
  return { ...hashes, years: hashOfTexts(Object.values(hashes)) };
}

function hashOfYear({ weather, envelope, report }) {
  const values = hashOf({ values: weather.columns, extra: { envelope } });
  return hashOfTexts([values, withoutWords(report)]);
}

function hashOfChoice({ series, sourceTimes, audit, notices }) {
  const values = hashOf({ values: series.columns, extra: { sourceTimes } });
  return hashOfTexts([values, withoutWords([audit, notices])]);
}

/** As JSON, without the wording of notices: a better sentence is the same result. */
function withoutWords(report) {
  return JSON.stringify(report, (key, value) => (key === "message" ? undefined : value));
}

/** A record of generated years, each with a little more light and warmth than the one before. */
function tenYears() {
  const years = Array.from({ length: 10 }, (_, k) => {
    const brighter = (values) => values.map((value) => value * (0.95 + 0.01 * k));
    const monthly = {
      ...CITY.monthly,
      globalHorizontalIrradiance: brighter(CITY.monthly.globalHorizontalIrradiance),
      diffuseHorizontalIrradiance: undefined,
      temperature: CITY.monthly.temperature.map((value) => value + 0.1 * k),
    };
    return generateYear(CITY.place, monthly, { randomSeed: 100 + k, year: 2001 + k }).weather;
  });
  const columns = Object.fromEntries(
    Object.keys(years[0].columns).map((name) => [name, joined(years.map((year) => year.columns[name]))]),
  );
  // Made up, for the methods that want it.
  const direct = columns.global_horizontal_irradiance.map((value) => 1.3 * value - 0.0005 * value * value);
  return { ...years[0], columns: { ...columns, direct_normal_irradiance: direct } };
}

function joined(parts) {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Two months around 29 February, minutes of its week, and a forecast's run. */
function hashOfSynthetic() {
  const { latitude, longitude, altitude } = CITY.place;
  const global = CITY.monthly.globalHorizontalIrradiance;
  const weather = new SyntheticWeather(
    { latitude, longitude, altitude, turbidity: CITY.monthly.linkeTurbidity },
    {
      globalHorizontal: global,
      extraterrestrial: global.map((value) => value * 2.2),
      daily: { levels: [0, 0.5, 1], nodes: (month) => [0.2, 1.05, 1.7].map((share) => share * global[month]) },
      temperature: CITY.monthly.temperature,
    },
  );
  const start = Date.UTC(2024, 1, 1);
  const { globalHorizontal, temperature } = weather.hours(start, start + 60 * 24 * HOUR);
  const run = weather.forecast(start, start, start + 72 * HOUR);
  const minutes = weather.minutes(start + 25 * 24 * HOUR, start + 32 * 24 * HOUR).globalHorizontal;
  return hashOf({ values: { globalHorizontal, temperature, minutes }, extra: { ...run, start: null } });
}

/**
 * A system that is learnt from its power in the embedded year: behind a wall to the west, at a limit.
 *
 * @param {any} [given] the embedded year, where it cannot be unpacked
 * @returns {Promise<Record<string, string>>} by name
 */
async function meterHashes(given) {
  const sample = given ?? (await loadSample());
  const { latitude, longitude } = sample.place;
  const wall = Array.from({ length: 36 * 18 }, (_, cell) =>
    cell < 36 * 5 && cell % 36 > 22 && cell % 36 < 30 ? 0 : 1,
  );
  /** @type {import("../../dist/data/system/index.js").PvSystem} */
  const system = {
    planes: [{ surfaceTilt: 30, surfaceAzimuth: 150, kwp: 5 }],
    shade: { azimuthStep: 10, elevationStep: 5, passes: wall, diffuse: "open" },
    inverter: { acPower: 2.8 },
  };
  const { start, interval, columns } = yieldSeries(sample, system, { latitude, longitude });
  const meter = { start, step: 1000 * interval, power: columns.ac.map((watts) => watts / 1000) };
  const { linkeTurbidity, temperature } = CITY.monthly;
  const { expected, rows, ...learning } = learnSystem(meter, { ...sample.place, linkeTurbidity, temperature });
  const values = { expected: expected ?? new Float64Array(), power: rows.power };
  return {
    "learnt from a meter": hashOfTexts([hashOf({ values, extra: {} }), withoutWords(learning)]),
    "learnt as power": hashOfPower({ start, step: 1000 * interval, latitude, longitude }, columns.ac),
  };
}

/**
 * A year of a roof behind a scene of every kind of shape, in the seasons of a crown.
 *
 * @param {any} [given] the embedded year, where it cannot be unpacked
 * @returns {Promise<Record<string, string>>} by name
 */
async function sceneHashes(given) {
  const sample = given ?? (await loadSample());
  const { latitude, longitude } = sample.place;
  const leaves = [0.7, 0.7, 0.7, 0.5, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.7, 0.7];
  const modules = /** @type {const} */ ({ rows: 2, columns: 6, width: 1.05, height: 1.72, corner: [-3.2, 0, 3.1] });
  /** @type {import("../../dist/data/system/index.js").PvSystem} */
  const system = {
    planes: [{ surfaceTilt: 35, surfaceAzimuth: 180, kwp: 4.8, modules }],
    scene: {
      heading: 11,
      obstacles: [
        { kind: "box", at: [1.2, -0.6, 2.5], size: [0.6, 0.5, 2], turn: 20 },
        { kind: "house", at: [9, -12, 0], size: [8, 11], eaves: 5, ridge: 8.5, roof: "hip", turn: 25 },
        { kind: "pole", at: [-7, -6, 0], radius: 0.2, height: 3 },
        { kind: "sphere", at: [-7, -6, 5], radius: 2.5, transmittance: leaves },
        { kind: "cone", at: [3, -15, 1], radius: 2, height: 9, transmittance: 0.2 },
      ],
    },
  };
  const { columns } = yieldSeries(sample, system, { latitude, longitude });
  return { "behind a scene": hashOf({ values: columns, extra: {} }) };
}

/** A year's power beside a run that says of each day what the day before gave. */
function hashOfPower(at, power) {
  const chain = power.map((_, row) => power[Math.max(row - 24, row % 24)]);
  // Of the 15 days around, the most at that hour.
  const clear = power.map((_, row) => {
    const days = Array.from({ length: 15 }, (_, day) => power[row + 24 * (day - 7)] ?? 0);
    return Math.max(...days);
  });
  const rows = { ...at, chain, clear };
  const table = learnPower(rows, power, { limit: 2800 });
  const [p5, p50, p95] = powerQuantiles(table, rows, [0.05, 0.5, 0.95]);
  return hashOfTexts([hashOf({ values: { p5, p50, p95 }, extra: {} }), powerTableText(table)]);
}

/** FNV-1a over characters. */
function hashOfTexts(texts) {
  let hash = 0x811c9dc5;
  for (const character of texts.join("\n")) hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/**
 * The climate years, and the world climatology, which is packed: a bare shell unpacks nothing.
 *
 * @returns {Promise<Record<string, string>>} by name
 */
export async function climateHashes() {
  return { "world climatology": await worldHash(), ...climateYearHashes() };
}

/** The world climatology at 200 places. */
async function worldHash() {
  const { loadWorldClimate } = await import("../../dist/data/climatology/index.js");
  const world = await loadWorldClimate();
  const values = {};
  for (let i = 0; i < WORLD_PLACES; i++) {
    // Both poles, the date line, and steps that meet no node.
    const climate = world.at(90 - (180 * i) / (WORLD_PLACES - 1), ((i * 137.508) % 360) - 180);
    values[`irradiance ${i}`] = climate.globalHorizontal;
    values[`temperature ${i}`] = climate.temperature;
    for (let month = 0; month < 12; month++) values[`days ${i} ${month}`] = climate.daily.nodes(month);
  }
  return hashOf({ values, extra: {} });
}
