/** What is found when weather is checked before it is believed, the flags of rows, and what is done with findings: said as notices, a wrong clock refused, flagged values left out. */

import type { Notice } from "../../contract/observation/types.js";
import {
  checkWeather,
  type Label,
  type WeatherColumn,
  WeatherError,
  type WeatherPlace,
  type WeatherSeries,
} from "../series.js";

/**
 * What can be found, each with its own bit in `Examination.flags`. Of the clock: `label` and `clock` (all times are off), `clock-change`
 * (a part of the file, such as half of the year), `clock-drift` (minutes that change over time). Of values: `dead` (no light by day),
 * `stuck` (one value over and over), `saturated` (a plateau at the top), `night` (light without a sun), `scale` (a wrong factor), `step`
 * and `trend` (a factor that changes), `month` (a month of other light), `plane` (a tilted plane's light), `cloudless` (a clear sky's),
 * `stairs` (longer steps, row by row), `meter` (a sum that counts up), `unit`, `implausible`. Of components: `no-beam` (a tracker that
 * stands, or no DNI under a clear sky), `closure` (GHI, DNI and DHI do not fit one another).
 */
export const FINDING_CODES = [
  "label",
  "clock",
  "clock-change",
  "clock-drift",
  "dead",
  "stuck",
  "saturated",
  "night",
  "scale",
  "step",
  "trend",
  "meter",
  "unit",
  "implausible",
  "no-beam",
  "closure",
  "stairs",
  "month",
  "cloudless",
  "plane",
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/** `look`: doubtful, for a person to decide. `unusable`: nothing computed from it should be believed. */
export type Verdict = "fine" | "look" | "unusable";

/** Rows [from, to). */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
  /** Of a part with a clock of its own: minutes by which its right sun is later than its times. */
  readonly shift?: number | undefined;
}

/**
 * By how much an answer of a year is wrong because of a finding, as a fraction of the right one: 0.05 is 5 % too much. Light that is
 * `dead`, `stuck` or `saturated` lies in different rows, so that these effects add up.
 */
export interface Effect {
  /** On the year's global horizontal irradiation. */
  readonly horizontal: number;
  /** On planes of tilt and azimuth in degrees, where the clock decides: walls to the east and west, a roof to the equator. */
  readonly planes?:
    | readonly {
        readonly surfaceTilt: number;
        readonly surfaceAzimuth: number;
        readonly change: number;
      }[]
    | undefined;
}

export interface Finding {
  readonly code: FindingCode;
  readonly verdict: Exclude<Verdict, "fine">;
  /** The column in doubt; undefined: the times, or several. */
  readonly column?: WeatherColumn | undefined;
  /** Stretches of rows in doubt, ascending and apart; the whole series where all of it is. */
  readonly spans: readonly RowSpan[];
  /** Number of rows in doubt: those with the finding's bit in `Examination.flags`. */
  readonly rows: number;
  /** Undefined where it cannot be told. */
  readonly effect?: Effect | undefined;
  /** What was found, with dates and values, a sentence without its full stop. */
  readonly message: string;
  /** What to do, the same; names options as the library does (`label`, `timeOffset`, `trustClock`, `dropFlagged`). */
  readonly remedy: string;
  /** Options of `readWeather` that would mend it. A `timeOffsetChange` is added to the hours ahead of UTC that were used. */
  readonly pass?: { readonly label?: Label | undefined; readonly timeOffsetChange?: number | undefined } | undefined;
}

/** A clock that was tried: its sun is so many minutes later than the series', and how well the light fits it. */
export interface ClockCandidate {
  readonly shift: number;
  /** Lower is better; in units of its own uncertainty, so that differences can be judged. */
  readonly score: number;
}

export interface ClockEvidence {
  /** What the evidence is: the closure of three components, or the course of the light alone. */
  readonly from: "components" | "light";
  /** Ascending by shift. */
  readonly candidates: readonly ClockCandidate[];
  /** Minutes by which the sun of the best candidate is later than the series'; 0: the clock is right. */
  readonly bestShift: number;
  /** By how much the best is better than the runner-up that differs in kind (not its neighbour of a few minutes), in standard errors. */
  readonly margin: number;
  /** The clock as read is the best, and doubt is gone: what was assumed about it need not be said. */
  readonly isConfirmed: boolean;
}

/** A calendar month of the series, in local solar time. */
export interface ExaminedMonth {
  readonly year: number;
  /** 1…12. */
  readonly month: number;
  /** kWh/m² of the rows that have a value, and of the clear sky in the same rows. */
  readonly light: number;
  readonly clear: number;
  /** Share of the month's clear-sky light in rows that are missing, and in rows that are there but dead, stuck or saturated. */
  readonly missing: number;
  readonly lost: number;
}

/** @experimental */
export interface Examination {
  readonly verdict: Verdict;
  /** The gravest first. */
  readonly findings: readonly Finding[];
  /** Undefined where the series tells nothing about it (no light, long steps, the polar night). */
  readonly clock: ClockEvidence | undefined;
  /** Of each row, one bit for each finding: 1 << FINDING_CODES.indexOf(code). */
  readonly flags: Uint32Array;
  readonly months: readonly ExaminedMonth[];
  /** Which components to keep where all three are there and do not close; undefined where it does not matter. */
  readonly closure: "keep-global" | "component-sum" | undefined;
}

/** What the climate says of a place: `PlaceClimate` of the world climatology fits. */
export interface ExpectedLight {
  /** Twelve means over all hours, W/m². */
  readonly globalHorizontal: ArrayLike<number>;
  readonly expectedError: {
    readonly annualWithin80: number;
    readonly places: number;
    /** Where the climate is known to be further off: by which fraction. */
    readonly knownMiss?: { readonly error: number } | undefined;
  };
}

export interface ExamineOptions {
  /** Where the series is, if it does not say so itself; it may add an altitude. */
  readonly place?: WeatherPlace | undefined;
  /** The assumed meaning of the time stamps: a remedy then names the label to pass instead. */
  readonly label?: Label | undefined;
  /** Hours ahead of UTC that the times were read as: a remedy then names the offset to pass instead. */
  readonly timeOffset?: number | undefined;
  /** Linke turbidity, one value or 12 months; default 3. */
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
  /** The climate of the place: without it, a wrong factor is only found against the clear sky. */
  readonly climate?: ExpectedLight | undefined;
  /** The rows are a typical year: its months come from several years, so steps between them say nothing. */
  readonly isTypicalYear?: boolean | undefined;
}

/** Of rows whose light is not the sun's, whatever else they have. */
export const LOST_CODES = ["dead", "stuck", "saturated"] as const satisfies readonly FindingCode[];
export const CLOCK_CODES: readonly FindingCode[] = ["label", "clock", "clock-change", "clock-drift"];
/**
 * Of single rows, whose values can be left out. Without the others (a wrong clock, a wrong factor) nothing would be left, or the doubt
 * would remain.
 */
const ROW_CODES: readonly FindingCode[] = [...LOST_CODES, "night", "implausible", "month", "no-beam", "closure"];

/** Smaller changes of a year are not worth a word. */
const NOTABLE = 0.0005;

/** The bits of findings in `Examination.flags`. */
export function bitsOf(codes: readonly FindingCode[]): number {
  return codes.reduce((bits, code) => bits | (1 << FINDING_CODES.indexOf(code)), 0);
}

/** Rows with one of the bits, as stretches. */
export function spansOf(flags: Uint32Array, bits: number): RowSpan[] {
  return spansOfRows(flags.length, (row) => (flags[row]! & bits) !== 0);
}

/** Stretches of rows that a test picks. */
export function spansOfRows(count: number, isPicked: (row: number) => boolean): RowSpan[] {
  const spans: RowSpan[] = [];
  for (let row = 0; row < count; row++) {
    if (!isPicked(row)) continue;
    const from = row;
    while (row < count && isPicked(row)) row++;
    spans.push({ from, to: row });
  }
  return spans;
}

/** Rows with one of the bits. */
export function countRows(flags: Uint32Array, bits: number): number {
  return flags.reduce((sum, own) => sum + ((own & bits) === 0 ? 0 : 1), 0);
}

/** What was found, what that does to the year, and what to do. */
export function noticeOf({ code, message, effect, remedy }: Finding): Notice {
  const parts = [effectText(effect), remedy].filter((part) => part !== "");
  return { code, message: [message, ...parts].join("; ") };
}

/** What a finding does to the year, "" where that is nothing or unknown. */
export function effectText(effect: Effect | undefined): string {
  if (effect === undefined) return "";
  const all = [
    { name: "on the horizontal", change: effect.horizontal },
    ...(effect.planes ?? []).map((plane) => ({ name: planeName(plane), change: plane.change })),
  ];
  const changes = all.filter(({ change }) => Math.abs(change) >= NOTABLE);
  if (changes.length === 0) return "";
  return `over the year the light is ${changes.map(({ name, change }) => `${changeText(change)} ${name}`).join(", ")}`;
}

function changeText(change: number): string {
  const percent = 100 * Math.abs(change);
  return `${percent < 9.5 ? percent.toFixed(1) : percent.toFixed(0)} % too ${change > 0 ? "high" : "low"}`;
}

const WALLS: { readonly [azimuth: number]: string } = { 0: "north", 90: "east", 180: "south", 270: "west" };

function planeName({ surfaceTilt, surfaceAzimuth }: { surfaceTilt: number; surfaceAzimuth: number }): string {
  const wall = surfaceTilt === 90 ? WALLS[surfaceAzimuth] : undefined;
  return wall === undefined
    ? `on a plane of tilt ${surfaceTilt}°, azimuth ${surfaceAzimuth}°`
    : `on a wall to the ${wall}`;
}

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
  const { message } = noticeOf(wrong);
  throw new WeatherError(`${message}; if the times are right all the same, pass trustClock`, { file });
}

/**
 * The series without the light that is flagged row by row: dead, stuck or saturated, at night, implausible, or not closing. In these
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
  for (const [name, given] of Object.entries(weather.columns)) {
    const concerned = findings.filter(({ column = name }) => column === name);
    if (concerned.length === 0 || !name.endsWith("_irradiance")) continue;
    const values = given.slice();
    for (const { code, spans } of concerned) {
      const bit = bitsOf([code]);
      for (const { from, to } of spans) {
        for (let row = from; row < to; row++) if ((examination.flags[row]! & bit) !== 0) values[row] = Number.NaN;
      }
    }
    columns[name as WeatherColumn] = values;
  }
  return { ...series, columns };
}

/** How many rows `withoutFlagged` leaves out. */
export function countFlagged(examination: Examination | undefined, codes: readonly FindingCode[] = ROW_CODES): number {
  const bits = bitsOf(rowFindings(examination, codes).map(({ code }) => code));
  return examination === undefined ? 0 : countRows(examination.flags, bits);
}

/** @throws RangeError for an examination of another series: its rows would be others */
export function refuseOther(count: number, { flags }: Examination): void {
  if (flags.length === count) return;
  throw new RangeError(`the examination is of another series: it has ${flags.length} rows, the weather ${count}`);
}

function rowFindings(examination: Examination | undefined, codes: readonly FindingCode[]): readonly Finding[] {
  return examination?.findings.filter(({ code }) => codes.includes(code) && ROW_CODES.includes(code)) ?? [];
}
