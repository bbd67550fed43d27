// Runs beside metered power, hour by hour, as `learnPower` takes them: power of our chain under the run, and under the clear sky.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { skyAt } from "irradiance-engine/climatology";
import { clearSkyOn } from "irradiance-engine/internal/series";
import { learnSystem } from "irradiance-engine/meter";
import { yieldSeries } from "irradiance-engine/yield";

const HOUR = 3_600_000;
const KELVIN = 273.15;

/** Places and planes as found from the light alone; their power beside the capacity is not known. */
const ROOFS = [
  { roof: 1, altitude: 595, surfaceTilt: 36, surfaceAzimuth: 38 },
  { roof: 2, altitude: 602, surfaceTilt: 35, surfaceAzimuth: 327 },
  { roof: 3, altitude: 951, surfaceTilt: 21, surfaceAzimuth: 31 },
];
const [LATITUDE, LONGITUDE] = [-35.3, 149.1];

/** @param folder with gefcom_roof1_2012-04_2013-06.csv.gz and its sisters @returns rows in W of a system of 1 kWp */
export async function gefcomCases(folder) {
  const cases = [];
  for (const { roof, altitude, ...plane } of ROOFS) {
    const table = readTable(`${folder}/gefcom_roof${roof}_2012-04_2013-06.csv.gz`);
    const { place, linkeTurbidity } = await skyAt({ latitude: LATITUDE, longitude: LONGITUDE, altitude });
    const weather = {
      // Stamps are the ends of hours.
      start: Date.parse(table.time_utc[0]) - HOUR,
      global: table.ghi_run_w_m2,
      temperature: table.t2m_k.map((kelvin) => kelvin - KELVIN),
      wind: table.u10_m_s.map((u, k) => Math.hypot(u, table.v10_m_s[k])),
    };
    const rows = rowsOf(weather, { ...place, altitude, linkeTurbidity }, { planes: [{ ...plane, kwp: 1 }], dcAcRatio: 1 });
    cases.push({
      name: `roof ${roof}`,
      rows: {
        ...rows,
        fields: {
          cloudCover: table.cloud_cover,
          humidity: table.relative_humidity_pct.map((percent) => percent / 100),
          cloudWater: table.tclw_kg_m2,
          cloudIce: table.tciw_kg_m2,
          temperature: weather.temperature,
        },
      },
      measured: table.power_of_capacity.map((share) => 1000 * share),
      limit: 1000,
    });
  }
  return cases;
}

/**
 * g09 of the meters: the plane from clear days before the runs began, as `learnSystem` finds it; its unit is not known, and taken as W.
 *
 * @param folder with g09-trondheim-A-60min.csv.gz and g09-weather-run-15min.csv.gz
 */
export async function trondheimCase(folder) {
  const meter = readTable(`${folder}/g09-trondheim-A-60min.csv.gz`);
  const run = readTable(`${folder}/g09-weather-run-15min.csv.gz`);
  const { place, linkeTurbidity, climate } = await skyAt({ latitude: 63.42, longitude: 10.39, altitude: 50 });
  const [first, start] = [Date.parse(meter.time_utc[0]), Date.parse(run.time_utc[0])];
  const length = Math.round((Date.parse(meter.time_utc.at(-1)) - first) / HOUR) + 1;
  const power = new Float64Array(length).fill(Number.NaN);
  meter.time_utc.forEach((time, k) => {
    power[Math.round((Date.parse(time) - first) / HOUR)] = meter.pv[k];
  });
  const before = power.slice(0, (start - first) / HOUR).map((watts) => watts / 1000);
  const { system } = learnSystem(
    { start: first, step: HOUR, power: before },
    { ...place, linkeTurbidity, temperature: climate.temperature },
  );
  const planes = system.planes.map((plane) => ({
    ...{ surfaceTilt: plane.tilt, surfaceAzimuth: plane.azimuth, kwp: plane.power },
  }));
  const count = Math.floor(run.time_utc.length / 4);
  const hourly = (column) => Float64Array.from({ length: count }, (_, k) => mean(column.subarray(4 * k, 4 * k + 4)));
  const [direct, diffuse] = [hourly(run.direct), hourly(run.diffuse)];
  const temperature = hourly(run.t1000).map((kelvin) => kelvin - KELVIN);
  const weather = { start, global: direct.map((light, k) => light + diffuse[k]), direct, diffuse, temperature };
  const system2 = { planes, losses: 0, dcAcRatio: 1 };
  const rows = rowsOf(weather, { ...place, linkeTurbidity }, system2);
  const from = (start - first) / HOUR;
  return {
    name: "Trondheim",
    planes,
    rows: { ...rows, fields: { cloudCover: hourly(run.cloud).map((percent) => percent / 100), temperature } },
    snow: hourly(run.snow_cm),
    measured: Float64Array.from({ length: count }, (_, k) => power[from + k] ?? Number.NaN),
    limit: 1000 * planes.reduce((sum, plane) => sum + plane.kwp, 0),
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param weather start (Unix ms) and hourly columns: global, temperature, wind, and where there are some direct, diffuse (W/m², horizontal), snow (mm) */
export function rowsOf(weather, place, system) {
  const { start, global, temperature, wind } = weather;
  const { latitude, longitude, linkeTurbidity } = place;
  const sky = clearSkyOn({ start, step: HOUR, count: global.length }, place, linkeTurbidity);
  const air = { temperature, ...(wind && { wind_speed: wind }) };
  const context = { altitude: place.altitude, linkeTurbidity };
  const powerOf = (columns) =>
    yieldSeries({ start, interval: 3600, columns: { ...air, ...columns }, place }, system, { context }).columns.ac.map(
      (power) => Math.max(0, power),
    );
  return {
    ...{ start, step: HOUR, latitude, longitude },
    chain: powerOf({
      global_horizontal_irradiance: global,
      ...(weather.direct && { direct_horizontal_irradiance: weather.direct, diffuse_horizontal_irradiance: weather.diffuse }),
      ...(weather.snow && { snow_depth: weather.snow }),
    }),
    clear: powerOf({
      global_horizontal_irradiance: sky.global,
      direct_normal_irradiance: sky.beam,
      diffuse_horizontal_irradiance: sky.diffuse,
    }),
  };
}

/** Columns by name, as numbers; times stay text. */
export function readTable(file) {
  const [head, ...lines] = gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n");
  const cells = lines.map((line) => line.split(","));
  return Object.fromEntries(
    head.split(",").map((name, k) => {
      const column = cells.map((row) => row[k]);
      const isText = name === "time_utc" || name === "run";
      return [name, isText ? column : Float64Array.from(column, (cell) => (cell === "" ? Number.NaN : Number(cell)))];
    }),
  );
}
