/** What of an observation's frequencies and zones a simulation has. */
import { expect, it, test } from "vitest";
import { simulate } from "../../../src/answers/bulk/simulate.js";
import type { SimulationOptions } from "../../../src/answers/bulk/types.js";

const options = (more: object): SimulationOptions => ({ sites: [{ lat: 47, lon: 8 }], ...more });

it.each(["1_day", "1_month", "1_year"])("%s is a matter of aggregate, which the error says", (frequency) => {
  expect(() => simulate(options({ frequency }))).toThrow(
    `parameter "frequency" must be one of 1_minute, 5_minutes, 10_minutes, 15_minutes, 30_minutes, 1_hour for many sites (aggregate has daily, monthly and annual rows), got "${frequency}"`,
  );
});

test("a zone is refused: rows are in UTC, aggregates in local standard time", () => {
  expect(() => simulate(options({ query: { time_zone: "Europe/Zurich" } }))).toThrow(
    'parameter "time_zone" must be omitted: simulations are in UTC',
  );
});
