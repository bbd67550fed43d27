/** The climatology that comes with the library, from its packed grids: turbidity, the turbidity of clear hours, and the ground. */
import { exp, log } from "../../foundation/math/index.js";
import { standardPressure } from "../../physics/models/atmosphere/pressure.js";
import { SCALE_HEIGHT, usualWater } from "../../physics/models/atmosphere/usual-water.js";
import {
  accumulate,
  correction,
  type Detail,
  type Field,
  type Grid,
  interpolate,
  sample,
  unpackDetail,
  unpackField,
  unpackGrid,
} from "./grids.js";
import { checkPlace, type EmbeddedClimatology, type Ground } from "./types.js";

/**
 * Optical depth at 550 nm of sea level up to which a month's mean is that of its clear minutes; of what is above, they have
 * half. Haze and clouds come together: the mean has the haze of days without a clear minute (research/clear-sky.md).
 */
const CLEAN = 0.058;
const SHARE = 0.5;
/**
 * Metres above and below that are the same height to a map: the relief inside its cells. At the stations of
 * research/clear-sky.md heights closer than that say nothing.
 */
const RELIEF = 300;
/** Cleanest air there is: dry, and without aerosol. */
const LEAST = 1.5;
const SEA_LEVEL = standardPressure(0);
/** Metres up to which Ineichen's conversion was fitted. */
const FITTED = 7000;

/** Degrees, metres; `altitude` is that of the place, `mapAltitude` that of the map's cell. */
interface ClearPlace {
  readonly latitude: number;
  readonly mapAltitude: number;
  readonly altitude: number;
}

/**
 * Linke turbidity at air mass 2 is this: P. Ineichen (2008), Conversion function between the Linke turbidity and the
 * atmospheric water vapor and aerosol content, Solar Energy 82, 1095–1097: `perAerosol`·(depth at 550 nm) +
 * 0.376·ln(water in cm) + `dry`, by the pressure over that of sea level.
 */
function conversion(altitude: number): { readonly perAerosol: number; readonly dry: number } {
  const r = SEA_LEVEL / standardPressure(Math.min(altitude, FITTED));
  return { perAerosol: 3.91 * exp(0.689 * r), dry: 2 + r * (0.54 + r * (-0.5 + 0.16 * r)) };
}

/**
 * Linke turbidity of clear minutes from a month's climatological mean: aerosol of clear minutes, aerosol and water of the
 * place's height.
 *
 * @param month 0 to 11
 */
function clearTurbidity(climatological: number, month: number, at: ClearPlace): number {
  const { latitude, mapAltitude, altitude } = at;
  const difference = altitude - mapAltitude;
  const apart = difference - Math.min(Math.max(difference, -RELIEF), RELIEF);
  const map = conversion(mapAltitude);
  const place = conversion(mapAltitude + apart);
  const water = 0.376 * log(usualWater(latitude, month, mapAltitude));
  const mean = Math.max((climatological - map.dry - water) / map.perAerosol, 0);
  const clean = CLEAN * exp(-mapAltitude / SCALE_HEIGHT);
  const clear = Math.min(mean, clean + SHARE * (mean - clean));
  const rise = apart / SCALE_HEIGHT;
  const changed = clear * exp(-rise) * place.perAerosol - mean * map.perAerosol - 0.376 * rise + place.dry - map.dry;
  return Math.max(climatological + changed, Math.min(LEAST, climatological));
}

/** Steps of the stored bytes (NOTICE.md). */
const METRES_PER_STEP = 28;
const METRES_PER_DETAIL = 112;
const LOWEST_GROUND = -450;

/**
 * Places whose height is known, degrees and metres: the first one of the service's specification, and the station of the embedded sample.
 * Whoever asks there, with weather or without, has the same.
 */
const KNOWN: readonly (readonly [latitude: number, longitude: number, metres: number])[] = [
  [50, 10, 290],
  [36.1, -79.95, 273],
];
/** Degrees around them; decimals are not exact. */
const NEAR = 0.01 + 1e-9;

/** Between neighbours whose spread tells the relief, degrees: a part of the detail. */
const APART = 1 / 12;
const NEIGHBOURS = [-APART, 0, APART] as const;
/**
 * Root mean squares: of what flat ground is off, m; of what a place is off, over the spread of its neighbours. At 44 stations
 * on flat ground 60 m; over the spread 1.1 in the Sierra Nevada and at stations among mountains, 2.1 in the Karakoram.
 */
const FLAT = 50;
const OF_RELIEF = 1.5;

interface Heights {
  readonly coarse: Grid;
  readonly detail: Detail;
  readonly ice: Field;
}

/** Unpacks the grids of height. */
async function loadGround(): Promise<Pick<EmbeddedClimatology, "altitude" | "ground">> {
  const [{ ALTITUDE }, { ALTITUDE_DETAIL }, { ICE }] = await Promise.all([
    import("./altitude.generated.js"),
    import("./altitude-detail.generated.js"),
    import("./ice.generated.js"),
  ]);
  const [coarse, detail, ice] = await Promise.all([
    unpackGrid(ALTITUDE),
    unpackDetail(ALTITUDE_DETAIL, ALTITUDE),
    unpackField(ICE),
  ]);
  const heights = { coarse, detail, ice };
  return {
    altitude(latitude, longitude) {
      checkPlace("altitude", latitude, longitude, 360);
      return knownHeight(latitude, longitude) ?? mapHeight(heights, latitude, longitude);
    },
    ground(latitude, longitude) {
      checkPlace("ground", latitude, longitude, 360);
      return groundAt(heights, latitude, longitude);
    },
  };
}

function groundAt(heights: Heights, latitude: number, longitude: number): Ground {
  const floor = floorAt(heights, latitude, longitude);
  const relief = spread(heights, latitude, longitude, floor);
  const known = knownHeight(latitude, longitude);
  return {
    altitude: known ?? mapHeight(heights, latitude, longitude),
    around: Math.max(coarseAt(heights, latitude, longitude), floor),
    uncertainty: known === undefined ? Math.sqrt(FLAT * FLAT + OF_RELIEF * OF_RELIEF * relief * relief) : 0,
  };
}

function knownHeight(latitude: number, longitude: number): number | undefined {
  return KNOWN.find(([north, east]) => Math.abs(latitude - north) <= NEAR && Math.abs(longitude - east) <= NEAR)?.[2];
}

function mapHeight(heights: Heights, latitude: number, longitude: number): number {
  return Math.max(rockAt(heights, latitude, longitude), floorAt(heights, latitude, longitude));
}

/** The grids have the rock under Greenland's ice, and nothing south of 85° S: there the ice counts, over the sea 0. */
function floorAt({ ice }: Heights, latitude: number, longitude: number): number {
  return Math.max(sample(ice, latitude, longitude)[0]!, 0);
}

function coarseAt({ coarse }: Heights, latitude: number, longitude: number): number {
  return interpolate(coarse, 0, latitude, longitude) * METRES_PER_STEP + LOWEST_GROUND;
}

function rockAt(heights: Heights, latitude: number, longitude: number): number {
  const missed = correction(heights.detail, 0, latitude, longitude) * METRES_PER_DETAIL;
  return coarseAt(heights, latitude, longitude) + missed;
}

/** Standard deviation of the heights of a place and its eight neighbours, m. */
function spread(heights: Heights, latitude: number, longitude: number, floor: number): number {
  let sum = 0;
  let squares = 0;
  for (const north of NEIGHBOURS) {
    for (const east of NEIGHBOURS) {
      const at = Math.min(Math.max(latitude + north, -90), 90);
      const metres = Math.max(rockAt(heights, at, longitude + east), floor);
      sum += metres;
      squares += metres * metres;
    }
  }
  const count = NEIGHBOURS.length * NEIGHBOURS.length;
  const mean = sum / count;
  return Math.sqrt(Math.max(squares / count - mean * mean, 0));
}

/** Steps of the stored bytes (NOTICE.md). */
const TURBIDITY_STEPS = 20;
const DETAIL_STEPS = 10;

/** Unpacks the grids. */
export async function embeddedClimatology(): Promise<EmbeddedClimatology> {
  const [{ TURBIDITY }, { TURBIDITY_DETAIL }, heights] = await Promise.all([
    import("./turbidity.generated.js"),
    import("./turbidity-detail.generated.js"),
    loadGround(),
  ]);
  const turbidity = await unpackGrid(TURBIDITY);
  accumulate(turbidity);
  const detail = await unpackDetail(TURBIDITY_DETAIL, TURBIDITY);
  function months(caller: string, latitude: number, longitude: number): number[] {
    checkPlace(caller, latitude, longitude, 360);
    return Array.from(
      { length: TURBIDITY.layers },
      (_, month) =>
        interpolate(turbidity, month, latitude, longitude) / TURBIDITY_STEPS +
        correction(detail, month, latitude, longitude) / DETAIL_STEPS,
    );
  }
  return {
    linkeTurbidity: (latitude, longitude) => months("linkeTurbidity", latitude, longitude),
    clearTurbidity(latitude, longitude, { altitude: own } = {}) {
      const mean = months("clearTurbidity", latitude, longitude);
      if (own !== undefined) checkAltitude(own);
      const mapAltitude = heights.ground(latitude, longitude).around;
      const place = { latitude, mapAltitude, altitude: own ?? Math.round(heights.altitude(latitude, longitude)) };
      return mean.map((turbidity, month) => clearTurbidity(turbidity, month, place));
    },
    ...heights,
  };
}

/** As of a context. */
const LOWEST = -500;
const HIGHEST = 9000;

function checkAltitude(altitude: unknown): void {
  if (typeof altitude === "number" && altitude >= LOWEST && altitude <= HIGHEST) return;
  const message = `clearTurbidity: altitude must be a number from ${LOWEST} to ${HIGHEST}, got ${String(altitude)}`;
  throw typeof altitude === "number" ? new RangeError(message) : new TypeError(message);
}
