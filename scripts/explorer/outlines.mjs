// The world's outlines for the page's map, from the package world-atlas (Natural Earth): the whole world at 1 : 50 million, and at
// 1 : 10 million for a closer look. Lines as steps in fractions of a degree, without points that change them by less than one can see.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";

/** Steps of a degree, and the largest change of a line, in degrees. */
const SCALES = {
  world: { file: "50m", steps: 50, tolerance: 0.02 },
  close: { file: "10m", steps: 100, tolerance: 0.008 },
};

/**
 * @param {keyof typeof SCALES} name
 * @returns {{ steps: number, land: number[][], water: number[][], borders: number[][] }} coasts and the shores of seas within them
 *   as rings, borders between countries as lines
 */
export function outlines(name) {
  const { file, steps, tolerance } = SCALES[name];
  const path = createRequire(import.meta.url).resolve(`world-atlas/countries-${file}.json`);
  const topology = JSON.parse(readFileSync(path, "utf8"));
  const { countries, land } = topology.objects;
  const shapes = [feature(topology, land)].flatMap((one) => ("features" in one ? one.features : [one]));
  const areas = shapes.flatMap(({ geometry }) =>
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
  );
  const borders = mesh(topology, countries, (a, b) => a !== b).coordinates;
  const packed = (lines, least) =>
    lines.map((line) => inSteps(simplified(line, tolerance), steps)).filter(({ length }) => length >= 2 * least);
  const [coasts, shores] = [areas.map(([coast]) => coast), areas.flatMap(([, ...inner]) => inner)];
  return { steps, land: packed(coasts, 4), water: packed(shores, 4), borders: packed(borders, 2) };
}

function inSteps(line, steps) {
  let before = [0, 0];
  return line.flatMap(([longitude, latitude], index) => {
    const next = [Math.round(longitude * steps), Math.round(latitude * steps)];
    const step = [next[0] - before[0], next[1] - before[1]];
    before = next;
    return index > 0 && step[0] === 0 && step[1] === 0 ? [] : step;
  });
}

/** Douglas and Peucker (1973): keeps the points that lie further than a distance from the line without them. */
function simplified(line, tolerance) {
  const kept = new Set([0, line.length - 1]);
  const open = [[0, line.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    let [furthest, most] = [0, tolerance];
    for (let i = from + 1; i < to; i++) {
      const away = distance(line[i], line[from], line[to]);
      if (away > most) [furthest, most] = [i, away];
    }
    if (most === tolerance) continue;
    kept.add(furthest);
    open.push([from, furthest], [furthest, to]);
  }
  return line.filter((_, index) => kept.has(index));
}

/** Of a point from a line between two others, or from where they are the same. */
function distance([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
