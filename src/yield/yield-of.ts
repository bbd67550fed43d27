/** What a PV system yields in the weather of a period. */
import { exceedanceValues } from "../climate/summary/exceedance.js";
import { shown } from "../contract/observation/errors.js";
import type { Notice } from "../contract/observation/types.js";
import { WeatherError } from "../weather/errors.js";
import type { WeatherSeries } from "../weather/series.js";
import { lossStages } from "./losses.js";
import { planeHours, type Situation } from "./plane-hours.js";
import { refuseCommon } from "./rows.js";
import { annualOf, calendarYears, monthYields, planeYields, sumHours, totalOf } from "./sums.js";
import { type CheckedSystem, checkSystem } from "./system.js";
import type { Yield, YieldOptions, YieldSum, YieldSystem } from "./types.js";

/** Fewer years have no spread. */
const FEWEST_YEARS = 3;

/**
 * Energy of a PV system by month and year, its performance ratio, and where the light goes.
 *
 * The chain is that of PVWatts (see `pvwattsSystem`): light on each plane behind the horizon line, reflection at the cover, cell
 * temperature, DC power, losses, an inverter for each plane; computed at every sub-step, averaged last. Months are those of local
 * standard time. Hours without a value add nothing, and `missing` says how many they are.
 *
 * @param weather with temperature, or `context.temperature`; wind is 1 m/s where there is none
 * @throws TypeError, RangeError for system and options, WeatherError for the series and for weather without a place if none is given,
 *   as `computeColumns`
 */
export function yieldOf(weather: WeatherSeries, system: YieldSystem, options: YieldOptions = {}): Yield {
  const checked = checkSystem(system);
  const { typicalYear = false } = options;
  const situation = situationOf("yieldOf", weather, options);
  if (typicalYear) checkOneYear(weather);
  const planes = checked.planes.map((plane) => ({ plane, hours: planeHours(plane, checked, situation) }));
  const { columns } = planes[0]!.hours;
  const sums = sumHours(planes, typicalYear);
  const months = monthYields(sums, checked.kwp);
  const years = typicalYear ? [] : calendarYears(sums, checked.kwp);
  const total = totalOf(sums, checked.kwp, columns);
  const annual = annualOf(months);
  const { lat: latitude, lon: longitude, altitude, time_zone: timeZone } = columns.meta;
  return {
    place: { latitude, longitude, altitude, timeZone },
    kwp: checked.kwp,
    total,
    months,
    annual,
    years,
    exceedance: years.length < FEWEST_YEARS ? null : exceedanceValues(years.map(({ energy }) => energy)),
    losses: lossStages(sums.total.energies, checked),
    planes: planeYields(sums, checked.planes, columns.count),
    notices: [
      ...computedNotices(planes),
      ...missingNotices(total, annual, months.length),
      ...doubts(weather, total, checked),
    ],
  };
}

/** Twelve months, and an hour or a day more where files have it. */
const MOST_DAYS = 368;

/** @throws RangeError for several years that would be added up as one */
function checkOneYear({ interval, columns }: WeatherSeries): void {
  const rows = Math.max(0, ...Object.values(columns ?? {}).map((values) => values?.length ?? 0));
  const days = (rows * interval) / 86_400;
  if (!(days > MOST_DAYS)) return;
  const length = `${(days / 365.25).toFixed(1)} years`;
  throw new RangeError(`yieldOf: options.typicalYear is for one year of twelve months, but the weather has ${length}`);
}

/** @throws WeatherError for weather without a place if none is given; RangeError for a PV model */
export function situationOf(caller: string, weather: WeatherSeries, options: YieldOptions): Situation {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`);
  }
  const { latitude = weather?.place?.latitude, longitude = weather?.place?.longitude, context = {} } = options;
  if (context?.models?.pv !== undefined) {
    throw new RangeError(`${caller}: context.models.pv is not taken: the chain of PVWatts is computed stage by stage`);
  }
  refuseCommon(caller, context);
  if (latitude === undefined || longitude === undefined) {
    throw new WeatherError(
      `${caller}: the weather does not say where it is: give options.latitude and options.longitude`,
    );
  }
  return { latitude, longitude, weather, context };
}

/** Of all planes, each once. */
function computedNotices(planes: readonly { hours: { columns: { diagnostics: { notices: Notice[] } } } }[]): Notice[] {
  const all = planes.flatMap(({ hours }) => hours.columns.diagnostics.notices);
  return all.filter(({ message }, k) => all.findIndex((other) => other.message === message) === k);
}

/** Shares of the weather's light that the sun cannot have given, from which on it is said. */
const MUCH_LIGHT_LOST = 0.02;

/** What a careful user would doubt. */
function doubts({ interval, columns }: WeatherSeries, total: YieldSum, { losses, options }: CheckedSystem): Notice[] {
  const notices: Notice[] = [];
  const light = Array.from(columns.global_horizontal_irradiance ?? [], (value) => Math.max(Number(value) || 0, 0));
  const given = (light.reduce((sum, value) => sum + value, 0) * interval) / 3_600_000;
  const lost = given > 0 ? 1 - total.horizontalIrradiation / given : 0;
  if (lost > MUCH_LIGHT_LOST && total.energy > 0) {
    const message =
      `${(100 * lost).toPrecision(2)} % of the weather's irradiation (${given.toFixed(1)} kWh/m²) is not in the sums: it comes in hours ` +
      "without the other values, when the sun is down, or is more than the sun gives; are place and times right?";
    notices.push({ code: "light", message });
  }
  if ((total.performanceRatio ?? 0) > 1 + (options.bifacial?.factor ?? 0)) {
    notices.push({
      code: "doubtful",
      message: "a performance ratio above 1 is more than any system reaches: are all options right?",
    });
  }
  if (losses > 0 && losses < 1) {
    notices.push({ code: "doubtful", message: `the losses are ${losses} percent: is a share of 1 meant?` });
  }
  return notices;
}

function missingNotices({ missing }: YieldSum, annual: YieldSum | null, months: number): Notice[] {
  const notices: Notice[] = [];
  if (missing > 0) {
    const percent = (100 * missing).toPrecision(2);
    notices.push({
      code: "missing",
      message: `${percent} % of the hours have no value: the sums are those of the others`,
    });
  }
  if (annual === null) {
    const message =
      months < 12
        ? `the weather has ${months} of the 12 months: there is no annual yield`
        : "a month has more than a tenth of its hours missing: there is no annual yield";
    notices.push({ code: "annual", message });
  }
  return notices;
}
