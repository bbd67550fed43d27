/** For how many hours a value is reached: the values sorted, the largest first. */

export interface Duration {
  /** Largest first. */
  readonly values: Float64Array;
  /** Hours in which the value beside it is reached or exceeded. */
  readonly hours: Float64Array;
}

/** @param hoursOf length of interval i, hours */
export function durationOf(values: readonly (number | null)[], hoursOf: (i: number) => number): Duration {
  const known = Array.from(values.keys()).filter((i) => values[i] !== null);
  known.sort((a, b) => (values[b] as number) - (values[a] as number));
  const hours = new Float64Array(known.length);
  let sum = 0;
  known.forEach((i, k) => {
    sum += hoursOf(i);
    hours[k] = sum;
  });
  return { values: Float64Array.from(known, (i) => values[i] as number), hours };
}

/** The value that is reached in a share of all hours. */
export function valueAtShare({ values, hours }: Duration, share: number): number {
  const least = share * (hours.at(-1) ?? 0);
  const k = hours.findIndex((sum) => sum >= least);
  return values[Math.max(0, k)] as number;
}

/** Hours in which a value is reached or exceeded. */
export function hoursAbove({ values, hours }: Duration, least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) >= least) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (hours[low - 1] as number);
}
