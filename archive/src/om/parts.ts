/** The parts of an answer, means of intervals and values at times; and the cell that a place is answered from. */
import type { Notice, WeatherColumn } from "irradiance-engine";
import { DAY } from "irradiance-engine/internal/shared";
import type { ReadOptions } from "../budget.js";
import { tellingForbidden } from "../join.js";
import { removeImpossible } from "../possible-values.js";
import { type Cell, type Offer, type Part, type Period, type Place, provenanceFrom } from "../source.js";
import type { Spot } from "./grids.js";
import { type Archive, type Axis, arrayOf, at } from "./layouts/layout.js";
import { openOm } from "./om-file.js";
import type { OmColumn } from "./variables.js";

/** What is read, and of what. */
interface Asked {
  readonly axis: Axis;
  readonly spot: Spot;
  readonly offer: Offer;
  readonly period: Period;
  readonly options: ReadOptions;
}

export async function readParts(
  asked: Asked,
  available: readonly OmColumn[],
  columns: readonly WeatherColumn[],
): Promise<Part[]> {
  const forbidden = new Set<string>();
  const wanted = available.filter(({ column }) => columns.includes(column));
  const kinds = [true, false].map((isMean) => wanted.filter((one) => one.isMean === isMean));
  const parts = kinds.map((own) => readPart({ ...asked, options: { ...asked.options, forbidden } }, own));
  return tellingForbidden((await Promise.all(parts)).flat(), forbidden);
}

/** Columns that are all means, or all instants. */
async function readPart(asked: Asked, columns: readonly OmColumn[]): Promise<Part[]> {
  if (columns.length === 0) return [];
  const { axis, spot, offer, period, options } = asked;
  const { isMean } = columns[0]!;
  const { start, step, count } = axis;
  // An instant stands for the interval around it; after the last interval there is one more of them.
  const [origin, most, shift] = isMean ? [start, count, 1] : [start - step / 2, count + 1, 0];
  const from = Math.max(0, Math.floor((period.start - origin) / step));
  const to = Math.min(most, Math.ceil((period.end - origin) / step));
  if (to <= from) return [];
  options.budget.take("values", columns.length * (to - from));
  const corrections: string[] = [];
  const notices: Notice[] = [];
  const read = async (variable: string) => {
    const found = await axis.values(variable, spot, from + shift, to + shift, options);
    if (found.absent === 1) corrections.push(`a file of ${variable} is not there`);
    else if (found.absent > 1) corrections.push(`${found.absent} files of ${variable} are not there`);
    for (const [name, why] of found.unreadable ?? []) {
      const message = `${name} of ${variable} cannot be read, its values are missing: ${why}`;
      notices.push({ code: "missing", message });
      corrections.push(`${name} of ${variable} cannot be read`);
    }
    return found.values;
  };
  const values = await Promise.all(
    columns.map(async ({ column, variables, factor }) => {
      const [one, other] = await Promise.all(variables.map(read));
      const found =
        other === undefined
          ? one!.map((value) => value * factor)
          : one!.map((value, k) => Math.sqrt(value * value + other[k]! * other[k]!) * factor);
      const possible = removeImpossible(column, found, start + from * step, step / 1000);
      if (possible.count > 0) corrections.push(`${possible.count} impossible values of ${column} left out`);
      notices.push(...possible.notices);
      return [column, found] as const;
    }),
  );
  const series = {
    start: start + from * step,
    interval: step / 1000,
    columns: Object.fromEntries(values),
    ...(!isMean && { sampling: "instant" as const }),
  };
  const names = columns.map(({ column }) => column);
  const covered = { start: origin + from * step, end: origin + to * step };
  const provenance = provenanceFrom(offer, names, covered, corrections.sort());
  // Columns arrive in any order.
  return [{ series, provenance, notices: notices.sort((a, b) => (a.message < b.message ? -1 : 1)) }];
}

// The cell that a place is answered from: of those around it the one whose height is most like its own.

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
