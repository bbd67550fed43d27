/** Monotonic clock in ms, shared by all threads. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / NANOSECONDS;
}

const NANOSECONDS = 1e6;

/** `setTimeout` for any time: beyond its range, 24 days or `Infinity`, it never fires. */
export function timer(callback: () => void, ms: number): ReturnType<typeof setTimeout> | undefined {
  return ms <= LONGEST ? setTimeout(callback, ms) : undefined;
}

/** Limit of `setTimeout`, in ms. */
const LONGEST = 2_147_483_647;
