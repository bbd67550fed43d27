/** Observations looked at before anything is learnt from them: what is not the place's light is left out, or all of it refused. */
import { shown } from "../../text/shown.js";
import { DAY } from "../../time/calendar.js";
import { type CheckedWeather, checkWeather } from "../../weather/checked-series.js";
import { type Examination, examineWeather, type FindingCode } from "../../weather/examine/index.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { ForecastPast } from "../known-past.js";
import type { ForecastPlace } from "../place.js";
import { strayFactor, strayRows } from "./brightness.js";
import { findingAgainst, findingsOfRows, hasFinding } from "./examination.js";
import { foreignRows } from "./foreign.js";
import { shadedRows } from "./shade.js";
import { dayOf, solarHourOf, type TeacherHours, teacherHours, tells } from "./teacher-hours.js";

/**
 * Why observations are left out: a finding of `examineWeather`, or `brightness` (clear hours are too bright or too dark for the clear
 * sky), `shade` (some hours of the day never see the sun), `foreign` (days are bright and dark when those of the runs are not), `few`
 * (hardly anything is left). Later versions may add further codes.
 *
 * @experimental
 */
export type TeacherFault = FindingCode | "brightness" | "shade" | "foreign" | "few";

/** @experimental */
export interface LeftOut {
  readonly code: TeacherFault;
  /** Days of mean solar time with hours that were left out. */
  readonly days: number;
  /** What was found, with dates and values, a sentence without its full stop. */
  readonly message: string;
}

/** @experimental */
export interface Teacher {
  /** `rest`: something was left out. `refuse`: nothing of it should teach. */
  readonly verdict: "use" | "rest" | "refuse";
  /** As given, without the GHI that was left out (NaN); of a refused teacher as given. */
  readonly observations: WeatherSeries;
  /** Days with light that may teach; and that there were. */
  readonly days: number;
  readonly daysGiven: number;
  /** In the order in which it was found; of a refused teacher the last is the reason. */
  readonly leftOut: readonly LeftOut[];
  /** All of it in a sentence without its full stop. */
  readonly message: string;
}

/** Days in doubt, of those with light: if they are more, the others are no better known. */
const MOST_IN_DOUBT = 0.5;
/** Days: of fewer, what is left beside a fault is no past. */
const FEWEST_LEFT = 15;

/**
 * Looks at observations as `examineWeather` looks at any weather (dead, standing still, cut off, another clock or unit), and then beside
 * the runs: light that is scaled, shaded or of another sky, in all of the days or in some. A correction that was learnt from such light
 * makes tomorrow's forecast worse than the run alone (research/forecast/bad-teachers.md).
 *
 * What it cannot see: a factor from about 0.9 to 1.1, which is within what haze and clear skies differ by; a neighbour's sky under the
 * same weather; and a run without skill beside its own kind, which looks like light of another sky.
 *
 * @param past means of GHI in steps up to a day; runs by the time they were issued
 * @throws TypeError for observations or runs without GHI, WeatherError for malformed series
 * @experimental
 */
export function examineTeacher({ runs, observations }: ForecastPast, place: ForecastPlace): Teacher {
  const weather = checkWeather(observations);
  if (weather.columns.global_horizontal_irradiance === undefined) {
    throw new TypeError(
      `examineTeacher: observations must have global_horizontal_irradiance, got ${shown(Object.keys(weather.columns))}`,
    );
  }
  const hours = teacherHours(weather, runs, place);
  const { latitude, longitude, altitude, linkeTurbidity } = place;
  const there = { latitude, longitude, ...(altitude !== undefined && { altitude }) };
  const examination = examineWeather({ ...observations, place: there }, { linkeTurbidity });
  return new Examiner(observations, weather, hours).examine(examination);
}

class Examiner {
  private readonly leftOut: LeftOut[] = [];
  private readonly isOut: boolean[];
  private readonly daysGiven: number;
  private readonly observations: WeatherSeries;
  private readonly weather: CheckedWeather;
  private readonly hours: TeacherHours;

  /** @param hours whose light is set to NaN as it is left out */
  constructor(observations: WeatherSeries, weather: CheckedWeather, hours: TeacherHours) {
    this.observations = observations;
    this.weather = weather;
    this.hours = hours;
    this.isOut = new Array<boolean>(hours.count).fill(false);
    this.daysGiven = this.daysOf(() => true).length;
  }

  examine(examination: Examination | undefined): Teacher {
    const against = examination && findingAgainst(examination, this.weather);
    if (against !== undefined) return this.refuse(against.code, `${against.message}; ${against.remedy}`);
    for (const finding of (examination && findingsOfRows(examination)) ?? []) {
      this.leaveOut(
        finding.code,
        this.hoursWith((row) => hasFinding(examination!, finding, row)),
        () => finding.message,
      );
    }
    const sound = this.daysOf(() => true).length;
    const stray = this.leaveOut("brightness", strayRows(this.hours), brightnessText);
    this.leaveOut("shade", shadedRows(this.hours), (_, rows) => shadeText(this.hours, rows));
    const foreign = this.leaveOut("foreign", foreignRows(this.hours), foreignText);
    const left = this.daysOf(() => true).length;
    if (stray + foreign > MOST_IN_DOUBT * sound) {
      const doubt = stray > foreign ? "brightness" : "foreign";
      return this.refuse(doubt, this.leftOut.findLast(({ code }) => code === doubt)!.message);
    }
    const scale = examination?.findings.find(({ code }) => code === "scale");
    const factor = strayFactor(this.hours);
    if (scale !== undefined && (factor !== undefined || stray === 0)) {
      return this.refuse("scale", `${scale.message}; ${scale.remedy}`);
    }
    if (factor !== undefined) return this.refuse("scale", scaleText(factor));
    if (this.leftOut.length > 0 && left < FEWEST_LEFT) return this.refuse("few", fewText(left, this.leftOut));
    return this.teacher(left);
  }

  /** @returns days with hours that were left out */
  private leaveOut(
    code: TeacherFault,
    rows: readonly boolean[],
    text: (days: string, rows: readonly number[]) => string,
  ) {
    const days = this.daysOf((row) => rows[row]!);
    const own: number[] = [];
    for (let row = 0; row < rows.length; row++) {
      if (!rows[row]) continue;
      if (tells(this.hours, row)) own.push(row);
      this.isOut[row] = true;
      this.hours.light[row] = Number.NaN;
    }
    if (days.length > 0) this.leftOut.push({ code, days: days.length, message: text(daysText(days), own) });
    return days.length;
  }

  /** Days with picked hours that tell of the sky. */
  private daysOf(isPicked: (row: number) => boolean): readonly number[] {
    const days = new Set<number>();
    for (let row = 0; row < this.hours.count; row++) {
      if (tells(this.hours, row) && isPicked(row)) days.add(dayOf(this.hours, row));
    }
    return [...days];
  }

  /** Hours with a row of the series that is picked. */
  private hoursWith(isPicked: (row: number) => boolean): readonly boolean[] {
    const picked = new Array<boolean>(this.hours.count).fill(false);
    for (let row = 0; row < this.weather.count; row++) if (isPicked(row)) picked[this.hourOf(row)] = true;
    return picked;
  }

  /** Of a row of the series. */
  private hourOf(row: number): number {
    const { start, interval } = this.weather;
    return Math.floor((start + (row + 0.5) * interval * 1000 - this.hours.start) / this.hours.step);
  }

  private refuse(code: TeacherFault, message: string): Teacher {
    const { observations, daysGiven, leftOut } = this;
    const reason = { code, days: daysGiven, message };
    return { verdict: "refuse", observations, days: 0, daysGiven, leftOut: [...leftOut, reason], message };
  }

  private teacher(days: number): Teacher {
    const { daysGiven, leftOut, observations } = this;
    if (leftOut.length === 0) {
      return { verdict: "use", observations, days, daysGiven, leftOut, message: `all ${days} days were used` };
    }
    const light = this.weather.columns.global_horizontal_irradiance!.map((value, row) =>
      this.isOut[this.hourOf(row)] ? Number.NaN : value,
    );
    const columns = { ...observations.columns, global_horizontal_irradiance: light };
    return {
      verdict: "rest",
      observations: { ...observations, columns },
      days,
      daysGiven,
      leftOut,
      message: `left out: ${leftOut.map(({ message }) => message).join("; ")}`,
    };
  }
}

/** @param days of mean solar time since 1970, ascending */
function daysText(days: readonly number[]): string {
  const text = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  return days.length === 1 ? `on ${text(first)}` : `on ${days.length} days from ${text(first)} to ${text(last)}`;
}

const brightnessText = (days: string) => `${days} clear hours were too bright or too dark for a clear sky`;

const foreignText = (days: string) =>
  `${days} the light was bright and dark on other days than the runs': it may be of another place or time`;

function shadeText(hours: TeacherHours, rows: readonly number[]): string {
  const ofDay = [...new Set(rows.map((row) => solarHourOf(hours, row)))].sort((a, b) => a - b);
  return `at ${ofDay.join(", ")} h of mean solar time the sensor never saw the sun that it saw in other hours`;
}

const scaleText = (factor: number) =>
  `clear hours have ${Math.round(100 * factor)} % of a clear sky's light: look at the unit and the calibration of the sensor`;

function fewText(left: number, leftOut: readonly LeftOut[]): string {
  return `${left} days are left, ${FEWEST_LEFT} are needed: ${leftOut.map(({ message }) => message).join("; ")}`;
}
