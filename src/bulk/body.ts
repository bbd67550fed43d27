/** A response as bytes: computed, written, compressed. What a pool's threads do, for callers that do it themselves. */
import { computeColumns } from "../engine/compute.js";
import type { ObservationContext } from "../engine/context.js";
import type { Workspace } from "../engine/workspace.js";
import { writeCsv } from "../observation/csv.js";
import { writeJson } from "../observation/json.js";
import { parseObservationRequest } from "../observation/request.js";
import type { Notice, ObservationColumns, ObservationQuery, ObservationRequest } from "../observation/types.js";
import type { WriteOptions as WriterOptions } from "../observation/write-options.js";
import type { WeatherSeries } from "../weather/series.js";
import { type Encoding, encodeBody } from "./encoding.js";
import type { ResponseBody, WriteOptions } from "./pool-types.js";

export interface BodyOptions {
  readonly context?: ObservationContext | undefined;
  /** Default "identity". */
  readonly encoding?: Encoding | undefined;
  readonly write?: WriteOptions | undefined;
}

/**
 * The body of a response, byte for byte as a pool gives it: for requests that are too small to be worth a thread.
 *
 * @throws as `respond`; RangeError for an encoding that is unknown or that this Node lacks
 */
export function computeBody(
  query: ObservationQuery | ObservationRequest,
  weather: WeatherSeries,
  options: BodyOptions = {},
  workspace?: Workspace,
): ResponseBody {
  const { context = {}, encoding = "identity", write = {} } = options;
  const request = parseObservationRequest(query, context.now === undefined ? {} : { now: context.now });
  const columns = computeColumns(request, weather, context, workspace);
  return writtenBody(columns, request.responseFormat === "csv", { encoding, write, decimals: context.decimals });
}

/** @param after called between writing and compressing: throws when nobody wants the body any more */
export function writtenBody(
  columns: ObservationColumns,
  csv: boolean,
  { encoding, write, decimals }: { encoding: Encoding; write: WriteOptions; decimals: number | null | undefined },
  after: () => void = () => {},
): ResponseBody {
  const options = writerOptions(write, decimals, columns.diagnostics.notices);
  const written = csv ? writeCsv(columns, options) : writeJson(columns, options);
  after();
  return {
    contentType: csv ? "text/csv; charset=utf-8" : "application/json",
    encoding,
    body: encodeBody(written, encoding),
    rows: columns.count,
    columns: Object.values(columns.values).filter((column) => column !== null).length,
    diagnostics: columns.diagnostics,
  };
}

/** Notices among the added members of `meta` are joined by the computation's own: who asks for them wants them all. */
function writerOptions(
  { meta, ...others }: WriteOptions,
  decimals: number | null | undefined,
  notices: readonly Notice[],
): WriterOptions {
  const given = meta?.notices;
  const joined = Array.isArray(given) ? { ...meta, notices: [...given, ...notices] } : meta;
  return { ...others, ...(joined && { meta: joined }), ...(decimals === undefined ? {} : { decimals }) };
}
