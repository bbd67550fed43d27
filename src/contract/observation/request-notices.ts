/** What a query leaves open: not wrong, and yet hardly what its author meant; and keys that nothing reads, which are wrong. */

import { nearestName } from "../../text/nearest-name.js";
import { shown } from "../../text/shown.js";
import { RequestError } from "./errors.js";
import type { WireQuery } from "./readers.js";
import type { Notice } from "./types.js";

/** The keys of an observation query. */
export const OBSERVATION_KEYS = [
  "lat",
  "lon",
  "parameters",
  "frequency",
  "response_format",
  "surface_azimuth",
  "surface_tilt",
  "tracking_mode",
  "horizon",
  "time_zone",
  "start",
  "end",
] as const;

const NONE: readonly Notice[] = /* @__PURE__ */ Object.freeze([]);

/**
 * @throws RequestError for a key that is none of the known ones: a slip of the pen must not change a result in silence. Keys without a
 * value count as absent. Servers, whose clients send keys of other services, leave them out first.
 */
export function refuseUnknownKeys(query: WireQuery, known: readonly string[]): void {
  const key = Object.keys(query).find((name) => query[name] !== undefined && !known.includes(name));
  if (key === undefined) return;
  const meant = nearestName(key, known);
  const idea = meant === undefined ? `known are ${known.join(", ")}` : `is ${meant} meant?`;
  throw new RequestError(key, `unknown key ${shown(key)}: ${idea}`, "unknown");
}

export function requestNotices(query: WireQuery): readonly Notice[] {
  const notices = azimuthNotices(query);
  return notices.length === 0 ? NONE : Object.freeze(notices.map((notice) => Object.freeze(notice)));
}

/** Those of a request that was cloned, or came through JSON. */
export function keptNotices(notices: unknown): readonly Notice[] {
  const kept = Array.isArray(notices) ? notices.filter((notice) => typeof notice?.message === "string") : [];
  return Object.freeze(kept.map(({ code, message }) => Object.freeze({ code: String(code), message })));
}

function azimuthNotices({ surface_tilt, surface_azimuth, tracking_mode }: WireQuery): Notice[] {
  const isTilted = surface_tilt !== undefined && Number(surface_tilt) > 0 && tracking_mode !== "1_axis";
  if (!isTilted || surface_azimuth !== undefined) return [];
  const message = "surface_azimuth is not given: the tilted plane faces north (0); 90 is east, 180 south, 270 west";
  return [{ code: "azimuth", message }];
}
