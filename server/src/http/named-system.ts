/** Requests, and lines of requests, for a system that the account stores: place, and system or plane, are those stored under the name. */
import type { Notice } from "irradiance-engine";
import { type EndpointPath, QUERY_KEYS, YIELD_SYSTEM_KEYS } from "irradiance-engine/internal/contract";
import { readDescription } from "irradiance-engine/internal/yield";
import type { PvSystem } from "irradiance-engine/system";
import type { StoredSystem, StoredSystems } from "../accounts/systems.js";
import type { Service } from "../service.js";
import { accessOf, type Caller } from "./callers.js";
import type { Endpoint, Query } from "./endpoint.js";
import { HttpError, invalidParameter } from "./errors.js";

const SYSTEM_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Paths below /v1/systems, which are no systems. */
const RESERVED: readonly string[] = ["learn"];

/** Endpoints that a stored system may be named to. */
const OF_SYSTEMS = /^(?:yield|forecast\/.*|observation\/.*)$/;
const PLANE_KEYS = ["surface_tilt", "surface_azimuth", "tracking_mode"];

/** In messages. */
const NAME_FORM = `1 to 64 letters, digits and . _ -, the first a letter or digit, and not ${RESERVED.join(", ")}`;

/** @param key what messages call it @throws HttpError 400 */
export function checkSystemName(key: string, name: unknown): string {
  if (typeof name === "string" && SYSTEM_NAME.test(name) && !RESERVED.includes(name)) return name;
  const got = JSON.stringify(String(name).slice(0, 60));
  throw invalidParameter(key, `parameter "${key}" must be the name of a system (${NAME_FORM}), got ${got}`);
}

/** The account whose systems these are, and where they are. @throws HttpError 403 */
export function systemsOf({ accounts }: Pick<Service, "accounts">, caller: Caller) {
  const { account } = accessOf(caller, "stored systems");
  // Whoever has an account is at a server that stores them.
  return { account, systems: accounts.systems as StoredSystems };
}

/** @throws HttpError 403, 404 */
export async function ownSystem(service: Pick<Service, "accounts">, caller: Caller, name: string) {
  const { account, systems } = systemsOf(service, caller);
  // Whatever a path may have is not asked of a database: PostgreSQL refuses some characters.
  const found = SYSTEM_NAME.test(name) ? await systems.find(account, name) : undefined;
  if (found !== undefined) return found;
  throw new HttpError("unknown_system", "this account stores no system of this name", { parameter: "system" });
}

/** What a system is stored with beside its place. */
export interface SystemDescription {
  readonly altitude?: number | "auto";
  readonly horizon?: string | readonly number[];
  /** As `readSystem` reads it. */
  readonly system: unknown;
}

interface Meaning {
  /** Of endpoints that take one. */
  readonly system: unknown;
  readonly notices: readonly Notice[];
}

export interface NamedSystem extends Meaning {
  /** Without the name, and with what it stands for. */
  readonly query: Query;
}

interface Standing extends Meaning {
  /** What the query has by the name. */
  readonly stands: { readonly [key: string]: string };
  /** Characters of what is stored. */
  readonly size: number;
}

/** @returns undefined: the query names none, or the endpoint takes none, and says so @throws HttpError 400, 403, 404 */
export async function namedSystem(
  service: Pick<Service, "accounts">,
  caller: Caller,
  { path, method }: Pick<Endpoint, "path" | "method">,
  { system: asked, ...query }: Query,
): Promise<NamedSystem | undefined> {
  if (asked === undefined || !OF_SYSTEMS.test(path)) return undefined;
  const name = checkSystemName("system", asked);
  if (method === "POST" && keysOf(path).includes("kwp")) {
    throw invalidParameter("system", 'parameter "system" needs GET: the body of a POST is a system of its own');
  }
  const { stands, system, notices } = standing(path, query, await ownSystem(service, caller, name));
  return { query: { ...query, ...stands }, system, notices };
}

/**
 * For the lines of one request, whose `system` is a name or a description: each name is looked up once, and means the same in all of them.
 *
 * @returns a function that throws HttpError 400, 403, 404
 */
export function namedSystems(service: Pick<Service, "accounts">, caller: Caller) {
  const found = new Map<string, StoredSystem>();
  return async (path: EndpointPath, query: Query, asked: unknown): Promise<Standing> => {
    if (typeof asked !== "string") return { stands: {}, system: asked, notices: [], size: 0 };
    const name = checkSystemName("system", asked);
    const one = found.get(name) ?? (await ownSystem(service, caller, name));
    found.set(name, one);
    return standing(path, query, one);
  };
}

function keysOf(path: string): readonly string[] {
  return QUERY_KEYS[path as EndpointPath];
}

/** @throws HttpError 400 for what the query has, too */
function standing(path: string, query: Query, found: StoredSystem): Standing {
  const { name, description } = found;
  const { system, ...more } = JSON.parse(description) as SystemDescription;
  const [known, size] = [keysOf(path), description.length];
  const place = placeOf(found, more, known);
  if (known.includes("kwp")) {
    refuseTwice(query, [...Object.keys(place), ...YIELD_SYSTEM_KEYS], name);
    return { stands: place, system, notices: [], size };
  }
  const read = readDescription(system);
  const plane = onlyPlane(read);
  refuseTwice(query, [...Object.keys(place), ...(plane === undefined ? [] : PLANE_KEYS)], name);
  const isLeftOut = plane === undefined && query.surface_tilt === undefined && query.tracking_mode === undefined;
  const notices = [...(isLeftOut ? [severalPlanes(name)] : []), ...(hasShade(read) ? [withoutShade(name)] : [])];
  return { stands: { ...place, ...plane }, system: undefined, notices, size };
}

function hasShade({ scene, shade, planes }: PvSystem): boolean {
  return scene !== undefined || shade !== undefined || planes.some((plane) => plane.shade !== undefined);
}

function withoutShade(name: string): Notice {
  const message =
    `what stands near system ${name} is left out here: values with shading are behind the horizon line alone; ` +
    "/v1/yield, /v1/forecast/pv and /v1/observation/pv have its shade";
  return { code: "shade", message };
}

/** As a query has it, as far as the endpoint takes it. */
function placeOf(
  { latitude, longitude }: StoredSystem,
  more: Omit<SystemDescription, "system">,
  known: readonly string[],
): Standing["stands"] {
  const all = Object.entries({ lat: latitude, lon: longitude, ...more });
  return Object.fromEntries(all.filter(([key]) => known.includes(key)).map(([key, value]) => [key, String(value)]));
}

/** Of a system with one plane that a query can describe. */
function onlyPlane({ planes }: PvSystem): Standing["stands"] | undefined {
  const [plane, ...others] = planes;
  const { surfaceTilt = 0, surfaceAzimuth, trackingMode = "none", tracker } = plane!;
  if (others.length > 0 || tracker !== undefined) return undefined;
  if (trackingMode !== "none") return { tracking_mode: trackingMode };
  const azimuth = surfaceAzimuth === undefined ? {} : { surface_azimuth: String(surfaceAzimuth) };
  return { surface_tilt: String(surfaceTilt), ...azimuth };
}

function severalPlanes(name: string): Notice {
  const message =
    `system ${name} has several planes, or one that no query describes: the light is on a horizontal plane; ` +
    "surface_tilt and surface_azimuth ask for another";
  return { code: "planes", message };
}

/** @throws HttpError 400 */
function refuseTwice(query: Query, keys: readonly string[], name: string): void {
  const twice = keys.find((key) => query[key] !== undefined);
  if (twice === undefined) return;
  throw invalidParameter(twice, `parameter "${twice}" must be left out with system=${name}, which has it`);
}
