/** Direct-horizontal and DNI of one source say when in an interval there was beam. */
import { describe, expect, test } from "vitest";
import { computeColumns } from "../../src/index.js";
import { roughSun } from "./cases.js";

const PLACE = { lat: 50, lon: 10, start: "2023-06-10T00:00Z", end: "2023-06-11T00:00Z" };
const START = Date.UTC(2023, 5, 10);
const COLUMNS = [
  "global_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
  "direct_horizontal_irradiance",
  "direct_normal_irradiance",
] as const;

/** Minutes of a day whose sun shines in the second half of every hour alone, and their hourly means. */
function halves() {
  const query = { ...PLACE, parameters: "global_clear_sky_irradiance", frequency: "1_minute" } as const;
  const none = { start: START, interval: 60, columns: { temperature: new Float64Array(1440) } };
  const clear = computeColumns(query, none, { altitude: 0 }).values.global_clear_sky_irradiance!;
  const dhi = clear.map((value) => 0.2 * value);
  const ghi = clear.map((value, i) => (i % 60 < 30 ? 0.2 : 0.8) * value);
  const minutes = {
    ...{ start: START, interval: 60 },
    columns: { global_horizontal_irradiance: ghi, diffuse_horizontal_irradiance: dhi },
  };
  const found = computeColumns({ ...PLACE, parameters: COLUMNS.join(), frequency: "1_hour" }, minutes, { altitude: 0 });
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, found.values[name]!]));
  return { minutes, hours: { start: START, interval: 3600, columns } };
}

const east = (weather: Parameters<typeof computeColumns>[1]) =>
  computeColumns(
    { ...PLACE, surface_tilt: 90, surface_azimuth: 90, parameters: "direct_tilted_irradiance", frequency: "1_hour" },
    weather,
    { altitude: 0 },
  ).values.direct_tilted_irradiance!;

const rmse = (a: Float64Array, b: Float64Array) =>
  Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0) / a.length);

describe("both means of the beam", () => {
  test("find the beam's place in the hour: less than half the error on a wall, both means kept", () => {
    const { minutes, hours } = halves();
    const truth = east(minutes);
    const { direct_normal_irradiance: dni, ...withoutDni } = hours.columns;
    const both = rmse(east(hours), truth);
    expect(both).toBeLessThan(0.5 * rmse(east({ ...hours, columns: withoutDni }), truth));
    const query = { ...PLACE, parameters: COLUMNS.join(), frequency: "1_hour" } as const;
    const { values } = computeColumns(query, hours, { altitude: 0 });
    const alone = computeColumns(query, { ...hours, columns: withoutDni }, { altitude: 0 }).values;
    for (let i = 0; i < 24; i++) {
      expect(values.direct_horizontal_irradiance![i]).toBeCloseTo(hours.columns.direct_horizontal_irradiance![i]!, 9);
    }
    const left = rmse(values.direct_normal_irradiance!, dni!);
    expect(left).toBeLessThan(rmse(alone.direct_normal_irradiance!, dni!) / 2);
  });

  test("are ignored and counted where no sun has their ratio", () => {
    const { hours } = halves();
    const { direct_normal_irradiance: _, ...columns } = hours.columns;
    const query = { ...PLACE, parameters: COLUMNS.join(), frequency: "1_hour" } as const;
    const alone = computeColumns(query, { ...hours, columns }, { altitude: 0 });
    expect(alone.diagnostics.counts.beam_ratio_ignored).toBe(0);
    const impossible = columns.direct_horizontal_irradiance!.map((value) => 0.5 * value);
    const found = computeColumns(
      query,
      { ...hours, columns: { ...columns, direct_normal_irradiance: impossible } },
      { altitude: 0 },
    );
    const lit = impossible.filter((value) => value > 0).length;
    expect(found.diagnostics.counts.beam_ratio_ignored).toBe(lit);
    expect(found.values.direct_normal_irradiance).toEqual(alone.values.direct_normal_irradiance);
  });

  test.each([
    ["the middle of the hour", 1, 0],
    ["the mean cosine", 60, 0],
    ["the mean cosine, rounded to 0.1 W/m²", 60, 0.1],
    ["the middle of the hour, rounded to 1 W/m²", 1, 1],
  ])(
    "say nothing where DNI was computed from direct-horizontal by another program's sun: %s",
    (_name, parts, digit) => {
      const { hours } = halves();
      const { direct_normal_irradiance: _, ...columns } = hours.columns;
      const rounded = (value: number) => (digit === 0 ? value : Math.round(value / digit) * digit);
      const direct = columns.direct_horizontal_irradiance!.map(rounded);
      const computed = direct.map((value, h) => {
        // An independent sun, and without refraction.
        let sum = 0;
        for (let k = 0; k < parts; k++) {
          const { elevation } = roughSun(START + (h + (k + 0.5) / parts) * 3_600_000, PLACE.lat, PLACE.lon);
          sum += Math.max(
            Math.sin(((elevation - 1 / 60 / Math.tan((Math.max(elevation, 5) * Math.PI) / 180)) * Math.PI) / 180),
            0,
          );
        }
        return sum > 0 ? rounded((value * parts) / sum) : 0;
      });
      const given = { ...columns, direct_horizontal_irradiance: direct };
      const both = east({ ...hours, columns: { ...given, direct_normal_irradiance: computed } });
      expect(both).toEqual(east({ ...hours, columns: given }));
    },
  );
});
