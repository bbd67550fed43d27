/** Ms on a clock that all threads share and that never goes back. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / NANOSECONDS;
}

const NANOSECONDS = 1e6;
