/** An examination as plain data for other programs: times instead of rows, without the flags. */
import { formatTime } from "../../time/iso-time.js";
import { checkForm } from "../../weather/checked-series.js";
import type { Examination, Finding } from "../../weather/examine/types.js";
import type { WeatherPlace } from "../../weather/series.js";
import type { ExaminedFile } from "./words.js";

/** `end` is exclusive. @experimental */
export interface PlainSpan {
  readonly start: string;
  readonly end: string;
  /** Of a part with a clock of its own: minutes by which its right sun is later than its times. */
  readonly shift?: number;
}

/** What `JSON.stringify` writes of an examination. @experimental */
export interface PlainExamination extends Omit<Examination, "flags" | "findings" | "clock" | "closure"> {
  readonly name: string;
  readonly rows: number;
  /** Seconds. */
  readonly interval: number;
  readonly start: string;
  readonly end: string;
  readonly place: WeatherPlace | null;
  readonly findings: readonly (Omit<Finding, "spans"> & { readonly spans: readonly PlainSpan[] })[];
  readonly clock: NonNullable<Examination["clock"]> | null;
  readonly closure: NonNullable<Examination["closure"]> | null;
  readonly notes: readonly string[];
}

/**
 * The same with ISO times; sentences as `inWords` puts them.
 *
 * @experimental
 */
export function plainExamination(file: ExaminedFile): PlainExamination {
  const { name, series, examination, options, notes = [], inWords = (sentence: string) => sentence } = file;
  const { start, interval, count, sampling } = checkForm(series);
  const half = sampling === "instant" ? interval / 2 : 0;
  const timeAt = (row: number) => formatTime(start + (row * interval - half) * 1000);
  const { flags: _, findings, clock = null, closure = null, ...rest } = examination;
  return {
    name,
    ...rest,
    rows: count,
    interval,
    start: timeAt(0),
    end: timeAt(count),
    place: series.place ?? options?.place ?? null,
    findings: findings.map((finding) => ({
      ...finding,
      message: inWords(finding.message),
      remedy: inWords(finding.remedy),
      spans: finding.spans.map(({ from, to, shift }) => ({
        ...{ start: timeAt(from), end: timeAt(to) },
        ...(shift !== undefined && { shift }),
      })),
    })),
    clock,
    closure,
    notes: notes.map(inWords),
  };
}
