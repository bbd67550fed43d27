// Stations of the forecast tables: quarters of an hour of measured GHI beside the engine's clear sky.
import { basename } from "node:path";
import { createEngine } from "irradiance-engine";
import { clearSkyOn } from "irradiance-engine/internal/series";
import { readWeather } from "irradiance-engine/weather/node";

export const QUARTER = 900_000;
const DAY = 86_400_000;
/** Rows are judged, and observations used, with the sun above 5°. */
export const MOST_ZENITH = 85;

/**
 * @typedef {object} Station
 * @property {string} name
 * @property {{ latitude: number, longitude: number, altitude: number, linkeTurbidity?: any }} place
 * @property {number} start Unix ms, a midnight of UTC
 * @property {number} count quarters of an hour
 * @property {Float64Array} ghi W/m², NaN = missing
 * @property {Float64Array} clear W/m²
 * @property {Float64Array} zenith degrees
 * @property {Float64Array} index GHI over clear sky; NaN with the sun below 5° or without GHI
 * @property {Uint8Array} month 0…11
 * @property {Uint8Array} hour 0…23, of mean solar time
 */

/** @returns {Promise<Station>} FILE@LAT,LON,ALT; a quarter is the mean of its rows, all of which must be there */
export async function readStation(argument) {
  const [file, at] = argument.split("@");
  if (at === undefined) throw new Error(`write ${file}@LATITUDE,LONGITUDE,ALTITUDE`);
  const [latitude, longitude, altitude] = at.split(",").map(Number);
  const { series } = await readWeather(file);
  const engine = await createEngine();
  const { linkeTurbidity } = await engine.context(latitude, longitude);
  await engine.close();
  const place = { latitude, longitude, altitude, linkeTurbidity };
  const given = Array.from(series.columns.global_horizontal_irradiance, (value) => value ?? Number.NaN);
  const first = new Date(series.start).getTime();
  const start = Math.floor(first / DAY) * DAY;
  const end = Math.ceil((first + given.length * series.interval * 1000) / DAY) * DAY;
  const count = (end - start) / QUARTER;
  const ghi = quarters(given, first - start, series.interval * 1000, count);
  const { global: clear, zenith } = clearSkyOn({ start, step: QUARTER, count }, place, linkeTurbidity);
  const index = ghi.map((value, i) => (zenith[i] < MOST_ZENITH ? value / clear[i] : Number.NaN));
  const solar = (i) => start + (i + 0.5) * QUARTER + longitude * 240_000;
  const month = Uint8Array.from(index, (_, i) => new Date(solar(i)).getUTCMonth());
  const hour = Uint8Array.from(index, (_, i) => new Date(solar(i)).getUTCHours());
  const name = basename(file).split("_").slice(0, 3).join(" ").replace(/\d.*/, "").replace("surfrad ", "").trim();
  return { name, place, start, count, ghi, clear, zenith, index, month, hour };
}

function quarters(values, offset, step, count) {
  const [sums, rows] = [new Float64Array(count), new Float64Array(count)];
  values.forEach((value, k) => {
    const i = Math.floor((offset + k * step) / QUARTER);
    sums[i] += Math.max(value, 0);
    rows[i]++;
  });
  return sums.map((sum, i) => (rows[i] === QUARTER / step ? sum / rows[i] : Number.NaN));
}

/** Mean clear-sky index by month and hour of solar time; where there is none, of the hour, else of everything. */
export function climatologyOf(stations) {
  const cells = new Map();
  const add = (key, value) => {
    const cell = cells.get(key) ?? { sum: 0, n: 0 };
    cell.sum += value;
    cell.n++;
    cells.set(key, cell);
  };
  for (const { index, month, hour } of stations) {
    index.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      for (const key of [`${month[i]} ${hour[i]}`, `${hour[i]}`, ""]) add(key, value);
    });
  }
  const mean = (key) => (cells.has(key) ? cells.get(key).sum / cells.get(key).n : undefined);
  const table = new Float64Array(12 * 24);
  for (let k = 0; k < table.length; k++) {
    const [month, hour] = [Math.floor(k / 24), k % 24];
    table[k] = mean(`${month} ${hour}`) ?? mean(`${hour}`) ?? mean("");
  }
  return table;
}

/** The climatology's index at each quarter of a station. */
export function climateAt({ month, hour }, climatology) {
  return Float64Array.from(month, (_, i) => climatology[24 * month[i] + hour[i]]);
}
