/** GET /v1/observation/realtime, training and historical: the archive's history. */
import { type Endpoint as Name, type ObservationRequest, parseObservationRequest, tokenCost } from "irradiance-engine";
import { withPlaceZone } from "irradiance-engine/contract";
import type { Service } from "../../service.js";
import type { Endpoint, ObservationAsked, Task } from "../endpoint.js";
import { priceOf } from "./price.js";
import { seriesTask, untilQuarter } from "./series.js";

const NAMES: readonly Name[] = ["realtime", "training", "historical"];
const SECONDS_IN_A_MINUTE = 60;
/** Seconds for which the past is taken not to change. */
const HOUR = 3600;

export function observationEndpoints(service: Service): readonly Endpoint[] {
  return NAMES.map((name) => ({
    method: "GET",
    path: `observation/${name}`,
    parse: (asked) => observationTask(service, name, asked),
  }));
}

/** Also for the requests of a batch, and the sites of a job. @param query of the wire, or one that was read before. */
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
  asked: ObservationAsked,
  request = observationRequest(service, name, asked.query, asked.now),
): Task {
  const path = `observation/${name}` as const;
  const cost = costOf(service, name, request);
  const maxAge = name === "realtime" ? untilQuarter(asked.now) : HOUR;
  return seriesTask(service, asked, { path, request, purpose: "history", cost, maxAge });
}

/** Micro-tokens: the engine's own sum, at the price of the settings. */
function costOf({ settings }: Service, name: Name, request: ObservationRequest): number {
  if (name === "realtime") return priceOf(settings, settings["cost-realtime"]);
  const years = tokenCost(name, request) / 200;
  return priceOf(settings, years * settings["cost-year"]);
}
