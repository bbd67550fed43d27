/**
 * How much a test tries: a part in `npm test`, a larger part in `npm run test:services` (vitest.config.ts has the files), everything with
 * TEST_DRAWS=all. A seed makes the part the same in every run.
 */
const isEverything = process.env.TEST_DRAWS === "all";
const hasServices = process.env.TEST_SERVICES === "1";
/** With the services, of the draws. */
const ONE_OF = 4;

/** How often to draw: one in so many times, one in four with the services. */
export function drawsOf(all: number, oneOf = 20): number {
  return isEverything ? all : Math.ceil(all / (hasServices ? Math.min(oneOf, ONE_OF) : oneOf));
}

/** Of a list one case in so many, the first one among them; with the services all, unless that says otherwise. */
export function partOf<T>(cases: readonly T[], oneOf: number, withServices = 1): readonly T[] {
  const step = isEverything ? 1 : hasServices ? withServices : oneOf;
  return cases.filter((_, index) => index % step === 0);
}
