/** What a query leaves open or says in vain: not wrong, and yet hardly what its author meant. */
import { nearestName } from "./nearest-name.js";
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

/** Marks of a request. */
const MARKS = ["kind", "endpoint"];

const NONE: readonly Notice[] = /* @__PURE__ */ Object.freeze([]);

/** A query of a program, or of an endpoint, whose server names the unknown keys itself. */
export function requestNotices(query: WireQuery, isWire: boolean): readonly Notice[] {
  const notices = [...(isWire ? [] : unknownKeyNotices(query)), ...azimuthNotices(query)];
  return notices.length === 0 ? NONE : Object.freeze(notices.map((notice) => Object.freeze(notice)));
}

/** Those of a request that was cloned, or came through JSON. */
export function keptNotices(notices: unknown): readonly Notice[] {
  const kept = Array.isArray(notices) ? notices.filter((notice) => typeof notice?.message === "string") : [];
  return Object.freeze(kept.map(({ code, message }) => Object.freeze({ code: String(code), message })));
}

function unknownKeyNotices(query: WireQuery): Notice[] {
  const known: readonly string[] = [...OBSERVATION_KEYS, ...MARKS];
  return Object.keys(query)
    .filter((key) => query[key] !== undefined && !known.includes(key))
    .map((key) => {
      const meant = nearestName(key, OBSERVATION_KEYS);
      const idea = meant === undefined ? "" : `; is ${meant} meant?`;
      return {
        code: "unknown-key",
        message: `the query's key ${JSON.stringify(key.slice(0, 40))} is unknown and ignored${idea}`,
      };
    });
}

function azimuthNotices({ surface_tilt, surface_azimuth, tracking_mode }: WireQuery): Notice[] {
  const isTilted = surface_tilt !== undefined && Number(surface_tilt) > 0 && tracking_mode !== "1_axis";
  if (!isTilted || surface_azimuth !== undefined) return [];
  const message = "surface_azimuth is not given: the tilted plane faces north (0); 90 is east, 180 south, 270 west";
  return [{ code: "azimuth", message }];
}
