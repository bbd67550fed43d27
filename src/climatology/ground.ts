/** The height of the ground from its grids: a coarse one, what that misses where it is steep, and ice sheets. */
import { correction, type Detail, unpackDetail } from "./detail.js";
import { type Field, sample, unpackField } from "./fields.js";
import { type Grid, interpolate, unpackGrid } from "./grid.js";
import { checkPlace } from "./place.js";
import type { EmbeddedClimatology, Ground } from "./types.js";

/** Steps of the stored bytes (NOTICE.md). */
const METRES_PER_STEP = 28;
const METRES_PER_DETAIL = 112;
const LOWEST = -450;

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
export async function loadGround(): Promise<Pick<EmbeddedClimatology, "altitude" | "ground">> {
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
  return interpolate(coarse, 0, latitude, longitude) * METRES_PER_STEP + LOWEST;
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
