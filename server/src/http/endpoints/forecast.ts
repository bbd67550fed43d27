/** GET /v1/forecast/basic and precision: the archive's newest run. */
import { type ForecastEndpoint, outputGrid, parseForecastRequest } from "irradiance-engine/contract";
import { MICRO } from "../../accounts/accounts.js";
import { findWeather } from "../../compute/weather.js";
import type { Service } from "../../service.js";
import type { Asked, Endpoint, Task } from "../endpoint.js";
import { extendedMeta, unknownKeyNotices } from "../query.js";
import { chosenHorizon } from "./horizon-choice.js";
import { prepareSeries } from "./series.js";

const NAMES: readonly ForecastEndpoint[] = ["basic", "precision"];
const QUARTER = 900_000;

export function forecastEndpoints(service: Service): readonly Endpoint[] {
  return NAMES.map((name) => ({
    method: "GET",
    path: `forecast/${name}`,
    parse: (asked) => forecastTask(service, name, asked),
  }));
}

function forecastTask(service: Service, name: ForecastEndpoint, { query, now, caller }: Asked): Task {
  const { settings } = service;
  const grace = settings["window-grace"] * 60;
  const { observation: request } = parseForecastRequest(query as never, { endpoint: name, now, grace });
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const grid = outputGrid(request.start as number, request.end as number, request.frequency);
  const price = name === "basic" ? settings["cost-forecast-basic"] : settings["cost-forecast-precision"];
  return {
    place: request,
    cost: Math.round(price * MICRO),
    values: grid.count * (request.parameters.length + 2),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices(`forecast/${name}`, query),
    async prepare(signal) {
      const wish = {
        purpose: "forecast",
        place: { latitude: request.lat, longitude: request.lon },
        period: { start: grid.start, end: grid.start + grid.count * grid.interval * 1000 },
        parameters: request.parameters,
        synthetic: caller.access === undefined || settings.synthetic,
        now,
      } as const;
      const weather = await findWeather(service.archive, wish, signal);
      const maxAge = Math.ceil((QUARTER - (now % QUARTER)) / 1000);
      return prepareSeries({ service, request, grid, horizon, weather, extended, maxAge });
    },
  };
}
