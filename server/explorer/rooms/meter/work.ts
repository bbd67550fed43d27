/** A meter's file at work in the worker: one at a time, the newest, and none when it is stopped. */
import { signal } from "@preact/signals";
import type { WeatherSeries } from "irradiance-engine";
import type { State } from "../../state/state.js";
import type { MeterAnswer, MeterJob, MeterNews } from "./worker.js";

/** Bytes of a file: ten years of minutes are more, and take a phone's memory. */
export const MOST_BYTES = 64 * 1_048_576;

/** ms. */
const CALM = 500;

/** What is said of a file and its system, by the keys of `POST /v1/systems/learn`; "" leaves it open. */
export type Facts = { readonly [key in (typeof FACTS)[number]]: string };
export const FACTS = ["kwp", "surface_tilt", "surface_azimuth", "limit", "column", "unit", "time_zone"] as const;
const NONE = Object.fromEntries(FACTS.map((key) => [key, ""])) as Facts;

export type Work =
  | { readonly kind: "none" | "stopped" }
  | { readonly kind: "large"; readonly bytes: number }
  | { readonly kind: "working"; readonly since: number }
  | { readonly kind: "learnt"; readonly answer: MeterAnswer; readonly report: LearningReport; readonly ms: number }
  | Extract<MeterNews, { readonly kind: "failed" }>;

export class MeterWork {
  readonly stage = signal<Work>({ kind: "none" });
  readonly file = signal<File | undefined>(undefined);
  readonly facts = signal(NONE);
  private worker: Worker | undefined;
  private calm: ReturnType<typeof setTimeout> | undefined;
  private weather: WeatherSeries | undefined;
  private readonly place: () => Pick<State, "lat" | "lon" | "altitude">;

  constructor(place: MeterWork["place"]) {
    this.place = place;
  }

  /** Another file: the one before is forgotten. */
  take(file: File): void {
    this.file.value = file;
    this.weather = undefined;
    this.again();
  }

  /** Once nothing is typed any more. */
  know(facts: Partial<Facts>): void {
    this.facts.value = { ...this.facts.peek(), ...facts };
    clearTimeout(this.calm);
    this.calm = setTimeout(() => this.again(), CALM);
  }

  /** @param weather of the meter's time */
  under(weather: WeatherSeries): void {
    this.weather = weather;
    this.again();
  }

  /** Weather is that of a place: of another one it says nothing. */
  moved(): void {
    this.weather = undefined;
    this.again();
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    if (this.stage.peek().kind === "working") this.stage.value = { kind: "stopped" };
  }

  private again(): void {
    const file = this.file.peek();
    if (!file) return;
    this.stop();
    if (file.size > MOST_BYTES) {
      this.stage.value = { kind: "large", bytes: file.size };
      return;
    }
    const since = performance.now();
    this.stage.value = { kind: "working", since };
    const worker = new Worker(new URL("meter-worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    const heard = (news: MeterNews) => {
      if (this.worker !== worker) return;
      this.stop();
      this.stage.value =
        news.kind === "failed"
          ? news
          : { ...news, report: JSON.parse(news.answer.report), ms: performance.now() - since };
    };
    worker.onmessage = ({ data }: MessageEvent<MeterNews>) => heard(data);
    // It was not loaded, or has no memory left.
    worker.onerror = ({ message }) => heard({ kind: "failed", why: "fault", message });
    worker.postMessage({
      file,
      query: queryOf(this.place(), this.facts.peek()),
      weather: this.weather,
    } satisfies MeterJob);
  }
}

export function queryOf({ lat, lon, altitude }: Pick<State, "lat" | "lon" | "altitude">, facts: Facts) {
  const given = { altitude, ...facts };
  const known = Object.entries(given).filter(([, value]) => value !== "");
  return { lat: String(lat), lon: String(lon), ...Object.fromEntries(known) };
}

type Band = readonly [from: number, to: number];

interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

export interface FoundFinding {
  readonly code: string;
  readonly message: string;
  readonly rows: number;
  readonly days: number;
  readonly spans: readonly { readonly start: string; readonly end: string }[];
}

export interface HealthFinding {
  readonly kind: "half" | "broken" | "off" | "soiling" | "cleaning" | "step" | "more";
  readonly from: string;
  readonly to: string;
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

export interface HealthWeek {
  readonly from: string;
  readonly state: "clean" | "dirty" | "low" | "half" | "broken" | "snow" | "unknown";
  readonly own?: Ratio;
}

export interface MeterMonth {
  readonly year: number;
  readonly month: number;
  readonly measured: number;
  readonly clear: number;
  readonly weather?: number;
  readonly known: number;
}

/** What the page shows of a report of `irradiance learn`. */
export interface LearningReport {
  readonly rows: { readonly start: string; readonly end: string; readonly interval: number; readonly count: number };
  readonly refusal: { readonly code: string; readonly message: string } | null;
  readonly clock: {
    readonly middle: number;
    readonly band: number;
    readonly stretches: readonly { readonly from: string; readonly shift: number }[];
  } | null;
  readonly system: LearntSystem | null;
  readonly findings: readonly FoundFinding[];
  readonly health: {
    readonly weeks: readonly HealthWeek[];
    readonly findings: readonly HealthFinding[];
    readonly yearly?: Ratio;
  } | null;
  readonly months: readonly MeterMonth[];
}

export interface LearntSystem {
  readonly planes: readonly { readonly tilt: number; readonly azimuth: number; readonly power: number }[];
  readonly power: number;
  readonly limit?: number;
  readonly bands?: {
    readonly tilt: Band;
    readonly azimuth: Band;
    readonly power: Band;
    readonly kwp: { readonly value: number; readonly band: Band };
  };
  readonly shade?: object;
  readonly shade_gain?: number;
  readonly gain: { readonly learnt: number; readonly usual: number; readonly days: number };
  readonly clear_days: number;
  readonly weather?: { readonly days: number };
  /** As the command writes it to a file. */
  readonly description: object;
}
