/** PVGIS: PVcalc, seriescalc, tmy and printhorizon, from our yields, observations, years and horizon lines. */

import { HttpError } from "../../errors.js";
import type { Door, DoorAnswer, DoorRequest } from "../door.js";
import { pvCalc } from "./pv-calc.js";
import { TOOLS, type Tool } from "./query.js";
import { printHorizon, typicalYear } from "./resources.js";
import { seriesCalc } from "./series-calc.js";

const ANSWERS: { readonly [tool in Tool]: (asked: DoorRequest) => Promise<object> } = {
  PVcalc: pvCalc,
  seriescalc: seriesCalc,
  tmy: typicalYear,
  printhorizon: printHorizon,
};
const VERSIONS = ["v5_2", "v5_3"];

export const pvgis: Door = {
  name: "pvgis",
  keyAt: "send it in the path: …/pvgis/KEY/api/v5_3/",
  // Its clients can send no key: it may stand in the path.
  routes: [
    { method: "GET", url: "/api/:version/:tool", answer },
    { method: "GET", url: "/:key/api/:version/:tool", key: "key", answer },
  ],
  refusal: (error) => ({ status: statusOf(error), message: error.message }),
  statusOf,
};

/** Of a place without weather PVGIS says 400, as its clients expect. */
function statusOf({ code, status }: HttpError): number {
  return code === "no_weather" || code === "not_yet" ? 400 : status;
}

async function answer(asked: DoorRequest): Promise<DoorAnswer> {
  const { version, tool } = asked.params;
  const known = TOOLS.find((name) => name.toLowerCase() === tool?.toLowerCase());
  if (known === undefined || !VERSIONS.includes(version ?? "")) {
    throw new HttpError(
      "unknown_path",
      `nothing found there: tools of ${VERSIONS.join(" and ")} are ${TOOLS.join(", ")}`,
    );
  }
  return { body: await ANSWERS[known](asked) };
}
