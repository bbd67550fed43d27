/** GET /v1/observation/realtime, training and historical: the archive's history. */
import { type Endpoint as Name, type ObservationRequest, parseObservationRequest, tokenCost } from "irradiance-engine";
import { outputGrid } from "irradiance-engine/contract";
import { MICRO } from "../../accounts/accounts.js";
import { findWeather } from "../../compute/weather.js";
import type { Service } from "../../service.js";
import type { Asked, Endpoint, Task } from "../endpoint.js";
import { extendedMeta, unknownKeyNotices } from "../query.js";
import { chosenHorizon } from "./horizon-choice.js";
import { prepareSeries } from "./series.js";

const NAMES: readonly Name[] = ["realtime", "training", "historical"];
const SECONDS_IN_A_MINUTE = 60;
const QUARTER = 900_000;
/** Seconds for which the past is taken not to change. */
const HOUR = 3600;

export function observationEndpoints(service: Service): readonly Endpoint[] {
  return NAMES.map((name) => ({
    method: "GET",
    path: `observation/${name}`,
    parse: (asked) => observationTask(service, name, asked),
  }));
}

/** Also for the requests of a batch. */
export function observationTask(service: Service, name: Name, { query, now, caller }: Asked): Task {
  const { settings } = service;
  const grace = settings["window-grace"] * SECONDS_IN_A_MINUTE;
  const request = parseObservationRequest(query as never, { endpoint: name, now, grace });
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const grid = outputGrid(request.start as number, request.end as number, request.frequency);
  return {
    place: request,
    cost: costOf(service, name, request),
    values: grid.count * (request.parameters.length + 2),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices(`observation/${name}`, query),
    async prepare(signal) {
      const wish = {
        purpose: "history",
        place: { latitude: request.lat, longitude: request.lon },
        period: { start: grid.start, end: grid.start + grid.count * grid.interval * 1000 },
        parameters: request.parameters,
        synthetic: caller.access === undefined || settings.synthetic,
        now,
      } as const;
      const weather = await findWeather(service.archive, wish, signal);
      const maxAge = name === "realtime" ? Math.ceil((QUARTER - (now % QUARTER)) / 1000) : HOUR;
      return prepareSeries({ service, request, grid, horizon, weather, extended, maxAge });
    },
  };
}

/** Micro-tokens: the engine's own sum, at the price of the settings. */
function costOf({ settings }: Service, name: Name, request: ObservationRequest): number {
  if (name === "realtime") return Math.round(settings["cost-realtime"] * MICRO);
  const years = tokenCost(name, request) / 200;
  return Math.round(years * settings["cost-year"] * MICRO);
}
