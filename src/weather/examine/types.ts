/** What is found when weather is looked at before it is believed. */
import type { CheckedWeather } from "../checked-series.js";
import type { Label, WeatherColumn, WeatherPlace } from "../series.js";

/**
 * What can be found, each with its own bit in `Examination.flags`. Of the clock: `label` and `clock` (all times are off), `clock-change`
 * (a part of the file, such as half of the year), `clock-drift` (minutes that change over time). Of values: `dead` (no light by day),
 * `stuck` (one value over and over), `saturated` (a plateau at the top), `night` (light without a sun), `scale` (a wrong factor), `step`
 * and `trend` (a factor that changes), `month` (a month of other light), `plane` (a tilted plane's light), `cloudless` (a clear sky's),
 * `stairs` (longer steps, row by row), `meter` (a sum that counts up), `unit`, `implausible`. Of components: `no-beam` (a tracker that
 * stands, or no DNI under a clear sky), `closure` (GHI, DNI and DHI do not fit one another).
 *
 * @experimental
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

/** @experimental */
export type FindingCode = (typeof FINDING_CODES)[number];

/** `look`: doubtful, for a person to decide. `unusable`: nothing computed from it should be believed. @experimental */
export type Verdict = "fine" | "look" | "unusable";

/** Rows [from, to). @experimental */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
  /** Of a part with a clock of its own: minutes by which its right sun is later than its times. */
  readonly shift?: number | undefined;
}

/**
 * By how much an answer of a year is wrong because of a finding, as a fraction of the right one: 0.05 is 5 % too much. Light that is
 * `dead`, `stuck` or `saturated` lies in different rows, so that these effects add up.
 *
 * @experimental
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

/** @experimental */
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

/** A clock that was tried: its sun is so many minutes later than the series', and how well the light fits it. @experimental */
export interface ClockCandidate {
  readonly shift: number;
  /** Lower is better; in units of its own uncertainty, so that differences can be judged. */
  readonly score: number;
}

/** @experimental */
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

/** A calendar month of the series, in local solar time. @experimental */
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

/** What the climate says of a place: `PlaceClimate` of the world climatology fits. @experimental */
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

/** @experimental */
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

/** The weather and its sky, computed once for all that look at it; one value a row. */
export interface SkyRows {
  readonly weather: CheckedWeather;
  readonly place: WeatherPlace;
  readonly options: ExamineOptions;
  /** Step and start of the first interval in ms (of an instant: half a step before it). */
  readonly start: number;
  readonly step: number;
  readonly count: number;
  /** Sine of the mean apparent elevation of the sun in the interval; below 0 in the night. */
  readonly sunHeight: Float32Array;
  /** W/m² on level ground, means over the interval: without an atmosphere, and under a clear sky; 0 in the night. */
  readonly extraterrestrial: Float32Array;
  readonly clear: Float32Array;
  /** GHI as the series has it, else direct + diffuse; NaN = missing, impossible values included. */
  readonly light: Float64Array;
}

/** Receives what one look finds: sets the bits of the rows and keeps the finding. */
export interface Findings {
  readonly flags: Uint32Array;
  /** `rows` is counted from the spans, unless `isRow` says which rows of the spans are in doubt. */
  add(finding: Omit<Finding, "rows">, isRow?: (row: number) => boolean): void;
}
