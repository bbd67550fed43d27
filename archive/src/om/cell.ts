/** The cell that a place is answered from: of those around it the one whose height is most like its own. */
import { DAY } from "irradiance-engine/shared";
import type { ReadOptions } from "../budget.js";
import type { Cell, Place } from "../source.js";
import type { Spot } from "./grids/grid.js";
import { type Archive, arrayOf, at } from "./layouts/layout.js";
import { openOm } from "./om-file.js";

/** A nearest cell within this many metres of the place's height is good enough. */
const CLOSE = 100;
/** m that a km of distance counts as much as. */
const PER_KM = 30;
const FARTHEST = 50;
/** A best cell worse than this, in m, is no better than the nearest. */
const WORST = 1500;
/** What the file of heights says of the sea, and from where on of land without a height. */
const [SEA, UNKNOWN] = [-999, 9999];

interface Candidate {
  readonly spot: Spot;
  readonly height: number;
}

export interface ChosenCell {
  readonly spot: Spot;
  readonly cell: Cell;
}

/** @param spots the nearest first */
export async function chooseCell(
  archive: Archive,
  spots: readonly Spot[],
  { altitude }: Place,
  byHeight: boolean,
  options: ReadOptions,
): Promise<ChosenCell | undefined> {
  const [nearest] = spots;
  if (nearest === undefined) return undefined;
  const heights = await openHeights(archive, options);
  if (heights === undefined) return chosen({ spot: nearest, height: Number.NaN });
  const centre = { spot: nearest, height: await heights(nearest) };
  const isGood = altitude === undefined || Math.abs(centre.height - altitude) <= CLOSE;
  if (!byHeight || (isGood && centre.height !== SEA)) return chosen(centre);
  const around = spots.filter((spot) => spot !== nearest && spot.distanceKm <= FARTHEST);
  const others = await Promise.all(around.map(async (spot) => ({ spot, height: await heights(spot) })));
  const land = [centre, ...others].filter(({ height }) => height > SEA && height < UNKNOWN);
  const cost = ({ spot, height }: Candidate) => Math.abs(height - (altitude ?? height)) + PER_KM * spot.distanceKm;
  const best = land.reduce<Candidate | undefined>(
    (least, one) => (least === undefined || cost(one) < cost(least) ? one : least),
    undefined,
  );
  return chosen(best === undefined || cost(best) > WORST ? centre : best);
}

function chosen({ spot, height }: Candidate): ChosenCell {
  const { latitude, longitude, distanceKm } = spot;
  const cell = { latitude, longitude, distanceKm };
  if (height === SEA) return { spot, cell: { ...cell, altitude: 0 } };
  return { spot, cell: height > SEA && height < UNKNOWN ? { ...cell, altitude: height } : cell };
}

/** m of a cell, −999 for the sea; undefined if the model has no such file. */
async function openHeights(archive: Archive, options: ReadOptions) {
  const location = at(archive, "data", archive.folder, "static", "HSURF.om");
  const file = await openOm(archive.bytes, location, DAY, options);
  if (file === undefined) return undefined;
  const array = arrayOf(archive, file, file.root, 2);
  return async ({ row, column }: Spot) => (await file.line(array, 1, column, column + 1, [row, column], options))[0]!;
}
