/** Data of a place without weather: altitude, turbidity, standard time, and the horizon line if requested. */
import type { Notice } from "irradiance-engine";
import type { Pool } from "irradiance-engine/bulk";
import { monthlySkyIndex, openClimatology, type PlaceZones, standardTimeOffset } from "irradiance-engine/climatology";
import { latestByPlace, latestOf } from "irradiance-engine/shared";

export interface PlaceData {
  /** Metres. */
  readonly altitude: number;
  /** The terrain files, the weather station of the place, what is known of it, or the coarse embedded grid. */
  readonly altitudeFrom: "terrain" | "station" | "known" | "grid";
  /** Whom the altitude is owed to, and that it is taken for the sea's. */
  readonly remarks: readonly Notice[];
  /** January to December, the climatology's means: what years are generated from. */
  readonly linkeTurbidity: readonly number[];
  /** The same for clear minutes, at a height in metres: what the clear sky is computed from. */
  readonly clearTurbidity: (altitude: number) => readonly number[];
  /** Hours ahead of UTC. */
  readonly timeZone: number;
}

/** A place of the archive; its height only where it is that of the place itself, not of the land around. */
export function placeOn(
  { altitude, altitudeFrom }: PlaceData,
  latitude: number,
  longitude: number,
): { readonly latitude: number; readonly longitude: number; readonly altitude?: number } {
  return altitudeFrom === "terrain" ? { latitude, longitude, altitude } : { latitude, longitude };
}

export interface Places {
  /** Whether there is elevation data at all. */
  readonly terrain: boolean;
  /** Civil and standard time of a place. */
  readonly zoneAt: PlaceZones;
  /** @throws TerrainError for elevation files that cannot be read */
  surroundings(latitude: number, longitude: number): Promise<PlaceData>;
  /**
   * 360 elevations in degrees, as `context.horizon` takes them.
   *
   * @throws TerrainError, ERR_TERRAIN_NO_DATA where the files have no data
   */
  horizon(latitude: number, longitude: number): Promise<HorizonLine>;
  /** Mean clear-sky index of January to December. @param altitude metres */
  skyIndex(latitude: number, longitude: number, altitude: number): Promise<readonly number[]>;
}

export interface HorizonLine {
  /** In whole degrees, as the interface has them. */
  readonly elevation: readonly number[];
  /** As it was found, from 0 up. */
  readonly profile: Float64Array;
  /** What is to be known of it, and whom it is owed to. */
  readonly remarks: readonly Notice[];
}

type Ground = Awaited<ReturnType<Pool["ground"]>>;

/** Code of the notices that say whom heights are owed to. */
export const ATTRIBUTION = "attribution";
const MOST_PLACES = 10_000;
/** What `context.horizon` takes is below 90°. */
const HIGHEST = 89.999;

/**
 * @param pool computes lines and reads heights; it was given the elevation data, if there are any
 * @param zoneAt of `openPlaceZones`
 */
export function createPlaces(pool: Pool, terrain: boolean, zoneAt: PlaceZones): Places {
  const surroundings = latestByPlace(MOST_PLACES, async (latitude, longitude): Promise<PlaceData> => {
    const [climatology, timeZone, ground] = await Promise.all([
      openClimatology(),
      standardTimeOffset(latitude, longitude),
      terrain ? groundAt(pool, latitude, longitude) : undefined,
    ]);
    const ofMap = climatology.ground(latitude, longitude);
    return {
      altitude: ground?.altitude ?? Math.round(ofMap.altitude),
      altitudeFrom: ground !== undefined ? "terrain" : ofMap.uncertainty === 0 ? "known" : "grid",
      remarks: ground === undefined ? [] : remarksOf("altitude", ground),
      linkeTurbidity: climatology.linkeTurbidity(latitude, longitude),
      clearTurbidity: (own) => climatology.clearTurbidity(latitude, longitude, { altitude: own }),
      timeZone,
    };
  });
  const horizon = latestByPlace(MOST_PLACES, async (latitude, longitude): Promise<HorizonLine> => {
    const line = await pool.horizon(latitude, longitude);
    const profile = line.profile.map((angle) => Math.min(Math.max(angle, 0), HIGHEST));
    return { elevation: line.elevation, profile, remarks: remarksOf("horizon", line) };
  });
  const skies = latestOf<readonly number[]>(MOST_PLACES);
  const skyIndex: Places["skyIndex"] = (latitude, longitude, altitude) =>
    skies.get(`${latitude},${longitude},${altitude}`, async () => {
      const { clearTurbidity } = await surroundings(latitude, longitude);
      return monthlySkyIndex(latitude, longitude, { altitude, clearTurbidity: clearTurbidity(altitude) });
    });
  return { terrain, zoneAt, surroundings, horizon, skyIndex };
}

function remarksOf(code: string, { notices, attributions }: Pick<Ground, "notices" | "attributions">): Notice[] {
  return [
    ...notices.map((message) => ({ code, message })),
    ...attributions.map((message) => ({ code: ATTRIBUTION, message })),
  ];
}

async function groundAt(pool: Pool, latitude: number, longitude: number): Promise<Ground | undefined> {
  try {
    return await pool.ground(latitude, longitude);
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ERR_TERRAIN_NO_DATA") return undefined;
    throw cause;
  }
}
