/** The state in the address, after `#`: a view can be sent to a colleague. Only what differs from the first view stands there. */
import { ENDPOINT_PATHS, endpointOf } from "./endpoints.js";
import { inRuns, outOfRuns } from "./horizon.js";
import {
  DATA_SUBJECTS,
  FIRST,
  firstOf,
  fitted,
  IRRADIANCE_UNITS,
  isEndpoint,
  LANGUAGES,
  ROOF_PLANES,
  ROOF_WEATHERS,
  ROOM_ENDPOINTS,
  ROOMS,
  type RoomName,
  roomOf,
  type State,
  THEMES,
  TRACKING,
  UNITS,
  VIEWS,
  ZONES,
} from "./state.js";

type Reader = (text: string) => unknown;

function number(least: number, most: number): Reader {
  return (text) => {
    const value = Number(text);
    return text.trim() !== "" && value >= least && value <= most ? value : undefined;
  };
}

function oneOf(values: readonly string[]): Reader {
  return (text) => (values.includes(text) ? text : undefined);
}

const text: Reader = (given) => given;
const NAME = /^[a-z][a-z0-9_]*$/;
const FREQUENCIES = [...new Set(ENDPOINT_PATHS.flatMap((path) => endpointOf(path).frequencies))];
const PARAMETERS: ReadonlySet<string> = new Set(ENDPOINT_PATHS.flatMap((path) => endpointOf(path).parameters));

/** How each part is read; undefined: it is left as it is at first. Whether a value is right, the service says. */
const READERS: { readonly [Name in keyof State]: Reader } = {
  room: oneOf(ROOMS),
  language: oneOf(LANGUAGES),
  lat: number(-90, 90),
  lon: number(-180, 180),
  name: text,
  altitude: (given) => (number(-500, 9000)(given) === undefined ? undefined : given),
  roof_plane: oneOf(ROOF_PLANES),
  kwp: number(0.001, 1e9),
  losses: (given) => (number(0, 100)(given) === undefined ? undefined : given),
  dc_ac: (given) => (number(0.1, 10)(given) === undefined ? undefined : given),
  roof_weather: oneOf(ROOF_WEATHERS),
  years: (given) => (/^\d{4}-\d{4}$/.test(given) ? given : undefined),
  system: (given) => (isSystem(given) ? given : undefined),
  endpoint: (given) => (isEndpoint(given) ? given : undefined),
  start: text,
  end: text,
  year: text,
  monthly_ghi: text,
  monthly_temperature: text,
  irradiance_unit: oneOf(IRRADIANCE_UNITS),
  frequency: oneOf(FREQUENCIES),
  parameters: (given) => listOf(given, (name) => PARAMETERS.has(name)),
  surface_tilt: number(0, 90),
  surface_azimuth: number(0, 360),
  tracking_mode: oneOf(TRACKING),
  horizon: (given) => {
    const line = outOfRuns(given);
    return line === "auto" || /^\d+(,\d+){359}$/.test(line) ? line : undefined;
  },
  more: text,
  view: oneOf(VIEWS),
  column: (given) => (PARAMETERS.has(given) ? given : undefined),
  date: (given) => (/^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined),
  zone: oneOf(ZONES),
  units: oneOf(UNITS),
  theme: oneOf(THEMES),
  zoom: (given) =>
    given.split(",").filter((time) => !Number.isNaN(Date.parse(time))).length === 2 ? given : undefined,
  hidden: (given) => listOf(given, (name) => NAME.test(name)),
  pins: text,
  data: oneOf(DATA_SUBJECTS),
};

function listOf(given: string, isKnown: (name: string) => boolean): string[] | undefined {
  const found = given.split(",").filter(isKnown);
  return found.length > 0 ? found : undefined;
}

/** Whether it is JSON of an object; what stands in it, the service checks. */
function isSystem(given: string): boolean {
  try {
    return given === "" || /^\s*\{/.test(JSON.stringify(JSON.parse(given)));
  } catch {
    return false;
  }
}

const NAMES = Object.keys(READERS) as (keyof State)[];

/** One part of a state as an address writes it; undefined where it cannot be read. */
export function readPart(name: keyof State, text: string): unknown {
  return text === String(FIRST[name]) ? FIRST[name] : READERS[name](text);
}

/** The state that an address names. What it does not name, or what cannot be, is as in the first view. */
export function stateOf(hash: string): State {
  const given = partsOf(hash);
  const read = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = given.get(name);
      const found = value === null || (isOfPlace(name) && lacksPlace(hash)) ? undefined : READERS[name](value);
      return found === undefined ? [] : [[name, found]];
    }),
  );
  const state: State = { ...firstOf({ ...FIRST, ...read }), room: roomOfLink(given), ...read };
  return "endpoint" in read ? { ...state, room: roomWith(state) } : state;
}

/** A link that names a room and what another one shows is of the room that shows it. */
function roomWith({ room, endpoint }: State): RoomName {
  return ROOM_ENDPOINTS[room]?.includes(endpoint) === false ? roomOf(endpoint) : room;
}

/** Views that are rooms by now, as links of before name them. */
const FORMER_VIEWS: { readonly [view: string]: RoomName } = {
  "sun-path": "sun",
  forecast: "forecast",
  account: "account",
};
/** What a link without a room has only where it is of a series. */
const OF_SERIES: readonly (keyof State)[] = [
  "endpoint",
  "view",
  "start",
  "end",
  "year",
  "frequency",
  "parameters",
  "column",
  "monthly_ghi",
];

/** The room of a link that names none: by its view and its endpoint. */
function roomOfLink(given: URLSearchParams): RoomName {
  const former = FORMER_VIEWS[given.get("view") ?? ""];
  if (former) return former;
  const isRead = (name: keyof State) => READERS[name](given.get(name) ?? "") !== undefined;
  if (!OF_SERIES.some((name) => given.has(name) && isRead(name))) return FIRST.room;
  const endpoint = given.get("endpoint") ?? "";
  return roomOf(isEndpoint(endpoint) ? endpoint : FIRST.endpoint);
}

/** Whether an address names a place that cannot be read: half of one is a place that nobody asked for. */
export function lacksPlace(hash: string): boolean {
  const given = partsOf(hash);
  const names = (["lat", "lon"] as const).filter((name) => given.has(name));
  return names.length === 1 || names.some((name) => READERS[name](given.get(name) ?? "") === undefined);
}

function isOfPlace(name: string): name is "lat" | "lon" {
  return name === "lat" || name === "lon";
}

function partsOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ""));
}

/** What an address says that is no part of a state: the view is not the one that was sent. Unknown names alone, as their values may be keys. */
export function unreadOf(hash: string): string[] {
  const read = stateOf(hash);
  const kept = fitted(read);
  return [...partsOf(hash)].flatMap(([name, value]) => {
    if (!Object.hasOwn(READERS, name)) return [name];
    const isFormer = name === "view" && value in FORMER_VIEWS;
    const isRead =
      isFormer || READERS[name as keyof State](value) !== undefined || value === String(FIRST[name as keyof State]);
    if (isRead && name === "parameters") return unknownParameters(value);
    // What the endpoint does not take is left out of what is asked.
    const isDropped = OF_PERIOD.some((part) => part === name && read[part] !== kept[part]);
    if (isDropped) return [`${name}=${value}`];
    return isRead && !(isOfPlace(name) && lacksPlace(hash)) ? [] : [`${name}=${value}`];
  });
}

const OF_PERIOD: readonly (keyof State)[] = ["start", "end", "year", "frequency"];

function unknownParameters(list: string): string[] {
  const unknown = list.split(",").filter((name) => !PARAMETERS.has(name));
  return unknown.length > 0 ? [`parameters=${unknown.join(",")}`] : [];
}

/** `#…`, or "" for the first view. */
export function hashOf(state: State): string {
  const first = firstOf(state);
  const isFirst = (name: keyof State) => String(state[name]) === String(first[name]);
  const isFirstPlace = isFirst("lat") && isFirst("lon");
  // A place goes as a whole; and a link with what is of a series is one of its room, unless it names another.
  const isLeftOut = (name: keyof State) =>
    isOfPlace(name) ? isFirstPlace : isFirst(name) && !(name === "room" && OF_SERIES.some((part) => !isFirst(part)));
  const parts = NAMES.filter((name) => !isLeftOut(name)).map((name) => `${name}=${readable(partText(state, name))}`);
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}

/** One part of a state as an address has it, before it is encoded. */
export function partText(state: State, name: keyof State): string {
  return name === "horizon" ? inRuns(state.horizon) : String(state[name]);
}

/** Percent-encoded, but for commas, colons and slashes, which people read. */
export function readable(value: string): string {
  return encodeURIComponent(value).replace(/%(2C|3A|2F)/g, (code) => decodeURIComponent(code));
}
