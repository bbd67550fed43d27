/**
 * How often a test draws: all of them where the slow tests run (SLOW_TESTS=1, in .ci/run), a fifth in `npm test`. A seed makes the
 * fifth the same in every run.
 */
export function drawsOf(all: number): number {
  return process.env.SLOW_TESTS === "1" ? all : Math.ceil(all / 5);
}
