/** The parts of an answer: means of intervals, and values at times. */
import type { Notice, WeatherColumn } from "irradiance-engine";
import type { ReadOptions } from "../budget.js";
import { removeImpossible } from "../possible-values.js";
import { tellingForbidden } from "../remarks.js";
import type { Offer, Part, Period } from "../source.js";
import type { OmColumn } from "./columns.js";
import type { Spot } from "./grids/grid.js";
import type { Axis } from "./layouts/layout.js";

/** km within which a place counts as the cell itself. */
const SAME_PLACE = 0.02;

export async function readParts(
  axis: Axis,
  spot: Spot,
  offer: Offer,
  available: readonly OmColumn[],
  period: Period,
  columns: readonly WeatherColumn[],
  given: ReadOptions,
): Promise<Part[]> {
  const options = { ...given, forbidden: new Set<string>() };
  const wanted = available.filter(({ column }) => columns.includes(column));
  const kinds = [wanted.filter(({ isMean }) => isMean), wanted.filter(({ isMean }) => !isMean)];
  const parts = kinds.map((own) => readPart(axis, spot, offer, own, period, options));
  return tellingForbidden((await Promise.all(parts)).flat(), options.forbidden);
}

/** Columns that are all means, or all instants. */
async function readPart(
  axis: Axis,
  spot: Spot,
  offer: Offer,
  columns: readonly OmColumn[],
  period: Period,
  options: ReadOptions,
): Promise<Part[]> {
  if (columns.length === 0) return [];
  const { isMean } = columns[0]!;
  const { start, step, count } = axis;
  // An instant stands for the interval around it; after the last interval there is one more of them.
  const [origin, most] = isMean ? [start, count] : [start - step / 2, count + 1];
  const from = Math.max(0, Math.floor((period.start - origin) / step));
  const to = Math.min(most, Math.ceil((period.end - origin) / step));
  if (to <= from) return [];
  options.budget.take("values", columns.length * (to - from));
  const corrections: string[] = [];
  const notices: Notice[] = [];
  const values = await Promise.all(
    columns.map(async (one) => {
      const shift = isMean ? 1 : 0;
      const found = await readColumn(axis, one, spot, from + shift, to + shift, options, corrections, notices);
      const possible = removeImpossible(one.column, found, start + from * step, step / 1000);
      if (possible.count > 0) corrections.push(`${possible.count} impossible values of ${one.column} left out`);
      notices.push(...possible.notices);
      return [one.column, found] as const;
    }),
  );
  const { source, dataset, revision, run, cell, licence, attribution } = offer;
  return [
    {
      series: {
        start: start + from * step,
        interval: step / 1000,
        columns: Object.fromEntries(values),
        ...(!isMean && { sampling: "instant" as const }),
      },
      provenance: {
        source,
        dataset,
        class: offer.class,
        columns: columns.map(({ column }) => column),
        start: origin + from * step,
        end: origin + to * step,
        revision,
        run,
        cell,
        method: cell.distanceKm <= SAME_PLACE ? "point" : "nearest",
        corrections: corrections.sort(),
        licence,
        attribution,
        synthetic: false,
      },
      notices: notices.sort(byMessage),
    },
  ];
}

/** Columns arrive in any order. */
function byMessage(a: Notice, b: Notice): number {
  return a.message < b.message ? -1 : 1;
}

async function readColumn(
  axis: Axis,
  { variables, factor }: OmColumn,
  spot: Spot,
  from: number,
  to: number,
  options: ReadOptions,
  corrections: string[],
  notices: Notice[],
): Promise<Float64Array> {
  const read = async (variable: string) => {
    const {
      values,
      absent,
      unreadable = new Map<string, string>(),
    } = await axis.values(variable, spot, from, to, options);
    if (absent === 1) corrections.push(`a file of ${variable} is not there`);
    else if (absent > 1) corrections.push(`${absent} files of ${variable} are not there`);
    for (const [name, why] of unreadable) {
      const message = `${name} of ${variable} cannot be read, its values are missing: ${why}`;
      notices.push({ code: "missing", message });
      corrections.push(`${name} of ${variable} cannot be read`);
    }
    return values;
  };
  const [one, other] = await Promise.all(variables.map(read));
  if (other !== undefined) return one!.map((value, k) => Math.sqrt(value * value + other[k]! * other[k]!) * factor);
  return one!.map((value) => value * factor);
}
