/** A query in PVGIS' words, checked. */
import { checkTexts } from "irradiance-engine/internal/contract";
import { shown } from "irradiance-engine/internal/shared";
import { otherKeyNotices, type Query } from "../../endpoint.js";
import { HttpError, invalidParameter } from "../../errors.js";
import type { DoorRequest } from "../door.js";
import { horizonLine, numberOf, oneOf, refuseValue, requiredNumber, wholeOf } from "../readers.js";

/** Values of the tools' keys that have no effect here, and why. */
const IGNORED: { readonly [key: string]: string } = {
  raddatabase: "the weather of this server is used, whatever the database",
  browser: "answers are never files",
  localtime: "times are UTC",
  js: "answers are JSON",
};
const SHARED = ["lat", "lon", "outputformat", "usehorizon", "userhorizon", ...Object.keys(IGNORED)];
const SYSTEM = [
  ...["peakpower", "loss", "pvtechchoice", "mountingplace", "angle", "aspect", "optimalangles"],
  ...["optimalinclination", "trackingtype", "fixed"],
];
const TOOL_KEYS = {
  PVcalc: [...SHARED, ...SYSTEM],
  seriescalc: [...SHARED, ...SYSTEM, "startyear", "endyear", "pvcalculation", "components"],
  tmy: [...SHARED, "startyear", "endyear"],
  printhorizon: [...SHARED],
} as const satisfies { readonly [tool: string]: readonly string[] };

export type Tool = keyof typeof TOOL_KEYS;
export const TOOLS = Object.keys(TOOL_KEYS) as readonly Tool[];
/** Flags that ask for something that there is not here. */
const TRACKERS = ["twoaxis", "vertical_axis", "inclined_axis", "vertical_optimum", "inclined_optimum"];
const REFUSED: { readonly [key: string]: string } = {
  ...Object.fromEntries(TRACKERS.map((key) => [key, "of trackers there is seriescalc's trackingtype=1 alone"])),
  pvprice: "prices are not computed",
};

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

export interface Asked extends Place {
  /** As our own query has it. */
  readonly horizon: string;
  /** What "auto" stands for, where it was asked for: degrees at whole degrees from north. */
  readonly line?: { readonly elevation: readonly number[]; readonly notices: readonly string[] };
  readonly notices: readonly string[];
}

/** @throws HttpError 400 that names the key */
export function readCommon(tool: Tool, query: Query): Asked {
  checkTexts(query, SYSTEM);
  for (const [key, why] of Object.entries(REFUSED)) {
    if (query[key] !== undefined && query[key] !== "0")
      throw invalidParameter(key, `parameter "${key}" must be 0: ${why}`);
  }
  if (query.outputformat !== "json") {
    const got = query.outputformat === undefined ? "nothing, which stands for csv" : shown(query.outputformat);
    throw invalidParameter("outputformat", `parameter "outputformat" must be json: no other is offered, got ${got}`);
  }
  const known = [...TOOL_KEYS[tool], ...Object.keys(REFUSED)];
  const ignored = Object.keys(IGNORED).filter((key) => query[key] !== undefined);
  return {
    lat: requiredNumber(query, "lat", -90, 90),
    lon: requiredNumber(query, "lon", -180, 180),
    horizon: horizonOf(query),
    notices: [
      ...otherKeyNotices(known, query).map(({ message }) => message),
      ...ignored.map((key) => `${key} has no effect: ${IGNORED[key]}`),
    ],
  };
}

/** The same for what takes light from the horizon: a server without elevation data has a flat one, which the answer says. */
export async function readWithHorizon(
  tool: Tool,
  { query, ours }: Pick<DoorRequest, "query" | "ours">,
): Promise<Asked> {
  const asked = readCommon(tool, query);
  if (asked.horizon !== "auto") return asked;
  const { lat, lon } = asked;
  try {
    const { json, notices } = await ours<{ readonly elevation: readonly number[] }>({
      path: "horizon",
      query: { lat, lon },
    });
    return { ...asked, line: { ...json, notices } };
  } catch (thrown) {
    if (!(thrown instanceof HttpError && thrown.parameter === "horizon")) throw thrown;
    return { ...asked, horizon: "flat", notices: [UNKNOWN_LINE, ...asked.notices] };
  }
}

const UNKNOWN_LINE =
  "usehorizon has no effect: this server has no elevation data for the place, so its horizon is flat here";

/** @param otherwise where it is not given @throws HttpError 400 */
export function flagOf(query: Query, key: string, otherwise: boolean): boolean {
  return oneOf(query, key, { 0: false, 1: true }) ?? otherwise;
}

const MOST_SECTORS = 360;

function horizonOf(query: Query): string {
  const isUsed = flagOf(query, "usehorizon", true);
  const { userhorizon } = query;
  if (userhorizon === undefined || userhorizon === "") return isUsed ? "auto" : "flat";
  const items = typeof userhorizon === "string" ? userhorizon.split(",") : [];
  if (items.length < 1 || items.length > MOST_SECTORS) {
    const got = typeof userhorizon === "string" ? `${items.length} of them` : shown(userhorizon);
    throw invalidParameter(
      "userhorizon",
      `parameter "userhorizon" must be 1 to ${MOST_SECTORS} comma-separated heights, got ${got}`,
    );
  }
  const heights = items.map((item) => requiredNumber({ userhorizon: item.trim() }, "userhorizon", 0, 89));
  if (!isUsed) return "flat";
  return horizonLine(heights);
}

export type Plane =
  | { readonly kind: "fixed"; readonly tilt: number; readonly azimuth: number }
  /** The plane that yields most is yet to be found. */
  | { readonly kind: "best" }
  | { readonly kind: "tracker" };

/** @throws HttpError 400 for what ours is not */
export function planeOf(tool: Tool, query: Query): Plane {
  const types = tool === "seriescalc" ? ["0", "1"] : ["0"];
  const type = query.trackingtype ?? "0";
  if (typeof type !== "string" || !types.includes(type)) {
    const of = tool === "seriescalc" ? "0 (fixed) or 1 (an axis from north to south)" : "0 (fixed)";
    return refuseValue("trackingtype", of, type);
  }
  const [angle, aspect] = [numberOf(query, "angle", 0, 90) ?? 0, numberOf(query, "aspect", -180, 180) ?? 0];
  if (type === "1") return { kind: "tracker" };
  if (flagOf(query, "optimalangles", false)) return { kind: "best" };
  if (flagOf(query, "optimalinclination", false)) {
    const why = "the best angle of an aspect is not offered, only optimalangles=1, which finds both";
    throw invalidParameter("optimalinclination", `parameter "optimalinclination" must be 0: ${why}`);
  }
  return { kind: "fixed", tilt: angle, azimuth: (aspect + 180) % 360 };
}

/** Theirs by name, as the kinds of PVWatts' modules that ours are. */
const MODULES = { crystSi: "standard", crystSi2025: "premium", CdTe: "thinFilm" } as const;
/** Cell temperature on an open rack, and on a closed roof (King et al. 2004, SAND2004-3535). */
const CLOSED = { cell_temperature: "sapm", cell_temperature_options: { a: -2.81, b: -0.0455, deltaT: 0 } };
const MOUNTINGS = { free: {}, building: CLOSED };

/** A system without its plane. */
export interface SystemAsked {
  readonly peakPower: number;
  readonly loss: number;
  /** Names of theirs. */
  readonly technology: string;
  readonly mounting: string;
  /** Fields of ours. */
  readonly fields: object;
}

/** @throws HttpError 400 for what is missing, or ours is not */
export function systemAsked(query: Query): SystemAsked {
  const module = oneOf(query, "pvtechchoice", MODULES) ?? MODULES.crystSi;
  const mounting = oneOf(query, "mountingplace", MOUNTINGS) ?? MOUNTINGS.free;
  return {
    peakPower: requiredNumber(query, "peakpower", 0.001, 1e9),
    loss: requiredNumber(query, "loss", 0, 100),
    technology: String(query.pvtechchoice || "crystSi"),
    mounting: mounting === CLOSED ? "building-integrated" : "free-standing",
    fields: { module, ...mounting },
  };
}

/** As our own interface takes a plane. */
export function inOurs(plane: Exclude<Plane, { kind: "best" }>) {
  if (plane.kind === "tracker") return { tracking_mode: "1_axis" };
  return { surface_tilt: plane.tilt, surface_azimuth: plane.azimuth };
}

/**
 * The system of our own interface. PVGIS' `loss` has all that is lost behind the modules, also in the inverter: ours therefore gives what it
 * takes (Sandia's model without its losses), and limits nothing.
 */
export function systemOf({ peakPower, loss, fields }: SystemAsked, plane: Exclude<Plane, { kind: "best" }>) {
  const ample = 10_000 * peakPower;
  const sandia = { Paco: ample, Pdco: ample, Vdco: 400, Pso: 0, C0: 0, C1: 0, C2: 0, C3: 0, Pnt: 0 };
  return { ...fields, planes: [{ ...inOurs(plane), kwp: peakPower }], losses: loss, inverter: { count: 1, sandia } };
}

/** @throws HttpError 400 */
export function yearsOf(query: Query, first: number, last: number): { readonly start: number; readonly end: number } {
  // Without a year it is all of them, and each has its price: an empty value is none to guess at.
  const empty = ["startyear", "endyear"].find((name) => query[name] === "");
  if (empty !== undefined) refuseValue(empty, `a whole number from ${first} to ${last}, or left out`, "");
  const start = wholeOf(query, "startyear", first, last) ?? first;
  const end = wholeOf(query, "endyear", first, last) ?? last;
  if (start <= end) return { start, end };
  throw new HttpError(
    "invalid_parameter",
    `parameter "endyear" must not be before "startyear" (${start}), got ${end}`,
    {
      parameter: "endyear",
    },
  );
}
