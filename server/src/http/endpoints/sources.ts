/** GET /v1/sources: the weather available for a place. */
import { standardTimeOffset } from "irradiance-engine/climatology";
import { parsePlaceRequest } from "irradiance-engine/contract";
import { allowsSynthetic } from "../../answers/context.js";
import { wireOffer } from "../../answers/wire.js";
import type { Service } from "../../service.js";
import type { ApiRequest, Endpoint, Task } from "../endpoint.js";
import { knownQuery, unknownKeyNotices } from "../query.js";
import { jsonAnswer } from "./json-answer.js";

export function sourcesEndpoint(service: Service): Endpoint {
  return { method: "GET", path: "sources", isFree: true, parse: (asked) => sourcesTask(service, asked) };
}

function sourcesTask(service: Service, { query, now, caller }: ApiRequest): Task {
  const { lat, lon } = parsePlaceRequest(knownQuery("sources", query));
  return {
    place: { lat, lon },
    cost: 0,
    values: 0,
    csv: false,
    notices: unknownKeyNotices("sources", query),
    async prepare(signal) {
      const { offers, failures } = await service.archive.survey({ latitude: lat, longitude: lon }, now, { signal });
      return {
        identity: undefined,
        maxAge: 0,
        async render({ encoding }) {
          // What no answer to this key is made of is not offered to it.
          const open = offers.filter((offer) => offer.class !== "synthetic" || allowsSynthetic(service, caller));
          const sources = open.map((offer) => wireOffer(offer, now));
          const unavailable = failures.map(({ source }) => source);
          const time_zone = await standardTimeOffset(lat, lon);
          const time_zone_name = service.places.zoneAt("local", lat, lon);
          return jsonAnswer({ time_zone, time_zone_name, sources, unavailable }, encoding);
        },
      };
    },
  };
}
