import { describe, expect, it } from "vitest";
import { readPlaneLight, yieldOfPlaneLight } from "../../../../src/answers/yield/plane-light.js";
import { yieldOf } from "../../../../src/answers/yield/yield-of.js";
import { loadSample } from "../../../../src/data/weather/sample.js";
import { checkWeather } from "../../../../src/data/weather/series.js";
import { computeColumns } from "../../../../src/engine/compute.js";

const PLANE = { surfaceTilt: 35, surfaceAzimuth: 170, kwp: 5 };
const GTI = "global_tilted_irradiance";

/** The sample's light on a plane, as a sensor there would have it, and its other columns. */
async function measuredOn({ surfaceTilt, surfaceAzimuth } = PLANE) {
  const sample = await loadSample();
  const { temperature, wind_speed } = sample.columns as { temperature: Float64Array; wind_speed: Float64Array };
  const { latitude, longitude } = sample.place!;
  const { values } = computeColumns(
    {
      lat: latitude,
      lon: longitude,
      parameters: GTI,
      frequency: "1_hour",
      surface_tilt: surfaceTilt,
      surface_azimuth: surfaceAzimuth,
    },
    checkWeather(sample),
    {},
  );
  const light = {
    start: sample.start as number,
    interval: 3600,
    irradiance: values[GTI]!,
    columns: { temperature, wind_speed },
    place: sample.place!,
  };
  return { sample, light };
}

describe("light measured on the plane", async () => {
  const { sample, light } = await measuredOn();
  const truth = yieldOf(sample, { planes: [PLANE], clipping: "steps" }, { typicalYear: true });
  const found = yieldOfPlaneLight(light, { planes: [PLANE], clipping: "steps" }, { typicalYear: true });

  it("is the light that the chain begins with", () => {
    const measured = light.irradiance.reduce((sum, value) => sum + value, 0) / 1000;
    expect(found.annual!.planeIrradiation / measured).toBeCloseTo(1, 3);
    expect(found.losses[0]!.name).toBe("plane");
    expect(found.losses[0]!.factor).toBe(1);
  });

  it("yields what the weather behind it yields, which it has never seen", () => {
    expect(Math.abs(found.annual!.energy / truth.annual!.energy - 1)).toBeLessThan(0.004);
    for (const [k, month] of found.months.entries())
      expect(Math.abs(month.energy / truth.months[k]!.energy - 1)).toBeLessThan(0.01);
  });

  it("says nothing of light on the horizontal", () => {
    expect(found.annual!.horizontalIrradiation).toBeNaN();
    expect(found.months.every(({ stages }) => stages.horizontal === undefined)).toBe(true);
    expect(found.notices[0]!.message).toContain("light on the horizontal is unknown");
    expect(found.notices.some(({ code }) => code === "doubtful")).toBe(false);
  });

  it("doubts a plane on which no sky gives this light", () => {
    const north = { planes: [{ surfaceTilt: 60, surfaceAzimuth: 0, kwp: 5 }] };
    const { notices } = yieldOfPlaneLight(light, north, { typicalYear: true });
    expect(notices.find(({ code }) => code === "doubtful")!.message).toContain("a sky far brighter than a clear one");
  });

  it.each([
    [{ planes: [PLANE, PLANE] }, {}, "system.planes must be the one plane of the sensor, got 2"],
    [{ planes: [{ kwp: 5 }] }, {}, "system.planes[0].surfaceTilt is required: the tilt of the sensor"],
    [{ planes: [PLANE] }, { irradiance: [1, 2] }, "light.irradiance must be a Float64Array in W/m², got an array of 2"],
    [
      { planes: [PLANE] },
      { columns: { global_horizontal_irradiance: new Float64Array(1) } },
      "with light on the horizontal use yieldOf",
    ],
    [
      { planes: [PLANE] },
      { interval: 1200 },
      "must come in steps of 1_minute, 5_minutes, 10_minutes, 15_minutes, 30_minutes, 1_hour, got 1200 s",
    ],
    [{ planes: [PLANE] }, { place: undefined }, "where is the plane?"],
  ])("refuses what it cannot use: %#", (system, changed, message) =>
    expect(() => yieldOfPlaneLight({ ...light, ...changed } as never, system)).toThrow(message),
  );
});

describe("a table of light on the plane", () => {
  const csv = (head: string, rows: readonly string[]) =>
    `time,${head}\n${rows.map((row, k) => `2024-06-21T${10 + k}:00Z,${row}`).join("\n")}\n`;

  it("is read with the temperature and wind beside it", async () => {
    const { light, notices } = await readPlaneLight(
      csv("poa_irradiance (W/m2),Air Temperature [C],wind_speed (m/s)", ["810,21,2", "905,22,3"]),
    );
    expect([...light.irradiance]).toEqual([810, 905]);
    expect([...light.columns!.temperature!]).toEqual([21, 22]);
    expect([...light.columns!.wind_speed!]).toEqual([2, 3]);
    expect(notices[0]!.message).toBe('"poa_irradiance (W/m2)" is read as light on the plane');
  });

  it.each([
    ["GTI [kW/m2]", "0.81"],
    ["Globalstrahlung geneigt", "810"],
    ["Irradiance in plane of array", "810"],
  ])("knows %s", async (head, value) => {
    const { light } = await readPlaneLight(csv(head, [value, value]));
    expect(light.irradiance[0]).toBeCloseTo(810, 9);
  });

  it("takes no light on the horizontal, nor that of the rear", async () => {
    await expect(readPlaneLight(csv("ghi,rear poa", ["1,2", "3,4"]))).rejects.toThrow(
      "no column of light on the plane by its name",
    );
  });
});
