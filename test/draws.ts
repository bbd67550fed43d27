/**
 * How often a test draws: all of them in `npm run test:services`, one of so many in `npm test`. A seed makes the part the same in every
 * run.
 */
export function drawsOf(all: number, oneOf = 5): number {
  return process.env.TEST_SERVICES === "1" ? all : Math.ceil(all / oneOf);
}
