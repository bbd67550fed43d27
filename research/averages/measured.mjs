// Measured minutes: the truth is the engine on 1-minute weather, the input are its own hourly and 15-minute means.
import { computeColumns } from "../../dist/index.js";
import { readWeather } from "../../dist/data/weather/node.js";
import { judge } from "./judge.mjs";
import { ALBEDO, PLANES } from "./truth.mjs";

const HOUR = 3_600_000;
const GIVEN = ["global_horizontal_irradiance", "diffuse_horizontal_irradiance"];
const iso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** PATH or PATH@latitude,longitude,altitude, for files that do not say where they were measured. */
export function splitPlace(file) {
  const [, path, latitude, longitude, altitude] = /^(.*)@(-?[\d.]+),(-?[\d.]+),(-?[\d.]+)$/.exec(file) ?? [];
  if (path === undefined) return { path: file };
  return { path, place: { latitude: Number(latitude), longitude: Number(longitude), altitude: Number(altitude) } };
}

export const nameOf = (file) => splitPlace(file).path.replace(/^.*[\\/]/, "");

/** One row per plane: nRMSE of each method (an engine context) from the file's means over `interval` seconds. */
export async function judgeFile(file, interval, methods, models) {
  const { path, place } = splitPlace(file);
  const { series } = await readWeather(path);
  const where = place ?? series.place;
  if (!where) throw new Error(`${path} does not say where it was measured: add @latitude,longitude,altitude`);
  const { latitude, longitude, altitude = 0 } = where;
  const begin = new Date(series.start).getTime();
  const count = Object.values(series.columns)[0].length;
  const query = {
    lat: latitude,
    lon: longitude,
    frequency: interval === 3600 ? "1_hour" : "15_minutes",
    start: iso(Math.ceil(begin / HOUR) * HOUR),
    end: iso(Math.floor((begin + count * series.interval * 1000) / HOUR) * HOUR),
  };
  const context = { altitude, albedo: ALBEDO, models };
  const means = computeColumns({ ...query, parameters: GIVEN.join() }, series, context);
  const weather = { start: means.start, interval, columns: {} };
  for (const name of GIVEN) weather.columns[name] = means.values[name];
  return Object.values(PLANES).map(({ title, query: planeOf, column }) => {
    const plane = { ...query, ...planeOf({ latitude }), parameters: column };
    const on = (given, options) => computeColumns(plane, given, { ...context, ...options }).values[column];
    const truth = on(series, {});
    const known = (values) => values.filter((_, k) => Number.isFinite(truth[k]));
    return [title, ...methods.map((options) => judge(known(truth), known(on(weather, options))).nrmse)];
  });
}
