/** Sites and weather as bytes, without the loss of a bit. */
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { WeatherSeries } from "irradiance-engine";
import { type BulkSite, type SiteNote, shareWeather } from "irradiance-engine/bulk";
import { type SentWeather, siteWithSentWeather } from "irradiance-engine/internal/bulk-command";
import type { PartOfSites } from "../background/cut.js";

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);
const FAST = { level: 1 };
/** Bytes of the length of a head. */
const LENGTH = 4;

export type NumberedPart = PartOfSites<BulkSite>;

/** Of numbers that JSON does not have. */
interface Odd {
  readonly number: string;
}

/** What a site has in the place of its file. */
export interface PackedWeather {
  /** Of the whole series; sites of one file have the same. Undefined: it could not be read. */
  readonly bytes: Buffer | undefined;
  /** The series' own, or with the site's altitude. */
  readonly place: WeatherSeries["place"];
  readonly failure: SentWeather["failure"];
  readonly told: readonly SiteNote[];
}

export interface PackedSite extends BulkSite {
  readonly weather_packed?: PackedWeather | undefined;
}

/** Sites, and behind them the weather of single ones: each series once. */
interface SitesHead {
  readonly sites: readonly (BulkSite & { readonly weather_packed?: WireWeather })[];
  /** Lengths. */
  readonly series: readonly number[];
}

interface WireWeather extends Omit<PackedWeather, "bytes"> {
  /** Position in the list of series. */
  readonly series?: number | undefined;
}

export async function packSites(sites: readonly PackedSite[]): Promise<Buffer> {
  const series = new Map<Buffer, number>();
  const listed = sites.map(({ weather_packed: weather, ...site }) => {
    if (weather === undefined) return site;
    const { bytes, ...rest } = weather;
    if (bytes && !series.has(bytes)) series.set(bytes, series.size);
    return { ...site, weather_packed: { ...rest, series: bytes && series.get(bytes) } };
  });
  const head = { sites: listed as SitesHead["sites"], series: [...series.keys()].map(({ length }) => length) };
  const packed = await pack(JSON.stringify(head satisfies SitesHead, written), FAST);
  return Buffer.concat([lengthOf(packed), packed, ...series.keys()]);
}

/** @throws Error for bytes that are not those of `packSites` */
export async function unpackSites(bytes: Buffer): Promise<BulkSite[]> {
  const begin = LENGTH + bytes.readUInt32LE();
  const { sites, series }: SitesHead = JSON.parse((await unpack(bytes.subarray(LENGTH, begin))).toString("utf8"), read);
  const unpacked: WeatherSeries[] = [];
  let at = begin;
  for (const length of series) {
    // On memory that threads share.
    unpacked.push(shareWeather(await unpackWeather(bytes.subarray(at, at + length))));
    at += length;
  }
  return sites.map(({ weather_packed: weather, ...site }) => {
    if (weather === undefined) return site;
    const { series: k, place, failure, told } = weather;
    const own = k === undefined ? undefined : { ...unpacked[k]!, ...(place ? { place } : {}) };
    return siteWithSentWeather(site, { series: own, failure, told });
  });
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt32LE(length);
  return bytes;
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

export async function packWeather(weather: WeatherSeries): Promise<Buffer> {
  const { columns, ...series } = shareWeather(weather);
  const entries = Object.entries(columns) as [Head["names"][number], Float64Array][];
  const head = Buffer.from(JSON.stringify({ series, names: entries.map(([name]) => name) } satisfies Head));
  const values = entries.map(([, { buffer, byteOffset, byteLength }]) => Buffer.from(buffer, byteOffset, byteLength));
  return pack(Buffer.concat([lengthOf(head), head, ...values]), FAST);
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
