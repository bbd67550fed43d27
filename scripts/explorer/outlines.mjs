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
  let [x, y] = [0, 0];
  const found = [];
  for (const [longitude, latitude] of line) {
    const [nextX, nextY] = [Math.round(longitude * steps), Math.round(latitude * steps)];
    if (found.length === 0 || nextX !== x || nextY !== y) found.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return found;
}

/** Douglas and Peucker (1973): keeps the points that lie further than a distance from the line without them. */
function simplified(line, tolerance) {
  const kept = new Set([0, line.length - 1]);
  const open = [[0, line.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    const furthest = furthestFrom(line, from, to, tolerance);
    if (furthest === undefined) continue;
    kept.add(furthest);
    open.push([from, furthest], [furthest, to]);
  }
  return line.filter((_, index) => kept.has(index));
}

/** The point furthest from the line between two others, or from where these are the same; undefined where none is further than `least`. */
function furthestFrom(line, from, to, least) {
  const [ax, ay] = line[from];
  const [dx, dy] = [line[to][0] - ax, line[to][1] - ay];
  const length = dx * dx + dy * dy;
  let [furthest, most] = [undefined, least];
  for (let i = from + 1; i < to; i++) {
    const x = line[i][0] - ax;
    const y = line[i][1] - ay;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
    const away = Math.hypot(x - share * dx, y - share * dy);
    if (away > most) {
      furthest = i;
      most = away;
    }
  }
  return furthest;
}
