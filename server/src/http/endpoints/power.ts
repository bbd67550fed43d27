/** GET and POST /v1/forecast/pv: the power of a PV system in the days to come, from the newest run. */

import { withPlaceZone } from "irradiance-engine/contract";
import { HOUR } from "irradiance-engine/shared";
import { type PowerRequest, parsePowerRequest } from "irradiance-engine/yield";
import { preparePower } from "../../answers/forecast/power-answer.js";
import { chosenHorizon } from "../../answers/horizon.js";
import type { Service } from "../../service.js";
import type { Endpoint, ObservationQuery, Task } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { knownQuery, unknownKeyNotices } from "../query.js";
import { lookingUp } from "./look-up.js";
import { priceOf } from "./price.js";
import { untilQuarter } from "./series.js";

const PATH = "forecast/pv";
/** A plane takes 2.6 µs of a thread for each row, and as much again for each quantile (measured: bench/power.mjs). */
const MOST_PLANE_ROWS = 500_000;
/** Power, light and snow of all planes. */
const COLUMNS = 3;

export function powerEndpoints(service: Service): readonly Endpoint[] {
  return [
    { method: "GET", path: PATH, parse: (asked) => powerTask(service, asked, undefined) },
    { method: "POST", path: PATH, parse: (asked) => powerTask(service, asked, asked.body ?? null) },
  ];
}

/** Also for the requests of a batch, and the sites of a job. @param system the body's; undefined: the query has it */
export function powerTask(service: Service, asked: ObservationQuery, system: unknown): Task {
  const { settings, places } = service;
  const { now, caller } = asked;
  // Days are those of the place's clocks, unless others are asked for.
  const query = withPlaceZone({ time_zone: "local", ...knownQuery(PATH, asked.query) }, places.zoneAt);
  const request = parsePowerRequest(query, { now, system, grace: settings["window-grace"] * 60 });
  const { lat, lon, weather, responseFormat } = request;
  const price = weather === "basic" ? settings["cost-forecast-basic"] : settings["cost-forecast-precision"];
  const horizon = chosenHorizon(service, request.horizon, caller);
  const lookUp = lookingUp(service, request, caller);
  return {
    place: { lat, lon },
    cost: priceOf(settings, price),
    values: valuesOf(request),
    csv: responseFormat === "csv",
    notices: unknownKeyNotices(PATH, asked.query),
    lookUp,
    async prepare(signal) {
      await lookUp(signal);
      return { ...(await preparePower(service, asked, { request, horizon }, signal)), maxAge: untilQuarter(now) };
    },
  };
}

/** @throws HttpError 400 for more than a thread should be busy with */
function valuesOf({ start, end, frequency, system, quantiles = [] }: PowerRequest): number {
  const rows = Math.ceil(((end - start) / HOUR) * (frequency === "1_hour" ? 1 : 4)) + 1;
  const planes = system.planes.length;
  if (planes * rows * (1 + quantiles.length) > MOST_PLANE_ROWS) {
    const given = `${planes} planes in ${rows} intervals with ${quantiles.length} quantiles`;
    throw new HttpError(
      "answer_too_large",
      `an answer has at most ${MOST_PLANE_ROWS} intervals of planes, each quantile counted as one more: got ${given}; ask for fewer days ` +
        "or quantiles, or describe planes of one direction as one",
      { parameter: "end" },
    );
  }
  return rows * (COLUMNS + quantiles.length + planes);
}
