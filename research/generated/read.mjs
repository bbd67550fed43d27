/** Measured years as 8760 hours on a clock of the place. */
import { readFileSync } from "node:fs";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A year of a site: hourly means of global irradiance and, where there is one, temperature. Where the file's hours are centred
 * on full hours, the clock is set back by half an hour, so that they begin with the hour.
 */
export function readYear(path, site) {
  const text = readFileSync(path, "utf8");
  const format = text.startsWith("# Site:") ? ameriflux : text.startsWith(",Year") ? pvdeg : nsrdb;
  const rows = format(text, site);
  const { year, phase } = rows;
  const clock = site.timeZone - phase / HOUR;
  const global = new Float64Array(8760);
  const temperature = new Float64Array(8760);
  const counts = new Float64Array(8760);
  for (const { start, ghi, air } of rows.values) {
    const row = rowOf(start + clock * HOUR, year);
    if (row < 0 || !(ghi > -100)) continue;
    global[row] += Math.max(ghi, 0);
    temperature[row] += air;
    counts[row]++;
  }
  for (let row = 0; row < 8760; row++) {
    global[row] /= counts[row];
    temperature[row] /= counts[row];
  }
  const missing = global.filter((value) => !(value >= 0)).length;
  fillGaps(global);
  fillGaps(temperature);
  return { ...rows.place, timeZone: clock, year, global, temperature, missing };
}

/** Hour of a year without 29 February; a UTC year's end runs into its beginning. −1 on the leap day. */
function rowOf(local, year) {
  const inYear = new Date(local);
  const month = inYear.getUTCMonth();
  const date = inYear.getUTCDate();
  if (month === 1 && date === 29) return -1;
  const shown = inYear.getUTCFullYear();
  if (Math.abs(shown - year) > 1) return -1;
  return (Date.UTC(2005, month, date) - Date.UTC(2005, 0, 1)) / HOUR + inYear.getUTCHours();
}

/** Mean of the same hour within five days before and after. */
function fillGaps(column) {
  const given = column.slice();
  for (let row = 0; row < column.length; row++) {
    if (!Number.isNaN(given[row])) continue;
    const near = [];
    for (let day = -5; day <= 5; day++) {
      const value = given[(row + day * 24 + 8760) % 8760];
      if (!Number.isNaN(value)) near.push(value);
    }
    column[row] = near.length > 0 ? near.reduce((sum, value) => sum + value, 0) / near.length : 0;
  }
}

function nsrdb(text, site) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const head = lines[0].split(",");
  const place = lines[1].split(",");
  const of = (name) => Number(place[head.indexOf(name)]);
  const names = lines[2].split(",");
  const column = (name) => names.indexOf(name);
  const [year, month, day, hour, minute, ghi, air] = [
    "Year",
    "Month",
    "Day",
    "Hour",
    "Minute",
    "GHI",
    "Temperature",
  ].map(column);
  const zone = of("Time Zone");
  const values = lines.slice(3).map((line) => {
    const cells = line.split(",").map(Number);
    const centre = Date.UTC(cells[year], cells[month] - 1, cells[day], cells[hour], cells[minute]) - zone * HOUR;
    return { start: centre - HOUR / 2, ghi: cells[ghi], air: cells[air] };
  });
  return {
    values,
    year: Number(lines[3].split(",")[year]),
    phase: ((values[0].start % HOUR) + HOUR) % HOUR,
    place: { latitude: of("Latitude"), longitude: of("Longitude"), altitude: of("Elevation") },
    site,
  };
}

/** Typical year on local standard time: months keep their own years, which are put on one. */
function pvdeg(text, site) {
  const [head, ...lines] = text.trim().split("\n");
  const names = head.split(",");
  const [month, day, hour, minute, ghi, air] = ["Month", "Day", "Hour", "Minute", "ghi", "temp_air"].map((name) =>
    names.indexOf(name),
  );
  const values = lines.map((line) => {
    const cells = line.split(",");
    const local = Date.UTC(2005, cells[month] - 1, cells[day], cells[hour], cells[minute] - 30);
    return { start: local - site.timeZone * HOUR, ghi: Number(cells[ghi]), air: Number(cells[air]) };
  });
  const { latitude, longitude, altitude } = site;
  return { values, year: 2005, phase: 0, place: { latitude, longitude, altitude } };
}

function ameriflux(text, site) {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.startsWith("TIMESTAMP_START"));
  const names = lines[first].split(",");
  const [stamp, ghi, air] = ["TIMESTAMP_START", "SW_IN", "TA"].map((name) => names.indexOf(name));
  const values = lines
    .slice(first + 1)
    .filter((line) => line.startsWith(String(site.year)))
    .map((line) => {
      const cells = line.split(",");
      const [, y, mo, d, h, mi] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(cells[stamp]).map(Number);
      const value = (k) => (Number(cells[k]) > -9990 ? Number(cells[k]) : Number.NaN);
      return { start: Date.UTC(y, mo - 1, d, h, mi) - site.timeZone * HOUR, ghi: value(ghi), air: value(air) };
    });
  const { latitude, longitude, altitude } = site;
  return { values, year: site.year, phase: 0, place: { latitude, longitude, altitude } };
}

export { DAY, HOUR };
