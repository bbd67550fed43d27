/** What the best hours of a year are, and what direct and diffuse light a split makes of it: measured and generated years alike. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { computeColumns } from "../../dist/index.js";
import { SunAndSky } from "../../dist/physics/sky/sun-and-sky.js";
import { readYear } from "./read.mjs";
import { mean } from "./statistics.mjs";

const HOUR = 3_600_000;
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const BEGINS = MONTHS.map((_, month) => MONTHS.slice(0, month).reduce((sum, days) => sum + days, 0));
/** Days that a month needs: a day is whole when all its hours with light are. */
const ENOUGH_DAYS = 15;
/** Share of an hour's slots that have to be there. */
const ENOUGH_SLOTS = 0.8;
/** W/m² above the air at the middle of the hour, below which an hour is none of the best. */
const HIGH = 300;
/** W/m² above the air in the mean of an hour, below which missing slots are those of a sun too low to be measured. */
const LOW = 250;
/** Share of GHI and W/m² within which components close. */
const CLOSE = 0.08;
const CLOSE_WATTS = 5;
/** DHI over GHI from which on there is no direct light. */
const ALL_DIFFUSE = 0.95;

/**
 * A site-year as 8760 hours on its own clock: GHI, DNI (null where it was not measured) and what falls above the air, at the middle of
 * the hour and in the mean; NaN where hours are missing. `days`: those that are whole, in months with enough of them.
 */
export async function readTails(folders, entry) {
  const site = entry.components ? components(folders, entry) : await year(folders, entry);
  const { global } = site;
  const sky = skyOfYear(site, site.year);
  const days = [];
  MONTHS.forEach((count, month) => {
    const whole = Array.from({ length: count }, (_, k) => BEGINS[month] + k).filter((day) =>
      global.subarray(day * 24, day * 24 + 24).every((value) => value >= 0),
    );
    if (whole.length >= ENOUGH_DAYS) days.push(...whole);
  });
  return { ...site, name: entry.name, measured: entry.measured !== false, sky, days };
}

async function year(folders, entry) {
  if (entry.sam) return samYear(join(folders.weather, entry.file), entry);
  const site = readYear(join(folders.packages, entry.file), entry);
  return { ...site, direct: null };
}

/** A typical year in SAM's form; `centre`: minutes from its labels to the middle of its hours. */
async function samYear(path, { timeZone, centre = 0 }) {
  const lines = readFileSync(path, "utf8").trim().split(/\r?\n/);
  const head = lines[0].split(",");
  const of = (names) => Number(lines[1].split(",")[head.findIndex((cell) => names.includes(cell))]);
  const names = lines[2].split(",").map((cell) => cell.trim().toLowerCase());
  const column = (...wanted) => names.findIndex((cell) => wanted.includes(cell));
  const [ghi, dni, dhi] = [column("ghi"), column("dni"), column("dhi")];
  const rows = lines.slice(3, 8763).map((line) => line.split(",").map(Number));
  const place = {
    latitude: of(["Latitude", "lat"]),
    longitude: of(["Longitude", "lon"]),
    altitude: of(["Elevation", "elev"]),
    timeZone: timeZone + (centre === 0 ? 0 : 0.5),
    year: 2005,
  };
  const sky = skyOfYear(place, 2005);
  const direct = Float64Array.from(rows, (cells) => cells[dni]);
  const diffuse = Float64Array.from(rows, (cells) => cells[dhi]);
  const global = Float64Array.from(rows, (cells, k) => (ghi < 0 ? direct[k] * sky.sine[k] + diffuse[k] : cells[ghi]));
  return { ...place, global, direct };
}

/**
 * Columns start_time, GHI, DNI, DHI at equal steps, as hours. Files leave out what is next to nothing: GHI of a sun near the horizon, and
 * DNI where all light is diffuse.
 */
function components(folders, { latitude, longitude, altitude, timeZone, minutes, file, year }) {
  const lines = gunzipSync(readFileSync(join(folders.components, file)))
    .toString()
    .trim()
    .split("\n");
  const place = { latitude, longitude, altitude, timeZone, year };
  const sky = skyOfYear(place, year);
  const global = { sums: new Float64Array(8760), counts: new Float64Array(8760) };
  const direct = { sums: new Float64Array(8760), counts: new Float64Array(8760) };
  const diffuse = { sums: new Float64Array(8760), counts: new Float64Array(8760) };
  const add = ({ sums, counts }, row, value) => {
    sums[row] += Math.max(value, 0);
    counts[row]++;
  };
  for (const line of lines.slice(1)) {
    const [stamp, ...cells] = line.split(",");
    const row = rowOf(Date.parse(stamp) + timeZone * HOUR);
    if (row < 0) continue;
    const [ghi, dni, dhi] = cells.map((cell) => (cell === "" ? Number.NaN : Number(cell)));
    if (ghi > -50) add(global, row, ghi);
    if (dhi > -50) add(diffuse, row, dhi);
    if (dni > -50) add(direct, row, dni);
    else if (dhi >= ALL_DIFFUSE * ghi) add(direct, row, 0);
  }
  const hourly = ({ sums, counts }) =>
    sums.map((sum, row) => {
      const slots = 60 / minutes;
      if (counts[row] >= ENOUGH_SLOTS * slots) return sum / counts[row];
      return sky.mean[row] < LOW ? sum / slots : Number.NaN;
    });
  const parts = { global: hourly(global), direct: hourly(direct), diffuse: hourly(diffuse) };
  const closes = (row) => {
    const sum = parts.direct[row] * sky.sine[row] + parts.diffuse[row];
    return !(Math.abs(sum - parts.global[row]) > CLOSE * parts.global[row] + CLOSE_WATTS);
  };
  return { ...place, ...parts, closes };
}

function rowOf(local) {
  const date = new Date(local);
  if (date.getUTCMonth() === 1 && date.getUTCDate() === 29) return -1;
  const day = (Date.UTC(2005, date.getUTCMonth(), date.getUTCDate()) - Date.UTC(2005, 0, 1)) / 86_400_000;
  return day * 24 + date.getUTCHours();
}

/** Sun of a year without its leap day: at the middle of each hour, and the hour's mean. */
export function skyOfYear({ latitude, longitude, altitude, timeZone }, year) {
  const sky = new SunAndSky({ latitude, longitude, altitude }, 8760);
  const middle = new Float64Array(8760);
  const start = (row) => {
    const day = new Date(Date.UTC(2005, 0, 1) + Math.floor(row / 24) * 86_400_000);
    return Date.UTC(year, day.getUTCMonth(), day.getUTCDate()) + ((row % 24) - timeZone) * HOUR;
  };
  sky.turbidity.fill(3);
  const average = new Float64Array(8760);
  let sine = null;
  for (const minute of [30, 5, 15, 25, 35, 45, 55]) {
    for (let row = 0; row < 8760; row++) sky.time[row] = start(row) + minute * 60_000;
    sky.compute(8760);
    if (minute === 30) {
      middle.set(sky.extraterrestrial);
      sine = sky.sine.slice();
    } else for (let row = 0; row < 8760; row++) average[row] += sky.extraterrestrial[row] / 6;
  }
  return { middle, mean: average, sine, year };
}

/** Twelve means (W/m²) of a site: those of its whole days; a month without enough is as clear as the nearest that has. */
export function monthlyOf({ global, sky, days }) {
  const clearness = MONTHS.map((count, month) => {
    const own = days.filter((day) => day >= BEGINS[month] && day < BEGINS[month] + count);
    if (own.length === 0) return undefined;
    const over = (column) => own.reduce((sum, day) => sum + mean(column.subarray(day * 24, day * 24 + 24)), 0);
    return own.length === count
      ? { exact: over(global) / count }
      : { share: over(global) / over(sky.mean), count: own.length };
  });
  return MONTHS.map((count, month) => {
    const above = mean(sky.mean.subarray(BEGINS[month] * 24, (BEGINS[month] + count) * 24));
    for (let away = 0; away < 12; away++) {
      for (const near of [clearness[(month + away) % 12], clearness[(month + 12 - away) % 12]]) {
        if (near?.exact !== undefined && away === 0) return near.exact;
        if (near?.share !== undefined) return near.share * above;
        if (near?.exact !== undefined) {
          const other = clearness.indexOf(near);
          const theirs = mean(sky.mean.subarray(BEGINS[other] * 24, (BEGINS[other] + MONTHS[other]) * 24));
          return (near.exact / theirs) * above;
        }
      }
    }
    return 0;
  });
}

/** Of the whole days: q99.9 of kt, share of kt above 0.8 (%), brightest hour (W/m²). */
export function tailsOf({ global, closes = (_row) => true }, sky, days) {
  const clearness = [];
  let brightest = 0;
  for (const day of days) {
    for (let row = day * 24; row < day * 24 + 24; row++) {
      if (!closes(row)) continue;
      brightest = Math.max(brightest, global[row]);
      if (sky.middle[row] > HIGH) clearness.push(global[row] / sky.middle[row]);
    }
  }
  clearness.sort((a, b) => a - b);
  const at = 0.999 * (clearness.length - 1);
  const low = Math.floor(at);
  const top = clearness[low] + (at - low) * ((clearness[low + 1] ?? clearness[low]) - clearness[low]);
  return { top, share: (100 * clearness.filter((value) => value > 0.8).length) / clearness.length, brightest };
}

/** DNI and DHI (W/m², 8760 hours) as the engine computes them, by its default split or from diffuse light. */
export function splitOf(global, { latitude, longitude, altitude, timeZone }, year, turbidity, diffuse) {
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const column = leap ? new Float64Array(8784).fill(Number.NaN) : global;
  if (leap) {
    column.set(global.subarray(0, 59 * 24));
    column.set(global.subarray(59 * 24), 60 * 24);
  }
  const start = Date.UTC(year, 0, 1) - timeZone * HOUR;
  const iso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
  const { values } = computeColumns(
    {
      lat: latitude,
      lon: longitude,
      parameters: "direct_normal_irradiance,diffuse_horizontal_irradiance",
      frequency: "1_hour",
      start: iso(start),
      end: iso(start + column.length * HOUR),
    },
    {
      start,
      interval: 3600,
      columns: { global_horizontal_irradiance: column, ...(diffuse ? { diffuse_horizontal_irradiance: diffuse } : {}) },
    },
    {
      altitude: Math.max(altitude, 0),
      linkeTurbidity: turbidity,
      gridOffset: (((start % HOUR) + HOUR) % HOUR) / 1000,
    },
  );
  const cut = (of) =>
    leap ? Float64Array.from([...of.subarray(0, 59 * 24), ...of.subarray(60 * 24)]) : Float64Array.from(of);
  return { direct: cut(values.direct_normal_irradiance), diffuse: cut(values.diffuse_horizontal_irradiance) };
}

/** Sum over the whole days, of the rows where `among` is a number. */
export function sumOver(column, days, among = column) {
  let sum = 0;
  for (const day of days) {
    for (let row = day * 24; row < day * 24 + 24; row++) {
      if (among[row] >= 0 && column[row] >= 0) sum += column[row];
    }
  }
  return sum;
}
