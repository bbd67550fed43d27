/** Perez on means is put together from Perez–Driesse, which the fixtures hold to pvlib. */
import { describe, expect, it } from "vitest";
import { computeColumns } from "../../../src/index.js";
import { perezDriesse, perezOnMeans } from "../../../src/physics/models/transposition/index.js";

const ROWS = {
  ...{ surfaceTilt: 35, surfaceAzimuth: 180, solarZenith: 50, solarAzimuth: 170, dniExtra: 1367, airmass: 1.55 },
  ...{ dhi: [300, 250, 120, 90, 400], dni: [0, 150, 500, 900, 20], dniClear: [850, 850, 850, 850, 0] },
};

function sky(dni: number[], own = ROWS) {
  const { dniClear: _, ...rest } = own;
  return perezDriesse({ ...rest, dni }).skyDiffuse;
}

/** The two states, each an own sky. */
function states() {
  const sun = ROWS.dni.map((dni, i) => Math.max(dni, 0.8 * ROWS.dniClear[i]!));
  const [shining, gone] = [sky(sun), sky(ROWS.dni.map(() => 0))];
  return ROWS.dni.map((dni, i) => {
    const share = dni / sun[i]!;
    return share * shining[i]! + (1 - share) * gone[i]!;
  });
}

describe("perezOnMeans", () => {
  it.each([
    [3600, 0.5],
    [7200, 0.5],
    [1800, 0.375],
    [900, 0.25],
    [60 * Math.sqrt(15), 0.125],
    [60, 0],
    [1, 0],
  ])("in means over %d s has the two states with weight %d", (interval, weight) => {
    const found = perezOnMeans(ROWS, { interval }).skyDiffuse;
    const plain = sky(ROWS.dni);
    states().forEach((two, i) => {
      expect(found[i]).toBeCloseTo((1 - weight) * plain[i]! + weight * two, 9);
    });
  });

  it("is Perez–Driesse to the last bit up to a minute", () => {
    expect(perezOnMeans(ROWS, { interval: 60 }).skyDiffuse).toEqual(sky(ROWS.dni));
  });

  it("changes a half-bright sun most, a full and a missing one not", () => {
    const plain = sky(ROWS.dni);
    const change = perezOnMeans(ROWS).skyDiffuse.map((value, i) => value / plain[i]! - 1);
    expect(change[0]).toBeCloseTo(0, 12);
    expect(change[1]).toBeLessThan(-0.04);
    expect(change[3]).toBeCloseTo(0, 12);
    expect(change[4]).toBeCloseTo(0, 12);
  });

  it("gives a horizontal plane all diffuse irradiance", () => {
    const flat = perezOnMeans({ ...ROWS, surfaceTilt: 0 }).skyDiffuse;
    flat.forEach((value, i) => {
      expect(value).toBeCloseTo(ROWS.dhi[i]!, 9);
    });
  });

  it("refuses an interval that is none", () => {
    expect(() => perezOnMeans(ROWS, { interval: 0 })).toThrow(
      new RangeError("perezOnMeans: interval must be a number of seconds above 0, got 0"),
    );
    expect(() => perezOnMeans(ROWS, { interval: Number.NaN })).toThrow(RangeError);
    expect(() => perezOnMeans(ROWS, { interval: "60" as unknown as number })).toThrow(TypeError);
  });
});

describe("perezOnMeans in the pipeline", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => Math.max(0, Math.sin(((hour - 5.5) / 12) * Math.PI)));
  const series = (interval: number) => {
    const column = (scale: number) =>
      Array.from({ length: 86400 / interval }, (_, i) => scale * hours[Math.floor((i * interval) / 3600)]!);
    return {
      ...{ start: "2024-06-21T00:00Z", interval },
      columns: { direct_horizontal_irradiance: column(250), diffuse_horizontal_irradiance: column(300) },
    };
  };
  const NAME = "global_tilted_irradiance";
  const dayOf = (interval: number, frequency: string, transposition: { stage: typeof perezDriesse.stage }) => {
    const query = { lat: 47, lon: 8, surface_tilt: 60, surface_azimuth: 180, parameters: NAME, frequency };
    const { values } = computeColumns(query, series(interval), { models: { transposition } });
    const found = values[NAME]!;
    return found.reduce((sum, value) => sum + value, 0) / found.length;
  };
  const choice = { stage: perezOnMeans.stage as unknown as typeof perezDriesse.stage };

  it("weighs by the weather's step, not by the output's", () => {
    const gain = (interval: number, frequency: string) =>
      dayOf(interval, frequency, choice) / dayOf(interval, frequency, perezDriesse) - 1;
    const hourly = gain(3600, "1_hour");
    expect(hourly).toBeLessThan(-0.01);
    expect(gain(3600, "15_minutes")).toBeCloseTo(hourly, 4);
    expect(gain(3600, "1_minute")).toBeCloseTo(hourly, 3);
    expect(gain(900, "1_hour") / hourly).toBeCloseTo(0.5, 1);
    expect(gain(60, "1_hour")).toBe(0);
  });

  it("can be chosen by name and leaves the horizontal as it is", async () => {
    const { allModels } = await import("../../../src/physics/models/index.js");
    const query = { lat: 47, lon: 8, surface_tilt: 60, frequency: "1_hour", parameters: "all" };
    const run = (transposition: string) =>
      computeColumns(query, series(3600), { models: { transposition }, registry: allModels }).values;
    const [named, plain] = [run("perez_on_means"), run("perezDriesse")];
    expect(named.global_horizontal_irradiance).toEqual(plain.global_horizontal_irradiance);
    expect(named.direct_normal_irradiance).toEqual(plain.direct_normal_irradiance);
    expect(named[NAME]).not.toEqual(plain[NAME]);
  });
});
