/** Scenes in the chain: a ridge is the horizon's line, and rows are infinite sheds. */
import { expect, test } from "vitest";
import { loadSample } from "../../src/data/weather/index.js";
import { computeColumns, type ObservationContext, type ObservationQuery } from "../../src/index.js";
import { sheds } from "../../src/physics/models/bifacial/index.js";
import type { ShadeMap } from "../../src/physics/models/shading/shade-map.js";
import type { Area } from "../../src/physics/rays/area.js";
import { Rays } from "../../src/physics/rays/rays.js";
import { sceneShade } from "../../src/physics/rays/scene-shade.js";

const weather = await loadSample();
const { latitude: lat, longitude: lon } = weather.place!;
const GLOBAL = "global_tilted_irradiance_with_shading";

function lightOf(query: Partial<ObservationQuery>, context: ObservationContext): Float64Array {
  const given = { lat, lon, frequency: "1_hour", parameters: [GLOBAL], horizon: "flat" } as ObservationQuery;
  return computeColumns({ ...given, ...query }, weather, { linkeTurbidity: 3, ...context }).values[GLOBAL]!;
}

function mapOf(quads: readonly (readonly number[])[], areas: readonly Area[]): ShadeMap {
  const triangles = quads.flatMap((q) => [0, 1, 2, 0, 2, 3].flatMap((k) => q.slice(3 * k, 3 * k + 3)));
  const materials = new Int32Array(triangles.length / 9);
  const bodies = { triangles: Float64Array.from(triangles), rounds: new Float64Array(0), materials };
  return sceneShade(new Rays({ ...bodies, passes: Float64Array.of(0), seasons: 1 }), areas, { latitude: lat });
}

const sum = (values: Float64Array) => values.reduce((all, value) => all + (value || 0), 0);

test("a far ridge as a scene is the horizon's answer, within 0.2 W/m² in 99 % of the hours", () => {
  const line = Array.from({ length: 360 }, (_, azimuth) => 8 + 6 * Math.sin(azimuth / 25));
  line[359] = line[0]!;
  const far = 20_000;
  const point = (azimuth: number, elevation: number) => {
    const a = (azimuth * Math.PI) / 180;
    return [far * Math.sin(a), far * Math.cos(a), far * Math.tan((elevation * Math.PI) / 180)];
  };
  const ridge = line.map((height, k) => {
    const next = line[(k + 1) % 360]!;
    return [...point(k, -1), ...point(k + 1, -1), ...point(k + 1, next), ...point(k, height)];
  });
  const area: Area = { corner: [0, 0, 0], across: [1, 0, 0], up: [0, 0.8, 0.6] };
  const plane = { surface_tilt: (Math.asin(0.6) * 180) / Math.PI, surface_azimuth: 180 };
  // The horizon shades the ground, too: it has no light here.
  const [scene, horizon] = [
    lightOf(plane, { shade: mapOf(ridge, [area]), albedo: 0 }),
    lightOf({ ...plane, horizon: "auto" }, { horizon: line, albedo: 0 }),
  ];
  const open = lightOf(plane, { albedo: 0 });
  const rows = Array.from(scene.keys()).filter((i) => open[i]! > 0);
  const differences = rows.map((i) => Math.abs(scene[i]! - horizon[i]!)).sort((a, b) => a - b);
  // In the others the sun's disc crosses the line: its share is between points of the map.
  expect(differences[Math.floor(0.99 * differences.length)]).toBeLessThan(0.2);
  expect(differences.at(-1)).toBeLessThan(0.5);
  expect(Math.abs(sum(scene) / sum(horizon) - 1)).toBeLessThan(0.0005);
  expect(sum(horizon) / sum(open)).toBeLessThan(0.97);
});

test("the middle of twenty rows is that of infinite sheds within 0.5 %", () => {
  const [tilt, gcr, width, long] = [30, 0.5, 2, 4000];
  const [s, c] = [Math.sin((tilt * Math.PI) / 180), Math.cos((tilt * Math.PI) / 180)];
  const pitch = width / gcr;
  const rows = Array.from({ length: 20 }, (_, k) => {
    const [south, north] = [(k - 10) * pitch - (width * c) / 2, (k - 10) * pitch + (width * c) / 2];
    const [low, high] = [1.2 - (width * s) / 2, 1.2 + (width * s) / 2];
    return [-long, south, low, long, south, low, long, north, high, -long, north, high];
  });
  const [, south, low] = rows[10]! as [number, number, number];
  const own: Area = { corner: [-0.5, south, low], across: [1, 0, 0], up: [0, width * c, width * s] };
  const plane = { surface_tilt: tilt, surface_azimuth: 180 };
  const others = rows.filter((_, k) => k !== 10);
  const scene = lightOf(plane, { shade: mapOf(others, [own]), albedo: 0 });
  const infinite = lightOf(plane, { rows: sheds({ gcr }), albedo: 0 });
  const open = lightOf(plane, { albedo: 0 });
  expect(Math.abs(sum(scene) / sum(infinite) - 1)).toBeLessThan(0.005);
  expect(sum(infinite) / sum(open)).toBeLessThan(0.98);
});
