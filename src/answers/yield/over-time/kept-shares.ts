/** Losses over time of a plane: what snow and soiling leave of its power, by interval of the weather. */
import type { CheckedPlane, CheckedSystem } from "../../../data/system/checked.js";
import type { PvSoiling, PvSoilingOptions } from "../../../data/system/over-time.js";
import { WeatherError } from "../../../data/weather/series.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import {
  accumulatedRainRows,
  HSU_SETTLING,
  hsuMassRows,
  hsuSoilingRatioRows,
  kimberRows,
} from "../../../physics/models/soiling/soiling.js";
import { known, lastRound, monthsOf, type OverTimeInputs, rounds, roundTimes } from "./inputs.js";
import { checkDepth, keptInSnow, snowOf } from "./snow.js";
import { isSnowOfClimate, keptOfClimate } from "./snow-of-climate.js";

/** Shares kept in each row, 0…1, never NaN; absent: nothing of the kind is modelled. */
export interface KeptShares {
  readonly snow?: Float64Array;
  readonly soiling?: Float64Array;
}

/**
 * A typical year begins with what its end leaves on the modules.
 * @throws WeatherError for a model that lacks its column, and for a snow depth that no place has
 */
export function keptShares(
  system: Pick<CheckedSystem, "snow" | "soiling" | "hasSnowLoss">,
  plane: CheckedPlane,
  given: OverTimeInputs,
): KeptShares {
  const inputs = plane.trackingMode === "none" ? { ...given, surfaceTilt: tiltOf(plane, given) } : given;
  const snow = snowOf(system, inputs.columns);
  if (snow !== undefined) checkDepth(inputs.columns);
  const expected = isSnowOfClimate(system, inputs) ? keptOfClimate(plane, inputs) : undefined;
  return {
    ...(expected && { snow: expected }),
    ...(snow && { snow: keptInSnow(snow, plane, inputs) }),
    ...(system.soiling && { soiling: keptOfSoiling(system.soiling, inputs) }),
  };
}

/** That of a fixed plane holds in the night, too, when snow slides and dust settles. */
function tiltOf({ surfaceTilt }: CheckedPlane, { time }: OverTimeInputs): Float64Array {
  return new Float64Array(time.length).fill(surfaceTilt);
}

/*
 * Soiling: the share of a plane's light that is kept, by twelve monthly percents, or by a model that the weather's rain feeds: Kimber et
 * al. 2006, as `kimber` has it, or Coello & Boyle 2019, as `hsu`.
 */

/** g in a µg. */
const GRAMS = 1e-6;

/**
 * Share kept in each row, 0…1, never NaN: a row without rain's value is one without rain.
 * @throws WeatherError for a model in weather without precipitation
 */
function keptOfSoiling(soiling: PvSoiling, inputs: OverTimeInputs): Float64Array {
  if (typeof soiling === "object" && !("model" in soiling)) return byMonth(soiling, inputs);
  const options: PvSoilingOptions = soiling === "kimber" ? { model: "kimber" } : soiling;
  return options.model === "hsu" ? hsu(options, inputs) : kimber(options, inputs);
}

function byMonth(percents: readonly number[], inputs: OverTimeInputs): Float64Array {
  const { of, calendar } = monthsOf(inputs);
  return Float64Array.from(of, (month) => 1 - percents[calendar[month]!]! / 100);
}

function kimber(options: PvSoilingOptions, inputs: OverTimeInputs): Float64Array {
  const {
    cleaningThreshold = 6,
    rainHours = 24,
    lossRate = 0.15,
    gracePeriod = 14,
    largest = 30,
    washes = [],
  } = options;
  const { time, rain } = rainOf(inputs, rainHours, "kimber");
  const n = time.length;
  const dirt = new Float64Array(n);
  const perMillisecond = lossRate / 100 / DAY;
  kimberRows(n, time, rain, washTimes(washes, inputs), cleaningThreshold, perMillisecond, gracePeriod * DAY, 0, dirt);
  return lastRound(inputs, dirt).map((loss) => 1 - Math.min(loss, largest / 100));
}

function hsu(options: PvSoilingOptions, inputs: OverTimeInputs): Float64Array {
  const { cleaningThreshold = 1, rainHours = 1, pm25, pm10 } = options;
  const { time, rain } = rainOf(inputs, rainHours, "hsu");
  const n = time.length;
  const air = (micrograms: number) => new Float64Array(n).fill(micrograms * GRAMS);
  const mass = new Float64Array(n);
  const dust = { pm25: air(pm25!), pm10: air(pm10!), surfaceTilt: rounds(inputs, inputs.surfaceTilt) };
  const columns = { ...dust, time, accumulatedRain: rain, mass };
  hsuMassRows(0, n, n, columns, { velocities: HSU_SETTLING, cleaningThreshold });
  hsuSoilingRatioRows(0, n, mass, mass);
  return lastRound(inputs, mass);
}

/** Rain of the hours before each row, mm. */
function rainOf(inputs: OverTimeInputs, hours: number, model: string): { time: Float64Array; rain: Float64Array } {
  const rate = known(inputs.columns, "precipitation");
  if (rate === undefined)
    throw new WeatherError(
      `yieldOf: system.soiling of model ${model} needs rain, and the weather has no precipitation (mm/h): give a column of it, ` +
        "or twelve percents from January on",
    );
  const time = roundTimes(inputs);
  const amount = rounds(
    inputs,
    rate.map((value) => (value * inputs.interval * 1000) / HOUR),
  );
  const rain = new Float64Array(time.length);
  accumulatedRainRows(0, time.length, 0, time, amount, hours * HOUR, rain);
  return { time, rain };
}

/** The first row of each such day in local standard time, in all rounds. */
function washTimes(washes: readonly string[], inputs: OverTimeInputs): Float64Array {
  if (washes.length === 0) return new Float64Array(0);
  const { time, interval, timeZone } = inputs;
  const times = roundTimes(inputs);
  let before = "";
  return times.filter((_, row) => {
    const local = time[row % time.length]! + interval * 500 + timeZone * HOUR;
    const date = new Date(local).toISOString().slice(5, 10);
    const isFirst = date !== before && washes.includes(date);
    before = date;
    return isFirst;
  });
}
