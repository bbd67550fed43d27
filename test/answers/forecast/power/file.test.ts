/** A table of power as JSON: nothing is lost, people can read it, and damage is named. */
import { expect, test } from "vitest";
import { learnPower, parsePowerTable, powerTableText } from "../../../../src/answers/forecast/power/index.js";
import { LIMIT, made } from "./system.js";

const whole = made({
  days: 60,
  withFields: true,
  share: (index, rank, humidity) => index * (1 - humidity) + 0.1 * rank,
});
const table = learnPower(whole.rows, whole.measured, { limit: LIMIT });
const few = made({ days: 10 });
const bins = learnPower(few.rows, few.measured, { limit: LIMIT });
const text = powerTableText(table);

test("what is read is what was written", () => {
  expect(table.recipe).toBe("regression and analogs");
  for (const one of [table, bins]) expect(parsePowerTable(powerTableText(one))).toEqual(one);
});

test("weights stand under the names of what they multiply", () => {
  const { regression } = JSON.parse(text);
  expect(Object.keys(regression)).toHaveLength(15);
  expect(regression["quantile 0.5"]).toMatchObject({
    constant: expect.any(Number),
    "index × humidity": expect.any(Number),
  });
});

test("a year of hours with all fields is at most 300 kB", () => {
  const share = (index: number, rank: number, humidity: number) => index * (1 - humidity) + 0.1 * rank;
  const { rows, measured } = made({ days: 480, withFields: true, share });
  const cloud = rows.fields!.humidity!;
  const fields = { ...rows.fields, cloudCover: cloud, cloudWater: cloud, cloudIce: cloud };
  const long = learnPower({ ...rows, fields }, measured, { limit: LIMIT });
  expect(long.analogs!.share).toHaveLength(5000);
  expect(powerTableText(long).length).toBeLessThan(300_000);
});

type Damage = (file: ReturnType<typeof JSON.parse>) => void;
test.each<[string, Damage]>([
  ['format must be "irradiance-engine/power-table", got undefined', (file) => delete file.format],
  ["version must be 1, got 2", (file) => (file.version = 2)],
  ['recipe must be one of "bins", "regression and analogs", got "trees"', (file) => (file.recipe = "trees")],
  ["limit must be a number from 5e-324 to 1000000000000, got -1", (file) => (file.limit = -1)],
  ["width must be a number from 0.5 to 2, got 3", (file) => (file.width = 3)],
  ["bins.factor must be a number from 0 to 100, got null", (file) => (file.bins.factor = null)],
  ["bins.departures must be a list of 8, got an array of 7", (file) => file.bins.departures.pop()],
  ["bins.departures[0][0] must not descend, got -9 after ", (file) => (file.bins.departures[0][0][3] = -9)],
  ["regression.quantile 0.5 must be an object, got undefined", (file) => delete file.regression["quantile 0.5"]],
  ["regression.quantile 0.9.hour must be a number", (file) => delete file.regression["quantile 0.9"].hour],
  ["a name in regression.quantile 0.002 must be one of", (file) => (file.regression["quantile 0.002"].moon = 1)],
  ['regression.quantile 0.002 must begin with "constant"', (file) => delete file.regression["quantile 0.002"].constant],
  ["ranges.humidity must be there", (file) => delete file.ranges.humidity],
  ["ranges.hour must not descend, got 0 after 5", (file) => (file.ranges.hour = [5, 0])],
  ["analogs.share[2] must be a whole number, got 0.5", (file) => (file.analogs.share[2] = 0.5)],
  ["analogs.quantities.hour must be a list of", (file) => file.analogs.quantities.hour.pop()],
  ["analogs must be an object, got undefined", (file) => delete file.analogs],
  [
    'analogs must not be there, as recipe is "bins"',
    (file) => Object.assign(file, { recipe: "bins", regression: undefined, ranges: undefined }),
  ],
])("damaged: %s", (message, damage) => {
  const file = JSON.parse(text);
  damage(file);
  expect(() => parsePowerTable(JSON.stringify(file))).toThrow(message);
});

test("truncated: every length is refused", () => {
  for (let length = 0; length < text.length - 1; length += 997)
    expect(() => parsePowerTable(text.slice(0, length))).toThrow(/the file is truncated or not JSON/);
});
