// The clear sky that the service would have given at a station's clear minutes, whatever model and turbidity are the default: rows of the
// accuracy table.
import { rowsOver, stationOf } from "../lib/results.mjs";
import { clearRows, readComponents, readStation } from "./stations.mjs";

const MINUTE = 60_000;
/** The measured column, and that of the answer. */
const COLUMNS = {
  ghi: ["global_horizontal_irradiance", "global_clear_sky_irradiance"],
  dni: ["direct_normal_irradiance", "clear_sky_dni"],
  dhi: ["diffuse_horizontal_irradiance", "clear_sky_dhi"],
};

/** @param {(file: string) => Promise<any>} load modules of a build */
export async function servedRows(files, load) {
  const { createEngine } = await load("node/index.js");
  const engine = await createEngine();
  const stations = [];
  for (const file of files)
    stations.push({ ...stationOf(file, "clear-sky"), errors: await errorsAt(file, engine, load) });
  await engine.close();
  return Object.entries(COLUMNS).flatMap(([name, [quantity]]) =>
    rowsOver(
      {
        source: "clear-sky",
        quantity,
        resolution: "1_minute",
        unit: "%",
        note: "steps of 1 to 15 minutes, as measured",
      },
      stations.map(({ errors, ...station }) => ({ ...station, ...errors[name] })),
    ),
  );
}

async function errorsAt(file, engine, load) {
  const { computeColumns } = await load("index.js");
  const station = await readStation(file, load);
  const { latitude, longitude, altitude, series } = await readComponents(file, load);
  const ghi = { global_horizontal_irradiance: series.columns.global_horizontal_irradiance };
  const context = { ...(await engine.context(latitude, longitude)), altitude };
  const query = { lat: latitude, lon: longitude, frequency: "1_minute", parameters: COLUMNS.ghi[1] };
  const extra = [COLUMNS.dni[1], COLUMNS.dhi[1]];
  const found = computeColumns(query, { ...series, columns: ghi }, { ...context, extra });
  const values = { ...found.values, ...found.extra };
  const rows = await clearRows(station, load);
  const minutes = Math.round((station.interval * 1000) / MINUTE);
  const errors = Object.entries(COLUMNS).map(([name, [, column]]) => {
    const served = rows.time.map((middle) => {
      const first = Math.round((middle - found.start) / MINUTE - minutes / 2);
      return values[column].subarray(first, first + minutes).reduce((sum, value) => sum + value, 0) / minutes;
    });
    return [name, errorsOf(served, rows[name])];
  });
  return Object.fromEntries(errors);
}

/** In % of the measured mean. */
function errorsOf(got, truth) {
  const n = truth.length;
  const mean = truth.reduce((sum, value) => sum + value, 0) / n;
  const errors = got.map((value, i) => value - truth[i]);
  const bias = errors.reduce((sum, error) => sum + error, 0) / n;
  const rmse = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / n);
  return { n, bias: (100 * bias) / mean, rmse: (100 * rmse) / mean, mean };
}
