/** What is known of a place where neither options nor weather say it: from the embedded maps, time-zone borders and elevation data. */
import { withPlaceZone } from "../data/contract/observation/period.js";
import { shadingLine } from "../data/terrain/horizon/rays.js";
import type { Terrain, TerrainHorizon } from "../data/terrain/index.js";
import type { WeatherPlace, WeatherSeries } from "../data/weather/series.js";
import { given } from "../foundation/text/shown.js";
import { HOUR } from "../foundation/time/calendar.js";
import { offsetText } from "../foundation/time/zone.js";
import type { ObservationContext, ObservationRequest } from "../index.js";
import { UsageError } from "./errors.js";
import type { PlacedOptions, RequestOptions } from "./options/shared.js";
import { printNotice } from "./output.js";

export async function withPlaceContext(
  { lat, lon }: Pick<ObservationRequest, "lat" | "lon">,
  { place }: WeatherSeries,
  context: ObservationContext,
  quiet = false,
): Promise<ObservationContext> {
  const { placeContext } = await import("../data/climatology/climatology.js");
  const known = await placeContext(lat, lon, place, context);
  if (known.altitude !== undefined && context.altitude === undefined && !quiet && !(await isKnownHeight(lat, lon)))
    printNotice(`note: ${altitudeOfMap(known.altitude)}; give yours with --altitude`);
  return known;
}

/** Whether the maps' altitude of a place is its own, not that of the land around. */
async function isKnownHeight(latitude: number, longitude: number): Promise<boolean> {
  const { openClimatology } = await import("../data/climatology/climatology.js");
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
  const { openClimatology } = await import("../data/climatology/climatology.js");
  const maps = await openClimatology();
  const ofMap = (latitude: number, longitude: number) => Math.round(maps.altitude(latitude, longitude));
  return {
    turbidity: (latitude, longitude, altitude = ofMap(latitude, longitude)) =>
      maps.clearTurbidity(latitude, longitude, { altitude }),
    altitude: ofMap,
  };
}

export async function withTerrainContext(
  { dem, quiet }: PlacedOptions,
  { lat, lon }: Pick<ObservationRequest, "lat" | "lon">,
  context: ObservationContext,
): Promise<ObservationContext> {
  if (dem === undefined) return context;
  if (context.horizon !== undefined)
    throw new UsageError("--dem and --horizon-file both give a horizon line: use one of them");
  const known = { ...context };
  await withTerrain({ dem }, async (terrain) => {
    const line = await terrain.horizon(lat, lon);
    known.horizon = shadingLine(line.profile);
    known.altitude ??= await terrain.altitude(lat, lon);
    if (!quiet) printHorizonNotices(line);
  });
  return known;
}

export async function withTerrain(
  { dem, projection }: { dem: string[]; projection?: string | undefined },
  use: (terrain: Terrain) => Promise<void>,
): Promise<void> {
  const { openTerrain } = await import("../data/terrain/index.js");
  const terrain = await openTerrain(dem, given({ projection }));
  try {
    await use(terrain);
  } finally {
    await terrain.close();
  }
}

export function printHorizonNotices({ notices }: TerrainHorizon): void {
  for (const notice of notices) printNotice(`terrain: ${notice}`);
}

/** The options with the zone that local and standard stand for; standard time is that of the weather's place, where it says one. */
export async function withZone<Options extends Pick<RequestOptions, "lat" | "lon" | "timeZone">>(
  options: Options,
  place?: WeatherPlace,
): Promise<Options> {
  const { lat = place?.latitude, lon = place?.longitude, timeZone } = options;
  if (timeZone === undefined) return options;
  const { openPlaceZones } = await import("../data/climatology/climatology.js");
  const zoneAt = await openPlaceZones();
  const { time_zone } = withPlaceZone({ lat, lon, time_zone: timeZone }, (time, latitude, longitude) =>
    time === "standard" && place?.timeZone !== undefined
      ? offsetText(Math.round(place.timeZone * HOUR))
      : zoneAt(time, latitude, longitude),
  );
  return { ...options, timeZone: time_zone };
}

/** Hours that standard time is ahead of UTC. */
export async function zoneOf(latitude: number, longitude: number): Promise<number> {
  const { standardTimeOffset } = await import("../data/climatology/climatology.js");
  return standardTimeOffset(latitude, longitude);
}

/** Whole metres, of a coarse map. */
export async function altitudeOf(latitude: number, longitude: number): Promise<number> {
  const { openClimatology } = await import("../data/climatology/climatology.js");
  return Math.round((await openClimatology()).altitude(latitude, longitude));
}

/** What is to be said of an altitude of the maps. */
export function coarse(altitude: number): string {
  return `altitude ${altitude} m comes from a coarse map; it can be far off in mountains: give --altitude`;
}

/** @throws UsageError for what is no coordinate */
function coordinate(flag: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Math.abs(value) <= most) return value;
  throw new UsageError(`${flag} must be a number from ${-most} to ${most}, got "${text}"`);
}

/** Degrees. @throws UsageError for what is no coordinate */
export function givenPlace({ lat, lon }: { readonly lat?: string | undefined; readonly lon?: string | undefined }) {
  return { lat: coordinate("--lat", lat, 90), lon: coordinate("--lon", lon, 180) };
}

/**
 * The place that options give, else the one of the weather.
 * @param lack why the weather has none
 * @throws UsageError naming the option that is missing
 */
export function placeOr<Given extends string | number>(
  { lat, lon }: { readonly lat?: Given | undefined; readonly lon?: Given | undefined },
  known: Partial<Pick<WeatherPlace, "latitude" | "longitude">> | undefined,
  lack: string,
): { latitude: Given | number; longitude: Given | number } {
  const latitude = lat ?? known?.latitude;
  const longitude = lon ?? known?.longitude;
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  throw new UsageError(`--${latitude === undefined ? "lat" : "lon"} is required: ${lack}`);
}
