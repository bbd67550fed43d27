/** The height of a place, one for all answers: from elevation files, else the weather station's own, else the embedded map's. */
import type { Offer } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import { isIrradiance } from "irradiance-engine/series";
import type { AnswerContext } from "./context.js";
import { ATTRIBUTION, type PlaceData } from "./places.js";

/** What is known of a place, its height as that of the station which its history is of. @param now Unix ms @throws as `Places.surroundings` */
export async function groundOf(
  { places, archive }: Pick<AnswerContext, "places" | "archive">,
  { lat, lon }: { readonly lat: number; readonly lon: number },
  now: number,
  signal?: AbortSignal,
): Promise<PlaceData> {
  const ground = await places.surroundings(lat, lon);
  if (ground.altitudeFrom === "terrain") return ground;
  const { offers } = await archive.survey({ latitude: lat, longitude: lon }, now, { signal });
  return withStation(ground, stationOf(offers)?.cell.altitude);
}

/** @param altitude metres */
export function withStation(ground: PlaceData, altitude: number | undefined): PlaceData {
  const isBetter = altitude !== undefined && ground.altitudeFrom !== "terrain";
  return isBetter ? { ...ground, altitude, altitudeFrom: "station" } : ground;
}

/** As history prefers them; what is drawn from a climate has no height of its own. */
const RANKS: { readonly [kind in Offer["class"]]?: number } = {
  ...{ measured: 0, satellite: 0, reanalysis: 1, typical: 2, forecast: 3 },
};

function stationOf(offers: readonly Offer[]): Offer | undefined {
  return offers
    .filter(({ class: kind, columns }) => RANKS[kind] !== undefined && columns.some(isIrradiance))
    .sort((a, b) => RANKS[a.class]! - RANKS[b.class]! || a.cell.distanceKm - b.cell.distanceKm)[0];
}

export interface SiteAltitude {
  /** Metres. */
  readonly altitude: number;
  /** Of the clear sky there, January to December. */
  readonly clearTurbidity: readonly number[];
  readonly notices: readonly Notice[];
}

export function siteAltitude(ground: PlaceData): SiteAltitude {
  const { altitude, altitudeFrom, remarks } = ground;
  const message = `altitude ${altitude} m comes from a coarse map; it can be far off in mountains`;
  return {
    altitude,
    clearTurbidity: ground.clearTurbidity(altitude),
    notices:
      altitudeFrom === "grid"
        ? [{ code: "altitude", message, facts: { altitude } }]
        : altitudeFrom === "terrain"
          ? remarks.filter(({ code }) => code !== ATTRIBUTION)
          : [],
  };
}
