/** The sun and the columns on which the tests run the stages of clear-sky models. */
import type { Block, Column, Stage } from "../../../src/physics/models/stage.js";

const DEG = Math.PI / 180;
export const SITE = { latitude: 47, longitude: 8, altitude: 1200 };
export const constant = (n: number, value: number) => new Float64Array(n).fill(value);

/** The sun from overhead to below the horizon, densest around it. */
export const zeniths = [0, 20, 45, 60, 75, 85, 88, 89, 89.5, 89.9, 89.99, 89.999, 89.9999, 90, 90.0001, 91, 100, 180];
export const up = Float64Array.from(zeniths, (zenith) => (zenith === 90 ? 0 : Math.cos(zenith * DEG)));
export const airmass = Float64Array.from(zeniths, (zenith) => 1 / (Math.max(Math.cos(zenith * DEG), 0) + 0.026));

/** Runs a clear-sky stage over `zeniths` in blocks of `step` rows, on these columns or the given ones. */
export function runStage(
  stage: Stage,
  columns: { [name in Column]?: Float64Array },
  options: object,
  step: number,
  site = SITE,
) {
  const n = up.length;
  const all = {
    up,
    relativeAirmass: airmass,
    pressure: constant(n, 88000),
    linkeTurbidity: constant(n, 3),
    elevation: Float64Array.from(zeniths, (zenith) => 90 - zenith),
    aerosolOpticalDepth: constant(n, 0.15),
    precipitableWater: constant(n, 1.5),
    extraterrestrialNormal: constant(n, 1361),
    clearGhi: constant(n, -1),
    clearDni: constant(n, -1),
    clearDhi: constant(n, -1),
    ...columns,
  };
  const prepared = stage.prepare(site, options);
  for (let from = 0; from < n; from += step) {
    const block = { from, to: Math.min(from + step, n), first: 0, last: n, columns: all, interval: 60 };
    stage.run(block as unknown as Block, prepared);
  }
  return { ghi: all.clearGhi, dni: all.clearDni, dhi: all.clearDhi };
}
