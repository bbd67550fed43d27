/** What hours of PVGIS have in common: their stamps, and the values of a row. */
import { HOUR } from "irradiance-engine/internal/shared";
import type { SeriesBody } from "../said.js";

/** The middle of an hour, Unix ms. */
export const middleOf = (start: string) => Date.parse(start) + HOUR / 2;

/** `YYYYMMDD:HHMM` in UTC. */
export function stampOf(time: number): string {
  const [date, clock] = new Date(time).toISOString().split("T") as [string, string];
  return `${date.replaceAll("-", "")}:${clock.slice(0, 5).replace(":", "")}`;
}

/** The value of a row; null where there is none. */
export const valueIn = ({ values }: Pick<SeriesBody, "values">, name: string, row: number) =>
  values[name]?.[row] ?? null;
