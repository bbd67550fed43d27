// The same in Node, for test_bits.py: `node bits.mjs ASKED IN OUT` computes with the built library; columns as float64, one after the other.
import { readFileSync, writeFileSync } from "node:fs";
import { computeColumns } from "irradiance-engine";
import { skyAt } from "irradiance-engine/climatology";
import { allModels } from "irradiance-engine/models";
import { examineWeather } from "irradiance-engine/weather";
import { yieldOf } from "irradiance-engine/yield";
import { placeContext } from "../../dist/data/climatology/climatology.js";

const [, , asked, input, output] = process.argv;
const { query, names, count, start, interval, place, system } = JSON.parse(readFileSync(asked, "utf8"));
const { buffer, byteOffset } = readFileSync(input);
const values = new Float64Array(buffer.slice(byteOffset, byteOffset + 8 * names.length * count));
const columns = Object.fromEntries(names.map((name, k) => [name, values.subarray(k * count, (k + 1) * count)]));
const series = { start, interval, columns, place };
const { latitude, longitude } = place;
const context = { ...(await placeContext(latitude, longitude, place, {})), registry: allModels };
const found = computeColumns({ lat: latitude, lon: longitude, ...query }, series, context);
const all = Object.values(found.values).filter((column) => column !== null);
writeFileSync(
  output,
  Buffer.concat(all.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength))),
);
const examination = examineWeather(series, { ...(await skyAt(place)), label: "start" });
const { annual, notices } = yieldOf(series, system, { latitude, longitude, context, examination });
console.log(JSON.stringify({ annual, notices: notices.length, verdict: examination.verdict }));
