/** How the ranks of hours hang together: a part common to a run, and one that fades from hour to hour. */
import { pow } from "../../math/index.js";
import type { HourCorrelation } from "./bands.js";

/** Hours apart at which correlations are fitted: within a day, and at the same time of the next two. */
const LAGS = [1, 2, 3, 4, 5, 6, 8, 10, 24, 48];
/** Pairs without which a correlation is noise. */
const FEWEST = 30;

/** An hour of a run. */
interface RunHour {
  readonly run: number;
  readonly hour: number;
}

/**
 * The correlation ρ(h) = common + (1 − common)·hourly^h that is the nearest to that of normal scores h hours apart in the same run; least
 * squares over the lags, on a grid of 0.02, as no more is known.
 *
 * @param hours run by run, ascending
 * @param share 0…1: how much it counts against the one given
 */
export function fitCorrelation(
  hours: readonly RunHour[],
  scores: readonly number[],
  given: HourCorrelation,
  share: number,
): HourCorrelation {
  const found = LAGS.map((lag) => ({ lag, correlation: lagCorrelation(hours, scores, lag) })).filter(
    ({ correlation }) => !Number.isNaN(correlation),
  );
  if (found.length < LAGS.length / 2) return given;
  let best = { ...given, misfit: Number.POSITIVE_INFINITY };
  for (let common = 0; common <= 0.6; common += 0.02) {
    for (let hourly = 0; hourly <= 0.98; hourly += 0.02) {
      const misfit = found.reduce((sum, { lag, correlation }) => {
        const error = correlation - correlationAt({ common, hourly }, lag);
        return sum + error * error;
      }, 0);
      if (misfit < best.misfit) best = { common, hourly, misfit };
    }
  }
  const mixed = (own: number, other: number) => other + share * (own - other);
  return { common: mixed(best.common, given.common), hourly: mixed(best.hourly, given.hourly) };
}

/** Of ranks some hours apart. */
export function correlationAt({ common, hourly }: HourCorrelation, hours: number): number {
  return common + (1 - common) * pow(hourly, hours);
}

/** NaN from fewer than 30 pairs. */
function lagCorrelation(hours: readonly RunHour[], scores: readonly number[], lag: number): number {
  let [n, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  let later = 0;
  for (let k = 0; k < hours.length; k++) {
    const { run, hour } = hours[k]!;
    later = Math.max(later, k);
    while (later < hours.length && hours[later]!.run === run && hours[later]!.hour < hour + lag) later++;
    if (hours[later]?.run !== run || hours[later]!.hour !== hour + lag) continue;
    const [a, b] = [scores[k]!, scores[later]!];
    n++;
    x += a;
    y += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  const spread = Math.sqrt((xx / n - (x / n) * (x / n)) * (yy / n - (y / n) * (y / n)));
  return n >= FEWEST && spread > 0 ? (xy / n - (x / n) * (y / n)) / spread : Number.NaN;
}
