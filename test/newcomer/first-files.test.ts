/** The files that newcomers came with are read, or asked one question; what they gave in other forms is taken. */
import { describe, expect, test } from "vitest";
import { readHorizon } from "../../src/data/horizon/index.js";
import { readWeather } from "../../src/data/weather/index.js";
import { computeColumns } from "../../src/index.js";

const DAY = Array.from({ length: 24 }, (_, hour) => Math.max(0, 900 - 20 * (hour - 12) ** 2));

async function light(text: string, options = {}) {
  const { series } = await readWeather(text, options);
  return Array.from(series.columns.global_horizontal_irradiance as Float64Array);
}

describe("tables as programs write them", () => {
  test("pandas' default CSV, whose index has no name", async () => {
    const rows = DAY.map((value, hour) => `2024-06-21 ${String(hour).padStart(2, "0")}:00:00+00:00,${value},20`);
    expect(await light([",ghi,temp_air", ...rows, ""].join("\n"))).toEqual(DAY);
  });

  test("an index of numbers before year, month, day and hour", async () => {
    const rows = DAY.map((value, hour) => `${hour},2024,6,21,${hour},0,${value}`);
    expect(await light([",Year,Month,Day,Hour,Minute,GHI", ...rows, ""].join("\n"), { timeOffset: 0 })).toEqual(DAY);
  });

  test("dates of other countries, semicolons and decimal commas", async () => {
    const comma = DAY.map((value, hour) => `21.06.2024 ${hour}:00;${String(value + 0.5).replace(".", ",")}`);
    expect(await light(["Zeit;Globalstrahlung", ...comma, ""].join("\n"), { zone: "UTC" })).toEqual(
      DAY.map((v) => v + 0.5),
    );
    const american = DAY.map((value, hour) => `6/21/2024 ${hour}:05,${value}`);
    expect(await light(["measured_on,ghi", ...american, ""].join("\n"), { zone: "UTC" })).toEqual(DAY);
    const noted = DAY.map((value, hour) => `06/21/2024,${hour}:00,${value}`);
    const head = "DATE (MM/DD/YYYY),MST,Global CMP22 [W/m^2]";
    expect(await light([head, ...noted, ""].join("\n"))).toEqual(DAY);
  });

  test("cells in quotes, without a package of Node", async () => {
    const rows = DAY.map((value, hour) => `"2024-06-21T${String(hour).padStart(2, "0")}:00Z","${value}"`);
    expect(await light(['"time","ghi"', ...rows, ""].join("\n"))).toEqual(DAY);
  });

  test("what cannot be known is asked with a file that works", async () => {
    const rows = DAY.map((value, hour) => `2024-06-21T${String(hour).padStart(2, "0")}:00Z,${value}`);
    const unknown = readWeather(["time,PYR1", ...rows, ""].join("\n"));
    await expect(unknown).rejects.toThrow(/"PYR1".*columns.*a file of these lines works/);
    expect(await light(["time,PYR1", ...rows, ""].join("\n"), { columns: { ghi: "PYR1" } })).toEqual(DAY);
  });
});

describe("what a program gives", () => {
  test("a series' start as a Date, a date, or a time with an offset", () => {
    const query = { lat: 40, lon: 0, frequency: "1_hour", parameters: "global_horizontal_irradiance" };
    const columns = { global_horizontal_irradiance: DAY };
    const [first, ...others] = [
      Date.UTC(2024, 5, 21),
      new Date(Date.UTC(2024, 5, 21)),
      "2024-06-21",
      "2024-06-21T02:00+02:00",
    ].map((start) => computeColumns(query, { start, interval: 3600, columns }));
    for (const other of others) expect(other.values).toEqual(first!.values);
  });

  test("a reading in place of its series is named as what it is", async () => {
    const reading = await readWeather("start_time,temperature\n2024-06-21T10:00Z,1\n2024-06-21T11:00Z,1\n");
    expect(() => computeColumns({ lat: 1, lon: 2 }, reading as never)).toThrow("(a reading's series)");
  });

  test("horizon lines of PVGIS, PVsyst and as pairs", () => {
    const pairs = readHorizon("azimuth,elevation\n0,5\n90,10\n180,0\n270,10\n", { zero: "north" });
    expect(pairs.elevation[90]).toBe(10);
    const pvsyst = readHorizon("# Horizon\n-90 10\n0 0\n90 10\n", { zero: "south", latitude: 47 });
    expect(pvsyst.elevation).toHaveLength(360);
    const pvgis = {
      outputs: {
        horizon_profile: [
          { A: -90, H_hor: 10 },
          { A: 0, H_hor: 0 },
          { A: 90, H_hor: 4 },
        ],
      },
    };
    expect(readHorizon(JSON.stringify(pvgis)).elevation[90]).toBe(10);
  });
});
