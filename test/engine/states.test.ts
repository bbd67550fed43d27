/** Temperature and snow depth inside the intervals of the weather, seen minute by minute. */
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { computeColumns, type WeatherSeries } from "../../src/index.js";

const HOURS = 400;
const random = randomNumbers(7);
/** Depths that jump: bare ground, a dusting beside deep snow, and everything between. */
const snow_depth = Array.from({ length: HOURS }, () => (random() < 0.3 ? 0 : Math.round(300 * random() ** 3)));
const temperature = snow_depth.map(() => 30 * (random() - 0.5));
const weather: WeatherSeries = { start: "2024-01-10T00:00Z", interval: 3600, columns: { temperature, snow_depth } };
const query = { lat: 47, lon: 0, parameters: "temperature,snow_depth" };
const minutes = computeColumns({ ...query, frequency: "1_minute" }, weather, { altitude: 0 }).values;

describe.each(["temperature", "snow_depth"] as const)("the course of %s", (name) => {
  const course = minutes[name]!;
  const given = weather.columns[name] as readonly number[];

  test("has no stairs: the two sides of every edge meet in one value", () => {
    for (let hour = 1; hour < HOURS; hour++) {
      // Linear in the half hour on either side, so two minutes' means tell the value at the edge.
      const at = 60 * hour;
      const before = 1.5 * course[at - 1]! - 0.5 * course[at - 2]!;
      const after = 1.5 * course[at]! - 0.5 * course[at + 1]!;
      expect(Math.abs(before - after), `hour ${hour}: ${given[hour - 1]} beside ${given[hour]}`).toBeLessThan(1e-9);
    }
  });

  test("keeps the mean of every hour", () => {
    for (let hour = 0; hour < HOURS; hour++) {
      const sum = course.slice(60 * hour, 60 * hour + 60).reduce((total, value) => total + value, 0);
      expect(Math.abs(sum / 60 - given[hour]!), `hour ${hour}`).toBeLessThan(1e-9);
    }
  });
});

test("no depth is below 0, and between equal hours the course is flat", () => {
  expect(minutes.snow_depth!.every((value) => value >= 0)).toBe(true);
  const flat = { ...weather, columns: { snow_depth: [40, 40, 40, 40], temperature: [3, 3, 3, 3] } };
  const { values } = computeColumns({ ...query, frequency: "1_minute" }, flat, { altitude: 0 });
  expect(values.snow_depth!.every((value) => Math.abs(value - 40) < 1e-9)).toBe(true);
  expect(values.temperature!.every((value) => Math.abs(value - 3) < 1e-9)).toBe(true);
});
