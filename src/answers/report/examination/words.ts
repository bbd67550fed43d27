/** What an examination says in words, for the text and for the page. */
import type { Examination, ExamineOptions, Finding } from "../../../data/weather/believe/types.js";
import { effectText } from "../../../data/weather/believe/types.js";
import { checkForm, type WeatherPlace, type WeatherSeries } from "../../../data/weather/series.js";
import { SHORT_MONTH_NAMES } from "../../../foundation/time/calendar.js";
import { formatTime } from "../../../foundation/time/iso-time.js";
import { placeLabel } from "../labels.js";
import { label } from "../scene/axes.js";

/** Share of a month's light, missing or lost, from which its sum says little. */
export const MUCH_LOST = 0.1;

export interface ExaminedFile {
  /** How the file is called. */
  readonly name: string;
  readonly series: WeatherSeries;
  readonly examination: Examination;
  /** Those of the examination. */
  readonly options?: ExamineOptions | undefined;
  /** What else was said about the file, such as assumptions of its reader. */
  readonly notes?: readonly string[] | undefined;
  /** Puts the names of the library's options as those know them who will read it; default: as they are. */
  readonly inWords?: ((sentence: string) => string) | undefined;
}

/** A finding of weather or of something else, with a code of its own. */
export type ToldFinding = Omit<Finding, "code"> & { readonly code: string };
type Told = Omit<Examination, "findings"> & { readonly findings: readonly ToldFinding[] };
/** A file whose findings are told in this form. */
export type ToldFile = Omit<ExaminedFile, "examination"> & { readonly examination: Told };

/** A fraction as a share: `3.1 %`. */
export function share(fraction: number): string {
  return `${label(100 * fraction, 1)} %`;
}

/** `8760 rows of 60 min, 2019-01-01 to 2019-12-31, 47.4° N, 8.5° E`. */
export function factsText({ series, options }: Pick<ExaminedFile, "series" | "options">): string {
  const { start, interval, count } = checkForm(series);
  const step = interval % 60 === 0 ? `${interval / 60} min` : `${interval} s`;
  const date = (row: number) => formatTime(start + row * interval * 1000).slice(0, 10);
  return [
    `${count} rows of ${step}`,
    `${date(0)} to ${date(count - 1)}`,
    ...placeText(series.place ?? options?.place),
  ].join(", ");
}

function placeText(place: WeatherPlace | undefined): string[] {
  if (place === undefined) return [];
  const { latitude, longitude, altitude } = place;
  return [placeLabel(latitude, longitude), ...(altitude === undefined ? [] : [`${Math.round(altitude)} m`])];
}

/** `2 findings`. */
export function findingsCount({ findings }: Told): string {
  return findings.length === 1 ? "1 finding" : `${findings.length} findings`;
}

/** Rows in doubt and their share of all; undefined where that is the whole file. */
export function rowsText({ rows }: ToldFinding, count: number): string | undefined {
  return rows >= count ? undefined : `${rows} ${rows === 1 ? "row" : "rows"}, ${share(rows / count)}`;
}

/** What the light says of the clock, where it says something. */
export function clockText({ clock, findings }: Told): string | undefined {
  if (clock === undefined) return undefined;
  const source = clock.from === "components" ? "the closure of the three components" : "the course of the light";
  const lead = `${label(clock.margin, 1)} standard errors ahead of the next`;
  if (clock.isConfirmed) return `the clock is confirmed by ${source} (${lead})`;
  const isPart = findings.some(({ code }) => code === "clock-change" || code === "clock-drift");
  const whole = isPart ? "over the whole file, " : "";
  if (clock.bestShift === 0) return `${whole}${source} speaks for the clock as it is, without certainty (${lead})`;
  const { bestShift } = clock;
  return `${whole}${source} fits the sun ${Math.abs(bestShift)} minutes ${bestShift > 0 ? "later" : "earlier"} than the times say (${lead})`;
}

/** Which of the components to keep, where it matters. */
export function closureText({ closure }: Told): string | undefined {
  if (closure === undefined) return undefined;
  return closure === "component-sum"
    ? 'of the three components keep direct and diffuse: closure: "component-sum"'
    : "of the three components keep GHI, as is done by default";
}

/** Months of which too much light is missing or lost for a sum to stand for them: `May 2019 (31.0 %)`. */
export function lostMonths({ months }: Told): string[] {
  return months
    .filter(({ missing, lost }) => missing + lost > MUCH_LOST)
    .map(({ year, month, missing, lost }) => `${SHORT_MONTH_NAMES[month - 1]} ${year} (${share(missing + lost)})`);
}

/** Of the longest verdict, and two spaces. */
export const VERDICT_WIDTH = 10;

/**
 * A headline, and below it a paragraph for each finding.
 * @returns lines, the last one with its line break
 * @experimental
 */
export function examinationText(file: ToldFile): string {
  const { name, series, examination, notes = [], inWords = (sentence: string) => sentence } = file;
  const { verdict, findings } = examination;
  const found = findings.length === 0 ? "" : `${findingsCount(examination)}; `;
  const count = checkForm(series).count;
  const lost = lostMonths(examination);
  const remarks = [
    clockText(examination),
    closureText(examination),
    lost.length === 0 ? undefined : `more than a tenth of the light is missing or lost in ${listed(lost)}`,
    ...notes,
  ];
  const lines = [
    `${verdict.padEnd(VERDICT_WIDTH)}${name}: ${found}${factsText(file)}`,
    ...findings.flatMap((finding) => findingLines(finding, count)),
    ...remarks.flatMap((remark) => (remark === undefined ? [] : [`  note: ${remark}`])),
  ];
  return `${lines.map(inWords).join("\n")}\n`;
}

function findingLines(finding: ToldFinding, count: number): string[] {
  const { code, verdict, message, effect, remedy } = finding;
  const head = [verdict === "unusable" ? "unusable" : undefined, rowsText(finding, count)].filter(Boolean);
  const changed = effectText(effect);
  return [
    `  ${code}${head.length > 0 ? ` (${head.join(", ")})` : ""}: ${message}`,
    ...(changed === "" ? [] : [`    effect: ${changed}`]),
    ...(remedy === "" ? [] : [`    to do: ${remedy}`]),
  ];
}

/** More months than that make no sentence. */
const MOST_NAMES = 12;

export function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(", ")} and ${more} more` : names.join(", ");
}

/** `end` is exclusive. */
export interface PlainSpan {
  readonly start: string;
  readonly end: string;
  /** Of a part with a clock of its own: minutes by which its right sun is later than its times. */
  readonly shift?: number;
}

/** What `JSON.stringify` writes of an examination. */
export interface PlainExamination extends Omit<Examination, "flags" | "findings" | "clock" | "closure"> {
  readonly name: string;
  readonly rows: number;
  /** Seconds. */
  readonly interval: number;
  readonly start: string;
  readonly end: string;
  readonly place: WeatherPlace | null;
  readonly findings: readonly (Omit<ToldFinding, "spans"> & { readonly spans: readonly PlainSpan[] })[];
  readonly clock: NonNullable<Examination["clock"]> | null;
  readonly closure: NonNullable<Examination["closure"]> | null;
  readonly notes: readonly string[];
}

/** The same with ISO times; sentences as `inWords` puts them. @experimental */
export function plainExamination(file: ToldFile): PlainExamination {
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
