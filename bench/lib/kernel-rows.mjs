// 2,048 rows of a sun over a year and the sky under it, on columns a cache line apart from whole pages: what the kernels
// are timed on, filled by the models themselves.
import { family } from "./engine.mjs";
import { ALTITUDE, LATITUDE, LONGITUDE, uniform, YEAR } from "./requests.mjs";

export const ROWS = 2048;

/** The model row kernels by family, and the columns. */
export async function kernelRows() {
  const [sun, air, sky, split, plane, tracking, shading, pv] = await Promise.all(
    ["solar-position", "atmosphere", "clear-sky", "decomposition", "transposition", "tracking", "shading", "pv"].map(
      family,
    ),
  );
  const models = { ...sun, ...air, ...sky, ...split, ...plane, ...tracking, ...shading, ...pv };
  return { models, columns: fill(models) };
}

function columnsOf(names) {
  const stride = Math.ceil(ROWS / 512) * 512 + 8;
  const buffer = new Float64Array(names.length * stride);
  return Object.fromEntries(names.map((name, k) => [name, buffer.subarray(k * stride, k * stride + ROWS)]));
}

function fill(models) {
  const c = columnsOf(
    (
      "time east north up distance extra elevation zenith azimuth airmass absolute turbidity clearGhi clearDni clearDhi kt " +
      "fraction ghi dni dhi rotation cosIncidence cosTilt circumsolar isotropic band line visible aboveLine skyView bandView " +
      "poa temperature wind power out out2 out3 zero one"
    ).split(" "),
  );
  const random = uniform(11);
  const start = Date.UTC(YEAR, 0, 1);
  const site = models.prepareSunSite(LATITUDE, LONGITUDE, ALTITUDE);
  // Whole days 17 days apart: every season, and nights in turn with days, as in the chain.
  for (let i = 0; i < ROWS; i++) c.time[i] = start + Math.floor(i / 96) * 17 * 86_400_000 + (i % 96) * 900_000;
  models.sunVectorRows(0, ROWS, c.time, site, c.east, c.north, c.up, c.distance);
  models.refractVectorRows(0, ROWS, c.east, c.north, c.up, 943.2, 12);
  models.elevationRows(0, ROWS, c.east, c.north, c.up, c.elevation);
  models.azimuthRows(0, ROWS, c.east, c.north, c.azimuth);
  models.extraterrestrialRows(0, ROWS, c.distance, models.SOLAR_CONSTANT, c.extra);
  c.one.fill(1);
  c.turbidity.fill(3);
  for (let i = 0; i < ROWS; i++) {
    c.zenith[i] = 90 - c.elevation[i];
    c.kt[i] = random();
    c.temperature[i] = 30 * random();
    c.wind[i] = 6 * random();
  }
  models.kastenYoungRows(0, ROWS, c.zenith, c.airmass);
  for (let i = 0; i < ROWS; i++) c.absolute[i] = c.airmass[i] * 0.93;
  models.ineichenRows(
    0,
    ROWS,
    c.up,
    c.absolute,
    c.turbidity,
    models.altitudeConstants(ALTITUDE),
    c.extra,
    false,
    c.clearGhi,
    c.clearDni,
    c.clearDhi,
  );
  models.erbsRows(0, ROWS, c.kt, c.fraction);
  for (let i = 0; i < ROWS; i++) {
    c.ghi[i] = c.kt[i] * c.extra[i] * Math.max(c.up[i], 0);
    c.dhi[i] = c.fraction[i] * c.ghi[i];
    c.dni[i] = c.up[i] > 0.02 ? (c.ghi[i] - c.dhi[i]) / c.up[i] : 0;
    c.poa[i] = 1.1 * c.ghi[i];
  }
  models.horizontalTrackerRows(0, ROWS, c.east, c.up, 45, 0.3, true, c.rotation);
  models.cosIncidenceTrackerRows(0, ROWS, c.east, c.up, c.rotation, c.cosIncidence, c.cosTilt);
  return Object.assign(c, { site });
}
