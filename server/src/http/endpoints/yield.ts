/** GET and POST /v1/yield: what a PV system yields in a typical year or in years of history. */
import { DAY_SECONDS } from "irradiance-engine/shared";
import { parseYieldRequest, YIELD_COLUMNS, type YieldRequest } from "irradiance-engine/yield";
import { chosenHorizon } from "../../answers/horizon.js";
import { prepareYield } from "../../answers/yield/yield-answer.js";
import type { Service } from "../../service.js";
import type { ApiRequest, Endpoint, ObservationQuery, Task } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { extendedMeta, knownQuery, unknownKeyNotices } from "../query.js";
import { lookingUp } from "./look-up.js";
import { priceOf } from "./price.js";

const HOURS_OF_A_YEAR = 8784;
/** A plane and a year take 0.1 s of a thread and 11 MB until the answer is written. */
const MOST_PLANE_YEARS = 100;
/** For the demo key: ten years of a roof with two sides. */
const MOST_DEMO_PLANE_YEARS = 20;

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
  checkSize(request, caller.access === undefined ? MOST_DEMO_PLANE_YEARS : MOST_PLANE_YEARS);
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const lookUp = lookingUp(service, request, caller);
  const { lat, lon } = request;
  return {
    place: { lat, lon },
    cost: costOf(service, request),
    values: valuesOf(request),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices("yield", query),
    lookUp,
    async prepare(signal) {
      await lookUp(signal);
      return { ...(await prepareYield(service, asked, { request, horizon, extended }, signal)), maxAge: DAY_SECONDS };
    },
  };
}

/** Micro-tokens: a yield costs what the weather costs that it is made of. */
function costOf({ settings }: Service, request: YieldRequest): number {
  if (request.weather === "typical") return priceOf(settings, settings["cost-climate"]);
  return priceOf(settings, yearsOf(request) * settings["cost-year"]);
}

/** @throws HttpError 400 for more than a thread should be busy with */
function checkSize(request: YieldRequest, most: number): void {
  const [planes, years] = [request.system.planes.length, yearsOf(request)];
  if (planes * years <= most) return;
  const of = most === MOST_PLANE_YEARS ? "" : " with the demo key";
  const [what, way] =
    planes > most
      ? [`${most} planes in one answer${of}, got ${planes}`, "describe planes of one direction as one"]
      : [
          `${Math.floor(most / planes)} years of ${planes} planes in one answer${of}, got ${years}`,
          "ask for fewer years, or describe planes of one direction as one",
        ];
  throw new HttpError("answer_too_large", `at most ${what}: ${way}`, {
    parameter: planes > most ? "system" : "end_year",
  });
}

/** Those of every hour, or of the light and the power that the sums are made of. */
function valuesOf(request: YieldRequest): number {
  const planes = request.system.planes.length;
  const columns = request.output === "summary" ? planes + 1 : YIELD_COLUMNS.length * (planes > 1 ? planes + 1 : 1);
  return yearsOf(request) * HOURS_OF_A_YEAR * columns;
}

function yearsOf({ startYear, endYear }: YieldRequest): number {
  return startYear === undefined ? 1 : endYear! - startYear + 1;
}
