/** Checks weather before it is believed: its clock, its values, and whether its components fit one another. */

import { valueAtShare } from "../../../foundation/statistics/order.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { NIGHT } from "../../../physics/sky/clear-sky.js";
import { DIMMEST } from "../limits.js";
import { checkWeather, WEATHER_COLUMNS, type WeatherSeries } from "../series.js";
import { changeFinding, changeOf, monthFinding } from "./change.js";
import { checkClock } from "./clock.js";
import { columnFindings } from "./columns.js";
import { checkComponents } from "./components.js";
import { AT_NIGHT, CheckContext, type Found, figure } from "./context.js";
import { Days, examinedMonths } from "./days.js";
import { likelyLight } from "./likely-light.js";
import { lostLight, reportLost, UP } from "./lost.js";
import { planeFinding } from "./plane.js";
import { cloudlessFinding, scaleFinding } from "./scale.js";
import { roundingOf, stairsFinding, stairsOf } from "./stuck.js";
import {
  CLOCK_CODES,
  type Examination,
  type ExamineOptions,
  type Finding,
  spansOfRows,
  type Verdict,
} from "./types.js";

function checkValues(context: CheckContext): void {
  const { columns } = context.weather;
  const ofColumns = columnFindings(context.weather, false, context.clear);
  for (const finding of ofColumns) context.add(finding);
  // What the light is made of: a wrong unit there leaves nothing to look at.
  const isLight = (column: string | undefined) =>
    columns.global_horizontal_irradiance === undefined || column === "global_horizontal_irradiance";
  if (ofColumns.some(({ verdict, column }) => verdict === "unusable" && isLight(column))) return;
  if (!context.light.some((value) => value > 0)) return;

  const rounding = roundingOf(context.light);
  const stairs = stairsOf(context, rounding);
  if (stairs !== undefined) context.add(stairsFinding(context, stairs));
  const light = lostLight(context, rounding, stairs);
  const night = nightLight(context, light.lost);
  if (night.isClock) return;
  const likely = likelyLight(context, light.lost);
  reportLost(context, light, likely);
  const sound = night.offset > 0 ? likely.light.map((value) => value - night.offset) : likely.light;
  const days = Days.of(context, sound);
  const change = changeOf(days);
  // What a step leaves wrong is no factor of the whole.
  const scale = scaleFinding(change?.right ?? days);
  // In stairs each row has the light of others.
  const plane = stairs === undefined ? planeFinding(days, scale) : undefined;
  const found = [
    nightFinding(context, likely.light, night),
    change && changeFinding(days, change),
    plane ?? scale,
    plane === undefined ? monthFinding(days) : undefined,
    stairs === undefined ? cloudlessFinding(days) : undefined,
  ];
  for (const finding of found) if (finding !== undefined) context.add(finding);
}

/** W/m²: zeros of pyranometers are below it, and above it only those that are set wrong. */
const LEAST_OFFSET = 2;
/** Hours to the nearest row with a sun: clocks are off by less, where they are not off by a zone. */
const DEEP_HOURS = 3.5;
/** Values to take a median of. */
const MOST = 20_000;
/** W/m², of a single value. */
const BRIGHT = 5;

/**
 * Light without a sun: an offset of the zero (W/m²), or values in the middle of the night, with their share of the light. Light beside the
 * day alone is the clock's: it is the sun's, at a wrong time or place, and nothing else can be said of the values.
 */
function nightLight(context: CheckContext, lost: Uint8Array) {
  const { light, sunHeight, count, step } = context;
  const offset = offsetOf(context, lost);
  const isDark = (row: number) =>
    sunHeight[row]! < NIGHT && !(sunHeight[row - 1]! >= NIGHT) && !(sunHeight[row + 1]! >= NIGHT);
  const deep = Math.ceil((DEEP_HOURS * HOUR) / step);
  const isBright = (row: number) => isDark(row) && light[row]! - offset > BRIGHT && lost[row] === 0;
  let [all, dark, inDeep, since, days, dim] = [0, 0, 0, 0, 0, 0];
  // Rows of one night that are not deep in it yet, as seen from the morning.
  const recent = new Float64Array(deep);
  for (let row = 0; row < count; row++) {
    const value = Math.max(light[row]! - offset, 0);
    if (sunHeight[row]! >= NIGHT) since = 0;
    else {
      // What leaves the window is as far from the next day as it is from the last.
      if (since >= 2 * deep) inDeep += recent[row % deep]!;
      recent[row % deep] = isBright(row) ? value : 0;
      since++;
    }
    if (Number.isNaN(value)) continue;
    if (sunHeight[row]! > UP) {
      days++;
      if (value <= DIMMEST) dim++;
    }
    if (lost[row] !== 0) continue;
    all += value;
    if (isBright(row)) dark += value;
  }
  const share = all > 0 ? dark / all : 0;
  const isClock = share > AT_NIGHT.notTheSun && dim > AT_NIGHT.notTheSun * days;
  const spans = inDeep > AT_NIGHT.deep * all && !isClock ? spansOfRows(count, isBright) : [];
  return { offset, share, isClock, spans };
}

function offsetOf(context: CheckContext, lost: Uint8Array): number {
  const { light, sunHeight, count } = context;
  const stride = Math.ceil(count / MOST) | 1;
  const values: number[] = [];
  for (let row = 0; row < count; row += stride) {
    if (sunHeight[row]! < 2 * NIGHT && !Number.isNaN(light[row]!) && lost[row] === 0) values.push(light[row]!);
  }
  if (values.length === 0) return 0;
  const [middle, low] = [0.5, 0.1].map((share) => valueAtShare(values, share)!) as [number, number];
  return middle > LEAST_OFFSET && low > middle / 2 ? middle : 0;
}

function nightFinding(
  context: CheckContext,
  likely: Float64Array,
  night: ReturnType<typeof nightLight>,
): Found | undefined {
  const { offset, share, spans } = night;
  const common = {
    code: "night",
    verdict: "look",
    effect: { horizontal: nightEffect(context, likely, offset) },
  } as const;
  if (offset > 0) {
    return {
      ...common,
      spans: context.whole,
      message: `the light never falls to 0 but stays at ${figure(offset)} W/m² in the middle of the night`,
      remedy: "subtract the offset from all values before they are read",
    };
  }
  if (spans.length === 0) return undefined;
  const nights = spans.length === 1 ? "once" : `${spans.length} times`;
  const first = context.clockDate(spans[0]!.from);
  return {
    ...common,
    spans,
    message: `${figure(100 * share)} % of the light falls in the middle of the night, ${nights}, first on ${first}`,
    remedy: "look for lamps and rows of another time; pass dropFlagged to leave these rows out",
  };
}

/** Relative change of the year's light by an offset, or by light in the dark, which does not wait for the end of twilight. */
function nightEffect(context: CheckContext, likely: Float64Array, offset: number): number {
  let [day, added] = [0, 0];
  for (let row = 0; row < context.count; row++) {
    const value = likely[row]!;
    if (Number.isNaN(value)) continue;
    if (context.isLit(row)) {
      day += value - offset;
      added += offset;
    } else added += Math.max(value, 0);
  }
  return day > 0 ? added / day : 0;
}

/** Longer steps have no course within the day, s. */
const LONGEST_STEP = 10_800;

const COLUMNS_OF_LIGHT = WEATHER_COLUMNS.filter((name) => name.endsWith("_irradiance"));

/**
 * Looks at a series as a careful person would before computing with it. It changes nothing and judges nothing that the engine computes:
 * findings say what is doubtful, which rows, what that does to the answer of a year, and what to pass.
 *
 * @param series weather at equal steps of at most three hours, with a place of its own or in the options
 * @returns undefined without a place, without light, or for longer steps
 * @throws WeatherError for a malformed series
 * @experimental
 */
export function examineWeather(series: WeatherSeries, options: ExamineOptions = {}): Examination | undefined {
  const weather = checkWeather(series);
  // The options may know an altitude that the file does not state.
  const place = weather.place === undefined ? options.place : { ...options.place, ...weather.place };
  if (place === undefined || weather.interval > LONGEST_STEP) return undefined;
  if (!COLUMNS_OF_LIGHT.some((name) => weather.columns[name] !== undefined)) return undefined;
  const context = new CheckContext(weather, place, options);
  const isLit = context.light.some((value) => value > 0);
  const clock = isLit ? checkClock(context) : undefined;
  checkValues(context);
  const closure = isLit ? checkComponents(context) : undefined;
  const { findings, flags } = context;
  // Minutes that are found are no confirmation.
  const isOff = findings.some(({ code }) => CLOCK_CODES.includes(code));
  return {
    verdict: verdictOf(findings),
    findings: findings.sort((a, b) => weightOf(b) - weightOf(a)),
    clock: clock && { ...clock, isConfirmed: clock.isConfirmed && !isOff },
    flags,
    months: examinedMonths(context),
    closure,
  };
}

/** The gravest first: what is unusable, then by its effect on the year, on level ground or on the plane that it changes most. */
function weightOf({ verdict, effect }: Finding): number {
  const changes = [effect?.horizontal ?? 0, ...(effect?.planes ?? []).map(({ change }) => change)];
  return (verdict === "unusable" ? UNUSABLE : 0) + Math.min(Math.max(...changes.map(Math.abs)), UNUSABLE / 2);
}
const UNUSABLE = 1000;

function verdictOf(findings: Examination["findings"]): Verdict {
  if (findings.some(({ verdict }) => verdict === "unusable")) return "unusable";
  return findings.length > 0 ? "look" : "fine";
}
