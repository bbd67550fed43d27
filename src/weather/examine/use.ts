/** What is done with what was found: a clock that is surely wrong is refused, flagged values are left out. */
import { type CheckedWeather, checkWeather } from "../checked-series.js";
import { WeatherError } from "../errors.js";
import type { WeatherColumn, WeatherSeries } from "../series.js";
import { bitsOf } from "./findings.js";
import { effectText } from "./notices.js";
import type { Examination, Finding, FindingCode } from "./types.js";

export const CLOCK_CODES: readonly FindingCode[] = ["label", "clock", "clock-change", "clock-drift"];

/**
 * Refuses weather whose clock is wrong beyond doubt: planes to the east and west would be far off, and nothing else would show it.
 *
 * @param options.trustClock goes on all the same
 * @param options.file name for the message
 * @throws WeatherError with what was found and what to pass
 * @experimental
 */
export function refuseClock(
  examination: Examination | undefined,
  { trustClock = false, file }: { trustClock?: boolean | undefined; file?: string | undefined } = {},
): void {
  const wrong = examination?.findings.find(({ code, verdict }) => verdict === "unusable" && CLOCK_CODES.includes(code));
  if (wrong === undefined || trustClock) return;
  const effect = effectText(wrong.effect);
  const found = effect === "" ? wrong.message : `${wrong.message}; ${effect}`;
  throw new WeatherError(`${found}; ${wrong.remedy}; if the times are right all the same, pass trustClock`, { file });
}

/**
 * Of single rows, whose values can be left out. Without the others (a wrong clock, a wrong factor) nothing would be left, or the doubt
 * would remain.
 */
const ROW_CODES = [
  "dead",
  "stuck",
  "saturated",
  "night",
  "implausible",
  "month",
  "no-beam",
  "closure",
] as const satisfies readonly FindingCode[];

/**
 * The series without the light that is in doubt row by row: dead, stuck or saturated, at night, implausible, or not closing. In these
 * rows the column in doubt is NaN, or all irradiances where the finding names none. The given series is not changed.
 *
 * @param codes the findings that count; those of a whole file, such as its clock or a wrong factor, leave nothing and have no effect
 * @throws RangeError for an examination of another series
 * @experimental
 */
export function withoutFlagged(
  series: WeatherSeries,
  examination: Examination | undefined,
  codes: readonly FindingCode[] = ROW_CODES,
): WeatherSeries {
  const findings = rowFindings(examination, codes);
  if (examination === undefined || findings.length === 0) return series;
  const weather = checkWeather(series);
  refuseOther(weather.count, examination);
  const columns: { [name in WeatherColumn]?: ArrayLike<number | null | undefined> | undefined } = { ...series.columns };
  for (const name of lightColumns(weather)) {
    const concerned = findings.filter(({ column = name }) => column === name);
    if (concerned.length === 0) continue;
    const values = weather.columns[name]!.slice();
    for (const finding of concerned) eachRow(examination, finding, (row) => (values[row] = Number.NaN));
    columns[name] = values;
  }
  return { ...series, columns };
}

/** How many rows `withoutFlagged` leaves out. @experimental */
export function countFlagged(examination: Examination | undefined, codes: readonly FindingCode[] = ROW_CODES): number {
  const findings = rowFindings(examination, codes);
  if (examination === undefined || findings.length === 0) return 0;
  const bits = bitsOf(findings.map(({ code }) => code));
  return examination.flags.reduce((sum, flags) => sum + ((flags & bits) === 0 ? 0 : 1), 0);
}

/** @throws RangeError for an examination of another series: its rows would be others */
export function refuseOther(count: number, { flags }: Examination): void {
  if (flags.length === count) return;
  throw new RangeError(`the examination is of another series: it has ${flags.length} rows, the weather ${count}`);
}

function rowFindings(examination: Examination | undefined, codes: readonly FindingCode[]): readonly Finding[] {
  const known: readonly FindingCode[] = ROW_CODES;
  return examination?.findings.filter(({ code }) => codes.includes(code) && known.includes(code)) ?? [];
}

function lightColumns({ columns }: CheckedWeather): WeatherColumn[] {
  return (Object.keys(columns) as WeatherColumn[]).filter((name) => name.endsWith("_irradiance"));
}

function eachRow({ flags }: Examination, { code, spans }: Finding, take: (row: number) => void): void {
  const bit = bitsOf([code]);
  for (const { from, to } of spans) for (let row = from; row < to; row++) if ((flags[row]! & bit) !== 0) take(row);
}
