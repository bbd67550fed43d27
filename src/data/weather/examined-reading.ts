/** A reading and its checks: its examination, and notices on what was found. */
import type { Notice } from "../contract/observation/types.js";
import { checkLabels } from "./believe/closing.js";
import { columnFindings } from "./believe/columns.js";
import { examineWeather } from "./believe/examine.js";
import { lightNotice } from "./believe/night-light.js";
import { CLOCK_CODES, type Examination, type ExamineOptions, type FindingCode, noticeOf } from "./believe/types.js";
import type { ReadResult } from "./readers/format.js";
import { timestamped } from "./readers/timestamped.js";
import type { WeatherSeries } from "./series.js";

/** Codes of notices on how the clock was taken, which are not needed once the sun confirms it. */
const ASSUMED: readonly string[] = ["label-assumed", "time-zone"];
/** Findings that explain light at night. */
const EXPLAINED: readonly FindingCode[] = [...CLOCK_CODES, "night", "stuck", "meter"];

/** The reading with its examination, if there can be one, and with notices on what was found. */
export function examineReading<Reading extends ReadResult & { readonly format: string }>(
  reading: Reading,
  options: ExamineOptions = {},
): Reading & { examination?: Examination } {
  const { series, label, timeOffset, typicalYear, format, notices } = reading;
  const found = examineWeather(series, { label, timeOffset, isTypicalYear: typicalYear, ...options });
  const examination = found && withZones(found, notices);
  if (examination === undefined) {
    // Nothing is known of the sun: what the values alone tell.
    const shifted = checkLabels(series, { label })?.notice;
    const ofColumns = columnNotices(series, format === timestamped.name);
    return { ...reading, notices: [...notices, ...(shifted ? [shifted] : []), ...ofColumns] };
  }
  const ofFindings = examination.findings.map(noticeOf);
  const place = series.place ?? options.place;
  // Days that are too few for the course of the light may still have it by night. Where the sun confirms the clock, it is the values'.
  const isSaid = examination.clock?.isConfirmed || examination.findings.some(({ code }) => EXPLAINED.includes(code));
  const dark = isSaid || place === undefined ? undefined : lightNotice("the file", series, place);
  const all = [...withoutAssumptions(notices, examination), ...ofFindings, ...(dark ? [dark] : [])];
  return { ...reading, notices: all, examination };
}

/** Times that state no zone may be those of one with daylight saving: remedies name it beside the offset. @param said how the times were taken */
export function withZones(examination: Examination, said: readonly Notice[]): Examination {
  const findings = examination.findings.map((finding) => ({ ...finding, remedy: orZone(finding.remedy, said) }));
  return { ...examination, findings };
}

/** @param remedy may name an offset to pass: one of whole or half hours may be that of a zone */
export function orZone(remedy: string, said: readonly Notice[]): string {
  if (!said.some(({ code }) => code === "time-zone")) return remedy;
  return remedy.replace(/^pass timeOffset (-?\d+(?:\.5)?)(?!\S)/, "pass timeOffset, such as $1, or zone");
}

/** Without notices on an assumed clock that the sun confirms, and on a label that a finding corrects. */
export function withoutAssumptions(notices: readonly Notice[], examination: Examination | undefined): Notice[] {
  const isConfirmed = examination?.clock?.isConfirmed === true;
  const isCorrected = examination?.findings.some(({ code }) => code === "label") === true;
  return notices.filter(
    ({ code }) => !(isConfirmed && ASSUMED.includes(code)) && !(isCorrected && code === "label-assumed"),
  );
}

/** What is said of the values of columns without a place. @param isTable a table has been asked for its units already */
export function columnNotices(series: WeatherSeries, isTable: boolean): Notice[] {
  return columnFindings(series, isTable).map(({ code, message }) => ({ code, message }));
}

/** Hours of a year without 29 February, and the share of them that a year has. */
const YEAR = 8760;
const WHOLE_YEAR = 0.98;

/** A typical year is a year: one with much less is a part of it. */
export function partNotices({ columns, interval }: WeatherSeries, typicalYear: boolean): Notice[] {
  const values = Object.values(columns).find((column) => column !== undefined) as ArrayLike<number> | undefined;
  if (!typicalYear || values === undefined) return [];
  let rows = 0;
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row]!)) rows++;
  const hours = (rows * interval) / 3600;
  if (hours >= WHOLE_YEAR * YEAR) return [];
  const message = `the typical year has ${Math.round(hours)} of ${YEAR} hours: sums cover only this part`;
  return [{ code: "part-of-year", message }];
}

/** W/m²: light that does not fall to nothing and come back within a step. */
const BRIGHT = 50;
/** A code for "no value" comes back. */
const TIMES = 3;
/** Seconds: no night is as short between bright values, so that what a sensor has in the dark is no code. */
const LONGEST = 3 * 3600;
/** W/m²: a pyrheliometer's zero lies up to so much below 0 (the limit of BSRN), also by day, under clouds. */
const ZERO_OF_BEAM = -4;
/** Such codes and less are missing in every reader. */
const LEAST = -99;
/** Percent: no weather is as dry in the mean. */
const DRIEST = 5;

/** Negative whole numbers that stand between bright values become NaN. @returns what was found */
export function withoutCodes({ columns, interval }: WeatherSeries): Notice[] {
  const notices = dryNotices(columns.relative_humidity as Float64Array | undefined);
  for (const [name, given] of Object.entries(columns)) {
    if (!name.endsWith("_irradiance") || given === undefined) continue;
    const values = given as Float64Array;
    const highest = name.startsWith("direct") ? ZERO_OF_BEAM : 0;
    const code = codeIn(values, highest, LONGEST / interval);
    if (code === undefined) continue;
    let count = 0;
    for (const [row, value] of values.entries()) {
      if (value !== code) continue;
      values[row] = Number.NaN;
      count += 1;
    }
    const message = `${name} is ${code} in ${count} rows, also between bright ones: they are taken as missing, because no light is negative`;
    notices.push({ code: "missing-code", message });
  }
  return notices;
}

function codeIn(values: Float64Array, highest: number, mostRows: number): number | undefined {
  const counts = new Map<number, number>();
  let [before, code, rows] = [0, Number.NaN, 0];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    if (value === code) {
      rows += 1;
    } else if (value < highest && value > LEAST && Number.isInteger(value)) {
      [code, rows] = [value, 1];
    } else {
      if (rows > 0 && rows <= mostRows && before > BRIGHT && value > BRIGHT)
        counts.set(code, (counts.get(code) ?? 0) + rows);
      [before, code, rows] = [value, Number.NaN, 0];
    }
  }
  return [...counts].find(([, count]) => count >= TIMES)?.[0];
}

function dryNotices(humidity: Float64Array | undefined): Notice[] {
  const known = (humidity ?? new Float64Array()).filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (!(mean < DRIEST)) return [];
  const message = `relative_humidity is ${mean.toFixed(1)} % in the mean, which no weather is: is the column another quantity, or a share of 1?`;
  return [{ code: "doubtful", message }];
}
