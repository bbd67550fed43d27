/** GET /v1/forecast/basic and precision: the archive's newest run, as it is and corrected by the latest observations. */
import { type ForecastEndpoint, parseForecastRequest, withPlaceZone } from "irradiance-engine/contract";
import { forecastFinder } from "../../answers/forecast/forecast-weather.js";
import type { Service } from "../../service.js";
import type { ApiRequest, Endpoint, Task } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { extendedMeta, knownQuery } from "../query.js";
import { priceOf } from "./price.js";
import { seriesTask, untilQuarter } from "./series.js";

const NAMES: readonly ForecastEndpoint[] = ["basic", "precision"];

export function forecastEndpoints(service: Service): readonly Endpoint[] {
  return NAMES.map((name) => ({
    method: "GET",
    path: `forecast/${name}`,
    parse: (asked) => forecastTask(service, name, asked),
  }));
}

function forecastTask(service: Service, name: ForecastEndpoint, asked: ApiRequest): Task {
  const { settings } = service;
  const { now } = asked;
  const path = `forecast/${name}` as const;
  const query = withPlaceZone(knownQuery(path, asked.query), service.places.zoneAt);
  const grace = settings["window-grace"] * 60;
  const { observation: request, quantiles } = parseForecastRequest(query as never, { endpoint: name, now, grace });
  if (quantiles !== undefined && !extendedMeta(asked.query)) {
    throw new HttpError(
      "invalid_parameter",
      'parameter "quantiles" needs meta=extended, because the quantiles are in meta.quantiles',
      {
        parameter: "quantiles",
      },
    );
  }
  const price = name === "basic" ? settings["cost-forecast-basic"] : settings["cost-forecast-precision"];
  const cost = priceOf(settings, price);
  const find = forecastFinder(service, { endpoint: name, quantiles });
  return seriesTask(service, asked, { path, request, purpose: "forecast", cost, maxAge: untilQuarter(now), find });
}
