/** Shade tables of PVsyst and SAM as maps: tables whose answer is known, and what SAM itself makes of its own. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { yieldOf } from "../../../src/answers/yield/index.js";
import { readScene, readSystem } from "../../../src/data/system/index.js";
import { loadSample } from "../../../src/data/weather/index.js";
import { passAt, type ShadeMap } from "../../../src/physics/models/shading/shade-map.js";
import { PVSYST } from "./seeds.js";

const readAll = (file: string | object, options = {}) => {
  const { shade, obstacles, notices } = readScene(file, options);
  expect(obstacles).toEqual([]);
  return { shade: shade as ShadeMap, notices: notices.map(({ message }) => message) };
};
const mapOf = (file: string | object, options = {}) => readAll(file, options).shade;

describe("PVsyst's table", () => {
  test("is bilinear between its points, from the south, with its own factor of the sky", () => {
    const { shade, notices } = readAll(PVSYST, { latitude: 47 });
    expect(shade).toMatchObject({ azimuthStep: 20, elevationStep: 2 });
    expect(shade.diffuse).toBeCloseTo(0.99, 12);
    // At 10° in the south 0.033 is lost, beside it nothing; at 2° 0.711 in the south, 0.632 at 40° to the east.
    for (const [azimuth, elevation, loss] of [
      [180, 10, 0.033], [170, 10, 0.0165], [180, 15, 0.0165], [180, 2, 0.711], [180, 0, 0.711], [140, 2, 0.632], [190, 2, 0.702],
      [180, 6, (0.033 + 0.711) / 2], [240, 2, 0.479], [90, 45, 0], [120, 6, 0.2395],
      // "Behind" is as the nearest.
      [0, 2, 0], [20, 6, 0],
    ] as const) expect(passAt(shade, 0, azimuth, elevation), `${azimuth} ${elevation}`).toBeCloseTo(1 - loss, 12); // biome-ignore format: a table
    expect(notices).toEqual([
      "PVsyst's table: its azimuths are read from south",
      "PVsyst's factor of the sky's light, 0.01, is used as it is",
      "its factor of the ground's light, 0.641, is not used",
    ]);
  });

  test.each<[string, string]>([
    ["with decimal commas and semicolons", PVSYST.replaceAll(".", ",").replaceAll(/[ ]+(?=[-\dB])/g, ";").replace("V7,2", "V7.2").replace("V7.2,", "")],
    ["with tabs", PVSYST.replaceAll(/ +(?=[-\dB])/g, "\t")],
    ["of a page, whose words run together", PVSYST.replaceAll("Behind 0", "Behind0").replaceAll("Behind Behind", "BehindBehind")],
    ["without its azimuths", PVSYST.replace(/^Azimuth.*\n/m, "")],
    ["of version 5, where 1 is no shade", PVSYST.replace("V7.2", "V5.74").replace(/\b[01]\.\d{3}\b/g, (value) => (1 - Number(value)).toFixed(3))],
  ])("%s is the same", (_name, text) => {
    const [one, other] = [mapOf(text, { latitude: 47 }), mapOf(PVSYST)];
    for (let azimuth = 0; azimuth < 360; azimuth += 7)
      for (let elevation = 0; elevation < 90; elevation += 5) expect(passAt(one, 0, azimuth, elevation)).toBeCloseTo(passAt(other, 0, azimuth, elevation), 12);
  }); // biome-ignore format: a table

  test("counts from the north in the southern hemisphere, and east stays east", () => {
    const east = PVSYST.replace(
      /^10°.*$/m,
      `10° ${Array.from({ length: 19 }, (_, k) => (20 * k - 180 === -80 ? "0.500" : "0.000")).join(" ")}`,
    );
    expect(passAt(mapOf(east, { latitude: 47 }), 0, 100, 10)).toBeCloseTo(0.5, 12);
    expect(passAt(mapOf(east, { latitude: -33 }), 0, 80, 10)).toBeCloseTo(0.5, 12);
    expect(passAt(mapOf(PVSYST, { latitude: -33 }), 0, 0, 2)).toBeCloseTo(1 - 0.711, 12);
  });

  test.each<[string, string, RegExp]>([
    [
      "with a factor too few",
      PVSYST.replace("10° 0.000", "10°"),
      /must have 19 factors in a row, got 18 at the height 10/,
    ],
    ["with a factor above 1", PVSYST.replace("0.711", "7.110"), /factors from 0 to 1/],
    ["of two orientations", `${PVSYST}\n${PVSYST}`, /is of 2 orientations: keep one/],
    [
      "that shades the zenith",
      PVSYST.replace(/^90°.*$/m, `90° ${"1.000 ".repeat(19)}`),
      /shades the zenith: if 1 is no shade/,
    ],
    ["without rows", PVSYST.replace(/^\d+°.*\n/gm, ""), /at least two different elevations|shades the zenith/],
    ["with a height twice", PVSYST.replace("\n80°", "\n90°"), /different elevations/],
  ])("%s is refused", (_name, text, message) => {
    expect(() => readScene(text)).toThrow(message);
  });
});

const { place, byAngle, byHour } = JSON.parse(
  readFileSync(new URL("../../../fixtures/shade-tables/sam.json", import.meta.url), "utf8"),
);
const csv = (table: readonly number[][]) => table.map((row) => row.join(",")).join("\r\n");

describe("SAM's table", () => {
  test.each<[string, string | object]>([
    ["as its file", csv(byAngle.table)],
    ["as PySAM has it", byAngle.table],
    ["with altitudes from above", csv([byAngle.table[0], ...byAngle.table.slice(1).toReversed()])],
  ])("by azimuth and altitude, %s, passes what SAM lets pass", (_name, table) => {
    const { shade, notices } = readAll(table);
    expect([shade.diffuse, notices.length]).toEqual(["open", 1]);
    expect(byAngle.suns.length).toBeGreaterThan(100);
    // The same bilinear form: SAM's numbers have single precision in its table.
    for (const [hour, azimuth, elevation, share] of byAngle.suns)
      expect(Math.abs(passAt(shade, 0, azimuth, elevation) - share), `hour ${hour}`).toBeLessThan(1e-6);
  });

  test("by month and hour passes what SAM lets pass in the middle of each hour", () => {
    const { shade, notices } = readAll(csv(byHour.table), place);
    expect([shade.passes.length, shade.diffuse, notices.length]).toEqual([12, "open", 1]);
    const errors: number[] = [];
    for (const [hour, azimuth, elevation, share] of byHour.suns) {
      const month = new Date(Date.UTC(2023, 0, 1, hour)).getUTCMonth();
      // Where a cell of 4° × 3° has two hours of the month, it has their mean: there SAM's step is between the two.
      errors.push(Math.abs(passAt(shade, month, azimuth, elevation) - share));
    }
    expect(errors.length).toBeGreaterThan(100);
    expect(errors.filter((error) => error > 1e-6).length).toBeLessThan(errors.length / 50);
    expect(Math.max(...errors)).toBeLessThan(0.05);
  });

  test("of 8760 hours, alike in all days of a month, is that by month and hour", () => {
    const hours = Array.from({ length: 8760 }, (_, hour) => {
      const date = new Date(Date.UTC(2023, 0, 1, hour));
      return byHour.table[date.getUTCMonth()][date.getUTCHours()];
    });
    expect(mapOf(hours, place)).toEqual(mapOf(byHour.table, place));
    expect(mapOf(hours.join("\n"), place)).toEqual(mapOf(byHour.table, place));
  });

  const grid = (...rows: number[][]) => csv([[0, 0, 120, 240], ...rows]);
  test("goes around the north, keeps what is beyond its altitudes, and is read at whole degrees where its angles are odd", () => {
    const shade = mapOf(grid([10, 30, 0, 60], [50, 30, 0, 60]));
    for (const [azimuth, elevation, loss] of [
      [300, 30, 45],
      [330, 5, 37.5],
      [60, 89, 15],
      [0, 0, 30],
    ] as const)
      expect(passAt(shade, 0, azimuth, elevation)).toBeCloseTo(1 - loss / 100, 12);
    const { shade: odd, notices } = readAll(
      csv([
        [0, 0, 100.3, 200.7],
        [0, 0, 50, 0],
        [90, 0, 50, 0],
      ]),
    );
    expect(passAt(odd, 0, 50, 40)).toBeCloseTo(1 - 0.5 * (50 / 100.3), 12);
    expect(notices).toContain("its angles are no parts of a circle: it is read at whole degrees");
  });

  test.each<[string, string | object, object, RegExp]>([
    ["of losses above 100", grid([10, 30, 0, 160], [50, 30, 0, 60]), {}, /losses from 0 to 100 percent/],
    ["of azimuths from the south", csv([[0, -120, 0, 120], [10, 0, 0, 0], [20, 0, 0, 0]]), {}, /different azimuths from 0 to 360 degrees, got -120, 0, 120/],
    ["of an altitude twice", grid([10, 0, 0, 0], [10, 0, 0, 0]), {}, /different elevations/],
    ["with a row that is short", grid([10, 0, 0], [20, 0, 0, 0]), {}, /rows of one length: row 2 has 3, not 4/],
    ["with a text", [[0, 90, 180], [10, "x", 0], [20, 0, 0]], {}, /row 2 has "x"/],
    ["without numbers", [], {}, /got 0 rows × 0/],
    ["of hours without a place", byHour.table, {}, /latitude, longitude and timeZone .* are required/],
    ["of 9000 hours", Array(9000).fill(0), place, /got 9000 rows × 1/],
    ["of a hundred thousand numbers", Array.from({ length: 400 }, () => Array(400).fill(0)), {}, /more than 70000 numbers/],
  ])("%s is refused", (_name, table, options, message) => {
    expect(() => readScene(table, options)).toThrow(message);
  }); // biome-ignore format: a table
});

test("a table is the shade of a system, and goes through JSON", async () => {
  const weather = await loadSample();
  const plane = { surfaceTilt: 30, surfaceAzimuth: 180 };
  const energy = (shade?: object) =>
    yieldOf(weather, { planes: [{ ...plane, ...(shade && { shade }) }], losses: 0 } as never).total.energy;
  const shade = mapOf(PVSYST, { latitude: 50 });
  expect(energy(JSON.parse(JSON.stringify(shade)))).toBe(energy(shade));
  expect(JSON.stringify(shade).length).toBeLessThan(64 * 1024);
  const even = (loss: number, diffuse: number) => ({ ...mapOf(csv([[0, 0, 90, 180, 270], [0, ...Array(4).fill(loss)], [90, ...Array(4).fill(loss)]])), diffuse }); // biome-ignore format: a table
  expect(energy(even(0, 1))).toBe(energy());
  expect(energy(even(0, 0.5))).toBeLessThan(energy());
  expect(energy(even(100, 0))).toBeLessThan(0.1 * energy());
  for (const edges of [{}, { ...shade.edges, nodes: [[2]] }, { ...shade.edges, parts: Array(810).fill(-1) }, 5])
    expect(() => readSystem({ planes: [{ ...plane, shade: { ...shade, edges } }] } as never)).toThrow(/shade\.edges/);
});
