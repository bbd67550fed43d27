/** Weather, place and context of a yield, checked. */
import type { ObservationContext } from "../engine/plan/context.js";
import { nearestName } from "../text/nearest-name.js";
import { shown } from "../text/shown.js";
import type { CheckedWeather } from "../weather/checked-series.js";
import { WeatherError } from "../weather/errors.js";
import type { Examination } from "../weather/examine/types.js";
import { refuseOther } from "../weather/examine/use.js";
import type { WeatherSeries } from "../weather/series.js";
import type { YieldOptions, YieldReading } from "./types.js";
import { checkLightSource, sourceOfFormat } from "./uncertainty/light-source.js";
import type { LightSource, UncertaintyOverrides } from "./uncertainty/types.js";
import { checkUncertainty } from "./uncertainty/uncertainty-of.js";
import { checkYieldWeather } from "./weather.js";

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
  ...{ typicalYear: "boolean", horizonInLight: "boolean", acceptDoubts: "boolean" },
};

/** @throws TypeError, RangeError for an option that is none, which would change nothing in silence */
function checkOptions(caller: string, options: YieldOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`);
  }
  const names = Object.keys(OPTIONS);
  for (const [key, value] of Object.entries(options)) {
    if (!names.includes(key)) {
      const meant = nearestName(key, names);
      const idea = meant === undefined ? `known are ${names.join(", ")}` : `is ${meant} meant?`;
      throw new RangeError(`${caller}: options has no ${shown(key)}: ${idea}`);
    }
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
  if (typeof given !== "object" || given === null) {
    throw new TypeError(`${caller}: weather must be a series, or a result of readWeather, got ${shown(given)}`);
  }
  const reading: YieldReading = "series" in given ? given : { series: given };
  const { typicalYear = reading.typicalYear ?? false, horizonInLight = reading.horizonInLight ?? false } = options;
  const examination = options.acceptDoubts === true ? undefined : (options.examination ?? reading.examination);
  const { place } = reading.series;
  const { latitude = place?.latitude, longitude = place?.longitude } = options;
  const context = withTurbidity(options.context ?? {}, reading);
  if (context.models?.pv !== undefined) {
    throw new RangeError(`${caller}: context.models.pv is not accepted: the PVWatts chain is computed stage by stage`);
  }
  for (const key of ["tracker", "rows"] as const) {
    if (context[key] === undefined) continue;
    const own = `each plane has its own, system.planes[k].${key}`;
    throw new RangeError(`${caller}: context.${key} is not accepted: ${own}, got ${shown(context[key])}`);
  }
  if (latitude === undefined || longitude === undefined) {
    throw new WeatherError(
      `${caller}: the weather does not state its location: give options.latitude and options.longitude`,
    );
  }
  const { lightSource = reading.lightSource ?? sourceOfFormat(reading.format, typicalYear) } = options;
  const confidence = {
    lightSource: checkLightSource(lightSource, `${caller}: options.lightSource`),
    uncertainty: checkUncertainty(options.uncertainty, `${caller}: options.uncertainty`),
  };
  const weather = checkYieldWeather(caller, reading.series, context);
  if (examination !== undefined) refuseOther(weather.count, examination);
  return { latitude, longitude, weather, context, typicalYear, horizonInLight, examination, ...confidence };
}
