/**
 * Clean series that research/validate-file-checks.mjs breaks: measured and modelled files of packages and folders, read with
 * `readWeather`, and generated years. SEEN are for whoever sets a constant of src/data/weather/believe; JUDGED are looked at by the study
 * alone, and are other places.
 *
 * A file of three components is clean if they close with the sun where its stamps say: that holds for all of both lists. Modelled files
 * with faults of their own are no clean series, and stand in OFF: they must be found.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { withOwnColumns } from "../lib/own-columns.mjs";
import { randomOf } from "./random.mjs";

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {string | string[]} file its name in one of the folders; several are years of one place, in order
 * @property {[latitude: number, longitude: number, altitude: number]} [at] where the file does not say so
 * @property {object} [options] of `readWeather`
 * @property {boolean} [typical] a typical year: its months are of several years
 * @property {number} [shift] minutes by which the right sun is later than the file's
 * @property {string[]} [findings] those of which one is true of the file, where they are others than label or clock
 */

/** @type {readonly Entry[]} */
export const SEEN = [
  { name: "Tucson", file: "nsrdb_psm3_tmy_tucson_az_sam.csv", typical: true },
  { name: "Daggett", file: "34.865371_-116.783023_psmv3_60_tmy.csv", typical: true },
  { name: "Greensboro", file: "tmy3_greensboro_nc_723170.csv", typical: true },
  { name: "Fargo", file: "tmy2_fargo_nd_sam.csv", typical: true },
  { name: "Desert Rock", file: "surfrad_desert_rock_1998_3min.csv.gz", at: [36.624, -116.019, 1007] },
  { name: "Sioux Falls", file: "surfrad_sioux_falls_2003_3min.csv.gz", at: [43.734, -96.623, 473] },
  { name: "Lyngby", file: "dtu_lyngby_2016_1min.csv.gz", at: [55.79064, 12.52505, 50] },
  { name: "San Francisco", file: "USA_CA_San.Francisco.Intl.AP.724940_TMY3.epw", typical: true },
  { name: "Port Angeles", file: "USA_WA_Port.Angeles-William.R.Fairchild.Intl.AP.727885_TMY3.epw", typical: true },
  {
    // Its head says UTC+5 and 5 m; the components close with UTC+5:30, the clock of India.
    name: "Ahmedabad",
    file: "Current_Ahmedabad-hour.epw",
    at: [23.015, 72.592, 53],
    options: { timeOffset: 5.5 },
    typical: true,
  },
  { name: "Helsinki", file: "FIN_Helsinki.029740_IWEC.epw", typical: true },
  { name: "Northway", file: "USA_AK_Northway.AP.702910_TMY3.epw", typical: true },
  { name: "Singapore", file: "Singapore-Changi_1990_2010_TMY.epw", typical: true },
  { name: "Chicago", file: "USA_IL_Chicago-OHare.Intl.AP.725300_TMY3.epw", typical: true },
  {
    name: "Texas 1",
    file: [
      "35.2018863_-101.945027_2012_goes_aggregated_v4_60min_utc_tz.csv",
      "35.2018863_-101.945027_2013_goes_aggregated_v4_60min_utc_tz.csv",
    ],
  },
];

/** @type {readonly Entry[]} */
export const JUDGED = [
  { name: "Penn State", file: "surfrad_penn_state_1998_3min.csv.gz", at: [40.72, -77.931, 376] },
  { name: "Payerne", file: "bsrn-pay0616.dat.gz" },
  { name: "Golden 30 min", file: "Golden_CO_nsrdb-GOES-30.csv" },
  { name: "Craig", file: "test_read_psm3.csv" },
  { name: "Bogota", file: "COL_Bogota.802220_IWEC.epw", typical: true },
  { name: "Antananarivo", file: "MDG_Antananarivo.670830_IWEC.epw", typical: true },
  { name: "Stockholm", file: "SWE_Stockholm.Arlanda.024600_IWEC.epw", typical: true },
  { name: "Aberdeen", file: "GBR_Aberdeen.Dyce.030910_IWEC.epw", typical: true },
  { name: "Gatwick", file: "GBR_London.Gatwick.037760_IWEC.epw", typical: true },
  { name: "Amsterdam", file: "NLD_Amsterdam062400_IWEC.epw", typical: true },
  { name: "Zurich", file: "Zuerich-Kloten_1990_2010_TMY.epw", typical: true },
  { name: "Rome", file: "41.9077_12.4368_2008_nsrdb_msg_v4_60min_utc_tz.csv" },
  { name: "Cairo", file: "EGY_Cairo.623660_IWEC.epw", typical: true },
  { name: "Shanghai", file: "CHN_Shanghai.Shanghai.583670_IWEC.epw", typical: true },
  {
    name: "Shimla",
    file: "Current_Shimla-hour.epw",
    at: [31.087, 77.179, 2200],
    options: { timeOffset: 5.5 },
    typical: true,
  },
  { name: "Tokyo", file: "JPN_Tokyo.Hyakuri.477150_IWEC.epw", typical: true },
  { name: "Kuala Lumpur", file: "3.25735_101.656312_2020_himawari8_v3_60min_utc_tz.csv" },
  { name: "Geraldton", file: "-28.454864_114.551749_2020_himawari8_v3_60min_local_tz.csv" },
  { name: "Sydney", file: "AUS_NSW.Sydney.947670_IWEC.epw", typical: true },
  { name: "Palmas", file: "Current_GC20_Palmas.epw", typical: true },
  { name: "Chapeco", file: "Current_GC07_Chapeco.epw", typical: true },
  { name: "Tampa", file: "USA_FL_Tampa.Intl.AP.722110_TMY3.epw", typical: true },
  { name: "Victoria", file: "victoria.epw", typical: true },
  { name: "New York", file: "USA_NY_New.York-J.F.Kennedy.Intl.AP.744860_TMY3.epw", typical: true },
  { name: "Pittsburgh", file: "USA_PA_Pittsburgh-Allegheny.County.AP.725205_TMY3.epw", typical: true },
  { name: "Aurora", file: "USA_CO_Aurora-Buckley.Field.ANGB.724695_TMY3.epw", typical: true },
  { name: "Minnesota", file: "47.5233_-92.5366_tmy-2023_goes_tmy_v4_60min_local_tz.csv", typical: true },
  { name: "Fort Stockton", file: "30.6617_-101.7096_psmv3_60_2013.csv" },
  { name: "Fairbanks", file: "test_psm4_polar_2023.csv" },
  {
    name: "Texas 2",
    file: [
      "34.22_-102.75_2012_goes_aggregated_v4_60min_utc_tz.csv",
      "34.22_-102.75_2013_goes_aggregated_v4_60min_utc_tz.csv",
    ],
  },
];

/**
 * Files as they are published whose fault is known: components that close at another time than their stamps say, or lost values.
 *
 * @type {readonly Entry[]}
 */
export const OFF = [
  { name: "Des Moines", file: "nsrdb_psm3_tmy_des_moines_ia_sam.csv", typical: true, shift: -30 },
  { name: "Richmond", file: "USA_VA_Richmond.Intl.AP.724010_TMY.epw", typical: true, shift: -30 },
  { name: "Zurich SMA 2015", file: "Zuerich-SMA_2015.epw", shift: -25 },
  { name: "Granada", file: "ESP_Granada.084190_SWEC.epw", typical: true, shift: 30 },
  { name: "Lisbon", file: "PRT_Lisboa.085360_INETI.epw", typical: true, shift: 35 },
  { name: "Ahmedabad as UTC+5", file: "Current_Ahmedabad-hour.epw", typical: true, shift: -30 },
  { name: "Mount Shasta", file: "USA_CA_Mount.Shasta.725957_TMYx.epw", typical: true, shift: -30 },
  { name: "Heathrow", file: "GBR_ENG_London-Heathrow.Intl.AP.037720_TMYx.2011-2025.epw", typical: true, shift: -30 },
  {
    // Its November closes as stamped; its April 15 minutes earlier (4 W/m² against 18 as read), as if its stamps changed their meaning.
    name: "Golden winter",
    file: "best_golden_2019-11_2020-04_15min_albedo.csv.gz",
    at: [39.742, -105.179, 1829],
    findings: ["clock-change", "clock-drift"],
  },
  {
    // Its DHI ends at 800 W/m²: in some clear hours of December DNI is 0, DHI 800 and GHI 1,000.
    name: "Brisbane",
    file: "-27.3649_152.67935_2012_himawari7_v3_60min_utc_tz.csv",
    findings: ["no-beam", "closure"],
  },
  // Of its May, which is of 2008, the 17th to 19th have 0 W/m² at noon: no cloud is so dark.
  { name: "45 N 8 E", file: "tmy_45.000_8.000_2005_2023.csv", typical: true, findings: ["dead"] },
  { name: "Madrid", file: "ESP_MD_Madrid-Barajas-Suarez.AP.082210_TMYx.2011-2025.epw", typical: true, shift: 30 },
];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KEPT = ["global_horizontal_irradiance", "temperature"];
const COMPONENTS = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "diffuse_horizontal_irradiance",
  "temperature",
];

/** @param {string} [dist] the built engine; default that of the repository */
export async function loadEngine(dist) {
  const folder = resolve(dist ?? new URL("../../dist", import.meta.url).pathname);
  const load = (file) => import(pathToFileURL(`${folder}/${file}`).href);
  const [engine, weather, text, climate, climatology] = await Promise.all([
    load("index.js"),
    load("data/weather/node.js"),
    load("data/weather/index.js"),
    load("answers/climate/index.js"),
    load("data/climatology/index.js"),
  ]);
  const [world, ground] = await Promise.all([climatology.loadWorldClimate(), climatology.openClimatology()]);
  return { ...engine, ...text, ...climate, readWeather: weather.readWeather, world, ground };
}

/**
 * The files that lie anywhere in the folders; `read` gives the series of an entry, with its place and number values, or undefined where
 * no folder has it.
 *
 * @param {Awaited<ReturnType<typeof loadEngine>>} engine
 * @param {readonly string[]} folders
 */
export function openSeries(engine, folders) {
  const temporary = mkdtempSync(join(tmpdir(), "file-checks-"));
  process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
  const paths = new Map();
  for (const path of folders.flatMap(filesUnder)) {
    if (!paths.has(basename(path))) paths.set(basename(path), path);
  }

  /** @param {string} name @param {Entry} entry */
  async function readFile(name, { at, options }) {
    const found = paths.get(name);
    if (found === undefined) return undefined;
    const path = /^best_/.test(name) ? withOwnColumns(found, temporary) : found;
    const place = at && { latitude: at[0], longitude: at[1], altitude: at[2] };
    const { series } = await engine.readWeather(path, { ...options, ...(place && { place }) });
    return { ...series, ...(place && { place }) };
  }

  return {
    /** @param {Entry} entry */
    async read(entry) {
      const years = [];
      for (const name of [entry.file].flat()) {
        const year = await readFile(name, entry);
        if (year === undefined) return undefined;
        years.push(year);
      }
      return years.length > 1 ? joined(years) : withNumbers(years[0]);
    },
  };
}

/**
 * What a careful reader of a file knows of its place: options of `examineWeather`.
 *
 * @param {any} engine
 * @param {{ latitude: number, longitude: number, altitude?: number }} place
 * @param {{ typical?: boolean }} [entry]
 */
export function knownOf({ ground, world }, { latitude, longitude, altitude }, entry = {}) {
  const climate = world.at(latitude, longitude, altitude === undefined ? {} : { altitude });
  return {
    linkeTurbidity: ground.linkeTurbidity(latitude, longitude),
    climate,
    ...(entry.typical && { isTypicalYear: true }),
  };
}

/** GHI and temperature alone, the commonest file. */
export function globalAlone(series) {
  return withColumns(series, KEPT);
}

/** The three components and temperature; undefined where the series has not all three. */
export function withComponents(series) {
  const reduced = withColumns(series, COMPONENTS);
  return COMPONENTS.slice(0, 3).every((name) => reduced.columns[name] !== undefined) ? reduced : undefined;
}

function withColumns(series, names) {
  const columns = Object.fromEntries(names.filter((name) => series.columns[name]).map((n) => [n, series.columns[n]]));
  return { ...series, columns };
}

/** Means over a longer step on the series' own clock; a mean needs nine tenths of its rows. The series itself at its own step. */
export function resampled(series, seconds) {
  if (series.interval === seconds) return series;
  const step = seconds * 1000;
  const ratio = seconds / series.interval;
  if (!Number.isInteger(ratio)) throw new Error(`${series.interval} s cannot become ${seconds} s`);
  const count = rowsOf(series);
  const phase = series.start % (series.interval * 1000);
  const start = Math.floor((series.start - phase) / step) * step + phase;
  const offset = Math.round((series.start - start) / (series.interval * 1000));
  const length = Math.ceil((offset + count) / ratio);
  const columns = Object.fromEntries(
    Object.entries(series.columns).map(([name, values]) => {
      const [sums, seen] = [new Float64Array(length), new Float64Array(length)];
      for (let row = 0; row < count; row++) {
        if (Number.isNaN(values[row])) continue;
        const k = Math.floor((offset + row) / ratio);
        sums[k] += values[row];
        seen[k]++;
      }
      return [name, sums.map((sum, k) => (seen[k] >= 0.9 * ratio ? sum / seen[k] : Number.NaN))];
    }),
  );
  return { ...series, start, interval: seconds, columns };
}

/** Rows [from, to) of a series. */
export function part(series, from, to) {
  const columns = Object.fromEntries(Object.entries(series.columns).map(([name, v]) => [name, v.slice(from, to)]));
  return { ...series, start: series.start + from * series.interval * 1000, columns };
}

export function rowsOf(series) {
  return Object.values(series.columns)[0].length;
}

/**
 * A generated year, or several in a row, of a place on land that the number decides. The monthly means are those of the climate, with 4 %
 * from year to year (standard deviation).
 */
export function generatedSeries(engine, number, { interval = 3600, years = 1 } = {}) {
  const random = randomOf(number);
  const place = landPlace(engine, random);
  const made = Array.from({ length: years }, (_, k) => {
    const factor = 1 + 0.04 * random.normal();
    const means = Array.from(place.climate.globalHorizontal, (mean) => mean * Math.min(1.1, Math.max(0.9, factor)));
    const monthly = { globalHorizontalIrradiance: means, temperature: Array.from(place.climate.temperature) };
    const { weather } = engine.generateYear(place, monthly, {
      randomSeed: 1000 * number + k,
      linkeTurbidity: engine.ground.linkeTurbidity(place.latitude, place.longitude),
      year: 2001 + k,
      interval,
    });
    return { ...withNumbers(weather), place: placeAlone(place) };
  });
  return made.length > 1 ? joined(made) : made[0];
}

function landPlace({ world }, random) {
  for (;;) {
    const latitude = Math.round(1e3 * (180 / Math.PI) * Math.asin(1.7 * random.next() - 0.8)) / 1e3;
    const longitude = Math.round(1e3 * (360 * random.next() - 180)) / 1e3;
    if (Math.abs(latitude) > 65) continue;
    const climate = world.at(latitude, longitude);
    if (climate.surface !== "land") continue;
    return { latitude, longitude, altitude: climate.altitude, timeZone: Math.round(longitude / 15), climate };
  }
}

const placeAlone = ({ latitude, longitude, altitude }) => ({ latitude, longitude, altitude });

/** Series in a row; hours between them, such as a leap day's, are missing. */
function joined(years) {
  const first = withNumbers(years[0]);
  const step = first.interval * 1000;
  const last = withNumbers(years.at(-1));
  const count = Math.round((last.start - first.start) / step) + rowsOf(last);
  const columns = Object.fromEntries(
    Object.keys(first.columns).map((name) => [name, new Float64Array(count).fill(Number.NaN)]),
  );
  for (const year of years.map(withNumbers)) {
    const from = Math.round((year.start - first.start) / step);
    for (const [name, column] of Object.entries(columns)) column.set(year.columns[name].slice(0, count - from), from);
  }
  return { ...first, columns };
}

function withNumbers(series) {
  const columns = Object.fromEntries(
    Object.entries(series.columns).map(([name, values]) => [
      name,
      Float64Array.from(values, (value) => value ?? Number.NaN),
    ]),
  );
  const { sampling, ...rest } = series;
  // A moment stands for the interval around it.
  const start = new Date(series.start).getTime() - (sampling === "instant" ? series.interval * 500 : 0);
  return { ...rest, start, columns };
}

function filesUnder(folder) {
  return readdirSync(resolve(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

export { DAY, HOUR };
