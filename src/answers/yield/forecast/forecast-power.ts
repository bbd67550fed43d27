/** What a PV system will give, from the weather that is forecast. */
import { QUANTILE_NAMES } from "../../../data/contract/forecast/request.js";
import { FREQUENCIES, outputGrid } from "../../../data/contract/observation/period.js";
import type { IntervalFrequency, Notice } from "../../../data/contract/observation/types.js";
import type { CheckedPlane, CheckedSystem } from "../../../data/system/checked.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import { cos, DEG, positivePow, sin } from "../../../foundation/math/index.js";
import { shown } from "../../../foundation/text/shown.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { refuseSeconds } from "../../../foundation/time/iso-time.js";
import { fixedZone, offsetText, type Zone, zoneNamed } from "../../../foundation/time/zone.js";
import { solarPosition } from "../../../physics/models/solar-position/index.js";
import { HALF_HOURS } from "../../forecast/spread.js";
import { DIRECTIONS } from "../chain/plane-steps.js";
import { isBackToBack, MUCH_LESS, turnedAway } from "../notices.js";
import { known } from "../over-time/inputs.js";
import { overTimeNotices } from "../over-time/notices.js";
import { type ComputedSeries, computedPower, computedSeries } from "../series.js";
import type { YieldOptions, YieldReading, YieldSystem } from "../types.js";
import { powerBands } from "./bands.js";
import { energyOf, localDays, type PowerRows } from "./days.js";
import { type HouseColumns, houseColumns } from "./house.js";
import {
  refuseOtherSystem,
  type TaughtCurves,
  type TaughtOptions,
  taughtCurves,
  taughtFrom,
  taughtNotice,
} from "./taught.js";
import { chainUnder, onRows } from "./taught-chain.js";
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
  const taught = bands?.taught && taughtOn(bands.taught, system, computed, { frequency, now, rows });
  const ofBands = bands && powerBands(bands, rows, days.at(-1)!.end, powerOf, taught);
  const expected = ofBands === undefined ? rows : { ...rows, acPower: meansOr(ofBands.means, rows.acPower) };
  const isCut = series.columns.ac.some((power) => power < 0);
  // The limit of feed-in is behind the house.
  const isLimited = checked.house !== undefined && checked.exportLimit !== undefined;
  const open = isLimited
    ? computedPower(CALLER, weather, { ...checked, exportLimit: undefined }, ofChain).ac
    : expected.acPower;
  const house = houseColumns(checked, { start: rows.start, step, power: open, timeZone: series.timeZone }, timeZone);
  return {
    ...{ issued: now, start, interval, count, frequency, timeZone },
    place: { latitude, longitude, altitude: found[0]!.columns.meta.altitude },
    ...{ kwp: checked.kwp, lossSet: checked.lossSet, acLimit },
    columns: {
      acPower: cut(expected.acPower),
      planeIrradiance: cut(series.columns.plane_irradiance),
      snowLoss: cut(series.columns.snow_loss),
      ...(house && mapped(house.columns, cut)),
    },
    ...(bands?.taught && { taught: taughtFrom(bands.taught.tuning) }),
    quantiles: ofBands?.quantiles.length
      ? Object.fromEntries(ofBands.quantiles.map(([name, values]) => [name, cut(values)]))
      : null,
    planes: checked.planes.map(({ surfaceTilt, surfaceAzimuth, trackingMode, kwp }, k) => ({
      ...{ surfaceTilt, surfaceAzimuth, trackingMode, kwp },
      acPower: cut(
        partOf(expected.acPower, rows.acPower, withinLimit(series.planes[k]!.columns.ac, acLimit), kwp / checked.kwp),
      ),
    })),
    days: days.map((day) => {
      const own = energyOf(expected, day, now);
      return { ...own, quantiles: own.energy === null ? null : (ofBands?.energiesOf(day, own.energy) ?? null) };
    }),
    energy: energiesAround(expected, zone, now),
    notices: [
      ...(bands?.taught ? [taughtNotice(bands.taught.tuning)] : []),
      ...series.notices,
      ...powerNotices(computed, isCut),
      ...(house?.notices ?? []),
      ...(bands !== undefined && frequency === "30_minutes" ? [HALF_HOURS] : []),
    ],
  };
}

/** Of the run as it came, on the rows of the forecast. @throws RangeError for what another system's meter taught */
function taughtOn(
  { tuning, run }: TaughtOptions,
  system: YieldSystem,
  { checked, situation }: ComputedSeries,
  { frequency, now, rows }: Pick<CheckedOptions, "frequency" | "now"> & { readonly rows: PowerRows },
): TaughtCurves {
  refuseOtherSystem(tuning, system);
  const found = chainUnder(run, checked, tuning.columns, { ...situation, frequency });
  return taughtCurves(tuning.table, onRows(found, rows.start, rows.acPower.length), now);
}

function mapped(columns: HouseColumns, cut: (column: Float64Array) => Float64Array): HouseColumns {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, cut(values)])) as typeof columns;
}

/** W that inverters and grid let through. */
export function limitOf({ inverters, exportLimit = Number.POSITIVE_INFINITY }: CheckedSystem): number {
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
  message: "what inverters and transformer draw at night is left out: where a yield is below 0 W, this has 0 W",
};

function unknownSnow({ checked, situation }: Pick<ComputedSeries, "checked" | "situation">): Notice[] {
  const { columns } = situation.weather;
  const isModelled = checked.snow !== undefined || checked.hasSnowLoss;
  if (isModelled || known(columns, "snow_depth") || known(columns, "snowfall")) return [];
  if (!columns.temperature?.some((degrees) => degrees < COLD)) return [];
  const message =
    `the weather has neither snow depth nor snowfall, and the air is below ${COLD} °C: snow on the modules is not modelled, and would leave ` +
    "less power";
  return [{ code: "snow", message }];
}

/** In messages. */
export const CALLER = "forecastPower";

/** With the defaults; those of the yield apart, which checks them. */
export interface CheckedOptions extends PowerForecastOptions {
  readonly frequency: IntervalFrequency;
  readonly ofYield: YieldOptions;
}

/** @throws TypeError, RangeError naming the option */
export function checkOptions(options: PowerForecastOptions): CheckedOptions {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${CALLER}: options must be an object with "now", got ${shown(options)}`);
  const { now, frequency = "15_minutes", period, timeZone, bands, ...ofYield } = options;
  if (!Number.isFinite(now)) throw new TypeError(`${CALLER}: options.now must be Unix ms, got ${shown(now)}`);
  for (const [name, time] of Object.entries({ now, "period.start": period?.start, "period.end": period?.end }))
    refuseSeconds(`${CALLER}: options.${name}`, time);
  if (!Object.hasOwn(FREQUENCIES, frequency)) {
    const known = Object.keys(FREQUENCIES).join(", ");
    throw new RangeError(`${CALLER}: options.frequency must be one of ${known}, got ${shown(frequency)}`);
  }
  if (period !== undefined && !(period.start < period.end && Number.isFinite(period.end - period.start)))
    throw new RangeError(`${CALLER}: options.period must have a start before its end, Unix ms, got ${shown(period)}`);
  if (timeZone !== undefined && (typeof timeZone !== "string" || zoneNamed(timeZone) === undefined)) {
    const expected = 'a zone such as "Europe/Zurich" or "+05:30"';
    throw new RangeError(`${CALLER}: options.timeZone must be ${expected}, got ${shown(timeZone)}`);
  }
  const unknown = bands?.names.find((name) => !QUANTILE_NAMES.includes(name));
  if (unknown !== undefined || (bands?.names.length === 0 && bands.taught === undefined)) {
    const expected = `quantiles such as "p10", from ${QUANTILE_NAMES[0]} to ${QUANTILE_NAMES.at(-1)}`;
    throw new RangeError(`${CALLER}: options.bands.names must be ${expected}, got ${shown(unknown ?? bands?.names)}`);
  }
  if (bands !== undefined && FREQUENCIES[frequency] < FREQUENCIES["15_minutes"]) {
    const expected = "15_minutes, 30_minutes or 1_hour with options.bands, the steps that have bands";
    throw new RangeError(`${CALLER}: options.frequency must be ${expected}, got ${shown(frequency)}`);
  }
  if ("typicalYear" in ofYield)
    throw new RangeError(`${CALLER}: options has no typicalYear: a forecast is of real days`);
  return { now, frequency, period, timeZone, bands, ofYield };
}

/** Azimuths so near to the equator's never get much less than another, degrees. */
const NEAR_BEST = 45;
/** Of the clear sky's beam that comes as beam; the rest is light from all sides. With this a north roof at 50° gets 40 % less. */
const AS_BEAM = 0.6;
/** Hours of a day in the middle of each month. */
const TIMES = Float64Array.from(
  { length: 12 * 24 },
  (_, k) => Date.UTC(2025, Math.floor(k / 24), 15) + ((k % 24) + 0.5) * HOUR,
);

/** As a yield says it of its own weather (`directionNotices`). */
function yearlyDirectionNotices({ planes }: CheckedSystem, latitude: number): Notice[] {
  const equator = latitude < 0 ? 0 : 180;
  return planes.flatMap((plane) => {
    const { trackingMode, surfaceTilt, surfaceAzimuth } = plane;
    const away = Math.abs(((surfaceAzimuth - equator + 540) % 360) - 180);
    if (trackingMode !== "none" || surfaceTilt === 0 || away <= NEAR_BEST) return [];
    if (planes.some((other) => isBackToBack(plane, other))) return [];
    const azimuths = DIRECTIONS.map((turn) => (equator + turn + 360) % 360);
    const [own, ...others] = lightOn(plane, latitude, [surfaceAzimuth, ...azimuths]) as [number, ...number[]];
    const best = Math.max(...others);
    const less = 1 - own / best;
    return less < MUCH_LESS ? [] : [turnedAway(plane, less, azimuths[others.indexOf(best)]!, " light in a year")];
  });
}

/** Of a year, in any unit, on planes of one tilt. The beam is Meinel's (1976): 0.7 to the power of the air mass to the power of 0.678. */
function lightOn({ surfaceTilt }: CheckedPlane, latitude: number, azimuths: readonly number[]): number[] {
  const sun = solarPosition({ time: TIMES, latitude, longitude: 0 });
  const [flat, up] = [sin(surfaceTilt * DEG), cos(surfaceTilt * DEG)];
  const sums = azimuths.map(() => 0);
  for (let k = 0; k < TIMES.length; k++) {
    const high = cos(sun.zenith[k]! * DEG);
    if (!(high > 0)) continue;
    const beam = positivePow(0.7, positivePow(1 / Math.max(high, 0.05), 0.678));
    const sky = ((1 - AS_BEAM) * beam * high * (1 + up)) / 2;
    const level = sin(sun.zenith[k]! * DEG);
    for (let n = 0; n < sums.length; n++) {
      const facing = high * up + level * flat * cos((sun.azimuth[k]! - azimuths[n]!) * DEG);
      sums[n]! += sky + AS_BEAM * beam * Math.max(facing, 0);
    }
  }
  return sums;
}
