/** The state in the address, after `#`: a view can be sent to a colleague. Only what differs from the first view stands there. */
import { inRuns } from "./lists.js";
import {
  FIRST,
  firstOf,
  fitted,
  KNOWN_PARAMETERS,
  PARTS,
  ROOM_ENDPOINTS,
  type RoomName,
  roomOf,
  type State,
} from "./state.js";

const NAMES = Object.keys(PARTS) as (keyof State)[];

/** One part of a state as an address writes it; undefined where it cannot be read. */
export function readPart(name: keyof State, text: string): unknown {
  return text === String(FIRST[name]) ? FIRST[name] : PARTS[name].read(text);
}

/** The state that an address names. What it does not name, or what cannot be, is as in the first view. */
export function stateOf(hash: string): State {
  const given = partsOf(hash);
  const read = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = given.get(name);
      const found = value === null || (isOfPlace(name) && lacksPlace(hash)) ? undefined : PARTS[name].read(value);
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
  const isRead = (name: keyof State) => PARTS[name].read(given.get(name) ?? "") !== undefined;
  if (!OF_SERIES.some((name) => given.has(name) && isRead(name))) return FIRST.room;
  return roomOf(PARTS.endpoint.read(given.get("endpoint") ?? "") ?? FIRST.endpoint);
}

/** Whether an address names a place that cannot be read: half of one is a place that nobody asked for. */
export function lacksPlace(hash: string): boolean {
  const given = partsOf(hash);
  const names = (["lat", "lon"] as const).filter((name) => given.has(name));
  return names.length === 1 || names.some((name) => PARTS[name].read(given.get(name) ?? "") === undefined);
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
    if (!Object.hasOwn(PARTS, name)) return [name];
    const isFormer = name === "view" && value in FORMER_VIEWS;
    const isRead =
      isFormer || PARTS[name as keyof State].read(value) !== undefined || value === String(FIRST[name as keyof State]);
    if (isRead && name === "parameters") return unknownParameters(value);
    // What the endpoint does not take is left out of what is asked.
    const isDropped = OF_PERIOD.some((part) => part === name && read[part] !== kept[part]);
    if (isDropped) return [`${name}=${value}`];
    return isRead && !(isOfPlace(name) && lacksPlace(hash)) ? [] : [`${name}=${value}`];
  });
}

const OF_PERIOD: readonly (keyof State)[] = ["start", "end", "year", "frequency"];

function unknownParameters(list: string): string[] {
  const unknown = list.split(",").filter((name) => !KNOWN_PARAMETERS.has(name));
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

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The address of a state; of a page that its own machine alone can open, the part that any server of the kind shows. */
export function addressOf(state: State, { hostname, origin, pathname } = location): string {
  const hash = hashOf(state);
  return LOOPBACK.test(hostname) ? hash : origin + pathname + hash;
}

/** Written in by scripts/explorer/bundle.mjs; tests run without it. */
declare const PAGE_VERSION: string;

export const VERSION = typeof PAGE_VERSION === "undefined" ? "0" : PAGE_VERSION;
