/** What hours of PVGIS have in common: their stamps, and what our own answer of hours says of its weather. */
import { HOUR } from "irradiance-engine/internal/shared";
import type { OwnAnswer } from "../door.js";
import type { WeatherSaid } from "./descriptions.js";

/** An answer of series with `meta=extended`. */
export interface HoursBody {
  readonly start_times: readonly string[];
  readonly values: { readonly [name: string]: readonly (number | null)[] | null };
  readonly meta: {
    readonly altitude: number;
    readonly sources: readonly { readonly source: string; readonly dataset: string; readonly synthetic: boolean }[];
    readonly notices: readonly { readonly message: string }[];
    readonly climate?: { readonly months_selected?: readonly { readonly month: number; readonly year: number }[] };
  };
}

/** The middle of an hour, Unix ms. */
export const middleOf = (start: string) => Date.parse(start) + HOUR / 2;

/** `YYYYMMDD:HHMM` in UTC. */
export function stampOf(time: number): string {
  const [date, clock] = new Date(time).toISOString().split("T") as [string, string];
  return `${date.replaceAll("-", "")}:${clock.slice(0, 5).replace(":", "")}`;
}

export function saidOf({ json: { meta }, notices }: OwnAnswer<HoursBody>): WeatherSaid {
  return {
    sources: [...new Set(meta.sources.map(({ source, dataset }) => `${source}/${dataset}`))],
    synthetic: meta.sources.some(({ synthetic }) => synthetic),
    notices: [...meta.notices.map(({ message }) => message), ...notices],
  };
}

/** The value of a row; null where there is none. */
export const valueIn = ({ values }: HoursBody, name: string, row: number) => values[name]?.[row] ?? null;
