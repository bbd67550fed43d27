/** Whether a degree without a tile has land, so that it is missing, or is all sea, so that there is none. */
import { openClimatology } from "irradiance-engine/climatology";

/** Middles of half degrees within a degree: what the grid holds means over. */
const MIDDLES = [0.25, 0.75];
/** Metres: two steps of the grid. Means of the sea are 0; a degree that has so much land has a tile. */
const LAND = 56;

export async function hasLand(south: number, west: number): Promise<boolean> {
  const { ground } = await openClimatology();
  return MIDDLES.some((north) => MIDDLES.some((east) => ground(south + north, west + east).around > LAND));
}
