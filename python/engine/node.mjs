/**
 * What needs Node, for irradiance_engine.node: one question as JSON on the input; on the output one line of JSON, then its columns as float64,
 * one after the other.
 */
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { elevationTiles } from "irradiance-archive";
import { worldYear } from "irradiance-engine/climate";
import { skyAt } from "irradiance-engine/climatology";
import { openTerrain } from "irradiance-engine/terrain";
import { readWeather } from "irradiance-engine/weather/node";
import { isTiles } from "../../dist/data/terrain/files.js";
import { shadingLine } from "../../dist/data/terrain/horizon/rays.js";

/** As Python has it, and its columns. */
function plainSeries({ start, interval, sampling, columns, place }) {
  const given = Object.entries(columns).filter(([, values]) => values !== undefined);
  const names = given.map(([name]) => name);
  const about = { start: Number(new Date(start)), interval, sampling, place: place ?? null, names };
  return { about, columns: given.map(([, values]) => Float64Array.from(values, (value) => value ?? Number.NaN)) };
}

const calls = {
  async weather({ path, examine, options }) {
    const read = { ...options, file: path, examine: examine && skyAt };
    const { series, format, label, typicalYear, notices, examination } = await readWeather(pathToFileURL(path), read);
    const { about, columns } = plainSeries(series);
    const verdict = examination?.verdict ?? null;
    return { answer: { ...about, format, label, typicalYear, notices, verdict }, columns };
  },

  async horizon({ latitude, longitude, dem, projection, options }) {
    // The library finds the package by its name, which has none here.
    const sources = dem.map((one) => (isTiles(one) ? elevationTiles({ tiles: one }) : one));
    const terrain = await openTerrain(sources, projection === null ? {} : { projection });
    try {
      const { profile, covered, notices, attributions } = await terrain.horizon(latitude, longitude, options);
      const altitude = await terrain.altitude(latitude, longitude);
      return {
        answer: { altitude, covered, notices, attributions },
        columns: [Float64Array.from(shadingLine(profile))],
      };
    } finally {
      await terrain.close();
    }
  },

  async climate({ latitude, longitude, options }) {
    const { series, place, notices, sources, expectedError } = await worldYear(latitude, longitude, options);
    const { about, columns } = plainSeries({ ...series, place });
    const attributions = sources.map(({ attribution }) => attribution);
    return { answer: { ...about, notices, attributions, expectedError }, columns };
  },
};

async function answered({ name, asked }) {
  try {
    return await calls[name](asked);
  } catch ({ name: kind, message, code, parameter, file }) {
    return { answer: { fault: { name: kind, message, code, parameter, file } }, columns: [] };
  }
}

const { answer, columns } = await answered(JSON.parse(await text(process.stdin)));
const lengths = columns.map(({ length }) => length);
process.stdout.write(`${JSON.stringify({ ...answer, lengths })}\n`);
for (const column of columns) process.stdout.write(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
