/** GET /v1/climate/tmy and amy, POST /v1/climate/import/monthly: a year in the local time of its place. */

import {
  type ClimateQuery,
  type ClimateRequest,
  type EndpointPath,
  parseClimateRequest,
  parseMonthlyImport,
  unmodelled,
} from "irradiance-engine/contract";
import { DAY_SECONDS } from "irradiance-engine/shared";
import { actualYear, importedYear, preparedYear, typicalYear, type Year } from "../../answers/climate/climate-year.js";
import { chosenHorizon } from "../../answers/horizon.js";
import type { PlaceData } from "../../answers/places.js";
import { groundOf } from "../../answers/site-altitude.js";
import type { Service } from "../../service.js";
import type { ApiRequest, Endpoint, Task } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { extendedMeta, knownQuery, unknownKeyNotices } from "../query.js";
import { priceOf } from "./price.js";

/** Seconds: a climate does not change from one hour to the next. */
const HOURS = 8784;
const MINUTES = 60 * HOURS;

export function climateEndpoints(service: Service): readonly Endpoint[] {
  return [
    { method: "GET", path: "climate/tmy", parse: (asked) => yearTask(service, "tmy", asked) },
    { method: "GET", path: "climate/amy", parse: (asked) => yearTask(service, "amy", asked) },
    { method: "POST", path: "climate/import/monthly", parse: (asked) => importTask(service, asked) },
  ];
}

function yearTask(service: Service, endpoint: "tmy" | "amy", asked: ApiRequest): Task {
  const { query, now } = asked;
  const climateTime = service.settings["climate-time"];
  const path = `climate/${endpoint}` as const;
  const request = parseClimateRequest(knownQuery(path, query) as unknown as ClimateQuery, {
    endpoint,
    now,
    climateTime,
  });
  const price = service.settings[endpoint === "tmy" ? "cost-climate" : "cost-year"];
  return climateTask(service, path, asked, request, price, (ground, signal) =>
    endpoint === "tmy"
      ? typicalYear(service, request, ground, asked, signal)
      : actualYear(service, request, ground, asked, signal),
  );
}

function importTask(service: Service, asked: ApiRequest): Task {
  const { query, body, now } = asked;
  const climateTime = service.settings["climate-time"];
  const path = "climate/import/monthly";
  const { request, monthly } = parseMonthlyImport(knownQuery(path, query) as Partial<ClimateQuery>, body, {
    now,
    climateTime,
  });
  const price = service.settings["cost-climate"];
  return climateTask(service, path, asked, request, price, async (ground) =>
    importedYear(service, request, monthly, ground),
  );
}

type FindYear = (ground: PlaceData, signal: AbortSignal) => Promise<Year>;

/** @throws HttpError 400 for values without a model */
function climateTask(
  service: Service,
  path: EndpointPath,
  { query, caller, now }: ApiRequest,
  request: ClimateRequest,
  price: number,
  find: FindYear,
): Task {
  const gap = unmodelled(request);
  if (gap) throw new HttpError("invalid_parameter", gap.message, { parameter: gap.parameter });
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const rows = request.frequency === "1_hour" ? HOURS : MINUTES;
  return {
    place: request,
    cost: priceOf(service.settings, price),
    values: rows * (request.parameters.length + 2),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices(path, query),
    async prepare(signal) {
      const ground = await groundOf(service, request, now, signal);
      const year = await find(ground, signal);
      return { ...preparedYear(service, year, { ground, horizon, extended, rows }), maxAge: DAY_SECONDS };
    },
  };
}
