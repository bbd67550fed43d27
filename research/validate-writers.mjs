// The writers' numbers against JSON.stringify: node research/validate-writers.mjs [COUNT] (npm run build first). COUNT values
// (10 million unless said), for 0 to 6 decimals and for all digits, through writeJson, jsonChunks and writeCsv; each must
// be, digit for digit, JSON.stringify(Math.round(v·10^d)/10^d). Ends with status 1 at the first difference.
import { computeColumns, jsonChunks, writeCsv, writeJson } from "../dist/index.js";
import { randomNumbers } from "../scripts/lib/random.mjs";

const COUNT = Number(process.argv[2] ?? 10_000_000);
const BATCH = 100_000;
const DECIMALS = [0, 1, 2, 3, 4, 5, 6, null];
/** A block of this many kinds of values in turn. */
const KINDS = 10;

const uniform = randomNumbers(20_251);

const bits = new DataView(new ArrayBuffer(8));
/** The next double away from 0 (or towards it). */
function neighbour(value, step) {
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(step));
  return bits.getFloat64(0);
}

const AWKWARD = [
  ...[0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, Number.MAX_VALUE],
  ...[
    1e21, -1e21, 1e-7, -1e-7, 1e-6, 1e20, 999_999_999_999_999_900_000, -0.001, 0.001, 0.00499, -0.00499, 0.005, -0.005,
  ],
  ...[1.005, -1.005, 2.675, -2.675, 8.345, 0.5, -0.5, -0.4999, 1.5, -1.5, 2.5, -2.5, 9999.995, 99_999.995],
  ...[2 ** 31, 2 ** 31 - 1, 2 ** 31 + 1, 2 ** 32, 2 ** 32 - 1, 2 ** 52 + 0.5, 2 ** 53, 2 ** 53 + 2],
].flatMap((value) => [value, -value]);

/** Kind k of value number i: physical sizes, halves of every decimal with their neighbours, limits of 32 bits, and bits at random. */
function value(k, i) {
  const sign = uniform() < 0.4 ? -1 : 1;
  const digits = Math.floor(7 * uniform());
  const half = (Math.floor(uniform() * 10 ** (2 + 4 * uniform())) + 0.5) / 10 ** digits;
  if (k === 0) return 1400 * uniform();
  if (k === 1) return 80 * uniform() - 40;
  if (k === 2) return sign * half;
  if (k === 3) return sign * neighbour(half, 1);
  if (k === 4) return sign * neighbour(half, -1);
  if (k === 5) return (sign * Math.floor(uniform() * 1e7)) / 10 ** digits;
  if (k === 6)
    return sign * neighbour((2 ** 31 + Math.floor(5 * uniform()) - 2) / 10 ** digits, Math.floor(3 * uniform()) - 1);
  if (k === 7) return sign * uniform() * 10 ** (24 * uniform() - 9);
  if (k === 8) return AWKWARD[i % AWKWARD.length];
  bits.setUint32(0, Math.floor(uniform() * 2 ** 32));
  bits.setUint32(4, Math.floor(uniform() * 2 ** 32));
  return bits.getFloat64(0);
}

function expected(v, decimals) {
  return JSON.stringify(decimals === null ? v : Math.round(v * 10 ** decimals) / 10 ** decimals);
}

/** Columns of `count` rows whose temperature can be overwritten: computed ones, for their form. */
function columnsOf(count) {
  const start = Date.UTC(2024, 0, 1);
  const weather = { start, interval: 60, columns: { temperature: new Float64Array(count) } };
  return computeColumns({ lat: 0, lon: 0, parameters: "temperature", frequency: "1_minute" }, weather);
}

function fail(what, v, decimals, got) {
  console.error(`${what}, decimals ${decimals}: ${v} became ${got}, expected ${expected(v, decimals)}`);
  process.exit(1);
}

const decoder = new TextDecoder();
const KEY = '"temperature":[';

function check(columns, decimals) {
  const { temperature } = columns.values;
  const json = writeJson(columns, { decimals });
  const text = decoder.decode(json);
  const from = text.indexOf(KEY) + KEY.length;
  const written = text.slice(from, text.indexOf("]", from)).split(",");
  const rows = decoder.decode(writeCsv(columns, { decimals })).split("\n");
  for (let i = 0; i < columns.count; i++) {
    const want = expected(temperature[i], decimals);
    if (written[i] !== want) fail("writeJson", temperature[i], decimals, written[i]);
    const field = rows[i + 1].split(",")[2];
    if (field !== (want === "null" ? "" : want)) fail("writeCsv", temperature[i], decimals, field);
  }
  if (Buffer.compare(Buffer.concat([...jsonChunks(columns, { decimals })]), json) !== 0) {
    fail("jsonChunks", Number.NaN, decimals, "other bytes than writeJson");
  }
}

const begin = performance.now();
for (let done = 0; done < COUNT; done += BATCH) {
  const count = Math.min(BATCH, COUNT - done);
  const columns = columnsOf(count);
  for (let i = 0; i < count; i++) columns.values.temperature[i] = value(i % KINDS, Math.floor((done + i) / KINDS));
  for (const decimals of DECIMALS) check(columns, decimals);
}
const seconds = ((performance.now() - begin) / 1000).toFixed(0);
console.log(
  `${COUNT.toLocaleString("en")} values × ${DECIMALS.length} roundings: the digits of JSON.stringify (${seconds} s)`,
);
