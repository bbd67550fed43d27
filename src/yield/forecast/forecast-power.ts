/** What a PV system will give, from the weather that is forecast. */

import { outputGrid } from "../../contract/observation/period.js";
import type { Notice } from "../../contract/observation/types.js";
import type { CheckedSystem } from "../../system/checked.js";
import { DAY, HOUR } from "../../time/calendar.js";
import { fixedZone, offsetText, type Zone, zoneNamed } from "../../time/zone.js";
import type { WeatherSeries } from "../../weather/series.js";
import { known } from "../over-time/inputs.js";
import { overTimeNotices } from "../over-time/notices.js";
import { type ComputedSeries, computedPower, computedSeries } from "../series.js";
import type { YieldReading, YieldSystem } from "../types.js";
import { powerBands } from "./bands.js";
import { energyOf, localDays, type PowerRows } from "./days.js";
import { yearlyDirectionNotices } from "./directions.js";
import { CALLER, checkOptions } from "./options.js";
import type { PowerForecast, PowerForecastOptions } from "./types.js";

/**
 * The power of a PV system in the hours and days to come, its bands, and the energy of each day.
 *
 * The chain is that of `yieldSeries`, on the weather of a forecast: on a run that comes true it gives what a yield of that weather gives.
 * Only below 0 W, where inverters draw power at night, it has 0; and nothing is above the limit of inverters and grid. With
 * `bands`, light is spread, and each level of it goes through the whole chain: `acPower` is then the mean of the powers that may come, kept
 * between their P10 and P90, and planes have their shares of it; `planeIrradiance` and `snowLoss` stay those of the light that is forecast.
 *
 * @param weather of the forecast: a run, or the `series` of a `correctForecast`; with some hours before the first row, so that snow that
 *   lies on the modules is known, and from the day's beginning where the energy of today is asked for
 * @param system as of `yieldOf`
 * @throws TypeError, RangeError naming an option that is unusable; as `yieldOf` for system and weather
 *
 * @example
 * ```js
 * import { loadSample } from "irradiance-engine/weather";
 * import { forecastPower } from "irradiance-engine/yield";
 *
 * const run = await loadSample(); // in place of the run of a weather model
 * const now = new Date(run.start).getTime() + 4000 * 3_600_000;
 * const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }], exportLimit: 5 };
 * const { columns, days } = forecastPower(run, system, { now, period: { start: now, end: now + 48 * 3_600_000 } });
 * console.log(columns.acPower.length, Math.max(...columns.acPower) <= 5000, days.length); // 192 true 3
 * ```
 */
export function forecastPower(
  weather: WeatherSeries | YieldReading,
  system: YieldSystem,
  options: PowerForecastOptions,
): PowerForecast {
  const { now, frequency, period, timeZone: askedZone, bands, ofYield } = checkOptions(options);
  const ofChain = { ...ofYield, frequency };
  const computed = computedSeries(CALLER, weather, system, ofChain);
  const { series, checked, situation, found } = computed;
  const step = series.interval * 1000;
  const { start: from, end: to } = period ?? { start: series.start, end: series.start + series.count * step };
  const { start, interval, count } = outputGrid(from, to, frequency);
  const acLimit = limitOf(checked);
  const { latitude, longitude } = situation;
  const rows = { start: series.start, step, acPower: withinLimit(series.columns.ac, acLimit), latitude, longitude };
  const cut = (column: Float64Array) => rowsIn(column, (start - rows.start) / step, count);
  const powerOf = (light: WeatherSeries) => {
    const { start: first, ac } = computedPower(CALLER, light, checked, ofChain);
    return rowsIn(withinLimit(ac, acLimit), (rows.start - first) / step, series.count);
  };
  const timeZone = askedZone ?? offsetText(series.timeZone * HOUR);
  const zone = zoneNamed(timeZone) ?? fixedZone(series.timeZone);
  const days = localDays({ start, end: start + count * step }, zone);
  const ofBands = bands && powerBands(bands, rows, days.at(-1)!.end, powerOf);
  const expected = ofBands === undefined ? rows : { ...rows, acPower: meansOr(ofBands.means, rows.acPower) };
  const isCut = series.columns.ac.some((power) => power < 0);
  return {
    ...{ issued: now, start, interval, count, frequency, timeZone },
    place: { latitude, longitude, altitude: found[0]!.columns.meta.altitude },
    ...{ kwp: checked.kwp, acLimit },
    columns: {
      acPower: cut(expected.acPower),
      planeIrradiance: cut(series.columns.plane_irradiance),
      snowLoss: cut(series.columns.snow_loss),
    },
    quantiles:
      ofBands === undefined ? null : Object.fromEntries(ofBands.quantiles.map(([name, values]) => [name, cut(values)])),
    planes: checked.planes.map(({ surfaceTilt, surfaceAzimuth, trackingMode, kwp }, k) => ({
      ...{ surfaceTilt, surfaceAzimuth, trackingMode, kwp },
      acPower: cut(
        partOf(expected.acPower, rows.acPower, withinLimit(series.planes[k]!.columns.ac, acLimit), kwp / checked.kwp),
      ),
    })),
    days: days.map((day) => {
      const own = energyOf(expected, day, now);
      return { ...own, quantiles: own.energy === null ? null : (ofBands?.energiesOf(day) ?? null) };
    }),
    energy: energiesAround(expected, zone, now),
    notices: [...series.notices, ...powerNotices(computed, isCut)],
  };
}

/** W that inverters and grid let through. */
function limitOf({ inverters, exportLimit = Number.POSITIVE_INFINITY }: CheckedSystem): number {
  const rated = inverters.reduce((sum, { acPower }) => sum + acPower, 0);
  return 1000 * Math.min(rated, exportLimit);
}

function withinLimit(power: Float64Array, limit: number): Float64Array {
  const kept = new Float64Array(power.length);
  for (let row = 0; row < kept.length; row++) kept[row] = Math.min(Math.max(power[row]!, 0), limit);
  return kept;
}

/** What may come in the mean, where that is known; else the power of the light that is forecast. */
function meansOr(means: Float64Array, power: Float64Array): Float64Array {
  return power.map((own, row) => (Number.isNaN(means[row]!) || Number.isNaN(own) ? own : means[row]!));
}

/** A plane's part of the mean: its share of the power of the light that is forecast, or of the kWp where that gives none. */
function partOf(mean: Float64Array, power: Float64Array, part: Float64Array, share: number): Float64Array {
  return part.map((own, row) => {
    if (mean[row] === power[row]) return own;
    return mean[row]! * (power[row]! > 0 ? own / power[row]! : share);
  });
}

/** Rows of a column from one on; NaN where it has none. */
function rowsIn(column: Float64Array, from: number, count: number): Float64Array {
  const rows = new Float64Array(count).fill(Number.NaN);
  const known = column.subarray(Math.max(from, 0), Math.max(from + count, 0));
  rows.set(known, Math.min(Math.max(-from, 0), count));
  return rows;
}

/** Of the day of issue and the one after it. */
function energiesAround(rows: PowerRows, zone: Zone, now: number): PowerForecast["energy"] {
  const [today, tomorrow] = localDays({ start: now, end: now + 2 * DAY }, zone).map((day) => energyOf(rows, day, now));
  return { today: today!.energy, remainingToday: today!.remaining, tomorrow: tomorrow!.energy };
}

/** °C: with warmer air no snow lies on modules for long. */
const COLD = 4;

/** Snow that is modelled, snow that nothing is known of, and what inverters draw at night. */
function powerNotices({ checked, situation, found }: ComputedSeries, isCut: boolean): Notice[] {
  return [
    ...(isCut ? [NIGHT] : []),
    ...overTimeNotices(checked, situation, found),
    ...unknownSnow({ checked, situation }),
    ...yearlyDirectionNotices(checked, situation.latitude),
  ];
}

const NIGHT: Notice = {
  code: "night",
  message: "what inverters and transformer draw is not in the forecast: where a yield is below 0 W, it has 0 W",
};

function unknownSnow({ checked, situation }: Pick<ComputedSeries, "checked" | "situation">): Notice[] {
  const { columns } = situation.weather;
  const isModelled = checked.snow !== undefined || checked.hasSnowLoss;
  if (isModelled || known(columns, "snow_depth") || known(columns, "snowfall")) return [];
  if (!columns.temperature?.some((degrees) => degrees < COLD)) return [];
  const message =
    `the run has neither snow depth nor snowfall, and the air is below ${COLD} °C: snow on the modules is not modelled, and would leave ` +
    "less power";
  return [{ code: "snow", message }];
}
