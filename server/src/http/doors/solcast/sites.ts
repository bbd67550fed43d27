/** The systems that an account stores, as rooftop sites. */
import { readDescription } from "irradiance-engine/internal/yield";
import { HttpError } from "../../errors.js";
import type { DoorAnswer, DoorRequest } from "../door.js";

interface Stored {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
}

interface Described extends Stored {
  readonly system: unknown;
}

/** Systems that are asked for at a time. */
const AT_ONCE = 10;

export async function sites({ ours }: DoorRequest): Promise<DoorAnswer> {
  const { json } = await ours<{ readonly systems: readonly Stored[] }>({ path: "systems" });
  const found: object[] = [];
  for (let k = 0; k < json.systems.length; k += AT_ONCE) {
    const looks = json.systems.slice(k, k + AT_ONCE).map(async ({ name }) => {
      const { json: described } = await ours<Described>({ path: `systems/${name}` });
      return siteOf(described);
    });
    for (const look of await Promise.allSettled(looks)) {
      if (look.status === "fulfilled") found.push(look.value);
      // It was removed a moment ago.
      else if ((look.reason as HttpError).code !== "unknown_system") throw look.reason;
    }
  }
  return { body: { sites: found, page_count: 1, current_page: 1, total_records: found.length } };
}

/** What the description does not say is null: roofs with several planes have no tilt, and nothing says when they were built. */
function siteOf({ name, lat, lon, system: description }: Described) {
  const read = readDescription(description);
  const { planes, inverter, inverters, dcAcRatio = 1.2, exportLimit = Infinity, losses } = read;
  const dc = planes.reduce((sum, { kwp = 1 }) => sum + kwp, 0);
  const ac = inverters === undefined ? (inverter?.acPower ?? dc / dcAcRatio) : undefined;
  const [plane, ...others] = planes;
  const isFixed = others.length === 0 && plane!.tracker === undefined && (plane!.trackingMode ?? "none") === "none";
  return {
    name,
    resource_id: name,
    latitude: lat,
    longitude: lon,
    /** kW. */
    capacity: ac === undefined ? null : Math.min(Number(ac), Number(exportLimit)),
    capacity_dc: dc,
    azimuth: isFixed ? westward(plane!.surfaceAzimuth ?? 0) : null,
    tilt: isFixed ? (plane!.surfaceTilt ?? 0) : null,
    install_date: null,
    loss_factor: typeof losses === "number" ? 1 - losses / 100 : null,
    tags: [],
  };
}

/** Degrees from north, west positive: −180 to 180. */
function westward(azimuth: number): number {
  return azimuth > 180 ? 360 - azimuth : 0 - azimuth;
}

/** Ours: degrees from north, clockwise. */
export function clockwise(azimuth: number): number {
  return (360 - azimuth) % 360;
}

export async function measurements(): Promise<DoorAnswer> {
  throw new HttpError(
    "unknown_path",
    "this server keeps no measurements that are sent: post the meter's file to /v1/systems/learn, which says what it shows of " +
      "the system, or ask the operator to name the file with --keep-meters",
  );
}
