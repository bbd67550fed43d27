/** GET /v1/observation/realtime, training and historical: the archive's history. */
import { type Endpoint as Name, type ObservationRequest, parseObservationRequest, tokenCost } from "irradiance-engine";
import { withPlaceZone } from "irradiance-engine/contract";
import { MICRO } from "../../accounts/accounts.js";
import type { Service } from "../../service.js";
import type { Endpoint, ObservationAsked, Task } from "../endpoint.js";
import { knownQuery } from "../query.js";
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

/** Also for the requests of a batch, and the sites of a job. */
export function observationTask(service: Service, name: Name, asked: ObservationAsked): Task {
  const { now } = asked;
  const path = `observation/${name}` as const;
  const query = withPlaceZone(knownQuery(path, asked.query), service.places.zoneAt);
  const grace = service.settings["window-grace"] * SECONDS_IN_A_MINUTE;
  const request = parseObservationRequest(query as never, { endpoint: name, now, grace });
  const cost = costOf(service, name, request);
  const maxAge = name === "realtime" ? untilQuarter(now) : HOUR;
  return seriesTask(service, asked, { path, request, purpose: "history", cost, maxAge });
}

/** Micro-tokens: the engine's own sum, at the price of the settings. */
function costOf({ settings }: Service, name: Name, request: ObservationRequest): number {
  if (name === "realtime") return Math.round(settings["cost-realtime"] * MICRO);
  const years = tokenCost(name, request) / 200;
  return Math.round(years * settings["cost-year"] * MICRO);
}
