/** The engine beside the page, in a thread of its own: reads a meter's file and learns its system. The file goes nowhere. */
import type { WeatherSeries } from "irradiance-engine";
import { inLearnKeys, parseLearnRequest } from "irradiance-engine/internal/contract";
import { clearDays, learningReport, meterPlaceAt, meterRows } from "irradiance-engine/internal/meter";
import { NotWeatherError } from "irradiance-engine/internal/weather";
import { learnSystem } from "irradiance-engine/meter";
import { readPower } from "irradiance-engine/yield";

export interface MeterJob {
  /** As `POST /v1/systems/learn` takes it: the place, how the file is read, and what is known of the system. */
  readonly query: { readonly [key: string]: string };
  readonly file: File;
  /** Of the meter's time. */
  readonly weather?: WeatherSeries | undefined;
}

/** How the file was read. */
export interface MeterReading {
  /** "W", "kWh"; what its stamps mark; hours by which times are ahead of UTC, undefined where that changes. */
  readonly unit: string;
  readonly label: string;
  readonly timeOffset: number | undefined;
  /** The times state no zone, and are compared with UTC. */
  readonly isBare: boolean;
  /** In the reader's words. */
  readonly notices: readonly string[];
}

/** A clear day, measured and as the system that was found gives it, kW. */
export interface ClearDay {
  /** Unix ms by the meter's own clock; ms. */
  readonly start: number;
  readonly step: number;
  readonly measured: Float64Array;
  readonly expected: Float64Array;
}

export interface MeterAnswer {
  readonly reading: MeterReading;
  /** The bytes of `irradiance learn --report`. */
  readonly report: string;
  readonly days: readonly ClearDay[];
}

export type MeterNews =
  | { readonly kind: "learnt"; readonly answer: MeterAnswer }
  /** "table": it is no table at all; "file": what is wrong with it, in the reader's words; "fault": one of ours. */
  | { readonly kind: "failed"; readonly why: "table" | "file" | "fault"; readonly message: string };

/** @throws WeatherError for a file that cannot be read, RequestError or RangeError for an option */
export async function learnFile({ file, query, weather }: MeterJob): Promise<MeterAnswer> {
  const { lat: latitude, lon: longitude, altitude, known, reading } = parseLearnRequest(query);
  const place = await meterPlaceAt({ latitude, longitude, altitude: altitude === "auto" ? undefined : altitude });
  const power = await readPower(file, { ...reading, file: file.name });
  const { rows, notices } = meterRows(power);
  const learning = learnSystem(rows, place, { known, weather });
  const { unit, label, timeOffset } = power;
  return {
    reading: {
      ...{ unit, label, timeOffset, isBare: notices.some(({ code }) => code === "time-zone") },
      notices: notices.map(({ message }) => inLearnKeys(message)),
    },
    report: learningReport(learning, place),
    days: learning.system === undefined ? [] : clearDays(learning, place).map((span) => dayOf(learning, span)),
  };
}

function dayOf(
  { rows: { start, step, power }, expected }: ReturnType<typeof learnSystem>,
  { from, to }: { readonly from: number; readonly to: number },
): ClearDay {
  const part = (values: Float64Array) => values.slice(from, to);
  return { start: start + from * step, step, measured: part(power), expected: part(expected as Float64Array) };
}

function failureOf(thrown: unknown): MeterNews {
  const { code, message } = thrown as { readonly code?: string; readonly message: string };
  const isOfFile = code === "ERR_WEATHER" || code === "ERR_REQUEST" || thrown instanceof RangeError;
  const why = thrown instanceof NotWeatherError ? "table" : isOfFile ? "file" : "fault";
  return { kind: "failed", why, message: inLearnKeys(message) };
}

if ("importScripts" in globalThis) {
  addEventListener("message", ({ data }: MessageEvent<MeterJob>) => {
    learnFile(data).then(
      (answer) => postMessage({ kind: "learnt", answer } satisfies MeterNews),
      (thrown) => postMessage(failureOf(thrown)),
    );
  });
}
