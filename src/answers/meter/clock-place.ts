/** Whether the length of a meter's days is that of the place: the latitude at which the sun's days grow and shrink as its own. */
import { quantileOfSorted } from "../../foundation/statistics/order.js";
import { MINUTE } from "../../foundation/time/calendar.js";
import { type EdgeDays, halfDay } from "./clock-days.js";

/** What the days of a meter say of its place. */
export interface PlaceEvidence {
  /** Degrees: where days grow and shrink as those of the meter. */
  readonly latitude: number;
  /** Minutes by which their length is off, in the mean, there and at the place. */
  readonly misfit: number;
  readonly misfitAtPlace: number;
  /** This is not the power of that place. */
  readonly contradicts: boolean;
}

/** Days whose longest count as clear, how many of them must be seen, and the share that are no longer. */
const BLOCK = 10;
const FEWEST = 4;
const LONG = 0.7;
const FEWEST_BLOCKS = 6;
/** Degrees: places beyond have days without end. */
const MOST_LATITUDE = 66;
/**
 * Degrees. A steep plane has less of the long days, whose sun rises behind it: in 20 metered systems the latitude came out 9° nearer to the
 * equator at the most, and 1° farther from it.
 */
const NEARER = 13;
const FARTHER = 6;
/** Degrees of declination that the days must span for that. */
const SEASONS = 30;
/** Minutes: in the same systems it was 30 at the most, in the other hemisphere 145 at the least. */
const MOST_MISFIT = 100;

export function placeEvidence(days: EdgeDays, latitude: number): PlaceEvidence | undefined {
  const blocks = blocksOf(days);
  if (blocks.length < FEWEST_BLOCKS) return undefined;
  let [best, misfit] = [latitude, misfitAt(blocks, latitude)];
  const misfitAtPlace = misfit;
  for (let tried = -MOST_LATITUDE; tried <= MOST_LATITUDE; tried++) {
    const own = misfitAt(blocks, tried);
    if (own < misfit) [best, misfit] = [tried, own];
  }
  const declinations = blocks.map(({ declination }) => declination);
  const span = ((Math.max(...declinations) - Math.min(...declinations)) * 180) / Math.PI;
  const farther = latitude < 0 ? latitude - best : best - latitude;
  const isElsewhere = span >= SEASONS && (farther > FARTHER || -farther > NEARER);
  return { latitude: best, misfit, misfitAtPlace, contradicts: isElsewhere || misfitAtPlace > MOST_MISFIT };
}

interface Block {
  /** Minutes. */
  readonly length: number;
  readonly declination: number;
}

function blocksOf({ count, dawn, dusk, declination }: EdgeDays): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < count; from += BLOCK) {
    const lengths = dusk
      .slice(from, from + BLOCK)
      .map((time, k) => (time - dawn[from + k]!) / MINUTE)
      .filter((length) => !Number.isNaN(length))
      .sort();
    if (lengths.length < FEWEST) continue;
    const middle = declination[Math.min(count - 1, from + BLOCK / 2)]!;
    blocks.push({ length: quantileOfSorted(lengths, LONG), declination: middle });
  }
  return blocks;
}

/** Minutes in the mean, beside a constant: power passes for light when the sun is some degrees up. */
function misfitAt(blocks: readonly Block[], latitude: number): number {
  const off = Float64Array.from(
    blocks,
    ({ length, declination }) => length - 2 * halfDay(latitude, declination),
  ).sort();
  const middle = quantileOfSorted(off, 0.5);
  return off.reduce((sum, value) => sum + Math.abs(value - middle), 0) / off.length;
}
