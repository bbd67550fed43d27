/** A response as bytes: computed, written and compressed as in a pool's threads, for callers that do it themselves. */
import * as zlib from "node:zlib";
import type { ClimateRequest } from "../../../data/contract/climate/request.js";
import { writeCsv } from "../../../data/contract/observation/csv.js";
import { writeJson } from "../../../data/contract/observation/json.js";
import { parseObservationRequest } from "../../../data/contract/observation/request.js";
import type { WriteOptions as WriterOptions } from "../../../data/contract/observation/response.js";
import type {
  Notice,
  ObservationColumns,
  ObservationQuery,
  ObservationRequest,
} from "../../../data/contract/observation/types.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import { computeColumns } from "../../../engine/compute.js";
import type { Workspace } from "../../../engine/memory/workspace.js";
import type { ObservationContext } from "../../../engine/plan/context.js";
import { shown } from "../../../foundation/text/shown.js";
import { computeClimate } from "../../climate/compute.js";
import { writeClimateCsv, writeClimateJson } from "../../climate/response.js";
import type { ClimateColumns } from "../../climate/year.js";
import type { BodyWriteOptions, Encoding, ResponseBody } from "./types.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Of an answer that is rows of a table. */
export const NO_BODY = { contentType: "", encoding: "identity", body: new Uint8Array() } as const;

/** Functions of Node 22.15 and 23.8 that older versions, and the types of this package, lack. */
const { zstdCompressSync } = zlib as {
  zstdCompressSync?: (bytes: Bytes, options: { params: { [parameter: number]: number } }) => Bytes;
};
/** Of zstd's interface, fixed for all its versions. */
const ZSTD_COMPRESSION_LEVEL = 100;

/**
 * The fastest level of each: a higher one would send less, but the threads limit a server. Times and
 * sizes: bench/encode.mjs.
 */
const ENCODERS: { readonly [encoding in Encoding]?: (bytes: Bytes) => Bytes } = {
  identity: (bytes) => bytes,
  br: (bytes) => zlib.brotliCompressSync(bytes, { params: brotliParameters(bytes.length) }),
  gzip: (bytes) => zlib.gzipSync(bytes, { level: 1 }),
  ...(zstdCompressSync && {
    zstd: (bytes: Bytes) => zstdCompressSync(bytes, { params: { [ZSTD_COMPRESSION_LEVEL]: 1 } }),
  }),
};

const NAMES: readonly Encoding[] = ["identity", "br", "gzip", "zstd"];

/** The encodings that this Node has: all but zstd before 22.15 and in 23.0 to 23.7. @experimental */
export const ENCODINGS: readonly Encoding[] = NAMES.filter((name) => name in ENCODERS);

/**
 * Compresses a body exactly as the threads of a pool do, so that a body made elsewhere has the same bytes.
 * @param bytes text, JSON or CSV; not modified
 * @returns bytes in their own buffer; the given bytes for "identity"
 * @throws TypeError unless `bytes` is a Uint8Array; RangeError for an unknown encoding, or one that this Node lacks
 * @experimental
 */
export function encodeBody(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (!(bytes instanceof Uint8Array))
    throw new TypeError(`encodeBody: bytes must be a Uint8Array, got ${shown(bytes)}`);
  checkEncoding("encodeBody", encoding);
  const encoded = ENCODERS[encoding]!(bytes);
  // zlib returns parts of larger buffers, and posting one to another thread would copy the whole buffer.
  return encoding === "identity" ? encoded : new Uint8Array(encoded);
}

/** @throws RangeError for an unknown encoding, or one that this Node lacks; the message begins with `owner` */
export function checkEncoding(owner: string, encoding: unknown): void {
  if (ENCODINGS.includes(encoding as Encoding)) return;
  if (encoding === "zstd") {
    const needed = "a Node with zstd in node:zlib (22.15, 23.8 or later)";
    throw new RangeError(`${owner}: encoding "zstd" needs ${needed}, this is ${process.version}`);
  }
  const names = NAMES.map((name) => `"${name}"`).join(", ");
  throw new RangeError(`${owner}: encoding must be one of ${names}, got ${shown(encoding)}`);
}

function brotliParameters(size: number): { [parameter: number]: number } {
  return {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 1,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: size,
  };
}

export interface BodyOptions {
  readonly context?: ObservationContext | undefined;
  /** Default "identity". */
  readonly encoding?: Encoding | undefined;
  readonly write?: BodyWriteOptions | undefined;
}

/**
 * The body of a response, byte for byte as a pool gives it: for requests that are too small to be worth a thread.
 * @param query of an observation, or a climate request
 * @throws as `respond` and `computeClimate`; RangeError for an encoding that is unknown or that this Node lacks
 */
export function computeBody(
  query: ObservationQuery | ObservationRequest | ClimateRequest,
  weather: WeatherSeries,
  options: BodyOptions = {},
  workspace?: Workspace,
): ResponseBody {
  const { context = {}, encoding = "identity", write = {} } = options;
  const writing = { encoding, write, decimals: context.decimals };
  if (isClimate(query)) return climateBody(query, weather, context, workspace, writing);
  const request = parseObservationRequest(query, context.now === undefined ? {} : { now: context.now });
  const columns = computeColumns(request, weather, context, workspace);
  return observationBody(columns, request.responseFormat === "csv", writing);
}

export function isClimate(query: ObservationQuery | ObservationRequest | ClimateRequest): query is ClimateRequest {
  const { kind, lat } = (query ?? {}) as unknown as { readonly [key: string]: unknown };
  return kind === "climate-request" && typeof lat === "number";
}

interface Writing {
  readonly encoding: Encoding;
  readonly write: BodyWriteOptions;
  readonly decimals: number | null | undefined;
  /** Called between the steps: throws if the body is no longer wanted. */
  readonly proceed?: () => void;
}

export function observationBody(columns: ObservationColumns, csv: boolean, writing: Writing): ResponseBody {
  return bodyOf(columns, csv, csv ? writeCsv : writeJson, writing);
}

export function climateBody(
  request: ClimateRequest,
  weather: WeatherSeries,
  context: ObservationContext,
  workspace: Workspace | undefined,
  writing: Writing,
): ResponseBody {
  const columns = computeClimate(request, weather, context, workspace);
  writing.proceed?.();
  const csv = request.responseFormat === "csv";
  return bodyOf(columns, csv, csv ? writeClimateCsv : writeClimateJson, writing);
}

type Written<Columns> = (columns: Columns, options: WriterOptions) => Uint8Array<ArrayBuffer>;

function bodyOf<Columns extends ObservationColumns | ClimateColumns>(
  columns: Columns,
  csv: boolean,
  writer: Written<Columns>,
  { encoding, write, decimals, proceed }: Writing,
): ResponseBody {
  const written = writer(columns, writerOptions(write, decimals, columns.diagnostics.notices));
  proceed?.();
  return {
    contentType: csv ? "text/csv; charset=utf-8" : "application/json",
    encoding,
    body: encodeBody(written, encoding),
    rows: columns.count,
    columns: Object.values(columns.values).filter((column) => column !== null).length,
    diagnostics: columns.diagnostics,
  };
}

/** Notices among the added members of `meta` are merged with the computation's own: a caller who adds notices wants all of them. */
function writerOptions(
  { meta, ...others }: BodyWriteOptions,
  decimals: number | null | undefined,
  notices: readonly Notice[],
): WriterOptions {
  const given = meta?.notices;
  const joined = Array.isArray(given) ? { ...meta, notices: [...given, ...notices] } : meta;
  return { ...others, ...(joined && { meta: joined }), ...(decimals === undefined ? {} : { decimals }) };
}
