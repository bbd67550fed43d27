/** What a year yields at any place of the land, and its light: the numbers of scripts/explorer/world-light.mjs, and their colours. */
import { WORLD } from "./world-light.generated.js";

export type Kind = "light" | "yield";

export interface Found {
  /** kWh a year: of 1 kWp, or on a square metre of level ground. */
  readonly value: number;
  /** Eight of ten years, or places, lie within so much of it. */
  readonly percent: number;
}

const COLUMNS = 360;
/** Viridis (S. van der Walt & N. Smith, CC0): its lightness rises all the way, so that it is read with any eyes, and on paper without colours. */
export const COLOURS = [
  "#440154",
  "#472d7b",
  "#3b528b",
  "#2c728e",
  "#21918c",
  "#28ae80",
  "#5ec962",
  "#addc30",
  "#fde725",
];
/** Where one colour ends and the next begins. */
export const BOUNDS: { readonly [kind in Kind]: readonly number[] } = {
  yield: [600, 800, 1000, 1200, 1400, 1600, 1800, 2000],
  light: [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200],
};
/** What the map has at a place, between the whole degrees around it; undefined at sea and beyond the map. */
export function lightAt(kind: Kind, { lat, lon }: { readonly lat: number; readonly lon: number }): Found | undefined {
  const { step, values, percent } = WORLD[kind];
  const [south, west] = [Math.floor(lat), Math.floor(lon)];
  let [weights, value, within] = [0, 0, 0];
  for (const [y, x, weight] of [
    [south, west, (1 - lat + south) * (1 - lon + west)],
    [south, west + 1, (1 - lat + south) * (lon - west)],
    [south + 1, west, (lat - south) * (1 - lon + west)],
    [south + 1, west + 1, (lat - south) * (lon - west)],
  ] as const) {
    const index = (WORLD.north - y) * COLUMNS + ((x + 180 + COLUMNS) % COLUMNS);
    if (y > WORLD.north || y < WORLD.south || values[index] === " ") continue;
    weights += weight;
    value += weight * digitAt(values, index) * step;
    within += weight * digitAt(percent, index);
  }
  return weights > 0.01 ? { value: value / weights, percent: within / weights } : undefined;
}

/** As scripts/explorer/world-light.mjs packs them: characters 35 to 125 without 92. */
function digitAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 92 ? code - 35 : code - 36;
}

export function colourOf(kind: Kind, value: number): string {
  return COLOURS[BOUNDS[kind].filter((bound) => value >= bound).length] as string;
}
