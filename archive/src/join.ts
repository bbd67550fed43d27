/** Combines parts from several sources into the single series that the engine takes. */

import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import {
  instantsToMeans,
  joinSeries,
  lightAt,
  type RowRange,
  resample,
  type TimeGrid,
  toSite,
} from "irradiance-engine/series";
import { ArchiveError } from "./errors.js";
import type { Plan, Stretch } from "./plan.js";
import type { Offer, Part, Period } from "./source.js";

/**
 * Every row comes from the stretch that contains its middle: values of two sources are never blended. Pure:
 * parts are not modified.
 *
 * @returns means over equal intervals in UTC on the plan's grid; NaN without data
 * @throws ArchiveError `ERR_ARCHIVE_NO_WEATHER` for an empty plan; WeatherError for a malformed part
 */
export function join(parts: readonly Part[], plan: Plan): WeatherSeries {
  const { grid, place, offers, stretches } = plan;
  if (grid === undefined) throw noWeather(plan);
  const names = new Set(stretches.flatMap(({ columns }) => columns));
  const columns = new Map([...names].map((name) => [name, new Float64Array(grid.count).fill(Number.NaN)]));
  const served = new Map<number, Stretch[]>();
  for (const stretch of stretches) served.set(stretch.offer, [...(served.get(stretch.offer) ?? []), stretch]);
  for (const [index, own] of served) {
    const offer = offers[index]!;
    const joined = joinSeries(parts.filter((part) => isOf(part, offer)).map((part) => part.series)).map((series) =>
      toSite(instantsToMeans(series, lightAt(offer.cell, place), offer.class === "satellite"), offer.cell, place),
    );
    for (const stretch of own) {
      const rows = rowsOf(stretch, plan, grid);
      for (const series of joined) resample(series, stretch.columns, grid, rows, place, columns);
    }
  }
  return {
    start: grid.start,
    interval: grid.step / 1000,
    columns: Object.fromEntries(columns) as { [name in WeatherColumn]?: Float64Array },
    place: { latitude: place.latitude, longitude: place.longitude, ...altitudeOf(plan) },
  };
}

export function isOf({ provenance }: Part, { source, dataset }: Offer): boolean {
  return provenance.source === source && provenance.dataset === dataset;
}

export function noWeather({ period, margin, nearest, failures }: Plan): ArchiveError {
  const [start, end] = [period.start + margin, period.end - margin];
  const asked = `${new Date(start).toISOString()} to ${new Date(end).toISOString()}`;
  const there =
    nearest === undefined
      ? "no source has any"
      : `the nearest available: ${new Date(nearest.start).toISOString()} to ${new Date(nearest.end).toISOString()}`;
  const why = byCause(failures)
    .map((text) => `; ${text}`)
    .join("");
  return new ArchiveError("ERR_ARCHIVE_NO_WEATHER", `no weather for the place from ${asked}; ${there}${why}`);
}

/** Nine models at a host that is away are one matter: only what failed alone is given with its whole address. */
function byCause(failures: Plan["failures"]): string[] {
  const hostOnly = (message: string) => message.replace(/(https?:\/\/[^/\s]+)\/\S*/g, "$1");
  const groups = new Map<string, Plan["failures"]>();
  for (const failure of failures) {
    const cause = hostOnly(failure.message);
    groups.set(cause, [...(groups.get(cause) ?? []), failure]);
  }
  return [...groups].map(([cause, [one, ...others]]) =>
    others.length === 0 ? `${one!.source}: ${one!.message}` : `${one!.source} and ${others.length} more: ${cause}`,
  );
}

/** Rows whose middle is in the stretch; the period's first and last stretch also have rows that its ends cut. */
export function rowsOf({ start, end }: Period, { period }: Plan, grid: TimeGrid): RowRange {
  const edge = (time: number) => Math.ceil((time - grid.start) / grid.step - 0.5);
  return {
    from: start === period.start ? 0 : Math.max(0, edge(start)),
    to: end === period.end ? grid.count : Math.min(grid.count, edge(end)),
  };
}

/** Metres: the request's, else that of the best source. */
function altitudeOf({ place, offers, stretches }: Plan): { altitude?: number } {
  const altitude = place.altitude ?? offers[stretches[0]!.offer]!.cell.altitude;
  return altitude === undefined ? {} : { altitude };
}
