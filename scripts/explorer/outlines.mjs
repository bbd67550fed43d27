// The world's outlines for the page's map, from the package world-atlas (Natural Earth, 1 : 110 million): lines as steps in
// twentieths of a degree, half of what the file has, and without what the map does not show.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";

const STEPS_PER_DEGREE = 20;

/** @returns {{ land: number[][], borders: number[][] }} coasts as rings, borders between countries as lines */
export function outlines() {
  const file = createRequire(import.meta.url).resolve("world-atlas/countries-110m.json");
  const topology = JSON.parse(readFileSync(file, "utf8"));
  const { countries, land } = topology.objects;
  const shapes = [feature(topology, land)].flatMap((one) => ("features" in one ? one.features : [one]));
  const rings = shapes.flatMap(({ geometry }) =>
    geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat(),
  );
  const borders = mesh(topology, countries, (a, b) => a !== b).coordinates;
  return { land: rings.map(inSteps), borders: borders.map(inSteps) };
}

function inSteps(line) {
  let [x, y] = [0, 0];
  return line.flatMap(([longitude, latitude]) => {
    const next = [Math.round(longitude * STEPS_PER_DEGREE), Math.round(latitude * STEPS_PER_DEGREE)];
    const step = [next[0] - x, next[1] - y];
    [x, y] = next;
    return step;
  });
}
