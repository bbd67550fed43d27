/** How much of the past is read, and what of it first: learning needs little of it, and archives on the net are large. */
import type { WeatherSource } from "irradiance-archive";
import { DAY } from "irradiance-engine/internal/shared";

export const MB = 1_000_000;
/**
 * Days before now whose runs are read first. Of real runs at two stations RMSE 13–48 h ahead, learnt from one run a day, was 24 and 22 % below the
 * run's with 60 days, 25 and 21 % with 120, and with all four runs a day at most one point further below (research/teachers.md).
 */
export const ENOUGH_DAYS = 120;
/** Bytes that the past of a place may take. */
export const MOST_OF_PLACE = 200 * MB;

/** Hears of bytes that were taken from disks and servers. */
export type Tally = (bytes: number) => void;

/** Tells what sources took meanwhile, as far as they count it, also where the work fails. */
export async function tallied<Result>(
  sources: readonly WeatherSource[],
  tally: Tally | undefined,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const taken = () => sources.reduce((sum, source) => sum + (source.traffic?.().bytes ?? 0), 0);
  const before = taken();
  try {
    return await work();
  } finally {
    tally?.(taken() - before);
  }
}

/** What was taken, for how many runs. */
export interface Taken {
  readonly bytes: number;
  readonly runs: number;
}

/** Bytes that may be taken; those of the next run are taken to be those of the mean. */
export class Allowance {
  readonly most: number;
  bytes: number;
  runs: number;

  constructor(most: number, { bytes, runs }: Taken = { bytes: 0, runs: 0 }) {
    this.most = most;
    this.bytes = bytes;
    this.runs = runs;
  }

  /** @param runs that were tried with these bytes */
  take(bytes: number, runs = 1): void {
    this.bytes += bytes;
    this.runs += runs;
  }

  /** Whether this many further runs can be read. */
  hasRoomFor(runs: number): boolean {
    return this.bytes + (this.bytes / Math.max(1, this.runs)) * runs <= this.most;
  }
}

/**
 * The first run of each of the last 120 days, the newest first; then, if all of them fit, those of earlier days, and then the others.
 * It ends where the next one no longer fits.
 *
 * @param runs in any order
 * @param isWanted whether one is not there yet: it is still the first run of its day
 */
export function* worthReading<Run extends { readonly run: number }>(
  runs: readonly Run[],
  now: number,
  allowance: Allowance,
  isWanted: (run: Run) => boolean = () => true,
): Generator<Run, void> {
  const [enough, earlier, others] = [[], [], []] as Run[][];
  let day: number | undefined;
  for (const run of [...runs].sort((a, b) => a.run - b.run)) {
    const own = Math.floor(run.run / DAY);
    const first = run.run >= now - ENOUGH_DAYS * DAY ? enough! : earlier!;
    (own === day ? others! : first).unshift(run);
    day = own;
  }
  for (const all of [enough!, earlier!, others!]) {
    const tier = all.filter(isWanted);
    if (all !== enough && !allowance.hasRoomFor(tier.length)) return;
    for (const run of tier) {
      if (!allowance.hasRoomFor(1)) return;
      yield run;
    }
  }
}
