/** The system of a query: one plane in its keys, or the description of its body; and what else all queries of a system share. */
import { RequestError } from "../contract/observation/errors.js";
import { decimal, readName, readNumber, refuse, type WireQuery } from "../contract/observation/readers.js";
import { TRACKING_MODES } from "../contract/observation/request.js";
import { YIELD_SYSTEM_KEYS } from "../contract/query-keys.js";
import { readSystem } from "../system/read-system.js";
import type { PvSystem } from "../system/types.js";
import { shown } from "../text/shown.js";

/** What a query says of its system. */
export interface AskedSystem {
  readonly system: PvSystem;
  /** The fixed plane that yields most takes the place of the system's one plane. */
  readonly best: boolean;
}

/** Clients of the other endpoints know the plane by longer names. */
const ALIASES = { tilt: "surface_tilt", azimuth: "surface_azimuth" } as const;

/** The name by which the query has it. @throws RequestError for both */
function nameOf(query: WireQuery, name: keyof typeof ALIASES): string {
  const alias = ALIASES[name];
  if (query[alias] === undefined) return name;
  if (query[name] === undefined) return alias;
  throw new RequestError(alias, `parameter "${alias}" is another name of "${name}": give one of them`);
}

/** Metres, or the place's. @throws RequestError */
export function readAltitude(value: unknown): "auto" | number {
  if (value === "auto" || value === undefined) return "auto";
  const number = decimal(value);
  if (typeof number === "number" && number >= -500 && number <= 9000) return number + 0; // -0 becomes 0
  return refuse("altitude", "auto or a number from -500 to 9000", shown(value));
}

/** kW. */
const POWER = { least: 0.001, most: 1e9 } as const;

/** The system of the query. @param tilts that may be given, for messages @throws RequestError naming the key */
export function onePlane(query: WireQuery, lat: number, tilts = "best or a number from 0 to 90"): AskedSystem {
  const trackingMode = readName("tracking_mode", query.tracking_mode, TRACKING_MODES, "none");
  const isTracker = trackingMode === "1_axis";
  const [tilt, azimuth] = [nameOf(query, "tilt"), nameOf(query, "azimuth")];
  const given = [tilt, azimuth].find((key) => query[key] !== undefined);
  if (isTracker && given !== undefined) {
    const message = `parameter "${given}" must be omitted with tracking_mode=1_axis: a tracker has no fixed plane`;
    throw new RequestError(given, message);
  }
  const best = !isTracker && (query[tilt] === undefined || query[tilt] === "best");
  if (best && query[azimuth] !== undefined) {
    const message = `parameter "${azimuth}" needs a tilt in degrees: the best tilt has the best azimuth`;
    throw new RequestError(azimuth, message);
  }
  const kwp = readNumber("kwp", query.kwp, POWER.least, POWER.most, 1);
  const surfaceTilt = best || isTracker ? 0 : readTilt(tilt, query[tilt], tilts);
  const surfaceAzimuth = isTracker ? 0 : readAzimuth(azimuth, query[azimuth], lat < 0 ? 0 : 180);
  const plane = isTracker ? { kwp, trackingMode } : { kwp, surfaceTilt, surfaceAzimuth };
  const losses = optional("losses", query.losses, 0, 100);
  const dcAcRatio = optional("dc_ac_ratio", query.dc_ac_ratio, 0.1, 10);
  const system = {
    planes: [plane],
    ...(losses !== undefined && { losses }),
    ...(dcAcRatio !== undefined && { dcAcRatio }),
  };
  return { system: checkedSystem(system), best };
}

function readTilt(key: string, value: unknown, tilts: string): number {
  const number = decimal(value);
  if (typeof number === "number" && number >= 0 && number <= 90) return number + 0; // -0 becomes 0
  return refuse(key, tilts, shown(value));
}

function readAzimuth(key: string, value: unknown, equator: number): number {
  const number = decimal(value);
  if (typeof number !== "number" || !(number < 0 && number >= -180)) return readNumber(key, value, 0, 360, equator);
  const other = `where azimuths count from south, as in PVGIS, add 180: ${number + 180}`;
  return refuse(key, `a number from 0 (north) to 360 (${other})`, shown(value));
}

function optional(key: string, value: unknown, least: number, most: number): number | undefined {
  return value === undefined ? undefined : readNumber(key, value, least, most);
}

/** The system of the body. @throws RequestError naming its field, or the key of the query that describes one beside it */
export function describedSystem(query: WireQuery, system: unknown): AskedSystem {
  const twice = [...YIELD_SYSTEM_KEYS, ...Object.values(ALIASES)].find((key) => query[key] !== undefined);
  if (twice !== undefined) {
    throw new RequestError(
      twice,
      `parameter "${twice}" describes the system: leave it out, or leave out the system of the body`,
    );
  }
  return { system: checkedSystem(system), best: false };
}

const FIELD = /\bsystem\.([\w.[\]]*\w\]?)/;

/** @throws RequestError: its parameter is the field, such as `planes[0].kwp` */
function checkedSystem(system: unknown): PvSystem {
  try {
    return readSystem(system, "yield");
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    const message = cause.message.replace(/^yield: /, "");
    throw new RequestError(FIELD.exec(message)?.[1] ?? "system", message);
  }
}
