/** What an examination says in words, for the text and for the page. */
import { SHORT_MONTH_NAMES } from "../../time/calendar.js";
import { formatTime } from "../../time/iso-time.js";
import { checkForm } from "../../weather/checked-series.js";
import type { Examination, ExamineOptions, Finding } from "../../weather/examine/types.js";
import type { WeatherPlace, WeatherSeries } from "../../weather/series.js";
import { placeLabel } from "../labels.js";
import { label } from "../scene/scale.js";

/** Share of a month's light, missing or lost, from which its sum says little. */
export const MUCH_LOST = 0.1;

/** @experimental */
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

/** A fraction as a share: `3.1 %`. */
export function share(fraction: number): string {
  return `${label(100 * fraction, 1)} %`;
}

/** `8760 rows of 60 min, 2019-01-01 to 2019-12-31, 47.4° N, 8.5° E`. */
export function factsText({ series, options }: ExaminedFile): string {
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
export function findingsCount({ findings }: Examination): string {
  return findings.length === 1 ? "1 finding" : `${findings.length} findings`;
}

/** Rows in doubt and their share of all; undefined where that is the whole file. */
export function rowsText({ rows }: Finding, count: number): string | undefined {
  return rows >= count ? undefined : `${rows} ${rows === 1 ? "row" : "rows"}, ${share(rows / count)}`;
}

/** What the light says of the clock, where it says something. */
export function clockText({ clock, findings }: Examination): string | undefined {
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
export function closureText({ closure }: Examination): string | undefined {
  if (closure === undefined) return undefined;
  return closure === "component-sum"
    ? 'of the three components keep direct and diffuse: closure: "component-sum"'
    : "of the three components keep GHI, as is done by default";
}

/** Months of which too much light is missing or lost for a sum to stand for them: `May 2019 (31.0 %)`. */
export function lostMonths({ months }: Examination): string[] {
  return months
    .filter(({ missing, lost }) => missing + lost > MUCH_LOST)
    .map(({ year, month, missing, lost }) => `${SHORT_MONTH_NAMES[month - 1]} ${year} (${share(missing + lost)})`);
}
