/** POST /v1/systems/learn: a meter's file in, all that it shows of its system out, as `irradiance learn --report` writes it; nothing is stored. */
import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";
import { parseLearnRequest, withPlaceZone } from "irradiance-engine/internal/contract";
import { learntSystem, MOST_METER_BYTES } from "../../answers/learnt-system.js";
import type { Service } from "../../service.js";
import type { ApiRequest, Task } from "../endpoint.js";
import { knownQuery, momentary, priceOf, unknownKeyNotices } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { exchangeOf, type Handler } from "../exchange.js";
import { withMeterBody } from "../meter-body.js";

const LEARN_PATH = "systems/learn";

const MIB = 1_048_576;
/** A table is packed to about a tenth, and its work is that of the whole. */
const PACKED = 10;

/** Micro-tokens: by the MiB that has begun, as most of the work is per row. */
function costOf({ settings }: Service, file: Uint8Array): number {
  const isPacked = file[0] === 0x1f && file[1] === 0x8b;
  return priceOf(settings, settings["cost-learn"] * Math.ceil(((isPacked ? PACKED : 1) * file.length) / MIB));
}

function learnTask(service: Service, { query, body }: ApiRequest): Task {
  const known = withPlaceZone(knownQuery(LEARN_PATH, query), service.places.zoneAt);
  const request = parseLearnRequest(known);
  const file = body as Uint8Array;
  if (file.length === 0) throw new HttpError("invalid_body", "the body must be the meter's file, got nothing");
  return {
    place: request,
    cost: costOf(service, file),
    values: 0,
    csv: false,
    notices: unknownKeyNotices(LEARN_PATH, query),
    prepare: async () => momentary((call) => learntSystem(service, request, file, call)),
  };
}

interface LearnRouteOptions {
  readonly service: Service;
  readonly onRequest: onRequestAsyncHookHandler;
}

/** A file of any kind is taken, whatever its client calls it, and read as it comes in. */
export async function learnRoutes(app: FastifyInstance, { service, onRequest }: LearnRouteOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  const exchange = exchangeOf({ method: "POST", path: LEARN_PATH, parse: learnTask }, service);
  const handler: Handler = (request, reply) =>
    withMeterBody(request, service.meters, (file) => exchange(Object.assign(request, { body: file }), reply));
  app.route({ url: `/v1/${LEARN_PATH}`, method: "POST", bodyLimit: MOST_METER_BYTES, handler, onRequest });
}
