/** Weather, place and context of a yield, checked. */
import type { Notice, ObservationColumns } from "../../data/contract/observation/types.js";
import { bitsOf, type Examination, LOST_CODES, refuseOther } from "../../data/weather/believe/types.js";
import type { WeatherColumn, WeatherSeries } from "../../data/weather/series.js";
import { type CheckedWeather, checkWeather, WeatherError } from "../../data/weather/series.js";
import type { ObservationContext } from "../../engine/plan/context.js";
import { cos, DEG } from "../../foundation/math/index.js";
import { nearestName } from "../../foundation/text/nearest-name.js";
import { shown } from "../../foundation/text/shown.js";
import { HOUR, HOUR_SECONDS } from "../../foundation/time/calendar.js";
import { ASSUMED_WIND } from "../../physics/models/pv/system.js";
import { solarPosition } from "../../physics/models/solar-position/index.js";
import type { YieldOptions, YieldReading } from "./types.js";
import { checkLightSource, checkUncertainty, sourceOfFormat } from "./uncertainty/budget.js";
import type { LightSource, UncertaintyOverrides } from "./uncertainty/types.js";

export interface Situation {
  readonly latitude: number;
  readonly longitude: number;
  readonly weather: CheckedWeather;
  readonly context: ObservationContext;
  readonly typicalYear: boolean;
  /** The weather's light is that behind a horizon line. */
  readonly horizonInLight: boolean;
  /** Undefined: there are no doubts, or they are accepted. */
  readonly examination: Examination | undefined;
  readonly lightSource: LightSource;
  readonly uncertainty: UncertaintyOverrides;
}

/** All options; of those that are true or false. */
const OPTIONS: { readonly [key in keyof Required<YieldOptions>]: "boolean" | "other" } = {
  ...{ latitude: "other", longitude: "other", examination: "other", lightSource: "other" },
  ...{ uncertainty: "other", context: "other" },
  ...{ load: "other", battery: "other", tariff: "other", batterySizes: "other", timeZone: "other" },
  ...{ typicalYear: "boolean", horizonInLight: "boolean", acceptDoubts: "boolean", obstacles: "boolean" },
};

/** What `yieldOf` alone takes, beside `obstacles`. */
const OF_HOUSE: readonly string[] = ["load", "battery", "tariff", "batterySizes", "timeZone"];

/** @throws TypeError, RangeError for an option that is none, which would change nothing in silence */
function checkOptions(caller: string, options: YieldOptions): void {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`);
  const names = Object.keys(OPTIONS);
  for (const [key, value] of Object.entries(options)) {
    if (!names.includes(key)) {
      const meant = nearestName(key, names);
      const idea = meant === undefined ? `known are ${names.join(", ")}` : `is ${meant} meant?`;
      throw new RangeError(`${caller}: options has no ${shown(key)}: ${idea}`);
    }
    if (OF_HOUSE.includes(key) && value !== undefined && !caller.startsWith("yieldOf"))
      throw new RangeError(`${caller}: options.${key} is one of yieldOf; a system's own are "house" and "battery"`);
    if (key === "obstacles" && value === true && !caller.startsWith("yieldOf"))
      throw new RangeError(`${caller}: options.obstacles is one of yieldOf`);
    if (OPTIONS[key as keyof YieldOptions] !== "boolean" || value === undefined || typeof value === "boolean") continue;
    throw new TypeError(`${caller}: options.${key} must be true or false, got ${shown(value)}`);
  }
}

function withTurbidity(context: ObservationContext, { clearTurbidity }: YieldReading): ObservationContext {
  if (clearTurbidity === undefined || context.linkeTurbidity !== undefined) return context;
  return { ...context, linkeTurbidity: clearTurbidity };
}

/** @throws WeatherError for weather without a place if none is given, or of which no yield can be computed; RangeError for a PV model */
export function situationOf(caller: string, given: WeatherSeries | YieldReading, options: YieldOptions): Situation {
  checkOptions(caller, options);
  if (typeof given !== "object" || given === null)
    throw new TypeError(`${caller}: weather must be a series, or a result of readWeather, got ${shown(given)}`);
  const reading: YieldReading = "series" in given ? given : { series: given };
  const { typicalYear = reading.typicalYear ?? false, horizonInLight = reading.horizonInLight ?? false } = options;
  const examination = options.acceptDoubts === true ? undefined : (options.examination ?? reading.examination);
  const { place } = reading.series;
  const { latitude = place?.latitude, longitude = place?.longitude } = options;
  const context = withTurbidity(options.context ?? {}, reading);
  if (context.models?.pv !== undefined)
    throw new RangeError(`${caller}: context.models.pv is not accepted: the PVWatts chain is computed stage by stage`);
  for (const key of ["tracker", "rows", "shade"] as const) {
    if (context[key] === undefined) continue;
    const own = `each plane has its own, system.planes[k].${key}`;
    throw new RangeError(`${caller}: context.${key} is not accepted: ${own}, got ${shown(context[key])}`);
  }
  if (latitude === undefined || longitude === undefined)
    throw new WeatherError(
      `${caller}: the weather does not state its location: give options.latitude and options.longitude`,
    );
  const { lightSource = reading.lightSource ?? sourceOfFormat(reading.format, typicalYear) } = options;
  const confidence = {
    lightSource: checkLightSource(lightSource, `${caller}: options.lightSource`),
    uncertainty: checkUncertainty(options.uncertainty, `${caller}: options.uncertainty`),
  };
  const weather = checkYieldWeather(caller, reading.series, context);
  if (examination !== undefined) refuseOther(weather.count, examination);
  return { latitude, longitude, weather, context, typicalYear, horizonInLight, examination, ...confidence };
}

/** Seconds. Means over more of the day leave open when the sun shone on the plane. */
const COARSEST = 6 * HOUR_SECONDS;
/** Of hours of GHI found again from means over this long (s), nRMSE in % at the four stations of research/interval-course.md. */
const HOURS_OFF: readonly (readonly [longest: number, percent: number])[] = [
  [3 * HOUR_SECONDS, 12],
  [COARSEST, 16],
];

/**
 * @returns the series, checked
 * @throws WeatherError as `checkWeather`, and for weather of which no yield can be computed: it says what is missing
 */
function checkYieldWeather(caller: string, weather: WeatherSeries, context: ObservationContext): CheckedWeather {
  const checked = checkWeather(weather);
  checkSteps(caller, checked);
  checkLight(caller, checked);
  checkTemperature(caller, checked, context);
  return checked;
}

function checkSteps(caller: string, { interval }: CheckedWeather): void {
  if (interval <= COARSEST) return;
  const found =
    interval === 24 * HOUR_SECONDS ? "daily values (one a day)" : `one value in ${interval / HOUR_SECONDS} hours`;
  throw new WeatherError(
    `${caller}: the weather has ${found}: a yield needs steps of at most ${COARSEST / HOUR_SECONDS} hours, because the light on a plane depends on ` +
      "the sun's course through the day; a year of hours can be drawn from monthly means of such values (generateYear)",
  );
}

function checkLight(caller: string, { columns }: CheckedWeather): void {
  const has = (name: WeatherColumn) => hasValue(columns[name]);
  const isDirect = has("direct_normal_irradiance") || has("direct_horizontal_irradiance");
  if (has("global_horizontal_irradiance") || (isDirect && has("diffuse_horizontal_irradiance"))) return;
  const names = (Object.keys(columns) as WeatherColumn[]).filter(has).join(", ") || "no value at all";
  throw new WeatherError(
    `${caller}: a yield needs GHI, or DNI and DHI, but the weather has ${names}; light measured in ` +
      "the plane of the modules cannot replace them",
  );
}

function checkTemperature(caller: string, { columns, interval }: CheckedWeather, context: ObservationContext): void {
  if (context.temperature !== undefined || hasValue(columns.temperature)) return;
  const light = columns.global_horizontal_irradiance;
  const sum = light === undefined ? 0 : irradiation(light, interval);
  const known = sum > 0 ? `; its light on the horizontal is ${sum.toFixed(1)} kWh/m²` : "";
  throw new WeatherError(
    `${caller}: the weather has no air temperature, which the energy depends on${known}: give a column of it, or a ` +
      "constant in °C, such as context.temperature 15",
  );
}

function hasValue(column: Float64Array | undefined): boolean {
  return column?.some((value) => !Number.isNaN(value)) ?? false;
}

/** Of what is there, kWh/m². */
export function irradiation(light: Float64Array, interval: number): number {
  const sum = light.reduce((before, value) => before + (value > 0 ? value : 0), 0);
  return (sum * interval) / HOUR_SECONDS / 1000;
}

/** What the weather leaves open. */
export function weatherNotices({ interval, columns }: CheckedWeather, { temperature }: ObservationContext): Notice[] {
  const notices: Notice[] = [];
  if (interval > HOUR_SECONDS) {
    const [, off] = HOURS_OFF.find(([longest]) => interval <= longest)!;
    const message =
      `the weather has means over ${interval / HOUR_SECONDS} hours: within them the light follows a clear sky; hours found from means ` +
      `over ${interval <= 3 * HOUR_SECONDS ? 3 : 6} hours are off by ${off} % of the mean GHI (root mean square)`;
    notices.push({ code: "coarse", message });
  }
  if (temperature !== undefined && hasValue(columns.temperature)) {
    const message = `context.temperature ${temperature} is not used: the weather has its own temperatures`;
    notices.push({ code: "temperature", message });
  }
  if (!hasValue(columns.wind_speed)) {
    const message = `the weather has no wind: ${ASSUMED_WIND} m/s assumed, as for the nominal operating cell temperature`;
    notices.push({ code: "wind", message, facts: { speed: ASSUMED_WIND } });
  }
  return notices;
}

/** What is missing at noon weighs more than at dusk: cosine of the sun's zenith in the middle of each interval, 0 while it is down. */
export function daylight({ start, interval, count, meta }: ObservationColumns): Float64Array {
  return daylightOf({ start, step: interval * 1000, count }, meta.lat, meta.lon);
}

/** The same of any equal intervals. @param grid Unix ms and ms */
export function daylightOf(
  { start, step, count }: { readonly start: number; readonly step: number; readonly count: number },
  latitude: number,
  longitude: number,
): Float64Array {
  const time = Float64Array.from({ length: count }, (_, k) => start + (k + 0.5) * step);
  const { zenith } = solarPosition({ time, latitude, longitude });
  return zenith.map((angle) => Math.max(0, cos(angle * DEG)));
}

/** Share of each hour in rows that are dead, stuck or saturated, 0…1; undefined where there are none. */
export function doubtOf(
  { start, count }: ObservationColumns,
  { weather, examination }: Situation,
): Float64Array | undefined {
  if (examination === undefined) return undefined;
  const { columns, interval, sampling } = weather;
  const light = columns.global_horizontal_irradiance ?? columns.diffuse_horizontal_irradiance;
  const bits = bitsOf(LOST_CODES);
  const step = interval * 1000;
  const first = weather.start - (sampling === "instant" ? step / 2 : 0) - start;
  let doubt: Float64Array | undefined;
  for (let row = 0; row < weather.count; row++) {
    // What has been left out is missing, and counted as such.
    if ((examination.flags[row]! & bits) === 0 || Number.isNaN(light?.[row] ?? Number.NaN)) continue;
    doubt ??= new Float64Array(count);
    const [from, to] = [(first + row * step) / HOUR, (first + (row + 1) * step) / HOUR];
    for (let hour = Math.max(0, Math.floor(from)); hour < Math.min(count, to); hour++)
      doubt[hour]! += Math.min(to, hour + 1) - Math.max(from, hour);
  }
  return doubt;
}
