/** An answer of the service, ready for views. */
import type { SeriesRequest } from "../request/request.js";
import { texts } from "../texts/texts.js";
import type { Price } from "./price.js";
import type { Reply } from "./service.js";
import { kindName, type Notice, phrase } from "./words.js";

export interface Column {
  readonly name: string;
  readonly description: string;
  /** As the service writes it: `W/m**2`. */
  readonly unit: string;
  readonly aggregation: "average" | "sum";
  readonly values: readonly (number | null)[];
}

export interface Source {
  readonly source: string;
  readonly dataset: string;
  readonly class: string;
  readonly columns: readonly string[];
  readonly cell: { readonly lat: number; readonly lon: number; readonly distance_km: number };
  readonly licence: string;
  readonly attribution?: string;
  readonly run?: string;
  readonly method?: string;
  readonly corrections?: readonly string[];
}

/** Of one column, by their names: `p10`, `p50`, `p90`. */
export interface Quantiles {
  readonly [name: string]: readonly (number | null)[];
}

export interface Answer {
  readonly request: SeriesRequest;
  /** The body as it came. */
  readonly text: string;
  readonly price: Price;
  readonly startTexts: readonly string[];
  readonly endTexts: readonly string[];
  /** Unix ms. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Those that were asked for, in the answer's order; then the surface's angles. */
  readonly columns: readonly Column[];
  /** Columns without the surface's angles. */
  readonly parameters: readonly Column[];
  readonly place: { readonly lat: number; readonly lon: number; readonly altitude: number };
  /** Hours from UTC. */
  readonly timeZone: number;
  /** "Europe/Zurich"; undefined where the service does not tell it. */
  readonly zoneName: string | undefined;
  readonly sources: readonly Source[];
  readonly notices: readonly Notice[];
  /** By column; of forecasts only. */
  readonly quantiles: { readonly [column: string]: Quantiles };
  readonly synthetic: boolean;
}

interface Body {
  readonly start_times: readonly string[];
  readonly end_times: readonly string[];
  readonly values: { readonly [name: string]: readonly (number | null)[] | null };
  readonly meta: {
    readonly parameters: readonly {
      readonly name: string;
      readonly description: string;
      readonly unit: { readonly name: string };
      readonly aggregation_method: "average" | "sum";
    }[];
    readonly lat: number;
    readonly lon: number;
    readonly altitude: number;
    readonly time_zone: number;
    readonly time_zone_name?: string;
    readonly sources?: readonly (Source & { readonly synthetic: boolean })[];
    readonly notices?: readonly Notice[];
    readonly quantiles?: Answer["quantiles"];
  };
}

/** A source in one sentence, with what its licence asks to be said. */
export function sourceText({ dataset, class: kind, run, attribution, licence }: Source): string {
  const what = run === undefined ? kindName(kind) : `${kindName(kind)}, ${texts().status.sources.run(run)}`;
  const parts = [`${phrase(dataset)} (${what})`, attribution, texts().service.licence(licence)];
  return parts.filter((part) => part !== undefined).join("; ");
}

/** ms of its first interval: all are of one length, but for months and years. */
export function lengthOf({ starts, ends }: Answer): number {
  return (ends[0] ?? 0) - (starts[0] ?? 0);
}

const ANGLES = ["surface_azimuth", "surface_tilt"];

export function answerOf(request: SeriesRequest, { text, price }: Reply): Answer {
  const { start_times, end_times, values, meta }: Body = JSON.parse(text);
  const described = new Map(meta.parameters.map((one) => [one.name, one]));
  const columns = Object.entries(values).flatMap(([name, column]): Column[] => {
    if (column === null) return [];
    const found = described.get(name);
    return [
      {
        name,
        description: found?.description ?? "",
        unit: found?.unit.name ?? "°",
        aggregation: found?.aggregation_method ?? "average",
        values: column,
      },
    ];
  });
  const sources = meta.sources ?? [];
  return {
    request,
    text,
    price,
    startTexts: start_times,
    endTexts: end_times,
    starts: Float64Array.from(start_times, Date.parse),
    ends: Float64Array.from(end_times, Date.parse),
    columns,
    parameters: columns.filter(({ name }) => !ANGLES.includes(name)),
    place: { lat: meta.lat, lon: meta.lon, altitude: meta.altitude },
    timeZone: meta.time_zone,
    zoneName: meta.time_zone_name,
    sources,
    notices: meta.notices ?? [],
    quantiles: meta.quantiles ?? {},
    synthetic: sources.some(({ synthetic }) => synthetic),
  };
}
