/** Adds to a context what the embedded maps know of the place, where neither options nor weather say it. */
import type { ObservationContext, ObservationRequest } from "../index.js";
import type { WeatherSeries } from "../weather/series.js";
import { printNotice } from "./output.js";

export async function withPlaceContext(
  { lat, lon }: Pick<ObservationRequest, "lat" | "lon">,
  { place }: WeatherSeries,
  context: ObservationContext,
  quiet = false,
): Promise<ObservationContext> {
  const { placeContext } = await import("../climatology/place-context.js");
  const known = await placeContext(lat, lon, place, context);
  if (known.altitude !== undefined && context.altitude === undefined && !quiet && !(await isKnownHeight(lat, lon))) {
    printNotice(`note: ${altitudeOfMap(known.altitude)}; give yours with --altitude`);
  }
  return known;
}

/** Whether the maps' altitude of a place is its own, not that of the land around. */
async function isKnownHeight(latitude: number, longitude: number): Promise<boolean> {
  const { openClimatology } = await import("../climatology/climatology.js");
  return (await openClimatology()).ground(latitude, longitude).uncertainty === 0;
}

/** @param altitude metres */
export function altitudeOfMap(altitude: number): string {
  return `altitude ${altitude} m, of the coarse embedded map`;
}

/** What the maps know of a place: Linke turbidity by month, and whole metres. */
export interface PlaceMaps {
  turbidity(latitude: number, longitude: number, altitude: number | undefined): number[];
  altitude(latitude: number, longitude: number): number;
}

/** For lists of sites. */
export async function openPlaceMaps(): Promise<PlaceMaps> {
  const { openClimatology } = await import("../climatology/climatology.js");
  const maps = await openClimatology();
  const ofMap = (latitude: number, longitude: number) => Math.round(maps.altitude(latitude, longitude));
  return {
    turbidity: (latitude, longitude, altitude = ofMap(latitude, longitude)) =>
      maps.clearTurbidity(latitude, longitude, { altitude }),
    altitude: ofMap,
  };
}
