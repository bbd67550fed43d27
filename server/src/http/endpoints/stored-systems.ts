/** /v1/systems: PUT stores a system of the account under a name, with its place; GET and DELETE have it again, and GET lists them. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoredSystem } from "../../accounts/systems.js";
import { wireTime } from "../../answers/wire.js";
import type { Service } from "../../service.js";
import type { Caller } from "../callers.js";
import { type Query, weakTag } from "../endpoint.js";
import { Departure, HttpError } from "../errors.js";
import { admit, type Doing, type Handler, refuseSuspended } from "../exchange.js";
import { matchesTag } from "../headers.js";
import { sendJson } from "../jobs/create.js";
import { objectOf, refuseOthers } from "../line-object.js";
import { checkSystemName, ownSystem, type SystemDescription, systemsOf } from "../named-system.js";
import { visitOf } from "../visit.js";
import { yieldTask } from "./systems.js";

const SYSTEMS_PATH = "/v1/systems";
/** Bytes of a system, as JSON. */
const MOST_BYTES = 32 * 1024;
const READ = ["GET", "HEAD"];
/** Whoever has it asks whether it changed. */
const KEEPING = "private, max-age=0";

export function systemRoutes(service: Service) {
  const admission = (doing: Doing) => (request: FastifyRequest, reply: FastifyReply) =>
    admit(service, request, reply, doing);
  const [reads, writes] = [admission("reads"), admission("writes")];
  const one = `${SYSTEMS_PATH}/:name`;
  return [
    { url: SYSTEMS_PATH, method: READ, handler: listOf(service), admission: reads },
    { url: one, method: READ, handler: lookOf(service), admission: reads },
    { url: one, method: ["PUT"], handler: storageOf(service), admission: writes, bodyLimit: MOST_BYTES },
    { url: one, method: ["DELETE"], handler: removalOf(service), admission: writes },
  ];
}

function listOf(service: Service): Handler {
  return async (request, reply) => {
    const { account, systems } = systemsOf(service, callerOf(request));
    const found = await systems.list(account);
    return sendTagged(service, request, reply, { systems: found.map(briefly) });
  };
}

function lookOf(service: Service): Handler {
  return async (request, reply) =>
    sendTagged(service, request, reply, wireSystem(await ownSystem(service, callerOf(request), nameOf(request))));
}

function storageOf(service: Service): Handler {
  return async (request, reply) => {
    const { now } = visitOf(request);
    const caller = callerOf(request);
    const { account, systems } = systemsOf(service, caller);
    const name = checkSystemName("name", nameOf(request));
    const described = await checkedSystem(
      service,
      caller,
      request.body,
      new Departure(reply.raw, service.settings.deadline * 1000),
      now,
    );
    const storage = await systems.store(
      { account, name, created: now, changed: now, ...described },
      caller.limits.systems,
    );
    if (storage === "gone") refuseSuspended({ isSuspended: true });
    if (storage === "too-many") {
      throw new HttpError("too_many_systems", `this account stores ${caller.limits.systems} systems, the most allowed`);
    }
    if (storage === "new") reply.code(201).header("Location", `${SYSTEMS_PATH}/${name}`);
    return sendJson(service, request, reply, wireSystem(await ownSystem(service, caller, name)));
  };
}

function removalOf(service: Service): Handler {
  return async (request, reply) => {
    const caller = callerOf(request);
    const { account, name } = await ownSystem(service, caller, nameOf(request));
    await systemsOf(service, caller).systems.remove(account, name);
    return reply.code(204).header("Cache-Control", "no-store").send();
  };
}

function callerOf(request: FastifyRequest): Caller {
  return visitOf(request).caller as Caller;
}

function nameOf({ params }: FastifyRequest): string {
  return (params as { readonly name: string }).name;
}

/** As a yield at the place reads it. @throws HttpError 400, RequestError */
async function checkedSystem(
  service: Service,
  caller: Caller,
  body: unknown,
  departure: Departure,
  now: number,
): Promise<Pick<StoredSystem, "latitude" | "longitude" | "description">> {
  const { lat, lon, altitude, horizon, system = null, ...others } = objectOf(body, "the body");
  refuseOthers(others, "the body has an unknown key");
  const query = { lat, lon, altitude, horizon } as unknown as Query;
  try {
    const task = yieldTask(service, { query, now, caller }, system);
    await departure.unlessEnded(Promise.resolve(task.lookUp?.(departure.signal)));
    const { lat: latitude, lon: longitude } = task.place!;
    return { latitude, longitude, description: JSON.stringify({ altitude, horizon, system }) };
  } finally {
    departure.over();
  }
}

function briefly({ name, latitude, longitude, created, changed }: StoredSystem) {
  return { name, lat: latitude, lon: longitude, created: wireTime(created), changed: wireTime(changed) };
}

function wireSystem(stored: StoredSystem) {
  return { ...briefly(stored), ...(JSON.parse(stored.description) as SystemDescription) };
}

function sendTagged(service: Service, request: FastifyRequest, reply: FastifyReply, value: object): FastifyReply {
  const tag = weakTag(value);
  reply.headers({ ETag: tag, "Cache-Control": KEEPING });
  if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  return sendJson(service, request, reply, value, KEEPING);
}
