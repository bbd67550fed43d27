/** Whole years from files of any format that readWeather knows, and from test reference years of the German weather service. */
import { readFileSync } from "node:fs";
import { readWeather } from "../../dist/data/weather/node.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Place and rows of a file: month, day of the month, hour, GHI, temperature on the clock of the place's meridian. Where hours are
 * centred on full hours, the clock is set back by half an hour, so that they begin with the hour.
 */
export async function rowsOf(path) {
  if (path.endsWith(".dat")) return referenceYear(readFileSync(path, "latin1"));
  const { series } = await readWeather(path);
  const { latitude, longitude, altitude = 0 } = series.place ?? {};
  if (latitude === undefined) throw new Error("the file does not say where it is");
  const start = new Date(series.start).getTime();
  const phase = series.interval === 3600 ? ((start % HOUR) + HOUR) % HOUR : 0;
  const timeZone = Math.round(longitude / 15) - phase / HOUR;
  const { global_horizontal_irradiance: ghi, temperature } = series.columns;
  if (ghi === undefined || temperature === undefined) throw new Error("the file has no irradiance or no temperature");
  const rows = Array.from(ghi, (value, i) => {
    const time = new Date(start + timeZone * HOUR + i * series.interval * 1000);
    const [month, day, hour] = [time.getUTCMonth(), time.getUTCDate(), time.getUTCHours()];
    return { month, day, hour, ghi: value, temperature: temperature[i] };
  });
  return { latitude, longitude, altitude, timeZone, rows };
}

/** A "Testreferenzjahr" of 2010: place in the head in degrees and minutes, then hours in columns. */
function referenceYear(text) {
  const head = /Lage:\s*(\d+)\D+?(\d+)'N.*?(\d+)\D+?(\d+)'O.*?(\d+) Meter/s.exec(text);
  const [degrees, minutes, east, eastMinutes, altitude] = head.slice(1).map(Number);
  const rows = text
    .slice(text.indexOf("***") + 3)
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((cells) => cells.length > 14)
    .map((cells) => ({
      month: cells[2] - 1,
      day: cells[3],
      hour: cells[4] - 1,
      ghi: cells[13] + cells[14],
      temperature: cells[8],
    }));
  return { latitude: degrees + minutes / 60, longitude: east + eastMinutes / 60, altitude, timeZone: 1, rows };
}

/** The 8760 hours of a file; an hour without values has those of the next day that has some. */
export async function hoursOf(path) {
  const { rows, ...place } = await rowsOf(path);
  const [global, temperature, counts] = [0, 0, 0].map(() => new Float64Array(8760));
  for (const { month, day, hour, ghi, temperature: air } of rows) {
    if ((month === 1 && day === 29) || !(ghi > -50) || !Number.isFinite(air)) continue;
    const row = ((Date.UTC(2005, month, day) - Date.UTC(2005, 0, 1)) / DAY) * 24 + hour;
    global[row] += Math.max(ghi, 0);
    temperature[row] += air;
    counts[row]++;
  }
  const missing = counts.filter((count) => count === 0).length;
  if (missing > 300) throw new Error(`${missing} hours are missing`);
  for (let row = 8759; row >= 0; row--) {
    const from = counts[row] > 0 ? row : (row + 24) % 8760;
    global[row] = global[from] / (counts[row] || 1);
    temperature[row] = temperature[from] / (counts[row] || 1);
  }
  return { ...place, global, temperature };
}
