/** What a newcomer met in silence is told: a plausible answer that rests on something not given says so, or is refused. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatTable, monthly, total } from "../../src/answers/report/index.js";
import { yieldOf } from "../../src/answers/yield/index.js";
import { openClimatology } from "../../src/data/climatology/index.js";
import { loadSample, readWeather } from "../../src/data/weather/index.js";
import { computeColumns, explain, type WeatherSeries } from "../../src/index.js";
import { createEngine } from "../../src/node.js";
import { allModels } from "../../src/physics/models/index.js";

const sample = await loadSample();
const PLACE = { lat: 36.1, lon: -79.95 };
const HOURS = { ...PLACE, frequency: "1_hour" as const };

function told(query: object, weather: WeatherSeries = sample, context = {}): string {
  const { notices } = computeColumns({ ...HOURS, ...query } as never, weather, context).diagnostics;
  return notices.map(({ message }) => message).join("\n");
}

/** A day of June, hour by hour, with the sun highest at 17 h UTC. */
function dayOf(columns: { readonly [name: string]: (hour: number) => string }): string {
  const names = Object.keys(columns);
  const rows = Array.from({ length: 24 }, (_, hour) => {
    const time = `2024-06-21T${String(hour).padStart(2, "0")}:00Z`;
    return [time, ...names.map((name) => columns[name]!(hour))].join(",");
  });
  return [["time", ...names].join(","), ...rows, ""].join("\n");
}
const light = (hour: number) => String(Math.max(0, 900 - 20 * (hour - 17) ** 2));

describe("an answer that rests on something not given says so", () => {
  test("a tilted plane without an azimuth faces north, and says it", () => {
    const plane = { parameters: "pv_production", surface_tilt: 30 };
    expect(told(plane)).toContain("surface_azimuth is not given: the tilted plane faces north");
    expect(told({ ...plane, surface_azimuth: 180 })).toBe("");
  });

  test("PV without a temperature says why it is empty; its total is null; the dry bulb's column is guessed", async () => {
    const { series, notices } = await readWeather(dayOf({ ghi: light, DBT: () => "20" }));
    expect(notices.map(({ message }) => message).join()).toContain('"DBT" (temperature?)');
    const query = { ...HOURS, parameters: "pv_production" };
    const columns = computeColumns(query, series);
    expect(columns.diagnostics.notices.map(({ code }) => code)).toContain("temperature");
    expect(total(columns).pv_production).toBeNull();
    expect(formatTable(monthly(columns), total(columns))).not.toMatch(/ 0\.0/);
    expect(
      explain(query, series, "2024-06-21T17:30Z")
        .plan.notices.map(({ message }) => message)
        .join(),
    ).toContain("without an air temperature");
    expect(total(computeColumns(query, series, { temperature: 20 })).pv_production).toBeGreaterThan(3);
    expect(() => yieldOf(series, { planes: [{}] }, { latitude: 36.1, longitude: -79.95 })).toThrow(
      "context.temperature 15",
    );
  });

  test("unknown keys of a query, of a context and of models are refused", () => {
    for (const key of ["surfaceTilt", "tilt", "surface_tlit"]) {
      expect(() => told({ [key]: 30 })).toThrow(`unknown key "${key}": is surface_tilt meant?`);
    }
    const context = (given: object) => () => computeColumns(HOURS, sample, given);
    expect(context({ altitud: 3 })).toThrow(/altitud.*altitude/);
    expect(context({ models: { transpostion: "perez" } })).toThrow(/transpostion.*transposition/);
    const pv = { model: "pvwattsSystem", options: { loses: 10 } };
    expect(context({ registry: allModels, models: { pv } })).toThrow("loses");
  });

  test("weather of another place is told, with both places", () => {
    expect(told({ lat: 48, lon: 11 })).toMatch(/the weather is for 36\.1, -79\.95, the request for 48, 11/);
  });

  test("the clear sky of a turbidity that nobody gave is told by the core; engine and maps know the place's", async () => {
    const query = { parameters: "global_clear_sky_irradiance" };
    expect(told(query)).toContain("turbidity");
    const maps = await openClimatology();
    expect(told(query, sample, { linkeTurbidity: maps.clearTurbidity(36.1, -79.95) })).toBe("");
    const engine = await createEngine();
    expect(told(query, sample, await engine.context(36.1, -79.95))).toBe("");
  });

  test("a default named by its name gives the default's bytes", () => {
    const query = { ...HOURS, parameters: "pv_production", surface_tilt: 30, surface_azimuth: 180 };
    const plain = computeColumns(query, sample).values.pv_production!;
    const named = { registry: allModels, models: { pv: "defaultPv" } };
    expect(computeColumns(query, sample, named).values.pv_production).toEqual(plain);
    const subStep = { registry: allModels, models: { pv: "defaultPv" }, pv: { step: "sub-step" as const } };
    expect(computeColumns(query, sample, subStep).values.pv_production).not.toEqual(plain);
  });

  test("a positive longitude of SURFRAD is decided by the sun, and told", async () => {
    const text = readFileSync(new URL("../../fixtures/weather/surfrad-clear.dat", import.meta.url), "utf8");
    const { series, notices } = await readWeather(text.replace(/-(\d+\.\d+)/, " $1"));
    expect(series.place!.longitude).toBeLessThan(0);
    expect(notices.map(({ message }) => message).join()).toContain("longitude");
  });

  test("values in another unit, light that cannot be, and a part of a typical year are told with their column", async () => {
    const notices = async (text: string) => (await readWeather(text)).notices.map(({ message }) => message).join("\n");
    const own = (values: readonly number[]) =>
      [
        "start_time,global_horizontal_irradiance",
        ...values.map((value, h) => `2024-06-21T${10 + h}:00:00Z,${value}`),
      ].join("\n");
    expect(await notices(own([0.5, 0.7]))).toContain(
      "global_horizontal_irradiance is taken as W/m², but its highest value is 0.7",
    );
    expect(await notices(own([500, 600, 700, 650, 7005]))).toContain(
      "global_horizontal_irradiance has a value impossible for irradiance, such as 7005",
    );
    expect(await notices(`# typical_year: true\n${own([500, 700])}`)).toContain("the typical year has 2 of 8760 hours");
  });
});
