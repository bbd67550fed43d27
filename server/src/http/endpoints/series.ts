/** What the tasks of an observation and a forecast have in common. */
import type { ObservationRequest } from "irradiance-engine";
import { computedIntervals, type EndpointPath } from "irradiance-engine/contract";
import { chosenHorizon } from "../../answers/horizon.js";
import { prepareSeries, type SeriesRequest } from "../../answers/series.js";
import type { Service } from "../../service.js";
import type { ObservationQuery, Task } from "../endpoint.js";
import { extendedMeta, unknownKeyNotices } from "../query.js";

const QUARTER = 900_000;

export interface SeriesTask extends Pick<SeriesRequest, "request" | "purpose" | "find"> {
  readonly path: EndpointPath;
  readonly request: ObservationRequest;
  /** Micro-tokens. */
  readonly cost: number;
  /** Seconds for which a client may keep the answer. */
  readonly maxAge: number;
}

/** Seconds to the next quarter of an hour, when newer weather may be there. */
export function untilQuarter(now: number): number {
  return Math.ceil((QUARTER - (now % QUARTER)) / 1000);
}

export function seriesTask(service: Service, asked: ObservationQuery, task: SeriesTask): Task {
  const { path, request, purpose, find, cost, maxAge } = task;
  const extended = extendedMeta(asked.query);
  const horizon = chosenHorizon(service, request.horizon, asked.caller);
  const grid = computedIntervals(request, request.start as number, request.end as number);
  const question = { request, purpose, grid, horizon, extended, find };
  return {
    place: request,
    cost,
    values: grid.count * (request.parameters.length + 2),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices(path, asked.query),
    prepare: async (signal) => ({ ...(await prepareSeries(service, asked, question, signal)), maxAge }),
  };
}
