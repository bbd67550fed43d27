/** What a PV system yields in the weather of a period. */
import type { Notice } from "../../data/contract/observation/types.js";
import { type CheckedSystem, checkSystem } from "../../data/system/checked.js";
import { type CheckedWeather, WeatherError, type WeatherSeries } from "../../data/weather/series.js";
import type { ObservationContext } from "../../engine/plan/context.js";
import { exceedanceValues } from "../../foundation/statistics/exceedance.js";
import { smoothingNotices } from "./chain/clipping.js";
import { systemHours } from "./chain/system-hours.js";
import { hasNearShade, Stages } from "./losses.js";
import {
  computedNotices,
  directionNotices,
  implausibleNotices,
  missingNotices,
  systemNotices,
  yearNotices,
} from "./notices.js";
import { obstaclesOf } from "./obstacles.js";
import { overTimeNotices, spectrumNotices } from "./over-time/notices.js";
import { houseOf, idleBattery, withHouse } from "./own-use.js";
import { doubtOf, type Situation, situationOf, weatherNotices } from "./situation.js";
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
import type { LossStage, Yield, YieldOptions, YieldReading, YieldSum, YieldSystem } from "./types.js";
import { isInvented, missNotices } from "./uncertainty/budget.js";
import { confidenceOf, trendNotices } from "./uncertainty/uncertainty-of.js";

/** Fewer years have no spread. */
const FEWEST_YEARS = 3;

/**
 * Energy of a PV system by month and year, its performance ratio, and where the light goes.
 *
 * The chain is that of PVWatts (see `pvwattsSystem`) unless the system says otherwise: light on each plane behind the horizon line and
 * rows, reflection at the cover, cell temperature, DC power, snow and soiling, losses, inverters that planes may share, their limit,
 * cables, transformer and the grid's limit; computed at every sub-step, averaged last. `losses` and each month have every stage that the
 * system has. Snow is modelled where the weather has any, and expected of the climate of a bare place (`WorldYear`); what swings above a limit
 * within a step of 15 minutes or more is lost: `system.snow` "none" and `system.clipping` "steps" leave them out. Months are those of local standard time. Hours without a value add
 * nothing, and `missing` gives their share of the light. Given a reading that was looked at, light that no sun can have given (a dead,
 * stuck or saturated sensor) counts as missing for the year and for P-values: `doubtful`. `uncertainty` and `life` are of a mean year.
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
 * console.log(Math.round(annual.energy / 1000), "MWh"); // 12 MWh
 * ```
 */
export function yieldOf(weather: WeatherSeries | YieldReading, system: YieldSystem, options: YieldOptions = {}): Yield {
  const checked = withHouse("yieldOf", checkSystem(system), options);
  const situation = situationOf("yieldOf", weather, options);
  const { typicalYear } = situation;
  if (typicalYear) checkOneYear(situation.weather);
  const planes = systemHours(checked, situation);
  const { columns } = planes[0]!;
  const sums = sumHours(planes, typicalYear, doubtOf(columns, situation));
  const stages = new Stages(
    checked,
    planes.map(({ kept }) => kept),
  );
  const months = monthYields(sums, checked.kwp, (energies) => stages.energies(energies));
  const years: CalendarYears = typicalYear ? { whole: [], part: [] } : calendarYears(sums, checked.kwp);
  const total = totalOf(sums, checked.kwp, columns);
  checkSomething(total);
  const annual = annualOf(months);
  const energies = planeEnergies(sums, annual);
  const { weather: given, context } = situation;
  const { lat: latitude, lon: longitude, altitude, time_zone: timeZone } = columns.meta;
  const place = { latitude, longitude, altitude, timeZone };
  const losses = stages.losses(allPlanes(energies), shadingOf(checked, situation));
  const confidence = confidenceOf({ annual, months, years: years.whole, losses, place }, checked, situation);
  const ownUse = houseOf(weather, checked, options, { place, ...confidence, typicalYear, interval: given.interval });
  return {
    place,
    kwp: checked.kwp,
    lossSet: checked.lossSet,
    total,
    months,
    annual,
    years: years.whole,
    exceedance: exceedanceOf(years, situation),
    ...confidence,
    losses,
    planes: planeYields(energies, checked.planes, annual ?? total),
    ownUse,
    ...(options.obstacles && { obstacles: obstaclesOf(system, checked, situation, (annual ?? total).energy) }),
    notices: [
      ...missNotices(situation.lightSource),
      ...weatherNotices(given, context),
      ...computedNotices(planes),
      ...missingNotices(given, total, annual, months),
      ...yearNotices(years, annual),
      ...trendNotices(confidence.uncertainty),
      ...implausibleNotices(given, total, checked),
      ...systemNotices(checked),
      ...spectrumNotices(checked, given),
      ...smoothingNotices(checked.smoothing, given.interval),
      ...overTimeNotices(checked, situation, planes),
      ...directionNotices(planes, checked, situation),
      ...horizonNotices(checked, situation),
      ...idleBattery(checked),
      ...(ownUse?.notices ?? []),
    ],
  };
}

function exceedanceOf({ whole }: CalendarYears, { lightSource }: Situation): Yield["exceedance"] {
  if (whole.length < FEWEST_YEARS || isInvented(lightSource)) return null;
  return exceedanceValues(whole.map(({ energy }) => energy));
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

/** Why no horizon line takes light, where none does. */
function shadingOf(system: CheckedSystem, { context, horizonInLight }: Situation): Pick<LossStage, "note"> {
  return hasHorizon(system, context) ? {} : { note: horizonInLight ? "in the light" : "not given" };
}

function hasHorizon({ planes }: CheckedSystem, context: ObservationContext): boolean {
  return context.horizon !== undefined || planes.some(({ horizon }) => horizon !== undefined);
}

function horizonNotices(system: CheckedSystem, { context, horizonInLight }: Situation): Notice[] {
  if (!horizonInLight) return [];
  const shaded = "the weather's light is already shaded by a horizon line";
  return [
    ...(hasHorizon(system, context) ? [`${shaded}: the given one shades it a second time`] : []),
    ...(hasNearShade(system) ? [`${shaded}: what the map of shade has of it is taken a second time`] : []),
  ].map((message) => ({ code: "horizon", message }));
}
