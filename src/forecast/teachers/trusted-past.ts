/** A past without the observations that are not the place's light: an examiner leaves them out, or refuses all of them. */
import { HOUR } from "../../time/calendar.js";
import { checkWeather } from "../../weather/checked-series.js";
import { type Examination, examineWeather, type Finding } from "../../weather/examine/index.js";
import type { WeatherSeries } from "../../weather/series.js";
import { type ForecastPast, type KnownPast, knownPast } from "../known-past.js";
import type { ForecastPlace } from "../place.js";
import { QUARTER_HOUR } from "../quarter-hours.js";
import { strayFactor, strayRows } from "./brightness.js";
import { findingAgainst, findingsOfRows, hasFinding } from "./examination.js";
import { foreignRows, repeatedRows } from "./foreign.js";
import { shadedRows } from "./shade.js";
import { isHigh, type TeacherHours, teacherHours, tells } from "./teacher-hours.js";
import type { LeftOutLight, Teacher, TeacherFault } from "./types.js";
import { brightnessText, foreignText, leftOutText, repeatedText, scaleText, shadeText } from "./words.js";

/** Days in doubt, of those with light: if they are more, the others are no better known. */
const MOST_IN_DOUBT = 0.5;
/** Days: of fewer, weather decides what is learnt. */
const FEWEST_LEFT = 15;

/**
 * Looks at observations before anything is learnt from them: first as `examineWeather` looks at any weather (dead, standing still, cut
 * off, of another clock or unit), then beside the runs, for light that is scaled, shaded or of another sky, in all of the days or in
 * some. What is learnt from such light makes tomorrow's forecast worse than the run alone (research/teachers.md).
 *
 * It cannot see a factor from about 0.9 to 1.15, by which haze and clear skies differ, nor a neighbour's sky under the same weather. A run
 * whose days have nothing to do with the place's, though each run agrees with the next, looks like light of another sky.
 *
 * @param past as for `learnFromPast`, which looks at it in the same way
 * @throws as `learnFromPast`
 * @experimental
 */
export function examineTeacher(past: ForecastPast, place: ForecastPlace): Teacher {
  // The climatology has no part in it.
  return trustedPast(knownPast(past, place, 1, "examineTeacher"), past.observations, place).teacher;
}

/** @returns the past without what was left out; of a refused teacher as it was known */
export function trustedPast(
  known: KnownPast,
  observations: WeatherSeries,
  { latitude, longitude, altitude, linkeTurbidity }: ForecastPlace,
): { readonly known: KnownPast; readonly teacher: Teacher } {
  const place = { latitude, longitude, ...(altitude !== undefined && { altitude }) };
  const examination = examineWeather({ ...observations, place }, { linkeTurbidity });
  const examiner = new Examiner(teacherHours(known), observations);
  const teacher = examiner.judge(examination);
  return { known: teacher.verdict === "rest" ? examiner.rest(known) : known, teacher };
}

class Examiner {
  private readonly hours: TeacherHours;
  private readonly observations: WeatherSeries;
  private readonly isOut: boolean[];
  private readonly leftOut: LeftOutLight[] = [];
  /** Days with light, of whatever kind. */
  private readonly given: Set<number>;

  /** @param hours whose light is set to NaN as it is left out */
  constructor(hours: TeacherHours, observations: WeatherSeries) {
    this.hours = hours;
    this.observations = observations;
    this.isOut = new Array<boolean>(hours.count).fill(false);
    this.given = new Set(this.daysOf((row) => tells(hours, row)));
  }

  judge(examination: Examination | undefined): Teacher {
    const { hours } = this;
    const against = examination && findingAgainst(examination, this.observations);
    if (against !== undefined) return this.refuse(against.code, `${against.message}; ${against.remedy}`);
    if (!hours.observed.some((index) => index > 0)) return this.refuse("dead", "the observations have no light by day");
    for (const finding of examination === undefined ? [] : findingsOfRows(examination)) {
      const rows = this.hoursWith(examination!, finding);
      for (const day of this.daysOf((row) => rows[row]!)) this.given.add(day);
      this.leaveOut(finding.code, rows, () => finding.message);
    }
    this.leaveOut("stuck", this.telling(repeatedRows(hours)), repeatedText);
    const sound = this.daysLeft();
    const stray = this.leaveOut("brightness", this.telling(strayRows(hours)), brightnessText);
    this.leaveOut("shade", this.telling(shadedRows(hours)), (_, rows) => shadeText(hours, rows));
    const foreign = this.leaveOut("foreign", this.telling(foreignRows(hours)), foreignText);
    if (stray + foreign > MOST_IN_DOUBT * sound) {
      const doubt = stray > foreign ? "brightness" : "foreign";
      return this.refuse(doubt, this.leftOut.find(({ code }) => code === doubt)!.message);
    }
    return this.judgeScale(examination, stray > 0) ?? this.judgeRest();
  }

  private judgeScale(examination: Examination | undefined, isPartly: boolean): Teacher | undefined {
    const factor = strayFactor(this.hours);
    const found = examination?.findings.find(({ code }) => code === "scale");
    // A factor of some days, which were left out, may have looked like one of all days.
    if (found !== undefined && (factor !== undefined || !isPartly)) {
      return this.refuse("scale", `${found.message}; ${found.remedy}`);
    }
    return factor === undefined ? undefined : this.refuse("scale", scaleText(factor));
  }

  private judgeRest(): Teacher {
    const { leftOut, given } = this;
    const days = this.daysLeft();
    const daysGiven = given.size;
    const seen = this.daysSeen();
    if (leftOut.length === 0) {
      if (seen < FEWEST_LEFT)
        return this.refuse("few", `${FEWEST_LEFT} days of observed light are needed, got ${seen}`);
      return { verdict: "use", days, daysGiven, leftOut, message: "nothing was left out of the observations" };
    }
    const found = leftOutText(leftOut);
    if (seen < FEWEST_LEFT) {
      return this.refuse("few", `${seen} days of observed light are left, ${FEWEST_LEFT} are needed; ${found}`);
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

  /** Days with light that is left, of a low sun too. */
  private daysSeen(): number {
    const { day, observed } = this.hours;
    return new Set(day.filter((_, row) => !Number.isNaN(observed[row]!))).size;
  }

  private telling(rows: readonly boolean[]): readonly boolean[] {
    return rows.map((isPicked, row) => isPicked && !Number.isNaN(this.hours.observed[row]!));
  }

  /** Hours with a row of the observations that has the finding. */
  private hoursWith(examination: Examination, finding: Finding): readonly boolean[] {
    const picked = new Array<boolean>(this.hours.count).fill(false);
    const { start, interval, count } = checkWeather(this.observations);
    const hourAt = (row: number) => (start + row * interval * 1000 - this.hours.start) / HOUR;
    for (let row = 0; row < count; row++) {
      if (!hasFinding(examination, finding, row)) continue;
      for (let hour = Math.floor(hourAt(row)); hour < hourAt(row + 1); hour++) picked[hour] = true;
    }
    return picked;
  }

  /** The past without the hours that were left out. */
  rest(known: KnownPast): KnownPast {
    const { start } = known.quarterHours;
    const hourOf = (row: number) => Math.floor((start + row * QUARTER_HOUR - this.hours.start) / HOUR);
    return {
      ...known,
      light: known.light.map((value, row) => (this.isOut[hourOf(row)] ? Number.NaN : value)),
      hourlyIndex: known.hourlyIndex.map((value, hour) => (this.isOut[hour] ? Number.NaN : value)),
    };
  }
}
