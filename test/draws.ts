/**
 * How often a test draws: all of them where the slow tests run (SLOW_TESTS=1, in .ci/run), a fifth in `npm test`, or one of so many. A
 * seed makes the part the same in every run.
 */
export function drawsOf(all: number, oneOf = 5): number {
  return process.env.SLOW_TESTS === "1" ? all : Math.ceil(all / oneOf);
}
