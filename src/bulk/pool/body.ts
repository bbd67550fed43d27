/** A response as bytes: computed, written and compressed as in a pool's threads, for callers that do it themselves. */
import { computeClimate } from "../../climate/compute.js";
import { writeClimateCsv } from "../../climate/csv.js";
import { writeClimateJson } from "../../climate/json.js";
import type { ClimateColumns } from "../../climate/types.js";
import type { ClimateRequest } from "../../contract/climate/request.js";
import { writeCsv } from "../../contract/observation/csv.js";
import { writeJson } from "../../contract/observation/json.js";
import { parseObservationRequest } from "../../contract/observation/request.js";
import type {
  Notice,
  ObservationColumns,
  ObservationQuery,
  ObservationRequest,
} from "../../contract/observation/types.js";
import type { WriteOptions as WriterOptions } from "../../contract/observation/write-options.js";
import { computeColumns } from "../../engine/compute.js";
import type { Workspace } from "../../engine/memory/workspace.js";
import type { ObservationContext } from "../../engine/plan/context.js";
import type { WeatherSeries } from "../../weather/series.js";
import { type Encoding, encodeBody } from "./encoding.js";
import type { BodyWriteOptions, ResponseBody } from "./types.js";

/** @experimental */
export interface BodyOptions {
  readonly context?: ObservationContext | undefined;
  /** Default "identity". */
  readonly encoding?: Encoding | undefined;
  readonly write?: BodyWriteOptions | undefined;
}

/**
 * The body of a response, byte for byte as a pool gives it: for requests that are too small to be worth a thread.
 *
 * @param query of an observation, or a climate request
 * @throws as `respond` and `computeClimate`; RangeError for an encoding that is unknown or that this Node lacks
 * @experimental
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
