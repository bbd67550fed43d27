/**
 * Snow on the modules: the share of a plane's power that is kept.
 *
 * Marion et al. 2013, Solar Energy 97, 112–121, as `coverageNrel` and `dcLossNrel` have it, with two strings along the slope as in
 * PVWatts version 8; Townsend & Powers 2011, 37th IEEE PVSC, as `lossTownsend`.
 */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { CheckedPlane, CheckedSystem } from "../../../data/system/checked.js";
import type { PvSnowOptions } from "../../../data/system/over-time.js";
import { type CheckedWeather, WeatherError } from "../../../data/weather/series.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { lossTownsend } from "../../../physics/models/snow/index.js";
import {
  AT_LEAST,
  COVERAGE_NREL,
  coverageNrelRows,
  dcLossNrelRows,
  fullyCoveredNrelRows,
  snowfallFromDepthRows,
} from "../../../physics/models/snow/nrel.js";
import {
  daysAbove,
  known,
  lastRound,
  type Months,
  monthlyMeans,
  monthsOf,
  type OverTimeInputs,
  rounds,
  roundTimes,
} from "./inputs.js";

const STRINGS = 2;
/** Degrees: the largest rotation of a tracker that does not state it. */
const ROTATION = 45;
/** A day with more fresh snow is a snowfall of Townsend's, cm. */
const SNOW_DAY = 2.54;
/** More than any forecast, and a winter's month at least. */
const LONG = 30 * DAY;
/** Of more than one string along the slope some are free early. */
const STRING_FACTOR = 0.75;

/**
 * The snow model of a system in some weather; undefined: none.
 * @throws WeatherError for a model that was asked for and lacks its snow
 */
export function snowOf(
  { snow, hasSnowLoss }: Pick<CheckedSystem, "snow" | "hasSnowLoss">,
  columns: CheckedWeather["columns"],
): PvSnowOptions | undefined {
  const [depth, fall] = [known(columns, "snow_depth"), known(columns, "snowfall")];
  if (snow === "none") return undefined;
  if (snow === undefined) {
    const hasSnow = [depth, fall].some((column) => column?.some((value) => value > 0));
    return hasSnow && !hasSnowLoss ? {} : undefined;
  }
  const options = snow === "marion" ? {} : snow;
  if (depth || fall || (options.model === "townsend" && options.monthlySnowfall)) return options;
  throw new WeatherError(
    "yieldOf: system.snow needs the weather's snow_depth (mm) or snowfall (cm/h), and it has neither" +
      (options.model === "townsend" ? "; or give system.snow.monthlySnowfall, twelve values in cm" : ""),
  );
}

/** Share of power kept in each row, 0…1, never NaN: a row that lacks something changes nothing on the modules. */
export function keptInSnow(options: PvSnowOptions, plane: CheckedPlane, inputs: OverTimeInputs): Float64Array {
  const loss = options.model === "townsend" ? townsend(options, plane, inputs) : marion(options, inputs);
  return loss.map((share) => 1 - share);
}

function marion(options: PvSnowOptions, inputs: OverTimeInputs): Float64Array {
  const { strings = STRINGS, thresholdSnowfall = COVERAGE_NREL.thresholdSnowfall } = options;
  const { thresholdDepth } = COVERAGE_NREL;
  const time = roundTimes(inputs);
  const n = time.length;
  const { fall, depth } = freshSnow(inputs);
  const [poaIrradiance, tempAir, surfaceTilt] = [inputs.light, inputs.temperature, inputs.surfaceTilt].map((column) =>
    rounds(inputs, column),
  ) as [Float64Array, Float64Array, Float64Array];
  const covered = new Float64Array(n);
  fullyCoveredNrelRows(0, n, n, time, fall, depth, thresholdSnowfall * AT_LEAST, thresholdDepth, covered);
  const first = isLong(inputs) ? depth.findIndex((value) => !Number.isNaN(value)) : -1;
  if (depth[first]! >= thresholdDepth) covered[first] = 1;
  const columns = { time, poaIrradiance, tempAir, surfaceTilt, snowDepth: depth, snowCoverage: covered };
  coverageNrelRows(0, n, n, columns, { ...COVERAGE_NREL, initialCoverage: 0 });
  dcLossNrelRows(0, n, covered, strings, covered);
  return lastRound(inputs, covered);
}

/**
 * Whether the snow of the first depth lies on the modules, too, as in SAM: nobody knows when it fell. Of the run of a forecast, with a new
 * beginning every day, most lies on the ground alone, because modules shed it sooner.
 */
function isLong({ time, interval }: OverTimeInputs): boolean {
  return time.length * interval * 1000 >= LONG;
}

/** Fresh snow of each step of all rounds, and depth, cm: the weather's snowfall, where there is none the rise of depth. */
function freshSnow(inputs: OverTimeInputs): { fall: Float64Array; depth: Float64Array } {
  const { time, interval, columns } = inputs;
  const unknown = new Float64Array(time.length).fill(Number.NaN);
  const depth = rounds(
    inputs,
    (known(columns, "snow_depth") ?? unknown).map((millimetres) => millimetres / 10),
  );
  const rate = rounds(inputs, known(columns, "snowfall") ?? unknown);
  const rise = new Float64Array(depth.length);
  snowfallFromDepthRows(depth.length, roundTimes(inputs), depth, rise);
  const hours = interval / 3600;
  return { depth, fall: rate.map((value, row) => (Number.isNaN(value) ? rise[row]! : value * hours)) };
}

function townsend(options: PvSnowOptions, plane: CheckedPlane, inputs: OverTimeInputs): Float64Array {
  const { strings = STRINGS, slantHeight, lowerEdgeHeight } = options;
  const months = monthsOf(inputs);
  const { loss } = lossTownsend(
    {
      ...snowOfMonths(options, months, inputs),
      relativeHumidity: humidityOfMonths(options, months, inputs),
      tempAir: monthlyMeans(months, inputs.temperature),
      poaGlobal: monthlyMeans(months, inputs.light).map((light, month) => light * months.hours[month]!),
    },
    {
      surfaceTilt: steepestTilt(plane),
      slantHeight: slantHeight!,
      lowerEdgeHeight: lowerEdgeHeight!,
      stringFactor: strings === 1 ? 1 : STRING_FACTOR,
    },
  );
  return Float64Array.from(months.of, (month) => (loss[month]! > 0 ? loss[month]! : 0));
}

/** Degrees: that of a fixed plane, or the largest rotation of a tracker. */
export function steepestTilt({ trackingMode, surfaceTilt, tracker }: CheckedPlane): number {
  return trackingMode === "none" ? surfaceTilt : (tracker?.maxAngle ?? ROTATION);
}

function snowOfMonths(
  { monthlySnowfall, monthlySnowDays }: PvSnowOptions,
  months: Months,
  inputs: OverTimeInputs,
): { snowTotal: number[]; snowEvents: ArrayLike<number> } {
  const given = (values: readonly number[]) => months.calendar.map((month) => values[month]!);
  if (monthlySnowfall !== undefined && monthlySnowDays !== undefined)
    return { snowTotal: given(monthlySnowfall), snowEvents: given(monthlySnowDays) };
  const fall = lastRound(inputs, freshSnow(inputs).fall);
  const perHour = monthlyMeans(months, fall).map((amount) => amount / (inputs.interval / (HOUR / 1000)));
  const total = Array.from(perHour, (rate, month) => rate * months.hours[month]!);
  return {
    snowTotal: monthlySnowfall === undefined ? total : given(monthlySnowfall),
    snowEvents: monthlySnowDays === undefined ? daysAbove(inputs, months, fall, SNOW_DAY) : given(monthlySnowDays),
  };
}

function humidityOfMonths(
  { monthlyHumidity }: PvSnowOptions,
  months: Months,
  inputs: OverTimeInputs,
): ArrayLike<number> {
  if (monthlyHumidity !== undefined) return months.calendar.map((month) => monthlyHumidity[month]!);
  const humidity = known(inputs.columns, "relative_humidity");
  if (humidity !== undefined) return monthlyMeans(months, humidity);
  throw new WeatherError(
    "yieldOf: system.snow of model townsend needs relative humidity, and the weather has none: give system.snow.monthlyHumidity, " +
      "twelve values in %",
  );
}

/** mm: Mount Ibuki, Japan, 14 February 1927, the deepest snow that anybody has measured. */
const DEEPEST = 11_820;
/** °C and mm: snow on the ground does not last so long in such warmth, hours. */
const WARM = 15;
const DEEP = 50;
const LONGEST = 72;
/** Hours below °C: winters whose snow is deeper than this, mm, unless it is stated in another unit. */
const FROST = -5;
const SHALLOW = [
  { most: 3, hours: 480, unit: "m" },
  { most: 60, hours: 1000, unit: "cm" },
] as const;
/** Depths that are interpolated rise slower than snow falls: cm in all, and the share that falls fast enough. */
const MUCH = 20;
const FAST_SHARE = 0.25;

/** @throws WeatherError for a depth that no place has */
export function checkDepth(columns: OverTimeInputs["columns"]): void {
  const depth = columns.snow_depth;
  const row = depth?.findIndex((value) => value > DEEPEST) ?? -1;
  if (row < 0) return;
  throw new WeatherError(
    `yieldOf: the weather's snow depth is ${depth![row]} mm in row ${row}, and the deepest ever measured is ${DEEPEST} mm: a column in mm ` +
      'is expected; system.snow "none" leaves snow out',
  );
}

export function snowDoubts(options: PvSnowOptions, inputs: OverTimeInputs): Notice[] {
  return [...warmSnow(inputs), ...shallowSnow(inputs), ...slowSnow(options, inputs)].map((message) => ({
    code: "snow",
    message,
  }));
}

function warmSnow({ columns, temperature, interval }: OverTimeInputs): string[] {
  const depth = known(columns, "snow_depth");
  if (depth === undefined) return [];
  const isDeep = (value: number) => value >= DEEP;
  const warm = depth.filter((value, row) => isDeep(value) && temperature[row]! >= WARM).length;
  const hours = Math.round((warm * interval) / 3600);
  if (hours < LONGEST || warm < depth.filter(isDeep).length / 20) return [];
  return [
    `the weather has ${hours} hours with ${DEEP} mm of snow and more at ${WARM} °C and above: was snow_depth measured at this place, and is it in mm?`,
  ];
}

function shallowSnow({ columns, temperature, interval }: OverTimeInputs): string[] {
  const depth = known(columns, "snow_depth");
  const deepest = depth?.reduce((most, value) => (value > most ? value : most), 0) ?? 0;
  if (deepest === 0) return [];
  const hours = (temperature.filter((value) => value < FROST).length * interval) / 3600;
  const found = SHALLOW.find((one) => deepest <= one.most && hours >= one.hours);
  if (found === undefined) return [];
  return [
    `the deepest snow is ${Number(deepest.toPrecision(3))} mm, in weather with ${Math.round(hours)} hours below ${FROST} °C: is snow_depth in ${found.unit}?`,
  ];
}

function slowSnow({ model, thresholdSnowfall }: PvSnowOptions, inputs: OverTimeInputs): string[] {
  if (model === "townsend") return [];
  const most = thresholdSnowfall ?? COVERAGE_NREL.thresholdSnowfall;
  const fall = lastRound(inputs, freshSnow(inputs).fall);
  const sum = (is: (amount: number) => boolean) => fall.reduce((all, amount) => (is(amount) ? all + amount : all), 0);
  const all = sum((amount) => amount > 0);
  const fast = sum((amount) => amount > (most * AT_LEAST * inputs.interval) / 3600);
  if (all < MUCH || fast >= all * FAST_SHARE) return [];
  return [
    `of ${Math.round(all)} cm of fresh snow only ${Math.round(fast)} cm fall at ${most} cm an hour and more, which is what covers the modules: ` +
      "depths interpolated between days, and means of a grid box, rise too slowly; lower system.snow.thresholdSnowfall for them",
  ];
}
