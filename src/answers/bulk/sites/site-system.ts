/** The system of a site: that of the run, with what the site has of its own. */
import { SYSTEM } from "../../../data/system/description.js";
import type { PvPlane } from "../../../data/system/types.js";
import { shown } from "../../../foundation/text/shown.js";
import type { TrackerOptions } from "../../../physics/models/tracking/tracker.js";
import type { YieldSystem } from "../../yield/types.js";
import type { PartOfSystem, SitePlane, YieldSpec } from "../messages/messages.js";
import type { BulkSite, SiteSystem } from "../types.js";

/** The keys of a site that describe its one plane. */
export const PLANE_KEYS = [
  "surface_tilt",
  "surface_azimuth",
  "tracking_mode",
  "kwp",
] as const satisfies readonly (keyof SitePlane)[];

/** A direction that is looked for. */
const BEST = "best";

/**
 * @param json a system, or some of its keys @param where it is, for messages
 * @throws TypeError, RangeError naming the key
 */
export function readPart(json: SiteSystem | undefined, where: string): PartOfSystem {
  if (json === undefined) return {};
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new TypeError(`${where} must be an object, got ${shown(json)}`);
  const isWithPlanes = (json as PartOfSystem).planes !== undefined;
  const { planes, ...rest } = SYSTEM.read(isWithPlanes ? json : { ...json, planes: [{}] }, where);
  return isWithPlanes ? { planes, ...rest } : rest;
}

/**
 * @returns the system; with `best` its only plane is still to be turned
 * @throws TypeError, RangeError naming what a site cannot have
 */
export function siteSystem(
  common: Pick<YieldSpec, "system" | "plane" | "tracker">,
  site: BulkSite,
): { system: YieldSystem; best: boolean } {
  const system = { ...common.system, ...readPart(site.system, "site.system") };
  const plane = planeOf({ ...common.plane, ...given(site) });
  const { planes } = system;
  if (planes !== undefined && planes.length > 1) {
    const [own] = PLANE_KEYS.filter((key) => site[key] !== undefined);
    if (own === undefined) return { system: { ...system, planes: turning(planes, common.tracker) }, best: false };
    throw new TypeError(`site.${own} describes one plane, but the system of the site has ${planes.length}`);
  }
  const isGiven = plane.surfaceTilt !== undefined || plane.trackingMode === "1_axis";
  const best = site.surface_tilt === BEST || (planes === undefined && !isGiven);
  return { system: { ...system, planes: turning([{ ...planes?.[0], ...plane }], common.tracker) }, best };
}

function given(site: BulkSite): SitePlane {
  return Object.fromEntries(PLANE_KEYS.flatMap((key) => (site[key] === undefined ? [] : [[key, site[key]]])));
}

/** @throws TypeError, RangeError for values of no plane; ranges are the system's to check */
function planeOf({ surface_tilt: tilt, surface_azimuth: azimuth, tracking_mode: mode, kwp }: SitePlane): PvPlane {
  if (tilt === BEST && azimuth !== undefined)
    throw new TypeError(`site.surface_azimuth must be left out with surface_tilt best, got ${shown(azimuth)}`);
  if (tilt === undefined && azimuth !== undefined && mode !== "1_axis")
    throw new TypeError("site.surface_tilt is required with surface_azimuth (without both, the best plane is used)");
  const plane: { -readonly [key in keyof PvPlane]: PvPlane[key] } = {};
  if (tilt !== undefined && tilt !== BEST) plane.surfaceTilt = numberOf(tilt, "surface_tilt", 'a number, or "best"');
  if (azimuth !== undefined) plane.surfaceAzimuth = numberOf(azimuth, "surface_azimuth", "a number");
  if (mode !== undefined) plane.trackingMode = modeOf(mode);
  if (kwp !== undefined) plane.kwp = numberOf(kwp, "kwp", "a number of kW");
  return plane;
}

function numberOf(value: number | string, key: string, expected: string): number {
  const found = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof found === "number" && Number.isFinite(found)) return found;
  throw new TypeError(`site.${key} must be ${expected}, got ${shown(value)}`);
}

function modeOf(mode: string): NonNullable<PvPlane["trackingMode"]> {
  if (mode === "none" || mode === "1_axis") return mode;
  throw new RangeError(`site.tracking_mode must be none or 1_axis, got ${shown(mode)}`);
}

function turning(planes: readonly PvPlane[], tracker: TrackerOptions | undefined): readonly PvPlane[] {
  if (tracker === undefined) return planes;
  return planes.map((plane) => (plane.trackingMode === "1_axis" ? { tracker, ...plane } : plane));
}
