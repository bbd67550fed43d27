/** The mean of each hour of the day, over all days and by month: a day as it usually goes. */
import { KnownSum } from "irradiance-engine/shared";
import type { Answer } from "../service/answer.js";
import { DAY, HOUR, localOf, type Zone } from "./time.js";

/** Of the 24 hours; null where there is no value. */
export type HoursOfDay = readonly (number | null)[];

export interface Profile {
  readonly all: HoursOfDay;
  /** January to December, years together. */
  readonly months: readonly HoursOfDay[];
}

export function profileOf({ starts, ends }: Answer, values: readonly (number | null)[], zone: Zone): Profile {
  const sums = Array.from({ length: 13 }, () => Array.from({ length: 24 }, () => new KnownSum()));
  const all = sums[12] as KnownSum[];
  values.forEach((value, i) => {
    const middle = localOf(((starts[i] as number) + (ends[i] as number)) / 2, zone);
    const hour = Math.floor((((middle % DAY) + DAY) % DAY) / HOUR);
    sums[new Date(middle).getUTCMonth()]?.[hour]?.add(value);
    all[hour]?.add(value);
  });
  const means = (hours: readonly KnownSum[]) => hours.map(({ mean, count }) => (count === 0 ? null : mean));
  return { all: means(all), months: sums.slice(0, 12).map(means) };
}
