/** The weather of a batch: one series for all sites, or one for each, looked at when the tile of its site is made. */
import { type CheckedWeather, checkWeather } from "../weather/checked-series.js";
import { WeatherError } from "../weather/errors.js";
import { isGridded, openGridded } from "../weather/gridded.js";
import type { WeatherSeries } from "../weather/series.js";
import { GpuError } from "./errors.js";
import type { AcceleratorRequest } from "./types.js";

export interface BatchWeather {
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly count: number;
  /** Whether all sites have the same. */
  readonly shared: boolean;
  /** One series for each set of columns that sites have. */
  readonly kinds: readonly CheckedWeather[];
  /** @throws WeatherError for values that are no numbers, in arrays */
  of(site: number): CheckedWeather;
}

/** Lengths of an interval that the device takes, s. */
export const INTERVALS: readonly number[] = [60, 900, 3600];

/** @throws WeatherError, RangeError for the weather, GpuError for what the device cannot do */
export function checkBatchWeather(given: AcceleratorRequest["weather"], sites: number): BatchWeather {
  const weather = isGridded(given) ? fromArrays(openGridded(given, sites)) : fromList(given, sites);
  const [first] = weather.kinds as readonly [CheckedWeather];
  const { start, interval, count } = first;
  if (first.sampling !== "average") {
    throw new GpuError("ERR_GPU_UNSUPPORTED", "the accelerator takes averages; instants need the CPU engine");
  }
  if (!INTERVALS.includes(interval) || start % (interval * 1000) !== 0) {
    throw new GpuError(
      "ERR_GPU_UNSUPPORTED",
      `the accelerator takes weather of ${INTERVALS.join(", ")} s, aligned in UTC; got ${interval} s from ${start} ms`,
    );
  }
  return { start, interval, count, ...weather };
}

type Source = Pick<BatchWeather, "shared" | "kinds" | "of">;

function fromArrays({ sites, of }: ReturnType<typeof openGridded>): Source {
  const checked = (site: number): CheckedWeather => {
    try {
      return checkWeather(of(site));
    } catch (cause) {
      throw cause instanceof WeatherError ? new WeatherError(`site ${site}: ${cause.message}`) : cause;
    }
  };
  const first = checked(0);
  const shared = sites === null || sites === 1;
  return { shared, kinds: [first], of: shared ? () => first : checked };
}

function fromList(given: WeatherSeries | readonly WeatherSeries[], sites: number): Source {
  const list: readonly WeatherSeries[] = Array.isArray(given) ? given : [given as WeatherSeries];
  if (list.length !== 1 && list.length !== sites) {
    throw new RangeError(`weather must be one series or one for each of ${sites} sites, got ${list.length}`);
  }
  const known = new Map<WeatherSeries, CheckedWeather>();
  const series = list.map((one) => {
    const checked = known.get(one) ?? checkWeather(one);
    known.set(one, checked);
    return checked;
  });
  checkAlike(series);
  const shared = series.length === 1;
  const kinds = new Map(series.map((one) => [Object.keys(one.columns).sort().join(), one]));
  return { shared, kinds: [...kinds.values()], of: (site) => series[shared ? 0 : site]! };
}

function checkAlike(series: readonly CheckedWeather[]): void {
  const { start, interval, count, sampling } = series[0]!;
  for (const [k, one] of series.entries()) {
    if (one.start !== start || one.interval !== interval || one.count !== count || one.sampling !== sampling) {
      throw new RangeError(`weather[${k}] must have the start, interval, length and sampling of weather[0]`);
    }
  }
}
