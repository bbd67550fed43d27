// Stations with measured components, and their clear minutes: one mask for all models.
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const RAD = 180 / Math.PI;
/** The measured columns. */
export const COMPONENTS = ["global_horizontal", "direct_normal", "diffuse_horizontal"].map((n) => `${n}_irradiance`);

/** Modules of a build: `(file) => import`. */
export function builtIn(folder) {
  const dist = resolve(folder ?? new URL("../../dist", import.meta.url).pathname);
  return (file) => import(pathToFileURL(`${dist}/${file}`).href);
}

/** Latitude, longitude and altitude written as "46.8,6.9,490". */
function placeOf(text) {
  const [latitude, longitude, altitude] = text.split(",").map(Number);
  return { latitude, longitude, ...(altitude !== undefined && { altitude }) };
}

/** A file's measured components, and where it is: FILE or FILE@LAT,LON,ALT. */
export async function readComponents(argument, load) {
  const [file, at] = argument.split("@");
  const { readWeather } = await load("data/weather/node.js");
  const place = at === undefined ? undefined : placeOf(at);
  const { series } = await readWeather(file, place ? { place } : {});
  const { latitude, longitude, altitude } = place ?? series.place ?? {};
  if (altitude === undefined) throw new Error(`${file} names no place with an altitude: write ${file}@LAT,LON,ALT`);
  const missing = COMPONENTS.filter((name) => series.columns[name] === undefined);
  if (missing.length > 0) throw new Error(`${file} has no ${missing.join(", ")}`);
  const columns = Object.fromEntries(COMPONENTS.map((name) => [name, series.columns[name]]));
  return { name: basename(file), latitude, longitude, altitude, series: { ...series, columns } };
}

/** A station's rows: its components, and the sun in the middle of each. */
export async function readStation(argument, load) {
  const { series, ...station } = await readComponents(argument, load);
  const [ghi, dni, dhi] = COMPONENTS.map((name) => series.columns[name]);
  const { interval } = series;
  const start = typeof series.start === "number" ? series.start : Date.parse(series.start);
  const time = Float64Array.from(ghi, (_, i) => start + (i + 0.5) * interval * 1000);
  const sun = await sunAt(time, station, load);
  return { ...station, interval, rows: { time, ...sun, ghi, dni, dhi } };
}

async function sunAt(time, { latitude, longitude, altitude }, load) {
  const { solarPosition, getExtraRadiation } = await load("physics/models/solar-position/index.js");
  const { alt2pres, getAbsoluteAirmass, getRelativeAirmass } = await load("physics/models/atmosphere/index.js");
  const { pressure } = alt2pres({ altitude });
  const { zenith, apparentZenith } = solarPosition({ time, latitude, longitude, altitude, pressure: pressure[0] });
  const { airmassRelative } = getRelativeAirmass({ zenith: apparentZenith });
  const { airmassAbsolute } = getAbsoluteAirmass({ airmassRelative, pressure: pressure[0] });
  const { dniExtra } = getExtraRadiation({ time });
  return { zenith, apparentZenith, airmassAbsolute, dniExtra };
}

/**
 * Rows of a clear sky, by measurement and Ineichen's model at turbidity 3 alone, so that no judged model chooses its rows:
 * components that close (8 % + 5 W/m², 15 % below 15° of elevation), apparent zenith below 85°, GHI over the model steady
 * within 0.06 over ±30 minutes, DNI 0.6 to 1.6 of the model's, less than 40 % of GHI diffuse.
 */
export async function clearRows({ altitude, interval, rows }, load) {
  const { ineichen } = await load("physics/models/clear-sky/index.js");
  const { ghi, dni, dhi, apparentZenith, airmassAbsolute, dniExtra } = rows;
  const clear = ineichen({ apparentZenith, airmassAbsolute, linkeTurbidity: 3, altitude, dniExtra });
  const n = ghi.length;
  const index = Float64Array.from(ghi, (value, i) =>
    apparentZenith[i] < 85 && clear.ghi[i] > 20 ? value / clear.ghi[i] : Number.NaN,
  );
  const reach = Math.round(1800 / interval);
  const closes = (i) => {
    const sum = dni[i] * Math.cos(apparentZenith[i] / RAD) + dhi[i];
    if (!(ghi[i] > 0 && sum > 50 && dhi[i] <= 1.05 * ghi[i] && dni[i] <= dniExtra[i])) return false;
    return Math.abs(sum - ghi[i]) <= (apparentZenith[i] < 75 ? 0.08 : 0.15) * sum + 5;
  };
  const kept = [];
  for (let i = reach; i < n - reach; i++) {
    if (!(index[i] > 0 && closes(i) && dhi[i] < 0.4 * ghi[i])) continue;
    const beam = dni[i] / clear.dni[i];
    if (beam > 0.6 && beam < 1.6 && isSteady(index, i, reach)) kept.push(i);
  }
  return Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, Float64Array.from(kept, (i) => all[i])]));
}

function isSteady(index, i, reach) {
  let [least, most, known] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let j = i - reach; j <= i + reach; j++) {
    if (!(index[j] >= 0)) continue;
    known++;
    least = Math.min(least, index[j]);
    most = Math.max(most, index[j]);
  }
  return most - least < 0.06 && known >= 0.8 * (2 * reach + 1);
}
