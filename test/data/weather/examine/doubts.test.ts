/** Units that cannot be, values that no light has, and a typical year of which a part is missing: said by every reader. */
import { describe, expect, test } from "vitest";
import { columnNotices, partNotices } from "../../../../src/data/weather/examined-reading.js";
import { readWeather } from "../../../../src/data/weather/index.js";
import type { WeatherSeries } from "../../../../src/index.js";

const NOON = [300, 700, 810];

function own(column: string, values: readonly number[]): string {
  const rows = values.map((value, hour) => `2024-06-21T${10 + hour}:00:00Z,${value}`);
  return [`start_time,${column}`, ...rows, ""].join("\n");
}

const codes = (series: WeatherSeries) => columnNotices(series, false).map(({ code }) => code);
const series = (columns: WeatherSeries["columns"], interval = 3600): WeatherSeries => ({ start: 0, interval, columns });

describe("a unit that cannot be", () => {
  test.each([
    ["global_horizontal_irradiance", NOON.map((value) => value / 1000), "but its highest value is 0.81: is it kW/m²?"],
    ["direct_normal_irradiance", NOON, undefined],
    [
      "diffuse_horizontal_irradiance",
      NOON.map((value) => value * 10),
      "but half of its light is above 7000: is it kJ/m²?",
    ],
    ["temperature", [290, 295, 300], "is taken as °C, but its lowest value is 290: is it K?"],
    ["temperature", [60, 77, 95], "is taken as °C, but its highest value is 95: is it °F?"],
    ["temperature", [-20, 0, 35], undefined],
    ["albedo", [18, 20, 70], "albedo is taken as a share, but its highest value is 70: is it %?"],
    ["albedo", [0.18, 0.2, 1.1], undefined],
    ["albedo", [999, 999, 999], undefined],
    ["global_horizontal_irradiance", [0, 0, 0], undefined],
  ])("%s %j", async (column, values, message) => {
    const { notices } = await readWeather(own(column, values));
    const unit = notices.find(({ code }) => code === "unit")?.message;
    if (message === undefined) expect(unit).toBeUndefined();
    else expect(unit).toContain(message);
  });

  test("is asked for in a table, and not said twice", async () => {
    const table = "timestamp,ghi\n2024-06-21T10:00Z,0.7\n2024-06-21T11:00Z,0.8\n2024-06-21T12:00Z,0.81\n";
    await expect(readWeather(table)).rejects.toThrow(/what is the unit of the column "ghi"\?/);
    const { notices } = await readWeather(table, { units: { ghi: "kW/m2" } });
    expect(notices.filter(({ code }) => code === "unit")).toEqual([]);
  });
});

test("an albedo in percent is asked for in a table, whatever its column is named", async () => {
  const table = "timestamp,ghi,albedo\n2024-06-21T10:00Z,700,70\n2024-06-21T11:00Z,800,65\n2024-06-21T12:00Z,810,60\n";
  await expect(readWeather(table)).rejects.toThrow(
    /what is the unit of the column "albedo"\?.*pass units { albedo: "%" }/,
  );
  const { series } = await readWeather(table, { units: { albedo: "%" } });
  expect([...(series.columns.albedo as Float64Array)]).toEqual([0.7, 0.65, 0.6]);
});

test("of a long series is told by a part of its rows", () => {
  const minutes = (factor: number) =>
    Float64Array.from({ length: 200_000 }, (_, row) => factor * Math.max(0, 900 * Math.sin(row / 230)));
  expect(codes(series({ global_horizontal_irradiance: minutes(1) }, 60))).toEqual([]);
  expect(codes(series({ global_horizontal_irradiance: minutes(0.001) }, 60))).toEqual(["unit"]);
});

describe("values that no light has", () => {
  test("are counted by column, with the farthest of them", () => {
    const [notice] = columnNotices(series({ global_horizontal_irradiance: [700, 7005, 800, -99, 650] }), false);
    expect(notice).toEqual({
      code: "implausible",
      message: "global_horizontal_irradiance has 2 values impossible for irradiance, such as 7005 W/m²: left out",
    });
    expect(codes(series({ global_horizontal_irradiance: [0, -3, 1400, Number.NaN, null] }))).toEqual([]);
    expect(codes(series({ direct_normal_irradiance: [0, 900, 800, 2500] }))).toEqual(["implausible"]);
  });
});

describe("a meter that counts up", () => {
  const days = (value: (row: number) => number, interval = 3600) =>
    codes(
      series({ global_horizontal_irradiance: Float64Array.from({ length: 72 }, (_, row) => value(row)) }, interval),
    );
  const sun = (row: number) => Math.max(0, Math.sin(((row % 24) - 6) / 4));

  test.each([
    [
      "rises in the day and stands at night",
      (row: number) => Math.floor(row / 24) * 300 + 20 * Math.min(row % 24, 12),
      ["meter"],
    ],
    ["with gaps", (row: number) => (row % 5 === 0 ? Number.NaN : row), ["meter"]],
    ["is no light of a sensor", (row: number) => 700 * sun(row), []],
    ["is no darkness", () => 0, []],
  ])("%s", (_, value, expected) => {
    expect(days(value)).toEqual(expected);
  });

  test("is not seen in daily values, which rise in spring", () => {
    expect(days((row) => 100 + row, 86_400)).toEqual([]);
  });
});

describe("a typical year", () => {
  const hours = (count: number) => series({ temperature: new Float64Array(count).fill(5) });

  test("of fewer hours is a part of one", () => {
    expect(partNotices(hours(2997), true)).toEqual([
      { code: "part-of-year", message: "the typical year has 2997 of 8760 hours: sums cover only this part" },
    ]);
    expect(partNotices(hours(2997), false)).toEqual([]);
    expect(partNotices(hours(8760), true)).toEqual([]);
    expect(partNotices(hours(8700), true)).toEqual([]);
    expect(partNotices(series({ temperature: new Float64Array(8760 * 2).fill(5) }, 1800), true)).toEqual([]);
    const holes = new Float64Array(8760).fill(5).fill(Number.NaN, 0, 4380);
    expect(partNotices(series({ temperature: holes }), true)[0]!.message).toContain("4380 of 8760 hours");
  });
});
