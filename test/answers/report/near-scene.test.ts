/** The picture of what stands near: made of the guide's own system, and what it shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sunPathSvg } from "../../../src/answers/report/index.js";
import { nearestIn } from "../../../src/answers/report/scene/seen.js";
import { readSystem } from "../../../src/data/system/index.js";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/how-to/shade.md"), "utf8");
const system = readSystem(JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!));
const PLACE = { latitude: 48.1, longitude: 11.6, altitude: 520, timeZone: 1 };
const picture = (more = {}) => sunPathSvg({ ...PLACE, system, ...more });

describe("the picture of what stands near", () => {
  test("of the guide is that of its system", async () => {
    expect(page).toContain("](../images/shade-scene.svg)");
    await expect(picture()).toMatchFileSnapshot(join(root, "docs/images/shade-scene.svg"));
  });

  test("names obstacles, says when it is, and how much of the modules is lit", () => {
    const noon = picture();
    for (const words of [
      ">chimney<",
      ">house 2<",
      ">pole 3<",
      ">sphere 4<",
      "Shade on plane 1 (tilt 35°, azimuth 180°)",
    ])
      expect(noon).toContain(words);
    const lit = (svg: string) => Number(/it lights (\d+) % of the modules/.exec(svg)![1]);
    expect(noon).toContain("From the sun on 21 Dec, 12:00");
    expect(picture({ time: "2025-06-21T11:00Z" })).toContain("From the sun on 21 Jun, 12:00");
    expect(lit(picture({ time: "2025-12-21T08:30Z" }))).toBeLessThan(30);
    expect(lit(picture({ time: "2025-06-21T07:00Z" }))).toBe(100);
    expect(lit(picture({ time: Date.UTC(2025, 5, 21, 3, 30) }))).toBe(0);
  });

  test("has a chart for each plane, and of a map of shade the chart alone", () => {
    const { scene, planes } = system;
    const two = { planes: [planes[0]!, { ...planes[0]!, surfaceAzimuth: 200 }], scene };
    expect(picture({ system: two })).toContain("Shade on plane 2 (tilt 35°, azimuth 200°)");
    const map = {
      planes: [{ surfaceTilt: 30, surfaceAzimuth: 180 }],
      shade: { azimuthStep: 360, elevationStep: 90, passes: [0.5] },
    };
    expect(picture({ system: map })).toContain("Shade on plane 1");
    expect(picture({ system: map })).not.toContain("From above");
  });

  test("is as it was without a system", () => {
    const { system: _none, ...bare } = { ...PLACE, system };
    expect(sunPathSvg(bare)).toContain(">Sun path and horizon<");
    expect(sunPathSvg(bare)).not.toContain("Shade on");
  });

  test.each([
    [{ system: { planes: [{ surfaceTilt: 0 }] } }, "system must have a scene or a map of shade"],
    [{ time: "2025-12-21T20:00Z" }, "time must be one with the sun up, got 2025-12-21T21:00 of local standard time"],
    [{ time: "noon" }, "time must be Unix ms or ISO 8601 UTC, got noon"],
    [{ system: { planes: [] } }, "sunPathSvg: system.planes"],
  ])("refuses %o", (more, message) => {
    expect(() => picture(more)).toThrow(message);
  });
});

test("the nearest of two triangles is seen, whatever their order, and a cell beside them sees none", () => {
  const at = (height: number) => [0, 0, height, 4, 0, height, 0, 4, height];
  const view = { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] } as const;
  const window = { left: 0, bottom: 0, cell: 1, columns: 5, rows: 5 };
  const seen = (...heights: readonly number[]) =>
    nearestIn(Float64Array.from(heights.flatMap(at)), view, window, () => true);
  expect([seen(1, 2)[0], seen(2, 1)[0], seen(1, 2)[24]]).toEqual([1, 0, -1]);
  // Half of the square, with the cells whose middle is on its edge.
  expect(seen(1).filter((triangle) => triangle === 0)).toHaveLength(10);
});
