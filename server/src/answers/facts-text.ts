/** What a source has, in a few words: for the log and the operator's commands. */
import type { DatasetFacts, Extent, SourceFacts } from "irradiance-archive";

/** A line for a source, however many data sets it has. */
export function summaryOf({ what, datasets }: SourceFacts) {
  const [one] = datasets;
  const isAlone = datasets.length === 1;
  const columns = new Set(datasets.flatMap((of) => of.columns.map(({ column }) => column)));
  return {
    what,
    datasets: isAlone ? one!.dataset : datasets.length,
    period: periodOf(datasets),
    step: isAlone ? one!.step : [...new Set(datasets.map(({ step }) => step))],
    grid: isAlone && one!.extent !== undefined ? extentText(one!.extent) : undefined,
    columns: [...columns].join(", "),
  };
}

function periodOf(datasets: readonly DatasetFacts[]): string {
  const first = datasets.flatMap((one) => one.first ?? []).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = datasets.flatMap((one) => one.last ?? []).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return first > last ? "nothing yet" : `${minute(first)} to ${minute(last)}`;
}

function minute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}

/** "40 from 35 to 72° N, -12 to 35° E, 0.25° apart". */
export function extentText({ south, north, west, east, cells, spacing }: Extent): string {
  if (cells === 1) return `1 at ${degrees(south)}° N, ${degrees(west)}° E`;
  const apart = spacing === undefined ? "" : `, ${degrees(spacing)}° apart`;
  return `${cells} from ${degrees(south)} to ${degrees(north)}° N, ${longitudes(west, east)}${apart}`;
}

function longitudes(west: number, east: number): string {
  if (west === -180 && east === 180) return "all round";
  return `${degrees(west)} to ${degrees(east)}° E${west > east ? ", across the date line" : ""}`;
}

/** To ten metres. */
export function degrees(value: number): number {
  return Number(value.toFixed(4));
}
