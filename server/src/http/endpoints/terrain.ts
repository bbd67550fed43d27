/** GET /v1/horizon and GET /v1/altitude: the ground around a place. */

import { parsePlaceRequest } from "irradiance-engine/contract";
import { DAY_SECONDS } from "irradiance-engine/shared";
import { chosenHorizon, horizonLine } from "../../answers/horizon.js";
import { ATTRIBUTION } from "../../answers/places.js";
import type { RenderedAnswer } from "../../answers/render.js";
import { groundOf, siteAltitude } from "../../answers/site-altitude.js";
import type { Service } from "../../service.js";
import type { ApiRequest, Endpoint, Task } from "../endpoint.js";
import { knownQuery, unknownKeyNotices } from "../query.js";
import { jsonAnswer } from "./json-answer.js";

/** Seconds: the ground does not change. */
const DEGREES = Array.from({ length: 360 }, (_, degree) => degree);

export function terrainEndpoints(service: Service): readonly Endpoint[] {
  return [
    { method: "GET", path: "horizon", isFree: true, parse: (asked) => horizonTask(service, asked) },
    { method: "GET", path: "altitude", isFree: true, parse: (asked) => altitudeTask(service, asked) },
  ];
}

function horizonTask(service: Service, { query, caller }: ApiRequest): Task {
  const place = parsePlaceRequest(knownQuery("horizon", query));
  const choice = chosenHorizon(service, "auto", caller);
  const look = async () => {
    const line = await horizonLine(service, choice, place.lat, place.lon);
    const elevation = line.profile
      ? Array.from(line.profile, (angle) => Math.min(89, Math.round(angle)))
      : DEGREES.map(() => 0);
    return { value: { azimuth: DEGREES, elevation }, notices: line.notices };
  };
  return placeTask(place, unknownKeyNotices("horizon", query), async () => ({ identity: "line", look }));
}

function altitudeTask(service: Service, { query, now }: ApiRequest): Task {
  const place = parsePlaceRequest(knownQuery("altitude", query));
  return placeTask(place, unknownKeyNotices("altitude", query), async (signal) => {
    const ground = await groundOf(service, place, now, signal);
    const { altitude, notices } = siteAltitude(ground);
    const owed = ground.remarks.filter(({ code }) => code === ATTRIBUTION);
    const value = { altitude: Math.round(altitude * 10) / 10 };
    return { identity: altitude, look: async () => ({ value, notices: [...notices, ...owed] }) };
  });
}

interface Look {
  /** What the answer depends on beside the place. */
  readonly identity: unknown;
  readonly look: () => Promise<{ value: object; notices: RenderedAnswer["notices"] }>;
}

function placeTask(
  place: { readonly lat: number; readonly lon: number },
  notices: Task["notices"],
  plan: (signal: AbortSignal) => Promise<Look>,
): Task {
  return {
    place,
    cost: 0,
    values: 0,
    csv: false,
    notices,
    async prepare(signal) {
      const { identity, look } = await plan(signal);
      return {
        identity: [place.lat, place.lon, identity],
        maxAge: DAY_SECONDS,
        async render({ encoding }) {
          const { value, notices: remarks } = await look();
          return jsonAnswer(value, encoding, { notices: remarks });
        },
      };
    },
  };
}
