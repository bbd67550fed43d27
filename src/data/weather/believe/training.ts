/** Checks of observations before anything is learnt from them: some are left out, or all are refused. */
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { checkWeather, type WeatherSeries } from "../series.js";
import { AT_NIGHT, FEWEST_DAYS } from "./context.js";
import { examineWeather } from "./examine.js";
import {
  foreignRows,
  isHigh,
  repeatedRows,
  shadedRows,
  strayFactor,
  strayRows,
  type TrainingHours,
  tells,
} from "./training-checks.js";
import { bitsOf, type Examination, type ExamineOptions, type Finding, type FindingCode } from "./types.js";

/**
 * Why observations are left out: a finding of `examineWeather`; or `brightness` (clear hours are too bright or too dark for the clear
 * sky), `shade` (some hours of the day never see the sun), `foreign` (days are bright and dark when those of the runs are not), `few`
 * (hardly anything is left). Later versions may add further codes.
 */
export type TeacherFault = FindingCode | "brightness" | "shade" | "foreign" | "few";

export interface LeftOutLight {
  readonly code: TeacherFault;
  /** Days of mean solar time with hours that were left out. */
  readonly days: number;
  /** What was found, with dates and values, a sentence without its full stop. */
  readonly message: string;
}

/** How far observations may teach. */
export interface Teacher {
  /** `rest`: something was left out. `refuse`: nothing of it should teach. */
  readonly verdict: "use" | "rest" | "refuse";
  /** Days with light that may teach, and that there were. */
  readonly days: number;
  readonly daysGiven: number;
  /** In the order in which it was found; of a refused teacher the last is the reason. */
  readonly leftOut: readonly LeftOutLight[];
  /** All of it in a sentence without its full stop. */
  readonly message: string;
}

/** Days in doubt, of those with light: if they are more, the others are no better known. */
const MOST_IN_DOUBT = 0.5;
/** Of rows that are not the sun's light, or not of its time. */
const OF_ROWS: readonly FindingCode[] = ["dead", "stuck", "clock-change"];
/** Of the whole series: nothing of it teaches anything. */
const OF_ALL: readonly FindingCode[] = ["unit", "meter", "label", "clock", "clock-drift"];
/** Of the rows by day that are cut off at the top: without them the others would be too dark, so that a few of them spoil all. */
const MOST_CUT = 0.02;
/** W/m², by day. */
const BRIGHT = 50;

/**
 * First the checks of any weather (dead, standing still, cut off, of another clock or unit), then those beside runs.
 *
 * @param observations with their place
 * @param hours of the observations: those that are left out become NaN
 * @returns how far they may teach, and which hours are left out
 */
export function checkTraining(
  observations: WeatherSeries,
  hours: TrainingHours,
  options: Pick<ExamineOptions, "linkeTurbidity">,
): { readonly teacher: Teacher; readonly isOut: readonly boolean[] } {
  const examination = examineWeather(observations, options);
  const check = new TrainingCheck(hours, observations);
  return { teacher: check.judge(examination), isOut: check.isOut };
}

class TrainingCheck {
  readonly isOut: boolean[];
  private readonly hours: TrainingHours;
  private readonly observations: WeatherSeries;
  private readonly leftOut: LeftOutLight[] = [];
  /** Days with light, of whatever kind. */
  private readonly given: Set<number>;

  constructor(hours: TrainingHours, observations: WeatherSeries) {
    this.hours = hours;
    this.observations = observations;
    this.isOut = new Array<boolean>(hours.count).fill(false);
    this.given = new Set(this.daysOf((row) => tells(hours, row)));
  }

  judge(examination: Examination | undefined): Teacher {
    const { hours } = this;
    const against = examination?.findings.find((finding) => this.isAgainstAll(finding));
    if (against !== undefined) return this.refuse(against.code, `${against.message}; ${against.remedy}`);
    if (!hours.observed.some((index) => index > 0)) return this.refuse("dead", "the observations have no light by day");
    for (const finding of examination?.findings ?? []) {
      if (!OF_ROWS.includes(finding.code)) continue;
      const rows = this.hoursWith(examination!, finding);
      for (const day of this.daysOf((row) => rows[row]!)) this.given.add(day);
      this.leaveOut(finding.code, rows, () => finding.message);
    }
    const repeated = "the light was the same as on the day before, hour by hour";
    this.leaveOut("stuck", this.telling(repeatedRows(hours)), (days) => `${daysText(days)} ${repeated}`);
    const sound = this.daysLeft();
    const bright = "clear hours were too bright or too dark for a clear sky";
    const stray = this.leaveOut("brightness", this.telling(strayRows(hours)), (days) => `${daysText(days)} ${bright}`);
    this.leaveOut("shade", this.telling(shadedRows(hours)), (_, rows) => shadeText(hours, rows));
    const other = "the light was bright and dark on other days than the runs': it may be of another place or time";
    const foreign = this.leaveOut("foreign", this.telling(foreignRows(hours)), (days) => `${daysText(days)} ${other}`);
    if (stray + foreign > MOST_IN_DOUBT * sound) {
      const fault = stray > foreign ? "brightness" : "foreign";
      return this.refuse(fault, this.leftOut.find(({ code }) => code === fault)!.message);
    }
    return this.judgeScale(examination, stray > 0) ?? this.judgeRest();
  }

  /** Whether nothing may be learnt because of a finding. */
  private isAgainstAll({ code, verdict, rows, effect }: Finding): boolean {
    if (OF_ALL.includes(code)) return verdict === "unusable";
    if (code === "night") return Math.abs(effect?.horizontal ?? 0) > AT_NIGHT.offset;
    if (code !== "saturated") return false;
    const light = checkWeather(this.observations).columns.global_horizontal_irradiance!;
    return rows > MOST_CUT * light.reduce((sum, value) => sum + (value > BRIGHT ? 1 : 0), 0);
  }

  private judgeScale(examination: Examination | undefined, isPartly: boolean): Teacher | undefined {
    const factor = strayFactor(this.hours);
    const found = examination?.findings.find(({ code }) => code === "scale");
    // A factor of some days, which were left out, may have looked like one of all days.
    if (found !== undefined && (factor !== undefined || !isPartly)) {
      return this.refuse("scale", `${found.message}; ${found.remedy}`);
    }
    if (factor === undefined) return undefined;
    const brightness = `clear hours have ${Math.round(100 * factor)} % of a clear sky's light`;
    return this.refuse("scale", `${brightness}; look at the unit and the calibration of the sensor`);
  }

  private judgeRest(): Teacher {
    const { leftOut, given } = this;
    const days = this.daysLeft();
    const daysGiven = given.size;
    // Days with light that is left, of a low sun too.
    const { day, observed } = this.hours;
    const seen = new Set(day.filter((_, row) => !Number.isNaN(observed[row]!))).size;
    const found = leftOut.map(({ message }) => message).join("; ");
    if (seen < FEWEST_DAYS.training) {
      const few =
        leftOut.length === 0
          ? `${FEWEST_DAYS.training} days of observed light are needed, got ${seen}`
          : `${seen} days of observed light are left, ${FEWEST_DAYS.training} are needed; ${found}`;
      return this.refuse("few", few);
    }
    if (leftOut.length === 0) {
      return { verdict: "use", days, daysGiven, leftOut, message: "nothing was left out of the observations" };
    }
    const message = `${daysGiven - days} of ${daysGiven} days of observations were left out; ${found}`;
    return { verdict: "rest", days, daysGiven, leftOut, message };
  }

  private refuse(code: TeacherFault, message: string): Teacher {
    const daysGiven = this.given.size;
    const leftOut = [...this.leftOut, { code, days: daysGiven, message }];
    return { verdict: "refuse", days: 0, daysGiven, leftOut, message };
  }

  /** @returns the number of days with hours that were left out */
  private leaveOut(
    code: TeacherFault,
    isPicked: readonly boolean[],
    text: (days: readonly number[], rows: readonly number[]) => string,
  ): number {
    const days = this.daysOf((row) => isPicked[row]!);
    const rows = Array.from(isPicked.keys()).filter((row) => isPicked[row]!);
    for (const row of rows) {
      this.isOut[row] = true;
      this.hours.observed[row] = Number.NaN;
    }
    if (days.length > 0) this.leftOut.push({ code, days: days.length, message: text(days, rows) });
    return days.length;
  }

  /** Days with picked hours of a high sun. */
  private daysOf(isPicked: (row: number) => boolean): readonly number[] {
    const days = new Set<number>();
    for (let row = 0; row < this.hours.count; row++) {
      if (isHigh(this.hours, row) && isPicked(row)) days.add(this.hours.day[row]!);
    }
    return [...days];
  }

  private daysLeft(): number {
    return this.daysOf((row) => tells(this.hours, row)).length;
  }

  private telling(rows: readonly boolean[]): readonly boolean[] {
    return rows.map((isPicked, row) => isPicked && !Number.isNaN(this.hours.observed[row]!));
  }

  /** Hours with a row of the observations that has the finding. */
  private hoursWith({ flags }: Examination, { code }: Finding): readonly boolean[] {
    const picked = new Array<boolean>(this.hours.count).fill(false);
    const { start, interval, count } = checkWeather(this.observations);
    const hourAt = (row: number) => (start + row * interval * 1000 - this.hours.start) / HOUR;
    for (let row = 0; row < count; row++) {
      if ((flags[row]! & bitsOf([code])) === 0) continue;
      for (let hour = Math.floor(hourAt(row)); hour < hourAt(row + 1); hour++) picked[hour] = true;
    }
    return picked;
  }
}

/** @param days of mean solar time since 1970, ascending */
function daysText(days: readonly number[]): string {
  const text = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
  const [first, last] = [days[0]!, days.at(-1)!];
  return days.length === 1 ? `on ${text(first)}` : `on ${days.length} days from ${text(first)} to ${text(last)}`;
}

/** @param rows that were left out */
function shadeText({ hour }: TrainingHours, rows: readonly number[]): string {
  const hours = [...new Set(rows.map((row) => hour[row]!))].sort((a, b) => a - b);
  return `at ${hours.join(", ")} h of mean solar time the sensor never saw the sun that it saw in other hours`;
}
