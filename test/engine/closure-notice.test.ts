/** Three given components that do not close: said once, whatever the blocks and the output. */
import { describe, expect, it } from "vitest";
import { computeColumns, createWorkspace, type ObservationContext, type WeatherSeries } from "../../src/index.js";

const HOURS = 24 * 30;
const START = "2024-06-01T00:00Z";
const PLACE = { lat: 47, lon: 8 };
const sky = { start: START, interval: 3600, columns: { global_horizontal_irradiance: new Array(HOURS).fill(0) } };
const clear = computeColumns(
  { ...PLACE, frequency: "1_hour", parameters: "global_clear_sky_irradiance", horizon: "flat" },
  sky,
  { extra: ["clear_sky_dni", "clear_sky_dhi"] },
);

/** Clear hours, GHI times a factor of each hour. */
function weather(factor: (hour: number) => number): WeatherSeries & { columns: object } {
  const { global_clear_sky_irradiance: ghi } = clear.values;
  return {
    ...{ start: START, interval: 3600 },
    columns: {
      global_horizontal_irradiance: ghi!.map((value, hour) => value * factor(hour)),
      direct_horizontal_irradiance: ghi!.map((value, hour) => value - clear.extra.clear_sky_dhi![hour]!),
      diffuse_horizontal_irradiance: clear.extra.clear_sky_dhi!,
    },
  };
}

function notices(series: WeatherSeries, context: ObservationContext = {}, frequency = "1_hour", blockSize?: number) {
  const workspace = blockSize === undefined ? undefined : createWorkspace({ blockSize });
  const query = { ...PLACE, frequency, parameters: "global_horizontal_irradiance" };
  const { diagnostics } = computeColumns(query, series, { altitude: 0, ...context }, workspace);
  return diagnostics.notices.filter(({ code }) => code === "closure").map(({ message }) => message);
}

describe("the notice of components that do not close", () => {
  it("says by how much GHI is off, and what to do", () => {
    expect(notices(weather(() => 1.052))).toEqual([
      expect.stringMatching(
        /^GHI is 5\.[12] % above direct plus diffuse \(median of 3\d\d intervals.*closure: "component-sum"/,
      ),
    ]);
    expect(notices(weather(() => 0.94))).toEqual([expect.stringMatching(/^GHI is [56]\.[90] % below/)]);
  });

  it("is silent up to 3 %, and where only some hours are off", () => {
    expect(notices(weather(() => 1.028))).toEqual([]);
    expect(notices(weather((hour) => (hour % 3 === 0 ? 1.3 : 1)))).toEqual([]);
    expect(notices(weather((hour) => (hour % 3 === 0 ? 1 : 1.3)))).toHaveLength(1);
  });

  it("depends neither on blocks nor on the output", () => {
    const series = weather((hour) => 1 + 0.002 * (hour % 50));
    const [message] = notices(series);
    expect(message).toMatch(/^GHI is [45]\.\d %/);
    for (const size of [7, 100, 5000]) expect(notices(series, {}, "1_hour", size)).toEqual([message]);
    expect(notices(series, {}, "15_minutes")).toEqual([message]);
  });

  it("is about GHI that is kept, in intervals enough and bright enough", () => {
    const off = weather(() => 1.1);
    expect(notices(off, { closure: "keep-diffuse" })).toHaveLength(1);
    expect(notices(off, { closure: "component-sum" })).toEqual([]);
    const days = (count: number): WeatherSeries => ({
      ...off,
      columns: Object.fromEntries(
        Object.entries(off.columns as { [name: string]: Float64Array }).map(([name, all]) => [
          name,
          all.slice(0, 24 * count),
        ]),
      ),
    });
    expect(notices(days(7))).toEqual([]); // 12 hours a day are bright
    expect(notices(days(10))).toHaveLength(1);
    const dim = Object.entries(off.columns as { [name: string]: Float64Array }).map(([name, all]) => [
      name,
      all.map((v) => v / 5),
    ]);
    expect(notices({ ...off, columns: Object.fromEntries(dim) })).toEqual([]);
  });

  it("needs all three", () => {
    const { diffuse_horizontal_irradiance: _, ...two } = weather(() => 1.1).columns as { [name: string]: Float64Array };
    expect(notices({ start: START, interval: 3600, columns: two })).toEqual([]);
  });

  it("takes DNI along its course where it is given in place of direct-horizontal", () => {
    const { global_horizontal_irradiance, diffuse_horizontal_irradiance } = weather(() => 1.06).columns as {
      [name: string]: Float64Array;
    };
    const columns = {
      global_horizontal_irradiance,
      diffuse_horizontal_irradiance,
      direct_normal_irradiance: clear.extra.clear_sky_dni!,
    };
    expect(notices({ start: START, interval: 3600, columns } as unknown as WeatherSeries)).toEqual([
      expect.stringMatching(/^GHI is (5\.[5-9]|6\.[0-4]) % above/),
    ]);
  });
});
