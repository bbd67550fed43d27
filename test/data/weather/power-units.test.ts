/** NASA POWER states the unit of each parameter before the header: it is read as it is written there, or asked for. */
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/index.js";

const HOURS = [4, 5, 6, 7, 8, 9];
/** W/m². */
const LIGHT = [36, 180, 360, 540, 720, 900];

const table = (unit: string, factor: number) =>
  [
    "-BEGIN HEADER-",
    "Dates (month/day/year): 06/03/2025 through 06/03/2025 in UTC",
    "Location: latitude  50.0   longitude 10.0 ",
    "parameter(s): ",
    `ALLSKY_SFC_SW_DWN     CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (${unit}) `,
    "T2M                   MERRA-2 Temperature at 2 Meters (C) ",
    "-END HEADER-",
    "YEAR,MO,DY,HR,ALLSKY_SFC_SW_DWN,T2M",
    ...HOURS.map((hour, k) => `2025,6,3,${hour},${LIGHT[k]! * factor},12`),
    "",
  ].join("\n");

const json = (unit: string, factor: number) => {
  const byTime = (values: readonly number[]) =>
    Object.fromEntries(HOURS.map((hour, k) => [`202506030${hour}`, values[k]]));
  return JSON.stringify({
    geometry: { type: "Point", coordinates: [10, 50, 300] },
    properties: {
      parameter: { ALLSKY_SFC_SW_DWN: byTime(LIGHT.map((value) => value * factor)), T2M: byTime(LIGHT.map(() => 12)) },
    },
    header: { fill_value: -999, time_standard: "UTC" },
    parameters: { ALLSKY_SFC_SW_DWN: { units: unit }, T2M: { units: "C" } },
  });
};

describe.each([
  ["CSV", table],
  ["JSON", json],
])("%s", (_, file) => {
  it.each([
    ["MJ/hr", 0.0036],
    ["kW-hr/m^2", 0.001],
    ["kW-hr/m^2/day", 0.024],
    ["MJ/m^2/day", 0.0864],
  ])("in %s", async (unit, factor) => {
    const { series } = await readWeather(file(unit, factor), { examine: false });
    const light = [...(series.columns.global_horizontal_irradiance as Float64Array)];
    expect(light.map((value) => Math.round(1e6 * value) / 1e6)).toEqual(LIGHT);
  });

  it("asks for a unit that it does not know", async () => {
    await expect(readWeather(file("BTU/ft^2/hr", 0.317), { examine: false })).rejects.toThrow(
      /"ALLSKY_SFC_SW_DWN[^"]*" \(ghi\? unknown unit\)/,
    );
  });
});
