/** Sources and parts made for tests: what they hold is known in advance. */
import type { WeatherColumn } from "irradiance-engine";
import type { Offer, Part, Period, Place, ReadOptions, WeatherSource } from "../src/index.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const GHI = "global_horizontal_irradiance";
export const DNI = "direct_normal_irradiance";
export const DHI = "diffuse_horizontal_irradiance";
export const PLACE: Place = { latitude: 40, longitude: -105, altitude: 1500 };
export const JUNE = Date.UTC(2024, 5, 21);

export function offer(changes: Partial<Offer> = {}): Offer {
  const { distanceKm = 1 } = changes.cell ?? {};
  return {
    source: "made",
    dataset: "one",
    class: "measured",
    columns: [GHI, "temperature"],
    interval: 3600,
    first: JUNE,
    last: JUNE + 10 * DAY,
    revision: "r1",
    cell: { latitude: 40, longitude: -105, distanceKm },
    licence: "none",
    notices: [],
    ...changes,
  };
}

export type Values = (time: number, column: WeatherColumn) => number;

/** A part with means (or readings) at every interval of the offer that overlaps the period. */
export function part(of: Offer, period: Period, columns: readonly WeatherColumn[], values: Values): Part {
  const step = of.interval * 1000;
  const start = Math.max(of.first, of.first + Math.floor((period.start - of.first) / step) * step);
  const end = Math.min(of.last, of.first + Math.ceil((period.end - of.first) / step) * step);
  const count = Math.max(0, Math.round((end - start) / step));
  const own = columns.filter((column) => of.columns.includes(column));
  const { source, dataset, revision, run, cell, licence } = of;
  return {
    series: {
      start,
      interval: of.interval,
      columns: Object.fromEntries(
        own.map((name) => [name, Float64Array.from({ length: count }, (_, k) => values(start + k * step, name))]),
      ),
    },
    provenance: {
      source,
      dataset,
      class: of.class,
      columns: own,
      start,
      end,
      revision,
      run,
      cell,
      method: "nearest",
      corrections: [],
      licence,
      synthetic: of.class === "synthetic",
    },
  };
}

export interface MadeSource extends WeatherSource {
  readonly asked: string[];
}

/** A source of these offers; `values` may throw, or `before` hold it up. */
export function source(
  id: string,
  offers: readonly Offer[],
  values: Values = () => 1,
  before: (options?: ReadOptions) => Promise<void> = async () => {},
): MadeSource {
  const asked: string[] = [];
  return {
    id,
    asked,
    offer: async () => offers.map((one) => ({ ...one, source: id })),
    async read(one, _place, period, columns, options) {
      asked.push(one.dataset);
      await before(options);
      return [part(one, period, columns, values)];
    },
    close: async () => {},
  };
}

/** The engine's own CSV. */
export function csv(
  { latitude, longitude, altitude }: Place,
  start: number,
  step: number,
  count: number,
  value: (row: number) => number | string = () => 1,
  columns = "global_horizontal_irradiance,temperature",
): string {
  const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;
  const head = [`# latitude: ${latitude}`, `# longitude: ${longitude}`];
  if (altitude !== undefined) head.push(`# altitude: ${altitude}`);
  const cells = columns.split(",").length;
  const rows = Array.from({ length: count }, (_, k) =>
    [iso(start + k * step), iso(start + (k + 1) * step), ...new Array(cells).fill(value(k))].join(),
  );
  return [...head, `start_time,end_time,${columns}`, ...rows, ""].join("\n");
}
