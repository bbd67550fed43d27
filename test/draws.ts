/**
 * How much a test tries: everything in `npm run test:services`, a part in `npm test` (vitest.config.ts has the files). A seed makes the
 * part the same in every run.
 */
const isWhole = process.env.TEST_SERVICES === "1";

/** How often to draw: all times, or one in so many. */
export function drawsOf(all: number, oneOf = 20): number {
  return isWhole ? all : Math.ceil(all / oneOf);
}

/** All cases of a list, or one in so many, the first one among them. */
export function partOf<T>(cases: readonly T[], oneOf: number): readonly T[] {
  return isWhole ? cases : cases.filter((_, index) => index % oneOf === 0);
}
