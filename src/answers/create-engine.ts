/** The computation with everything that must be loaded: climatology, terrain, time zones. */
import type { PlaceZones } from "../data/climatology/climatology.js";
import type { Climatology } from "../data/climatology/types.js";
import { checkPlace } from "../data/climatology/types.js";
import { withPlaceZone } from "../data/contract/observation/period.js";
import { RequestError } from "../data/contract/observation/readers.js";
import { parseObservationRequest } from "../data/contract/observation/request.js";
import { toResponse } from "../data/contract/observation/response.js";
import type {
  CheckedQuery,
  ObservationQuery,
  ObservationRequest,
  ObservationResponse,
} from "../data/contract/observation/types.js";
import type { Terrain } from "../data/terrain/terrain.js";
import type { WeatherSeries } from "../data/weather/series.js";
import { computeColumns } from "../engine/compute.js";
import { checkContext, type ObservationContext } from "../engine/plan/context.js";
import { latestOf } from "../foundation/cache/lru.js";
import { given as onlyGiven } from "../foundation/text/shown.js";
import { HOUR } from "../foundation/time/calendar.js";
import { offsetText } from "../foundation/time/zone.js";

export interface EngineOptions {
  /** Elevation files or folders, or an open terrain (`close` leaves it open). Default: none. */
  terrain?: string | readonly string[] | Terrain | undefined;
  /**
   * Embedded turbidity and altitude: true (default), false, or your own source. The clear sky gets the source's
   * `clearTurbidity` where it has one, as the embedded one has, else its `linkeTurbidity` as it is.
   */
  climatology?: boolean | Climatology | undefined;
  /** Standard time from time-zone borders; default true. */
  timeZones?: boolean | undefined;
  /** The context of every computation; it overrides values that are looked up. */
  context?: ObservationContext | undefined;
  /** Number of places whose context is cached. Default 1000. */
  places?: number | undefined;
}

export interface Engine {
  /**
   * The context of a place: altitude, time zone, turbidity and, with terrain, the horizon line. All I/O is here; equal
   * simultaneous calls share one computation, and the result is cached.
   *
   * @throws TypeError, RangeError for an invalid place; TerrainError if the terrain has no data there, or cannot be read
   */
  context(latitude: number, longitude: number): Promise<ObservationContext>;
  /**
   * The observation response: `computeObservation` with the place's context. The horizon is derived only for `auto`;
   * where the terrain has no data, the altitude is the one of the weather's place, else the embedded grid's.
   * `time_zone` may be "local" (civil time of the place, with daylight saving) or "standard".
   * @throws as `computeObservation`; TerrainError for `auto` outside the terrain's data, and when it cannot be read
   */
  observe<const Query extends ObservationQuery | ObservationRequest>(
    query: CheckedQuery<Query>,
    weather: WeatherSeries,
  ): Promise<ObservationResponse>;
  /** Closes what the engine opened. */
  close(): Promise<void>;
}

const DEFAULT_PLACES = 1000;

/**
 * Loads what a service needs around the pure computation. Models may be chosen by name.
 *
 * @throws TerrainError for unusable elevation files; RangeError, TypeError for options out of range or of the wrong kind
 *
 * @example
 * ```js
 * import { createEngine } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const engine = await createEngine();
 * const { meta } = await engine.observe({ lat: 36.1, lon: -79.95, frequency: "1_hour" }, await loadSample());
 * console.log(meta.altitude > 200); // true
 * await engine.close();
 * ```
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`createEngine: options must be an object, got ${String(options)}`);
  const { places = DEFAULT_PLACES, climatology = true, timeZones = true } = options;
  checkOptions(places, climatology, timeZones);
  checkContext(options.context);
  // Undefined counts as not given, as everywhere in a context.
  const given: ObservationContext = onlyGiven(options.context ?? {});
  const [{ allModels }, terrain, grids, zones] = await Promise.all([
    import("../physics/models/index.js"),
    openedTerrain(options.terrain),
    climatology === true
      ? import("../data/climatology/climatology.js").then((m) => m.openClimatology())
      : climatology || null,
    timeZones ? import("../data/climatology/climatology.js") : null,
  ]);

  /** @param station the altitude of the weather's place: nearer to the truth than a map */
  async function surroundings(latitude: number, longitude: number, station?: number): Promise<ObservationContext> {
    const known: ObservationContext = {};
    const ofMap = grids === null ? undefined : Math.round(grids.altitude(latitude, longitude));
    const altitude = (await altitudeFrom(terrain, latitude, longitude)) ?? station ?? ofMap;
    if (altitude !== undefined) known.altitude = altitude;
    if (grids) {
      // At the altitude in use: what the context says of it overrides what was looked up.
      const at = { altitude: given.altitude ?? altitude };
      known.linkeTurbidity =
        grids.clearTurbidity?.(latitude, longitude, at) ?? grids.linkeTurbidity(latitude, longitude);
    }
    if (zones) known.timeZone = await zones.standardTimeOffset(latitude, longitude);
    return known;
  }

  const placeZone = await zones?.openPlaceZones();
  const zonedQuery = (query: ObservationQuery | ObservationRequest) =>
    placeZone === undefined ? query : withPlaceZone(query, zoneWith(placeZone, given.timeZone));

  const surroundingsOf = remembered(places, surroundings);
  const horizonOf = remembered(places, async (latitude, longitude) =>
    clampedLine((await terrain!.horizon(latitude, longitude)).profile),
  );
  const assembled = async (
    latitude: number,
    longitude: number,
    withHorizon: boolean,
    station?: number,
  ): Promise<ObservationContext> => ({
    registry: allModels,
    // Copies: the cached context does not change, whatever the caller does with its own.
    ...structuredClone(await surroundingsOf(latitude, longitude, station)),
    ...(withHorizon && terrain ? { horizon: (await horizonOf(latitude, longitude)).slice() } : {}),
    ...given,
  });

  return {
    context: (latitude, longitude) => assembled(latitude, longitude, true),
    async observe(query, weather) {
      const { now } = given;
      const request = parseObservationRequest(zonedQuery(query), now === undefined ? {} : { now });
      const needsHorizon = request.horizon === "auto" && given.horizon === undefined;
      if (needsHorizon && !terrain)
        throw new RequestError(
          "horizon",
          'invalid value for parameter "horizon": "auto" needs elevation data (createEngine({ terrain }))',
        );
      const station = weather?.place?.altitude; // what is no number is refused later
      const isKnown = typeof station === "number" && Number.isFinite(station);
      const context = await assembled(request.lat, request.lon, needsHorizon, isKnown ? station : undefined);
      const { decimals } = context;
      return toResponse(computeColumns(request, weather, context), decimals === undefined ? {} : { decimals });
    },
    async close() {
      if (terrain !== options.terrain) await terrain?.close();
    },
  };
}

function checkOptions(places: unknown, climatology: unknown, timeZones: unknown): void {
  if (typeof places !== "number") throw new TypeError(`createEngine: places must be a number, got ${String(places)}`);
  if (!Number.isInteger(places) || places < 1)
    throw new RangeError(`createEngine: places must be a whole number of 1 or more, got ${places}`);
  if (typeof climatology !== "boolean" && typeof (climatology as Climatology | null)?.altitude !== "function")
    throw new TypeError(`createEngine: climatology must be true, false or a climatology, got ${String(climatology)}`);
  if (typeof timeZones !== "boolean")
    throw new TypeError(`createEngine: timeZones must be true or false, got ${String(timeZones)}`);
}

/** Standard time is that of the context, where it has one. */
function zoneWith(placeZone: PlaceZones, hours: number | undefined): PlaceZones {
  return (time, latitude, longitude) =>
    time === "standard" && hours !== undefined
      ? offsetText(Math.round(hours * HOUR))
      : placeZone(time, latitude, longitude);
}

async function openedTerrain(terrain: EngineOptions["terrain"]): Promise<Terrain | null> {
  if (terrain === undefined) return null;
  if (typeof terrain === "object" && terrain !== null && "horizon" in terrain) return terrain;
  const { openTerrain } = await import("../data/terrain/terrain.js");
  return openTerrain(terrain);
}

/** Altitude from the terrain; undefined if it has none. */
async function altitudeFrom(terrain: Terrain | null, latitude: number, longitude: number): Promise<number | undefined> {
  try {
    return await terrain?.altitude(latitude, longitude);
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ERR_TERRAIN_NO_DATA") return undefined;
    throw cause;
  }
}

/** The form of `context.horizon`: terrain below the horizontal causes no shading. */
function clampedLine(profile: Float64Array): Float64Array {
  return profile.map((elevation) => Math.min(Math.max(elevation, 0), 89.999));
}

/** The latest results, of valid places only. */
function remembered<Value>(
  most: number,
  compute: (latitude: number, longitude: number, station?: number) => Promise<Value>,
): typeof compute {
  const latest = latestOf<Value>(most);
  return async (latitude, longitude, station) => {
    checkPlace("engine.context", latitude, longitude, 180);
    return latest.get(`${latitude},${longitude},${station}`, () => compute(latitude, longitude, station));
  };
}
