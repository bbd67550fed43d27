/**
 * How often a test draws: all of them in `npm run test:services`, a fifth in `npm test`. A seed makes the
 * fifth the same in every run.
 */
export function drawsOf(all: number): number {
  return process.env.TEST_SERVICES === "1" ? all : Math.ceil(all / 5);
}
