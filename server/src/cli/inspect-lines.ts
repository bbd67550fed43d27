/** What an inspection found, as lines for people. */

import type { InspectedDataset, InspectedSource, ListedArray, Listing } from "irradiance-archive";
import { DAY } from "irradiance-engine/shared";
import { degrees, extentText } from "../answers/facts-text.js";
import { time } from "./output.js";

const KIB = 1024;
/** Stations that are listed; of more there is a line with their number. */
const MOST_LISTED = 20;

export function arrayLines(arrays: readonly ListedArray[]): string[] {
  return ["arrays:", ...arrays.map(arrayLine)];
}

function arrayLine({ name, type, units, dimensions, shape, chunks }: ListedArray): string {
  const size = shape.map((length, k) => [...(dimensions[k] ? [dimensions[k]] : []), length].join(" ")).join(" × ");
  const extent = shape.length === 0 ? "one value" : `${size}, chunks of ${chunks.join(" × ")}`;
  return `  ${name}  ${type}, ${extent}${units === undefined ? "" : `, ${units}`}`;
}

export function productLine({ products }: Listing, isNamed: boolean): string {
  const fitting = products.length === 0 ? "no known product" : products.join(", ");
  return `products whose variables it has: ${fitting}${isNamed ? "" : "; say which with --product"}`;
}

export function problemLines(problems: readonly string[]): string[] {
  return problems.map((problem) => `problem: ${problem}`);
}

export function sourceLines({ datasets, opened, problems }: InspectedSource): string[] {
  const rest = datasets.length - MOST_LISTED;
  return [
    ...datasets.slice(0, MOST_LISTED).flatMap(datasetLines),
    ...(rest > 0 ? [`and ${rest} more data sets`] : []),
    ...(opened === undefined ? [] : [`opening it: ${opened.requests} requests, ${kib(opened.bytes)}`]),
    ...problemLines(problems),
  ];
}

function datasetLines({
  dataset,
  class: kind,
  columns,
  step,
  first,
  last,
  gaps,
  extent,
  year,
}: InspectedDataset): string[] {
  const names = columns.map(({ column, variable, is, chunks }) => {
    const from = variable === undefined ? "" : `  from ${variable}`;
    const meaning = is === undefined ? "" : `${from === "" ? "  " : ": "}${is}`;
    return `  ${column}${from}${meaning}${chunks === undefined ? "" : `, chunks of ${chunks.join(" × ")}`}`;
  });
  const missing = gaps > 0 ? `, ${gaps} gaps of a day or more` : "";
  return [
    `data set: ${dataset}, ${kind}`,
    "columns:",
    ...names,
    first === undefined || last === undefined
      ? `period: nothing yet, every ${step} s`
      : `period: ${time(first)} to ${time(last)}, every ${step} s${missing}`,
    ...(extent === undefined ? [] : [`cells: ${extentText(extent)}`]),
    yearLine(year),
  ];
}

function yearLine(year: InspectedDataset["year"]): string {
  if (year === undefined) return "a year of a place: not known, because the place in the middle has no data";
  const { place, period, requests, bytes, values, missing } = year;
  const what = period.end - period.start < 365 * DAY ? "all there is" : "a year";
  const cost = `${requests === undefined ? "" : `${requests} requests, `}${kib(bytes)}`;
  return `${what} at ${degrees(place.latitude)}, ${degrees(place.longitude)}: ${cost} for ${values} values, ${missing} of them missing`;
}

function kib(bytes: number): string {
  return `${(bytes / KIB).toFixed(1)} KiB`;
}
