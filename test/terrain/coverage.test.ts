/** Where data are in one run, its ends are enough: against each step. */
import { expect, it } from "vitest";
import { Random } from "../../src/statistics/random.js";
import { Coverage } from "../../src/terrain/horizon/coverage.js";

const RANGE = 50_000;

it("covers a run of data as if each step were asked", () => {
  const random = new Random(3);
  for (let k = 0; k < 100; k++) {
    const at = (what: number) => RANGE * (1.4 * random.uniform(1, k, what, 0) - 0.2);
    const [west, east] = [at(0), at(1)].sort((a, b) => a - b) as [number, number];
    const [start, end] = [at(2), at(3)].sort((a, b) => a - b) as [number, number];
    let asked = 0;
    const hasData = (s: number) => {
      asked++;
      return s >= west && s <= east;
    };
    const [byRun, byStep] = [new Coverage(RANGE), new Coverage(RANGE)];
    byRun.add(k % 360, start, end, hasData, true);
    const few = asked;
    byStep.add(k % 360, start, end, hasData);
    expect(byRun.summary()).toEqual(byStep.summary());
    if (west <= start && end <= east) expect(few).toBeLessThanOrEqual(2);
  }
});
