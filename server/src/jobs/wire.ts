/** Sites and weather as bytes, without the loss of a bit. */
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { WeatherSeries } from "irradiance-engine";
import { type BulkSite, shareWeather } from "irradiance-engine/bulk";

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);
const FAST = { level: 1 };

/** Of numbers that JSON does not have. */
interface Odd {
  readonly number: string;
}

export async function packSites(sites: readonly BulkSite[]): Promise<Buffer> {
  return pack(JSON.stringify(sites, written), FAST);
}

/** @throws Error for bytes that are not those of `packSites` */
export async function unpackSites(bytes: Uint8Array): Promise<BulkSite[]> {
  return JSON.parse((await unpack(bytes)).toString("utf8"), read);
}

function written(_key: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (typeof value === "number" && !Number.isFinite(value)) return { number: String(value) } satisfies Odd;
  return value;
}

function read(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("number" in value)) return value;
  return Number((value as Odd).number);
}

interface Head {
  readonly series: Omit<WeatherSeries, "columns">;
  readonly names: readonly (keyof WeatherSeries["columns"])[];
}

/** Bytes of the length of the head. */
const LENGTH = 4;

export async function packWeather(weather: WeatherSeries): Promise<Buffer> {
  const { columns, ...series } = shareWeather(weather);
  const entries = Object.entries(columns) as [Head["names"][number], Float64Array][];
  const head = Buffer.from(JSON.stringify({ series, names: entries.map(([name]) => name) } satisfies Head));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(head.length);
  const values = entries.map(([, { buffer, byteOffset, byteLength }]) => Buffer.from(buffer, byteOffset, byteLength));
  return pack(Buffer.concat([length, head, ...values]), FAST);
}

/** @throws Error for bytes that are not those of `packWeather` */
export async function unpackWeather(bytes: Uint8Array): Promise<WeatherSeries> {
  const plain = await unpack(bytes);
  const begin = LENGTH + plain.readUInt32LE();
  const { series, names }: Head = JSON.parse(plain.toString("utf8", LENGTH, begin));
  // In memory of its own: numbers of 8 bytes must lie at multiples of 8.
  const values = new Float64Array(new Uint8Array(plain.subarray(begin)).buffer);
  const count = values.length / names.length;
  const columns = Object.fromEntries(names.map((name, k) => [name, values.subarray(k * count, (k + 1) * count)]));
  return { ...series, columns } as WeatherSeries;
}
