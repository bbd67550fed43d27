/** What a PV system yields in the weather of a period. */

import type { Notice } from "../contract/observation/types.js";
import { exceedanceValues } from "../statistics/exceedance.js";
import { checkSystem } from "../system/checked.js";
import { shown } from "../text/shown.js";
import type { CheckedWeather } from "../weather/checked-series.js";
import { WeatherError } from "../weather/errors.js";
import { refuseOther } from "../weather/examine/use.js";
import type { WeatherSeries } from "../weather/series.js";
import { doubtOf } from "./daylight.js";
import { lossStages } from "./losses.js";
import { computedNotices, directionNotices, implausibleNotices, missingNotices, yearNotices } from "./notices.js";
import { planeHours, type Situation } from "./plane-hours.js";
import { refuseCommon } from "./rows.js";
import {
  allPlanes,
  annualOf,
  type CalendarYears,
  calendarYears,
  monthYields,
  planeEnergies,
  planeYields,
  sumHours,
  totalOf,
} from "./sums.js";
import type { Yield, YieldOptions, YieldReading, YieldSum, YieldSystem } from "./types.js";
import { checkYieldWeather, weatherNotices } from "./weather.js";

/** Fewer years have no spread. */
const FEWEST_YEARS = 3;

/**
 * Energy of a PV system by month and year, its performance ratio, and where the light goes.
 *
 * The chain is that of PVWatts (see `pvwattsSystem`): light on each plane behind the horizon line, reflection at the cover, cell
 * temperature, DC power, losses, an inverter for each plane; computed at every sub-step, averaged last. Months are those of local
 * standard time. Hours without a value add nothing, and `missing` gives their share of the light. Given a reading that was looked at,
 * light that no sun can have given (a dead, stuck or saturated sensor) counts as missing for the year and for P-values: `doubtful`.
 *
 * @param weather with GHI, or direct and diffuse irradiance, in steps of at most three hours, and with temperature, or
 *   `context.temperature`; wind is 1 m/s if the weather has none
 * @throws TypeError, RangeError for system and options; WeatherError for the series, for weather that lacks any of that, and for weather
 *   without a place if none is given; as `computeColumns`
 *
 * @example
 * ```js
 * import { loadSample } from "irradiance-engine/weather";
 * import { yieldOf } from "irradiance-engine/yield";
 *
 * const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };
 * const { annual } = yieldOf(await loadSample(), system, { typicalYear: true });
 * console.log(Math.round(annual.energy / 1000), "MWh"); // 11 MWh
 * ```
 */
export function yieldOf(weather: WeatherSeries | YieldReading, system: YieldSystem, options: YieldOptions = {}): Yield {
  const checked = checkSystem(system);
  const situation = situationOf("yieldOf", weather, options);
  const { typicalYear } = situation;
  if (typicalYear) checkOneYear(situation.weather);
  const planes = checked.planes.map((plane) => ({ plane, hours: planeHours(plane, checked, situation) }));
  const { columns } = planes[0]!.hours;
  const sums = sumHours(planes, typicalYear, doubtOf(columns, situation));
  const months = monthYields(sums, checked.kwp);
  const years: CalendarYears = typicalYear ? { whole: [], part: [] } : calendarYears(sums, checked.kwp);
  const total = totalOf(sums, checked.kwp, columns);
  checkSomething(total);
  const annual = annualOf(months);
  const energies = planeEnergies(sums, annual);
  const { weather: given, context } = situation;
  const { lat: latitude, lon: longitude, altitude, time_zone: timeZone } = columns.meta;
  return {
    place: { latitude, longitude, altitude, timeZone },
    kwp: checked.kwp,
    total,
    months,
    annual,
    years: years.whole,
    exceedance: years.whole.length < FEWEST_YEARS ? null : exceedanceValues(years.whole.map(({ energy }) => energy)),
    losses: lossStages(allPlanes(energies), checked, unshaded(situation)),
    planes: planeYields(energies, checked.planes, annual ?? total),
    notices: [
      ...weatherNotices(given, context),
      ...computedNotices(planes),
      ...missingNotices(given, total, annual, months),
      ...yearNotices(years, annual),
      ...implausibleNotices(given, total, checked),
      ...directionNotices(planes, checked, situation),
      ...horizonNotices(situation),
    ],
  };
}

/** Twelve months, and an hour or a day more where files have it. */
const MOST_DAYS = 368;

/** @throws RangeError for several years that would be added up as one */
function checkOneYear({ interval, count }: CheckedWeather): void {
  const days = (count * interval) / 86_400;
  if (!(days > MOST_DAYS)) return;
  const length = `${(days / 365.25).toFixed(1)} years`;
  throw new RangeError(
    `yieldOf: options.typicalYear applies to one year of twelve months, but the weather has ${length}`,
  );
}

/** @throws WeatherError where the sun shines, but never in an hour that has all values */
function checkSomething({ planeIrradiation, missing }: YieldSum): void {
  if (planeIrradiation > 0 || missing === 0) return;
  throw new WeatherError(
    "yieldOf: no hour with the sun up has both light and temperature: there is no energy to report",
  );
}

/** Why no horizon line takes light, where none can. */
function unshaded({ context, horizonInLight }: Situation): string | undefined {
  if (context.horizon !== undefined) return undefined;
  return horizonInLight ? "in the light" : "not given";
}

function horizonNotices({ context, horizonInLight }: Situation): Notice[] {
  if (context.horizon === undefined || !horizonInLight) return [];
  const message = "the weather's light is already shaded by a horizon line: the given one shades it a second time";
  return [{ code: "horizon", message }];
}

/** @throws WeatherError for weather without a place if none is given, or of which no yield can be computed; RangeError for a PV model */
export function situationOf(caller: string, given: WeatherSeries | YieldReading, options: YieldOptions): Situation {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`);
  }
  if (typeof given !== "object" || given === null) {
    throw new TypeError(`${caller}: weather must be a series, or a result of readWeather, got ${shown(given)}`);
  }
  const reading: YieldReading = "series" in given ? given : { series: given };
  const { typicalYear = reading.typicalYear ?? false, horizonInLight = reading.horizonInLight ?? false } = options;
  const examination = options.acceptDoubts === true ? undefined : (options.examination ?? reading.examination);
  const { place } = reading.series;
  const { latitude = place?.latitude, longitude = place?.longitude } = options;
  const context = options.context ?? {};
  if (context.models?.pv !== undefined) {
    throw new RangeError(`${caller}: context.models.pv is not accepted: the PVWatts chain is computed stage by stage`);
  }
  refuseCommon(caller, context);
  if (latitude === undefined || longitude === undefined) {
    throw new WeatherError(
      `${caller}: the weather does not state its location: give options.latitude and options.longitude`,
    );
  }
  const weather = checkYieldWeather(caller, reading.series, context);
  if (examination !== undefined) refuseOther(weather.count, examination);
  return { latitude, longitude, weather, context, typicalYear, horizonInLight, examination };
}
