/**
 * Answers of other services, and frames of pandas, as JSON: each is written as the table that the same service gives as CSV, and read by
 * the reader of tables, with its rules for names, units, labels and zones.
 */
import { NotWeatherError, WeatherError } from "../series.js";
import type { ReaderOptions, ReadResult } from "./format.js";
import { type Dictionary, isDictionary } from "./rows/csv-rows.js";
import { isTime, isTimeName } from "./table/time-columns.js";
import type { WeatherText } from "./text.js";
import { timestamped } from "./timestamped.js";

/** Lines before the header, names, rows. */
interface Table {
  readonly head?: readonly string[];
  readonly names: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

const KINDS: readonly ((value: Dictionary) => Table | undefined)[] = [
  openMeteo,
  power,
  recordsIn,
  split,
  columnsByTime,
];

/** @throws WeatherError as the reader of tables, and for JSON of another kind */
export async function readJsonTable(value: unknown, options: ReaderOptions): Promise<ReadResult> {
  const { file, ...rest } = options;
  const table = tableOf(value, file);
  try {
    return await timestamped.read(textOf(table), rest);
  } catch (cause) {
    // Lines are those of the table, which nobody has seen.
    if (!(cause instanceof WeatherError)) throw cause;
    throw new WeatherError(cause.message.replace(/^line \d+: /, ""), { file });
  }
}

function tableOf(value: unknown, file: string | undefined): Table {
  if (Array.isArray(value)) {
    const places = value.filter((one) => isDictionary(one) && isDictionary(one.hourly ?? one.minutely_15));
    if (places.length > 1) {
      throw new WeatherError(`the file has ${places.length} places: ask for one at a time`, { file });
    }
    return tableOf(places[0] ?? { data: value }, file);
  }
  const found = isDictionary(value) ? KINDS.map((kind) => kind(value)).find((table) => table !== undefined) : undefined;
  if (found !== undefined) return found;
  const keys = isDictionary(value) ? Object.keys(value).slice(0, 8) : [];
  const has = keys.length === 0 ? "" : ` with ${keys.map((key) => JSON.stringify(key)).join(", ")}`;
  throw new NotWeatherError(
    `JSON of an unknown kind${has}: read are responses of this service (start_times, end_times, values), PVGIS, Open-Meteo, ` +
      "NASA POWER, Solcast, and records with a time, as pandas writes them",
    { file },
  );
}

/** `{ latitude, …, hourly: { time: […], shortwave_radiation: […] }, hourly_units: { … } }`. */
function openMeteo(value: Dictionary): Table | undefined {
  const key = ["minutely_15", "hourly"].find((name) => isLight(value[name])) ?? "hourly";
  const { time, ...columns } = arraysOf(value[key]);
  if (time === undefined) return undefined;
  const units = value[`${key}_units`];
  const unitOf = (name: string) => (isDictionary(units) && typeof units[name] === "string" ? ` (${units[name]})` : "");
  const isUnix = time.every((at) => typeof at === "number");
  const names = Object.keys(columns);
  const { latitude, longitude, elevation, utc_offset_seconds: offset } = value;
  return {
    head: [
      "latitude,longitude,elevation,utc_offset_seconds",
      [latitude, longitude, elevation, isUnix ? 0 : offset].join(),
    ],
    names: ["time", ...names.map((name) => name + unitOf(name))],
    rows: time.map((at, row) => [at, ...names.map((name) => columns[name]![row])]),
  };
}

function isLight(value: unknown): boolean {
  return isDictionary(value) && Object.keys(value).some((name) => /radiation|irradiance/.test(name));
}

function arraysOf(value: unknown): { [name: string]: readonly unknown[] } {
  const entries = isDictionary(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])));
}

/** `{ geometry, properties: { parameter: { ALLSKY_SFC_SW_DWN: { "2024060100": 0, … } } }, header, parameters }`. */
function power({ properties, geometry, header, parameters }: Dictionary): Table | undefined {
  const table = isDictionary(properties) && isDictionary(properties.parameter) && columnsByTime(properties.parameter);
  if (!table) return undefined;
  const [longitude, latitude, altitude] = (isDictionary(geometry) && (geometry.coordinates as number[])) || [];
  const { time_standard: standard, fill_value: fill } = isDictionary(header) ? header : {};
  const unitOf = (name: string) => {
    const about = isDictionary(parameters) ? parameters[name] : undefined;
    return isDictionary(about) && typeof about.units === "string" ? ` (${about.units})` : "";
  };
  return {
    head: [
      `Dates (month/day/year): in ${standard === "LST" ? "LST" : "UTC"}`,
      `Location: latitude ${latitude} longitude ${longitude}`,
      `elevation = ${altitude} meters`,
      `missing: ${fill ?? -999}`,
    ],
    names: [standard === "LST" ? "time" : "time (UTC)", ...table.names.slice(1).map((name) => name + unitOf(name))],
    rows: table.rows,
  };
}

/** Of Solcast, of pandas with `orient="records"` or `"table"`: the only array of objects. */
function recordsIn(value: Dictionary): Table | undefined {
  const found = Object.values(arraysOf(value)).filter((items) => items.length > 0 && items.every(isDictionary));
  const records = found[0] as readonly Dictionary[] | undefined;
  if (records === undefined) return undefined;
  const names = Object.keys(records[0]!);
  const isStamp = (name: string) =>
    typeof records[0]![name] === "string" || isTimeName(name) ? isTime(String(records[0]![name]), undefined) : false;
  return !names.some(isStamp) ? undefined : { names, rows: records.map((record) => names.map((name) => record[name])) };
}

/** pandas with `orient="split"`. */
function split(value: Dictionary): Table | undefined {
  const { columns, index, data } = arraysOf(value);
  if (columns === undefined || index === undefined || data === undefined) return undefined;
  return { names: ["time", ...columns.map(String)], rows: data.map((row, k) => [index[k], ...(row as unknown[])]) };
}

/** pandas by default: columns of values by time; with `orient="index"` times of values by column. */
function columnsByTime(value: Dictionary): Table | undefined {
  const outer = Object.keys(value);
  const inner = outer.map((key) => value[key]);
  if (outer.length === 0 || !inner.every(isDictionary)) return undefined;
  const isTimes = (keys: readonly string[]) => keys.length > 0 && keys.every((key) => isTime(key, undefined));
  if (isTimes(outer)) {
    const names = Object.keys(inner[0]!);
    return { names: ["time", ...names], rows: outer.map((time, k) => [time, ...names.map((name) => inner[k]![name])]) };
  }
  const times = Object.keys(inner[0]!);
  return isTimes(times)
    ? { names: ["time", ...outer], rows: times.map((time) => [time, ...inner.map((column) => column[time])]) }
    : undefined;
}

const HEAD = 65_536;
/** Rows of a block. */
const BLOCK = 1000;

function textOf({ head = [], names, rows }: Table): WeatherText {
  const lines = [...head, ...[names, ...rows].map((cells) => cells.map(cellOf).join(","))];
  const blocks: string[] = [];
  for (let row = 0; row < lines.length; row += BLOCK) blocks.push(`${lines.slice(row, row + BLOCK).join("\n")}\n`);
  let first = 1;
  while (first < blocks.length && blocks.slice(0, first).join("").length < HEAD) first++;
  const give = async function* () {
    yield* blocks;
  };
  return { file: undefined, head: blocks.slice(0, first).join(""), blocks: give(), close: async () => {} };
}

function cellOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? `"${value.replaceAll('"', '""').replace(/\s+/g, " ")}"` : "";
}
