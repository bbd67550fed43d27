/** A site of a run in the form that an accelerator takes, or the reason why it cannot compute it. */

import type { WeatherSeries } from "../../../data/weather/series.js";
import { type CheckedWeather, checkWeather } from "../../../data/weather/series.js";
import { INTERVALS } from "../../../engine/gpu/request.js";
import type { SiteInput } from "../../../engine/gpu/types.js";
import { type ObservationContext, readRequest } from "../../../engine/plan/context.js";
import { makePlan, type Plan } from "../../../engine/plan/plan.js";
import type { RunSpec } from "../messages/messages.js";
import { otherModel } from "../sites/accelerated-context.js";
import { siteContext, siteQuery } from "../sites/site.js";
import type { BulkSite } from "../types.js";

/** A site that an accelerator can compute. */
export interface AcceleratedSite {
  readonly plan: Plan;
  readonly input: SiteInput;
  /** The weather of the period only. */
  readonly weather: WeatherSeries;
}

/** Series that have been checked, and their parts: many sites share the same weather. */
export class SeriesMemory {
  private readonly checked = new WeakMap<WeatherSeries, CheckedWeather>();
  private readonly parts = new WeakMap<WeatherSeries, Map<string, WeatherSeries>>();

  /** @throws WeatherError */
  check(series: WeatherSeries): CheckedWeather {
    const known = this.checked.get(series) ?? checkWeather(series);
    this.checked.set(series, known);
    return known;
  }

  /** Intervals [first, first + count) of a series. */
  part(series: WeatherSeries, first: number, count: number): WeatherSeries {
    const { start, interval, count: all, columns } = this.check(series);
    if (first === 0 && count === all) return series;
    const parts = this.parts.get(series) ?? new Map<string, WeatherSeries>();
    this.parts.set(series, parts);
    const key = `${first} ${count}`;
    const cut = Object.entries(columns).map(([name, values]) => [name, values.subarray(first, first + count)]);
    const part = parts.get(key) ?? {
      start: start + first * interval * 1000,
      interval,
      columns: Object.fromEntries(cut),
    };
    parts.set(key, part);
    return part;
  }
}

/**
 * @returns the site, or why only the engine can compute it
 * @throws the errors of a computation at this site before it begins: RequestError, WeatherError, TypeError, RangeError
 */
export function acceleratedSite(
  spec: RunSpec,
  site: BulkSite,
  series: WeatherSeries,
  memory: SeriesMemory,
): AcceleratedSite | string {
  const other = otherModel(site.models);
  if (other) return `models.${other.family} is ${other.got}, not ${other.expected}`;
  const checked = memory.check(series);
  const { registry: _none, snow: _neither, tracker: _nor, ...common } = spec.context;
  const context = siteContext(common as ObservationContext, site);
  const { request, settings } = readRequest(siteQuery(spec.query, site), context);
  const plan = makePlan(request, checked, settings, context);
  if (checked.sampling === "instant") return "its weather is instantaneous";
  const { weather, output, count } = plan;
  if (weather.step !== output.step)
    return `its weather has intervals of ${weather.step / 1000} s, the frequency is ${output.step / 1000} s`;
  if (!INTERVALS.includes(output.step / 1000))
    return `its intervals have ${output.step / 1000} s, not ${INTERVALS.join(", ")}`;
  const first = (output.origin - weather.origin) / output.step;
  if (!Number.isInteger(first)) return "its weather does not begin at a multiple of the interval";
  if (first < 0 || first + count > checked.count) return "its period extends beyond its weather";
  return { plan, input: inputOf(plan), weather: memory.part(series, first, count) };
}

function inputOf({ request, site, settings, horizon }: Plan): SiteInput {
  const { linkeTurbidity, albedo } = settings;
  const [january] = linkeTurbidity;
  return {
    latitude: request.lat,
    longitude: request.lon,
    altitude: site.altitude,
    surfaceTilt: request.surfaceTilt,
    surfaceAzimuth: request.surfaceAzimuth,
    trackingMode: request.trackingMode,
    horizon,
    linkeTurbidity: linkeTurbidity.every((month) => month === january) ? january! : linkeTurbidity,
    albedo,
  };
}
