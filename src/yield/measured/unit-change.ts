/** Power whose unit changes in the course of a file, such as from kWh to Wh after an update. */

/** Days that each unit needs. */
const FEWEST_DAYS = 3;
/** Units are a thousand apart; that of all days and of three may look so much less or more, by the weather. */
const OF_ALL = 3.3;
const OF_FEW = 10;
/** What a power is in the night, of its largest; how much of the time that is. A plant that is off has no night and no day. */
const OFF = 0.1;
const NIGHT = 0.25;

/** The first row of the later unit, and whether its numbers are the larger ones; undefined: there is one unit. */
export function unitChange(
  values: Float64Array,
  interval: number,
): { readonly row: number; readonly isLarger: boolean } | undefined {
  const perDay = Math.round(86_400 / interval);
  const days = Array.from({ length: Math.floor(values.length / perDay) }, (_, day) => {
    return { row: day * perDay, most: largest(values.subarray(day * perDay, (day + 1) * perDay)) };
  }).filter(({ most }) => most > 0);
  const most = days.map((day) => day.most);
  const isThousand = (ratio: number, within: number) => {
    const size = Math.max(ratio, 1 / ratio) / 1000;
    return size < within && size > 1 / within;
  };
  for (let k = FEWEST_DAYS; k <= days.length - FEWEST_DAYS; k++) {
    const [before, after] = [middle(most.slice(0, k)), middle(most.slice(k))];
    const near = middle(most.slice(k, k + FEWEST_DAYS)) / middle(most.slice(k - FEWEST_DAYS, k));
    const isEdge = isThousand(most[k]! / most[k - 1]!, OF_FEW) && isThousand(near, OF_FEW);
    if (!isEdge || !isThousand(after / before, OF_ALL)) continue;
    const { row } = days[k]!;
    if ([values.subarray(0, row), values.subarray(row)].every(hasNights)) return { row, isLarger: after > before };
  }
  return undefined;
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => (value > most ? value : most), 0);
}

function hasNights(values: Float64Array): boolean {
  const known = values.filter((value) => !Number.isNaN(value));
  const most = largest(known);
  return known.filter((value) => value <= OFF * most).length >= NIGHT * known.length;
}
