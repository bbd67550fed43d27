/** GET and POST /v1/yield: what a PV system yields in a typical year or in years of history. */
import { DAY_SECONDS } from "irradiance-engine/shared";
import { parseYieldRequest, type YieldRequest } from "irradiance-engine/yield";
import { chosenHorizon } from "../../answers/horizon.js";
import { prepareYield } from "../../answers/yield/yield-answer.js";
import type { Service } from "../../service.js";
import type { ApiRequest, Endpoint, ObservationQuery, Task } from "../endpoint.js";
import { extendedMeta, knownQuery, unknownKeyNotices } from "../query.js";
import { priceOf } from "./price.js";

const HOURS_OF_A_YEAR = 8784;

export function yieldEndpoints(service: Service): readonly Endpoint[] {
  return [
    { method: "GET", path: "yield", parse: (asked) => yieldTask(service, asked, undefined) },
    { method: "POST", path: "yield", parse: (asked: ApiRequest) => yieldTask(service, asked, asked.body ?? null) },
  ];
}

/** Also for the requests of a batch, and the sites of a job. @param system the body's; undefined: the query has it */
export function yieldTask(service: Service, asked: ObservationQuery, system: unknown): Task {
  const { query, now, caller } = asked;
  const request = parseYieldRequest(knownQuery("yield", query), { now, system });
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const { lat, lon } = request;
  return {
    place: { lat, lon },
    cost: costOf(service, request),
    values: yearsOf(request) * HOURS_OF_A_YEAR * (request.system.planes.length + 1),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices("yield", query),
    async prepare(signal) {
      return { ...(await prepareYield(service, asked, { request, horizon, extended }, signal)), maxAge: DAY_SECONDS };
    },
  };
}

/** Micro-tokens: a yield costs what the weather costs that it is made of. */
function costOf({ settings }: Service, request: YieldRequest): number {
  if (request.weather === "typical") return priceOf(settings, settings["cost-climate"]);
  return priceOf(settings, yearsOf(request) * settings["cost-year"]);
}

function yearsOf({ startYear, endYear }: YieldRequest): number {
  return startYear === undefined ? 1 : endYear! - startYear + 1;
}
