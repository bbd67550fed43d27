/** Ms on a clock that all threads share and that never goes back. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / NANOSECONDS;
}

const NANOSECONDS = 1e6;

/** `setTimeout` for any time: one that it cannot count to, 24 days or `Infinity`, never comes. */
export function timer(callback: () => void, ms: number): ReturnType<typeof setTimeout> | undefined {
  return ms <= LONGEST ? setTimeout(callback, ms) : undefined;
}

/** Of `setTimeout`, in ms. */
const LONGEST = 2_147_483_647;
