/** Progress of a bulk run: a bar on a terminal, an occasional line elsewhere. */

const WIDTH = 24;
/** Shortest time in ms between changes of the bar, and between lines. */
const BAR_PACE = 100;
const LINE_PACE = 30_000;
const WIPE = "\r\u001b[K";

/** The used part of `process.stderr`. */
export interface BarStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

export interface BulkProgress {
  /** Another site is done. */
  step(failed: boolean): void;
  /** Removes the bar. */
  clear(): void;
}

export interface BulkProgressOptions {
  /** Sites in the list, and those done by an earlier run. */
  readonly total: number;
  readonly done: number;
  readonly quiet?: boolean | undefined;
  readonly stream?: BarStream | undefined;
  /** Milliseconds from any origin. */
  readonly clock?: (() => number) | undefined;
}

/** Begins with nothing shown; quiet, it shows nothing at all. */
export function startBulkProgress(options: BulkProgressOptions): BulkProgress {
  const { total, done, quiet, stream = process.stderr, clock = () => performance.now() } = options;
  if (quiet) return { step: () => {}, clear: () => {} };
  const begin = clock();
  let [through, failed, shown] = [0, 0, begin];
  return {
    step: (isFailed) => {
      through++;
      if (isFailed) failed++;
      const now = clock();
      if (now - shown < (stream.isTTY ? BAR_PACE : LINE_PACE)) return;
      shown = now;
      const text = progressText({ total, done: done + through, failed, rate: (through / (now - begin)) * 1000 });
      if (stream.isTTY) stream.write(`${WIPE}${text}`);
      else stream.write(`bulk: ${text}\n`);
    },
    clear: () => {
      if (stream.isTTY) stream.write(WIPE);
    },
  };
}

interface Standing {
  total: number;
  done: number;
  failed: number;
  /** Sites per second. */
  rate: number;
}

function progressText({ total, done, failed, rate }: Standing): string {
  const share = Math.min(done / total, 1);
  const full = Math.floor(share * WIDTH);
  const bar = `[${"#".repeat(full)}${".".repeat(WIDTH - full)}]`;
  const remaining = `${formatDuration((total - done) / rate)} left`;
  const standing = [
    bar,
    `${Math.floor(share * 100)} %`,
    `${done}/${total} sites`,
    `${rate.toPrecision(3)}/s`,
    remaining,
  ];
  return [...standing, ...(failed > 0 ? [`${failed} failed`] : [])].join("  ");
}

/** "4.2 s", "1 min 05 s", "2 h 07 min". */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${twoDigits(whole % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}
