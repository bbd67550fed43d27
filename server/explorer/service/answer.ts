/** An answer of the service, ready for views. */
import type { PowerRequest, SeriesRequest, YieldRequest } from "../request/request.js";
import { SHADED } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Child, h } from "../view.js";
import type { Price } from "./problem.js";
import type { Reply, Schemas } from "./service.js";

/** "Sunlight on level ground (GHI)" of global_horizontal_irradiance; what has no such name has the service's own. */
export function nameOf(parameter: string): string {
  const { names, shaded } = texts().series;
  const plain = parameter.replace(SHADED, "");
  const name = names[plain] ?? parameterTitle(plain);
  return plain === parameter ? name : shaded(name);
}

/** Three digits of a value, and its unit: "948 W/m²", "5.24 kWh/m²", "−3.1 °C". */
export function amount(value: number, unit: string): string {
  const size = Math.abs(value);
  const decimals = size >= 100 ? 0 : size >= 10 || unit === "°C" ? 1 : 2;
  return `${figure(value, value === 0 ? 0 : decimals)} ${unit}`;
}

export type Notice = Schemas["Notice"];

/** "" where the page has no sentence of its own: then the service's words stand. */
function ownSentence({ code, message, facts = {} }: Notice): string {
  const { service } = texts();
  const { columns } = facts;
  const named = typeof columns === "string" ? { ...facts, columns: columns.split(", ").map(nameOf).join(", ") } : facts;
  return service.notice(code, named, message) || service.phrase(message);
}

export function noticeSentence(notice: Notice): string {
  return ownSentence(notice) || sentence(notice.message);
}

export function noticeWords(notice: Notice): Child {
  return ownSentence(notice) || foreign(sentence(notice.message));
}

/** Whether a horizon of the terrain was asked for where the service has no terrain. */
export function lacksTerrain({ notices }: { readonly notices: readonly Notice[] }): boolean {
  return notices.some(({ code }) => code === "horizon-unknown");
}

/** A reason, the name of a data set or a change of its values. */
export function phrase(words: string): string {
  return texts().service.phrase(words) || words;
}

export function phraseWords(words: string): Child {
  return texts().service.phrase(words) || foreign(words);
}

/** Of a source: "synthetic", "satellite". */
export function kindName(kind: string): string {
  const { kinds } = texts().service;
  return (kinds as { readonly [kind: string]: string })[kind] ?? kind;
}

function foreign(words: string): Child {
  return h("span", { lang: "en" }, words);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/**
 * "Global horizontal irradiance" of global_horizontal_irradiance. The interface's PV production is a simple formula, not the yield
 * of a system: its title says so.
 */
export function parameterTitle(name: string): string {
  const words = name.replaceAll("_", " ");
  if (words.startsWith("pv ")) return `PV ${words.slice(3)} (simple formula)`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface Column {
  readonly name: string;
  readonly description: string;
  /** As the service writes it: `W/m**2`. */
  readonly unit: string;
  readonly aggregation: "average" | "sum";
  readonly values: readonly (number | null)[];
}

export type Source = Omit<Schemas["SourceUsed"], "start" | "end" | "revision" | "synthetic">;

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
  readonly meta: Schemas["ObservationMeta"] &
    Partial<Pick<Schemas["ObservationMetaExtended"], "time_zone_name" | "sources" | "notices">> &
    Partial<Pick<Answer, "quantiles">>;
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
  const columns = Object.entries(values).flatMap(([name, column]): Column[] => {
    if (column === null) return [];
    const found = meta.parameters.find((one) => one.name === name);
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

export type YieldSum = Omit<Schemas["YieldSum"], "missing" | "doubtful">;
export type YieldPlane = Schemas["YieldPlane"];
/** On the way from the light on the horizontal to the energy fed in. */
export type LossStage = Schemas["YieldStage"];
/** What is exceeded with a probability, per cent. */
export type Exceeded = Schemas["YieldExceeded"];
export type Uncertainty = Schemas["YieldUncertainty"];
/** The best fixed plane, and how far from it less than 1 % is lost. */
export type Optimum = Schemas["YieldOptimum"];

export type YieldAnswer = Schemas["YieldResponse"] & {
  readonly request: YieldRequest;
  /** The body as it came. */
  readonly text: string;
  readonly price: Price;
};

export function yieldAnswerOf(request: YieldRequest, { text, price }: Reply): YieldAnswer {
  return { ...(JSON.parse(text) as Schemas["YieldResponse"]), request, text, price };
}

export type PowerDay = Pick<Schemas["PowerDay"], "date" | "energy" | "remaining" | "quantiles">;

export type PowerAnswer = Schemas["PowerResponse"] & { readonly request: PowerRequest; readonly price: Price };

export function powerAnswerOf(request: PowerRequest, { text, price }: Reply): PowerAnswer {
  return { ...(JSON.parse(text) as Schemas["PowerResponse"]), request, price };
}
