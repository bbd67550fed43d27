/** The doors that the operator has opened (`--doors`): their routes, and the form of their refusals. */
import type { FastifyInstance } from "fastify";
import type { Service } from "../../service.js";
import type { DoorName } from "../../settings.js";
import { otherKeyNotices, type Query } from "../endpoint.js";
import { asHttpError, Departure, HttpError } from "../errors.js";
import { checkKeys, type Handler, VARY } from "../exchange.js";
import { refuse } from "../refuse.js";
import { visitOf } from "../visit.js";
import type { Door, DoorAnswer, DoorRoute } from "./door.js";
import { forecastSolar } from "./forecast-solar/index.js";
import { openMeteo } from "./open-meteo/index.js";
import { ownHttp, withoutKey } from "./ours.js";
import { pvgis } from "./pvgis/index.js";
import { solcast } from "./solcast/index.js";

/** Where each is. The client of forecast.solar drops any prefix. */
const DOORS: { readonly [name in DoorName]: readonly [prefix: string, door: Door] } = {
  solcast: ["/solcast", solcast],
  "forecast-solar": ["", forecastSolar],
  "open-meteo": ["/open-meteo", openMeteo],
  pvgis: ["/pvgis", pvgis],
};

/** Characters of a part of a path: the planes of a roof are one. */
export const LONGEST_PART = 1000;

interface DoorsOptions {
  readonly service: Service;
}

export async function doors(app: FastifyInstance, { service }: DoorsOptions): Promise<void> {
  for (const name of new Set(service.settings.doors)) {
    const [prefix, door] = DOORS[name];
    await app.register(async (scope) => openDoor(scope, service, door), { prefix });
  }
}

function openDoor(scope: FastifyInstance, service: Service, door: Door): void {
  scope.setErrorHandler((thrown, request, reply) =>
    refuse(service, thrown, request, reply, (error, { now }) => {
      const seconds = Number(error.headers["retry-after"] ?? error.headers["Retry-After"]);
      const body = door.refusal(inTheirWords(error, door), Number.isNaN(seconds) ? undefined : now + 1000 * seconds);
      return [door.statusOf?.(error) ?? error.status, JSON.stringify(body)];
    }),
  );
  if (scope.prefix !== "") {
    scope.setNotFoundHandler(() => {
      throw new HttpError("unknown_path", "nothing found there");
    });
  }
  for (const route of door.routes) {
    scope.route({ url: route.url, method: route.method, handler: handlerOf(scope, service, route) });
  }
}

/** Programs show this to people who cannot send a header. */
function inTheirWords(error: HttpError, { keyAt }: Door): HttpError {
  if (error.code !== "invalid_key") return error;
  return new HttpError(error.code, `missing or invalid API key: ${keyAt}`, { headers: error.headers });
}

/** A request that no endpoint of ours is asked for is not counted: it costs no more than a path that there is not. */
function handlerOf(app: FastifyInstance, service: Service, route: DoorRoute): Handler {
  return async (request, reply) => {
    const { now } = visitOf(request);
    const departure = new Departure(reply.raw, service.settings.deadline * 1000);
    reply.headers({ ...VARY, "Cache-Control": "no-store" });
    checkKeys(request.query as Query);
    const { key, query, params } = withoutKey(request, route);
    const own = ownHttp(app, request, key, departure.signal);
    try {
      const asked = { params, query, body: request.body, now, ours: own.ask };
      const { body, contentType, headers, notices } = await departure.unlessEnded(route.answer(asked));
      departure.throwIfEnded();
      const ignored = route.keys === undefined ? [] : otherKeyNotices(route.keys, query);
      own.note([...ignored.map(({ message }) => message), ...(notices ?? [])]);
      const bytes = bytesOf(body);
      service.unsent.add(reply.raw, bytes.byteLength);
      return reply
        .code(200)
        .headers({ ...own.headers(), ...headers, "Content-Type": contentType ?? "application/json; charset=utf-8" })
        .send(bytes);
    } catch (thrown) {
      reply.headers(own.headers());
      departure.end(thrown); // and all that is still asked
      throw asHttpError(thrown);
    } finally {
      departure.over();
    }
  };
}

function bytesOf(body: DoorAnswer["body"]): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return Buffer.from(JSON.stringify(body));
}
