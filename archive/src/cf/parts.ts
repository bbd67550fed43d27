/** The parts of an answer: of each kind of interval one, with where its values are from. */
import type { Notice, WeatherColumn } from "irradiance-engine";
import type { ReadOptions } from "../budget.js";
import { type Possible, removeImpossible } from "../possible-values.js";
import { tellingForbidden } from "../remarks.js";
import type { Offer, Part, Period } from "../source.js";
import type { OneReading } from "./array.js";
import { readColumn, type SpotInGroup, seriesOf, shiftOf, stepsIn } from "./columns.js";
import type { Group } from "./group.js";
import type { Variable } from "./variables.js";

/** km within which a place counts as the cell itself. */
const SAME_PLACE = 0.02;

export async function readParts(
  spot: SpotInGroup,
  offer: Offer,
  period: Period,
  columns: readonly WeatherColumn[],
  given: ReadOptions,
): Promise<Part[]> {
  const forbidden = new Set<string>();
  const options: OneReading = { ...given, versions: new Map(), forbidden };
  const { group } = spot;
  const { axis } = group;
  const wanted = group.variables.filter(({ column }) => columns.includes(column));
  const kinds = new Map<string, Variable[]>();
  for (const variable of wanted) {
    const kind = `${variable.is === "instant"} ${shiftOf(variable, axis.step)}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), variable]);
  }
  const parts = [...kinds.values()].map(async (own): Promise<Part[]> => {
    const steps = stepsIn(axis, shiftOf(own[0]!, axis.step), period);
    if (steps.to === steps.from) return [];
    options.budget.take("values", own.length * (steps.to - steps.from));
    const read = await Promise.all(own.map((one) => readColumn(one, spot, steps, options)));
    const values = read.map((one) => one.values);
    const series = seriesOf(group, steps, own, values);
    const possible = own.map(({ column }, k) =>
      removeImpossible(column, values[k]!, series.start as number, series.interval),
    );
    const found = own.map((one, k) => ({ ...one, is: read[k]!.is }));
    const corrections = found.flatMap((one, k) => [...howMade(one), ...leftOut(one.column, possible[k]!)]);
    const provenance = provenanceOf(offer, group, own, steps, corrections);
    const others = found
      .filter(({ is }, k) => is !== own[k]!.is)
      .map(({ column, array }) => hourly(column, array.path));
    return [{ series, provenance, notices: [...others, ...possible.flatMap(({ notices }) => notices)] }];
  });
  return tellingForbidden((await Promise.all(parts)).flat(), forbidden);
}

function howMade({ is, conversion, combine }: Variable): string[] {
  const made = is === "sum-since-midnight" ? ["sums since midnight split into steps"] : [];
  if (is === "sum-since-start" || is === "mean-since-start")
    made.push("values since the start of the run split into steps");
  if (conversion.isEnergy) made.push("energy of intervals divided by their time");
  if (combine === "snow from water and density") made.push("snow depth from its water and density");
  return made;
}

/** What is said of sums of the hour that are called sums since midnight. */
function hourly(column: WeatherColumn, path: string): Notice {
  const why = `${path} falls within UTC days, like hourly sums and unlike sums since midnight`;
  return {
    code: "unit",
    message: `${column}: ${why}: it is read as hourly sums ("product": "era5-land-timeseries")`,
  };
}

/** Damage and wrong units show as impossible values: they are left out and reported. */
function leftOut(column: WeatherColumn, { count }: Possible): string[] {
  return count === 0 ? [] : [`${count} impossible values of ${column} left out`];
}

function provenanceOf(
  offer: Offer,
  { axis }: Group,
  variables: readonly Variable[],
  { from, to }: { readonly from: number; readonly to: number },
  corrections: readonly string[],
): Part["provenance"] {
  const { source, dataset, revision, cell, licence, attribution } = offer;
  const start = axis.first + shiftOf(variables[0]!, axis.step) + from * axis.step;
  return {
    source,
    dataset,
    class: offer.class,
    columns: variables.map(({ column }) => column),
    start,
    end: start + (to - from) * axis.step,
    revision,
    cell,
    method: cell.distanceKm <= SAME_PLACE ? "point" : "nearest",
    corrections: [...new Set(corrections)],
    licence,
    attribution,
    synthetic: false,
  };
}
