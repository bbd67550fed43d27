/** GET /v1/observation/realtime, training and historical: the archive's history. */

import { type Endpoint as Name, type ObservationRequest, parseObservationRequest, tokenCost } from "irradiance-engine";
import { computedIntervals, withPlaceZone } from "irradiance-engine/contract";
import { HOUR_SECONDS } from "irradiance-engine/shared";
import { endedFinder } from "../../answers/ended-rows.js";
import type { Service } from "../../service.js";
import type { Endpoint, ObservationQuery, Task } from "../endpoint.js";
import { knownQuery } from "../query.js";
import { priceOf } from "./price.js";
import { seriesTask, untilQuarter } from "./series.js";

const NAMES: readonly Name[] = ["realtime", "training", "historical"];
const SECONDS_IN_A_MINUTE = 60;

export function observationEndpoints(service: Service): readonly Endpoint[] {
  return NAMES.map((name) => ({
    method: "GET",
    path: `observation/${name}`,
    parse: (asked) => observationTask(service, name, asked),
  }));
}

/** Also for the requests of a batch, and the sites of a job. @param query known keys, or a request that was read before */
export function observationRequest(
  { places, settings }: Service,
  name: Name,
  query: object,
  now: number,
): ObservationRequest {
  const grace = settings["window-grace"] * SECONDS_IN_A_MINUTE;
  return parseObservationRequest(withPlaceZone(query, places.zoneAt) as never, { endpoint: name, now, grace });
}

export function observationTask(
  service: Service,
  name: Name,
  asked: ObservationQuery,
  request = observationRequest(service, name, knownQuery(`observation/${name}`, asked.query), asked.now),
): Task {
  const path = `observation/${name}` as const;
  const cost = costOf(service, name, request);
  const maxAge = name === "realtime" ? untilQuarter(asked.now) : HOUR_SECONDS;
  // The row that now lies within starts where those that have ended end.
  const ended = computedIntervals(request, asked.now, asked.now + 1).start;
  const find = endedFinder(service.archive, ended);
  return seriesTask(service, asked, { path, request, purpose: "history", cost, maxAge, find });
}

/** Micro-tokens: the engine's own sum, at the price of the settings. */
function costOf({ settings }: Service, name: Name, request: ObservationRequest): number {
  if (name === "realtime") return priceOf(settings, settings["cost-realtime"]);
  const years = tokenCost(name, request) / 200;
  return priceOf(settings, years * settings["cost-year"]);
}
