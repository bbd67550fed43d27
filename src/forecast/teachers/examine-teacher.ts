/** Observations looked at before anything is learnt from them: what is not the place's light is left out, or all of it refused. */
import type { WeatherSeries } from "../../weather/series.js";
import { checkWeather, type CheckedWeather } from "../../weather/checked-series.js";
import { examineWeather, type Examination, type FindingCode } from "../../weather/examine/index.js";
import { DAY } from "../../time/calendar.js";
import type { ForecastPast } from "../known-past.js";
import type { ForecastPlace } from "../place.js";
import { strayDays, strayFactor } from "./brightness.js";
import { foreignDays, isForeignSky } from "./foreign.js";
import { shadedRows } from "./shade.js";
import { type TeacherHours, TELLING, teacherHours } from "./teacher-hours.js";

export type TeacherFault = FindingCode | "brightness" | "foreign" | "shade";

/** @experimental */
export interface LeftOut {
  readonly code: TeacherFault;
  readonly days: number;
  readonly message: string;
}

/** @experimental */
export interface Teacher {
  readonly verdict: "use" | "rest" | "refuse";
  readonly observations: WeatherSeries;
  readonly days: number;
  readonly leftOut: readonly LeftOut[];
  readonly message: string;
}

const REFUSED: readonly FindingCode[] = ["unit", "meter", "scale", "label", "clock", "clock-drift"];
const LOST: readonly FindingCode[] = ["dead", "stuck"];
const CAPPED = 0.02;
const OFFSET = 0.1;
const HALF = 0.5;

export function examineTeacher({ runs, observations }: ForecastPast, place: ForecastPlace): Teacher {
  const weather = checkWeather(observations);
  const { latitude, longitude, altitude = 0, linkeTurbidity } = place;
  const examination = examineWeather({ ...observations, place: { latitude, longitude, altitude } }, { linkeTurbidity });
  const light = Float64Array.from(weather.columns.global_horizontal_irradiance!);
  const out: LeftOut[] = [];
  const refuse = (code: TeacherFault, message: string): Teacher => ({
    verdict: "refuse", observations, days: 0, leftOut: [...out, { code, days: NaN, message }], message });
  for (const f of examination?.findings ?? []) {
    if (REFUSED.includes(f.code) && (f.verdict === "unusable" || f.code === "scale")) return refuse(f.code, f.message);
    if (f.code === "night" && Math.abs(f.effect?.horizontal ?? 0) > OFFSET) return refuse(f.code, f.message);
    if (f.code === "saturated" && f.rows > CAPPED * light.reduce((s, v) => s + (v > 50 ? 1 : 0), 0)) return refuse(f.code, f.message);
    if (f.code === "implausible" || f.code === "clock-change") {
      for (const { from, to } of f.spans) light.fill(Number.NaN, from, to);
      out.push({ code: f.code, days: f.rows, message: f.message });
    }
  }
  const hours = teacherHours(weather, light, runs, place);
  const dayOfRow = (row: number) => Math.floor((weather.start + (row + 0.5) * weather.interval * 1000 + (place.longitude / 360) * DAY) / DAY)
    - Math.floor((hours.start + hours.step / 2 + (place.longitude / 360) * DAY) / DAY);
  const isSeenDay = new Uint8Array(hours.days);
  for (let row = 0; row < hours.count; row++) if (hours.light[row]! >= 0 && hours.clear[row]! > TELLING) isSeenDay[hours.day[row]!] = 1;
  const all = isSeenDay.reduce((s, v) => s + v, 0);
  const drop = (code: TeacherFault, isOut: readonly boolean[], message: string) => {
    let days = 0; isOut.forEach((v, d) => { if (v && isSeenDay[d]) { days++; isSeenDay[d] = 0; } });
    if (days === 0) return;
    for (let row = 0; row < light.length; row++) if (isOut[dayOfRow(row)]) light[row] = Number.NaN;
    for (let row = 0; row < hours.count; row++) if (isOut[hours.day[row]!]) hours.light[row] = Number.NaN;
    out.push({ code, days, message });
  };
  for (const f of examination?.findings ?? []) {
    if (!LOST.includes(f.code)) continue;
    const isOut = new Array<boolean>(hours.days).fill(false);
    for (const { from, to } of f.spans) for (let row = from; row < to; row++) if (light[row]! >= 0) isOut[dayOfRow(row)] = true;
    drop(f.code, isOut, f.message);
  }
  drop("brightness", strayDays(hours), "brightness");
  const shaded = shadedRows(hours, place.longitude);
  const rows = shaded.reduce((s, v) => s + (v ? 1 : 0), 0);
  if (rows > 0) {
    out.push({ code: "shade", days: 0, message: `shade ${rows}` });
    for (let row = 0; row < hours.count; row++) if (shaded[row]) hours.light[row] = Number.NaN;
    for (let row = 0; row < light.length; row++) if (shaded[Math.floor((weather.start + (row + 0.5) * weather.interval * 1000 - hours.start) / hours.step)]) light[row] = Number.NaN;
  }
  if (isForeignSky(hours)) return refuse("foreign", "foreign");
  drop("foreign", foreignDays(hours), "foreign");
  const factor = strayFactor(hours);
  if (factor !== undefined) return refuse("scale", "factor " + factor);
  const left = isSeenDay.reduce((s, v) => s + v, 0);
  if (left < HALF * all) return refuse(out.at(-1)!.code, "more than half: " + out.map(o => o.code + o.days).join());
  return { verdict: out.length ? "rest" : "use", observations: { ...observations, columns: { ...observations.columns, global_horizontal_irradiance: light } }, days: left, leftOut: out, message: "" };
}
