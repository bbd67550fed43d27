/** Data of a place without weather: altitude, turbidity, standard time, and the horizon line if requested. */
import type { Notice, ObservationContext, ObservationRequest, WeatherSeries } from "irradiance-engine";
import { computeColumns, createWorkspace, parseObservationRequest } from "irradiance-engine";
import type { Pool } from "irradiance-engine/bulk";
import { loadWorldClimate, openClimatology } from "irradiance-engine/climatology";
import type { ClimateRequest } from "irradiance-engine/contract";
import { computeBody, type Encoding, NO_BODY, observationRows } from "irradiance-engine/internal/bulk";
import { worldMonths } from "irradiance-engine/internal/climate";
import type { PlaceZones } from "irradiance-engine/internal/climatology";
import { monthlySkyIndex, standardTimeOffset } from "irradiance-engine/internal/climatology";
import { latestByPlace, latestOf } from "irradiance-engine/internal/shared";
import { loopTurn } from "../loop-slices.js";
import type { Settings } from "../settings.js";

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

/** A place of the archive; with its height only where this is measured at the place itself, not in the land around. */
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

/** The server's data beyond request and weather. All can be sent to a thread. */
export type ComputeContext = Pick<
  ObservationContext,
  "altitude" | "linkeTurbidity" | "timeZone" | "horizon" | "software" | "albedo"
>;

interface ComputeRequest {
  readonly request: ObservationRequest | ClimateRequest;
  readonly weather: WeatherSeries;
  readonly context: ComputeContext;
  /** Output intervals. */
  readonly rows: number;
  /** Members that `meta=extended` adds to `meta`; the computation's own notices are appended. */
  readonly extended: { readonly notices: readonly Notice[]; readonly [key: string]: unknown } | undefined;
  readonly encoding: Encoding;
  readonly asTable?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly priority: 0 | 1;
}

export interface ComputedBody {
  readonly contentType: string;
  readonly encoding: Encoding;
  readonly body: Uint8Array;
  readonly rows: number;
  readonly columns: number;
  readonly notices: readonly Notice[];
  /** Rows, column by column, as `answerTable` describes them; the body is empty then. */
  readonly table?: readonly Float64Array[] | undefined;
}

export type Compute = (order: ComputeRequest) => Promise<ComputedBody>;

/** Below this a body is sent as it is: compressed it would hardly be smaller. */
const WORTH_COMPRESSING_ROWS = 12;

/** A dispatch to a thread alone costs more than a small request's computation (measured: bench/server.mjs). */
export function createCompute(pool: Pool, settings: Settings): Compute {
  const workspace = createWorkspace();
  const compatibility = settings.compatibility === "pvlib" ? ("pvlib" as const) : undefined;
  return async ({ request, weather, context, rows, extended, encoding, asTable, signal, priority }) => {
    const options = {
      context,
      encoding: rows < WORTH_COMPRESSING_ROWS ? "identity" : encoding,
      write: { ...(extended && { meta: extended }), ...(compatibility && { compatibility }) },
    } as const;
    const isSmall = rows <= settings["inline-rows"];
    // Small ones that arrive together would hold the loop together.
    if (isSmall) await loopTurn();
    signal.throwIfAborted();
    if (asTable && request.kind === "observation-request") {
      const columns = isSmall
        ? computeColumns(request, weather, context, workspace)
        : await pool.observe(request, weather, { context, as: "columns", signal, priority });
      const { count, values, diagnostics } = columns;
      const width = Object.values(values).filter((column) => column !== null).length;
      const table = observationRows(columns, request.parameters);
      return { ...NO_BODY, rows: count, columns: width, notices: diagnostics.notices, table };
    }
    const answer = isSmall
      ? computeBody(request, weather, options, workspace)
      : await pool.observe(request, weather, { ...options, signal, priority });
    return { ...answer, notices: answer.diagnostics.notices };
  };
}

const [LATITUDE, LONGITUDE] = [50, 10];
const DAY = "2024-06-21";

/** Elevation files show at a place what is wrong with them. @throws TerrainError */
export async function tryTerrain(places: Places): Promise<void> {
  await places.surroundings(LATITUDE, LONGITUDE);
}

/** Tables are loaded, and the code of an answer is compiled. */
export async function warm(compute: Compute): Promise<void> {
  const request = parseObservationRequest({
    lat: LATITUDE,
    lon: LONGITUDE,
    parameters: "all",
    start: `${DAY}T00:00Z`,
    end: `${DAY}T23:59Z`,
  });
  const light = Float64Array.from(
    { length: 24 },
    (_, hour) => 800 * Math.max(0, Math.sin(((hour - 5) / 14) * Math.PI)),
  );
  const weather = { start: `${DAY}T00:00Z`, interval: 3600, columns: { global_horizontal_irradiance: light } };
  const { signal } = new AbortController();
  const order = {
    request,
    weather,
    context: {},
    rows: 96,
    extended: undefined,
    encoding: "br",
    signal,
    priority: 0,
  } as const;
  const tables = [openClimatology(), standardTimeOffset(LATITUDE, LONGITUDE), loadWorldClimate()];
  await Promise.all([...tables, compute(order)]);
}

/**
 * A yield, which is what the page asks for first: cold, it takes a thread 0.7 s, and 0.1 s from then on. A call that comes meanwhile
 * goes to another thread; where there is one alone, it waits for this.
 */
export async function warmYield(pool: Pool): Promise<void> {
  const { place, monthly } = await worldMonths(LATITUDE, LONGITUDE);
  const { weather } = await pool.generateYear(place, monthly);
  const plane = { kwp: 8, surfaceTilt: 30, surfaceAzimuth: 180 };
  await pool.yieldBody(
    { ...weather, start: weather.start as number },
    { planes: [plane] },
    {
      encoding: "br",
      options: { latitude: LATITUDE, longitude: LONGITUDE, typicalYear: true, lightSource: "generated" },
    },
  );
}
