/** The height of a place: from elevation files, else the weather station's own, else a free place's, else the coarse grid's. */
import type { Notice } from "irradiance-engine";
import { demoPlace } from "./demo-places.js";
import { ATTRIBUTION, type PlaceData } from "./places.js";

export interface SiteAltitude {
  /** Metres. */
  readonly altitude: number;
  /** Of the clear sky there, January to December. */
  readonly clearTurbidity: readonly number[];
  readonly notices: readonly Notice[];
}

/** @param station metres, where the weather is that of a station nearby */
export function siteAltitude(ground: PlaceData, station: number | undefined, lat: number, lon: number): SiteAltitude {
  const { altitude, notices } = heightOf(ground, station, lat, lon);
  return { altitude, clearTurbidity: ground.clearTurbidity(altitude), notices };
}

type Height = Pick<SiteAltitude, "altitude" | "notices">;

function heightOf(ground: PlaceData, station: number | undefined, lat: number, lon: number): Height {
  if (ground.altitudeFrom === "terrain") {
    return { altitude: ground.altitude, notices: ground.remarks.filter(({ code }) => code !== ATTRIBUTION) };
  }
  const known = station ?? demoPlace(lat, lon)?.altitude;
  if (known !== undefined) return { altitude: known, notices: [] };
  const altitude = Math.round(ground.altitude);
  const message = `altitude ${altitude} m comes from a coarse map; it can be far off in mountains`;
  return { altitude, notices: [{ code: "altitude", message, facts: { altitude } }] };
}
