import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cos, DEG } from "../../../src/foundation/math/index.js";
import type { Block, Column, ComputeGridColumn, Stage } from "../../../src/physics/models/stage.js";
import {
  haydavies,
  isotropic,
  klucher,
  perezDriesse,
  planeNormal,
  reindl,
} from "../../../src/physics/models/transposition/index.js";
import { cosIncidenceFixedRows } from "../../../src/physics/models/transposition/plane.js";
import { skyDiffuseRows, skyPerDhi } from "../../../src/physics/models/transposition/sky-model.js";

const models = { isotropic, haydavies, klucher, reindl, perezDriesse };
const all = Object.entries(models);

interface Row {
  dhi: number;
  dni: number;
  ghi?: number;
  elevation: number;
  solarAzimuth?: number;
  airmass?: number;
  surfaceTilt: number;
  surfaceAzimuth?: number;
  visible?: number;
}

/** Runs a model's stage and the pipeline's composition on one row; `shade` adds a horizon. */
function skyDiffuse(
  stage: Stage<never>,
  row: Row,
  shade?: { visibleAboveLine: number; skyView: number; bandView: number },
): { sky: number; columns: { [name: string]: Float64Array } } {
  const columns: { [name: string]: Float64Array } = {};
  const set = (name: ComputeGridColumn | "visible", value: number) => {
    columns[name] = Float64Array.of(value);
  };
  const [east, north, up] = planeNormal(90 - row.elevation, row.solarAzimuth ?? 180);
  set("east", east);
  set("north", north);
  set("up", up);
  set("elevation", row.elevation);
  set("dhi", row.dhi);
  set("dni", row.dni);
  set("ghi", row.ghi ?? row.dhi + row.dni * Math.max(up, 0));
  set("extraterrestrialNormal", 1361.1);
  set("relativeAirmass", row.airmass ?? Math.min(1 / Math.max(up, 0.0264), 37.9));
  set("cosTilt", cos(row.surfaceTilt * DEG));
  set("visible", row.visible ?? (row.elevation > 0 ? 1 : 0));
  for (const name of ["cosIncidence", "circumsolar", "isotropic", "horizonBand"] as const) set(name, Number.NaN);
  const c = columns as { [name in Column | "visible"]: Float64Array };
  const [e, n, u] = planeNormal(row.surfaceTilt, row.surfaceAzimuth ?? 180);
  cosIncidenceFixedRows(0, 1, c.east, c.north, c.up, e, n, u, c.cosIncidence);
  const block: Block = { from: 0, to: 1, first: 0, last: 1, columns: c, interval: 60 };
  stage.run(block, stage.prepare({ latitude: 0, longitude: 0, altitude: 0 }, undefined as never));
  const out = new Float64Array(1);
  if (shade === undefined) {
    skyDiffuseRows(0, 1, { ...c, skyDiffuse: out });
  } else {
    const { visibleAboveLine, skyView, bandView } = shade;
    const columns = [c.up, c.cosIncidence, c.circumsolar, c.isotropic, c.horizonBand, c.visible] as const;
    const [up, cosIncidence, ...factors] = columns.map(([value]) => value!) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    out[0] = c.dhi[0]! * skyPerDhi(up, cosIncidence, ...factors, visibleAboveLine, skyView, bandView);
  }
  return { sky: out[0]!, columns };
}

/** Skies that the pipeline can hand over: DHI, DNI ≥ 0 and finite. */
const row = fc.record({
  dhi: fc.double({ min: 0, max: 800, noNaN: true }),
  dni: fc.double({ min: 0, max: 1361, noNaN: true }),
  elevation: fc.double({ min: -10, max: 90, noNaN: true }),
  solarAzimuth: fc.double({ min: 0, max: 360, noNaN: true }),
  surfaceTilt: fc.double({ min: 0, max: 90, noNaN: true }),
  surfaceAzimuth: fc.double({ min: 0, max: 360, noNaN: true }),
  visible: fc.double({ min: 0, max: 1, noNaN: true }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe.each(all)("%s through the pipeline's composition", (_name, model) => {
  const stage = model.stage as Stage<never>;

  test("tilt 0 receives DHI, whatever share of the disc is visible", () => {
    fc.assert(
      fc.property(row, (sky) => {
        const got = skyDiffuse(stage, { ...sky, surfaceTilt: 0 }).sky;
        expect(Math.abs(got - sky.dhi)).toBeLessThanOrEqual(1e-12 * Math.max(sky.dhi, 1));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test("tilt 0 receives DHI at every height of the sun, the horizon and overhead included", () => {
    for (const elevation of [-10, -1e-9, 0, 1e-9, 0.265, 1, 4.999, 5, 5.001, 30, 89.999, 90]) {
      for (const visible of [0, 0.5, 1]) {
        const { sky } = skyDiffuse(stage, { dhi: 100, dni: 700, elevation, surfaceTilt: 0, visible });
        expect(sky).toBeCloseTo(100, 10);
      }
    }
  });

  test("is finite and not negative; dark skies, night and a vertical plane with its back to the sun included", () => {
    fc.assert(
      fc.property(row, (sky) => {
        const { sky: got, columns } = skyDiffuse(stage, sky);
        expect(got).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(got)).toBe(true);
        for (const name of ["circumsolar", "isotropic", "horizonBand"]) {
          expect(Number.isFinite(columns[name]![0]!)).toBe(true);
        }
      }),
      { numRuns: 300, seed: 2 },
    );
    for (const elevation of [-3, 0, 1e-9, 10, 90]) {
      expect(skyDiffuse(stage, { dhi: 0, dni: 0, elevation, surfaceTilt: 90 }).sky).toBe(0);
      expect(skyDiffuse(stage, { dhi: 0, dni: 800, elevation, surfaceTilt: 90 }).sky).toBe(0);
    }
  });

  test("with the sun down there is neither a circumsolar part nor a horizon band", () => {
    for (const elevation of [-6, -0.2, 0]) {
      const { sky, columns } = skyDiffuse(stage, { dhi: 20, dni: 0, ghi: 20, elevation, surfaceTilt: 60 });
      expect(columns.circumsolar![0]).toBe(0);
      expect(columns.horizonBand![0]).toBe(0);
      expect(sky).toBeCloseTo(20 * 0.75, 12);
    }
  });

  test("an empty horizon leaves the same bytes, any other never more, and more horizon never more light", () => {
    fc.assert(
      fc.property(row, share, share, share, share, (sky, line, view, band, less) => {
        const open = skyDiffuse(stage, sky).sky;
        const full = { visibleAboveLine: sky.visible, skyView: 1, bandView: 1 };
        expect(skyDiffuse(stage, sky, full).sky).toBe(open);
        const part = { visibleAboveLine: sky.visible * line, skyView: view, bandView: band };
        const shaded = skyDiffuse(stage, sky, part).sky;
        expect(shaded).toBeLessThanOrEqual(open * (1 + 1e-15));
        expect(shaded).toBeGreaterThanOrEqual(0);
        for (const key of ["visibleAboveLine", "skyView", "bandView"] as const) {
          const worse = skyDiffuse(stage, sky, { ...part, [key]: part[key] * less }).sky;
          expect(worse).toBeLessThanOrEqual(shaded * (1 + 1e-15));
        }
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});

describe("composition", () => {
  test("of Perez-Driesse is its published form while the sun is above 5°", () => {
    const sky = { dhi: 120, dni: 650, elevation: 35, solarAzimuth: 200, surfaceTilt: 40, surfaceAzimuth: 170 };
    const published = perezDriesse({
      ...{ dhi: 120, dni: 650, dniExtra: 1361.1, solarZenith: 55, solarAzimuth: 200 },
      ...{ surfaceTilt: 40, surfaceAzimuth: 170, airmass: 1 / cos(55 * DEG) },
    });
    expect(skyDiffuse(perezDriesse.stage as Stage<never>, sky).sky).toBeCloseTo(published.skyDiffuse[0]!, 10);
  });

  test("a hidden sun loses its circumsolar light, which the isotropic part does not get back", () => {
    const sky = { dhi: 100, dni: 800, elevation: 20, surfaceTilt: 30 };
    const hidden = { visibleAboveLine: 0, skyView: 1, bandView: 1 };
    const { sky: open, columns } = skyDiffuse(haydavies.stage as Stage<never>, sky);
    const lost = 100 * columns.circumsolar![0]! * (columns.cosIncidence![0]! / columns.up![0]!);
    expect(skyDiffuse(haydavies.stage as Stage<never>, sky, hidden).sky).toBeCloseTo(open - lost, 10);
  });

  test("a dark band larger than the background does not brighten the plane as the horizon rises", () => {
    const sky = (view: number) => 100 * skyPerDhi(0.5, 0.5, 0.5, 0.2, -0.4, 1, 1, view, 1);
    expect(sky(1)).toBeCloseTo(100 * (0.5 + 0.5 * 0.2 - 0.4), 12);
    expect(sky(0.5)).toBeLessThanOrEqual(sky(1));
    expect(sky(0)).toBeLessThanOrEqual(sky(0.5));
  });
});
