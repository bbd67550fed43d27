/** What the sky did until the last observation, beside the climatology and the run. */
import { MOST_ZENITH, type QuarterHours } from "./quarter-hours.js";
import { SKIES, SKY_LIMITS, type Sky } from "./table.js";

/** Quarters of an hour that the kind of sky is told from, and those that it takes. */
const LOOK_BACK = 8;
const FEWEST = 4;
const HOUR = 4;

/** Departures of a clear-sky index from the climatology. */
export interface SkyState {
  readonly sky: Sky;
  readonly lastQuarter: number;
  readonly lastHour: number;
  /** Of the run in the last hour observed; NaN without a run. */
  readonly runLastHour: number;
}

/** Whether the quarter of a row tells of the sky: it has a value, and the sun is up. */
export function isSeen({ sky }: QuarterHours, light: ArrayLike<number>, row: number): boolean {
  return light[row]! >= 0 && sky.zenith[row]! < MOST_ZENITH;
}

/** Whether what was seen in a row, and in the middle of the hour that it ends, says enough for the hours to come. */
export function isTelling(quarterHours: QuarterHours, light: ArrayLike<number>, row: number): boolean {
  const { sky, firstZenith = MOST_ZENITH } = quarterHours;
  if (!isSeen(quarterHours, light, row)) return false;
  const middle = Math.max(0, row - HOUR / 2);
  return firstZenith === MOST_ZENITH || (sky.zenith[row]! < firstZenith && sky.zenith[middle]! < firstZenith);
}

/**
 * @param light observed GHI, W/m²
 * @param run GHI of the run, W/m²: row k of it is row k + `shift` of the quarter hours
 * @param end row after the last that is observed, which must be seen
 */
export function skyState(
  quarterHours: QuarterHours,
  light: Float64Array,
  run: Float64Array | undefined,
  end: number,
  shift = 0,
): SkyState {
  const { global } = quarterHours.sky;
  const { climate } = quarterHours;
  let [seen, squares, indices] = [0, 0, 0];
  let [full, mean, observed, forecast] = [0, 0, 0, 0];
  for (let row = Math.max(0, end - LOOK_BACK); row < end; row++) {
    if (!isSeen(quarterHours, light, row)) continue;
    const clearSkyIndex = light[row]! / global[row]!;
    seen++;
    indices += clearSkyIndex;
    squares += clearSkyIndex * clearSkyIndex;
    if (row < end - HOUR) continue;
    full += global[row]!;
    mean += global[row]! * climate[row]!;
    observed += light[row]!;
    forecast += run?.[row - shift] ?? Number.NaN;
  }
  const last = end - 1;
  const spread = Math.sqrt(Math.max(0, squares / seen - (indices / seen) * (indices / seen)));
  const kind = seen < FEWEST ? 3 : spread < SKY_LIMITS[0] ? 0 : spread < SKY_LIMITS[1] ? 1 : 2;
  return {
    sky: SKIES[kind],
    lastQuarter: light[last]! / global[last]! - climate[last]!,
    lastHour: (observed - mean) / full,
    runLastHour: (forecast - mean) / full,
  };
}

/** The predictors of a time, in the order of `PREDICTORS`. */
export function predictorsOf(
  { lastQuarter, lastHour, runLastHour }: SkyState,
  run: number,
  isCoarse: boolean,
): readonly number[] {
  return isCoarse ? [lastHour, run, runLastHour] : [lastQuarter, lastHour, run, runLastHour];
}
