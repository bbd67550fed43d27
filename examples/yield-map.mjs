// A map of a country's annual PV yield: an equal-area grid, every cell a site, all cores. `npm run build`, then
//   node examples/yield-map.mjs [folder] [kilometres]        default: out 25
// There is no weather of the country in the repository: clouds come from the embedded sample of a place elsewhere, and the
// picture says so. With weather of your own, only yield-map-weather.mjs changes.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import proj4 from "proj4";
import { simulate } from "../dist/answers/bulk/index.js";
import { openClimatology } from "../dist/data/climatology/index.js";

const folder = process.argv[2] ?? "out";
const cell = Number(process.argv[3] ?? 25) * 1000;
if (!(cell >= 5000 && cell <= 500_000)) throw new RangeError("give the cells' width in kilometres, 5 to 500");

// Mainland France by hand, longitude and latitude to about 0.1 degrees, clockwise from Dunkirk.
const OUTLINE = [
  [2.54, 51.09],
  [3.2, 50.75],
  [4.15, 50.0],
  [4.85, 50.15],
  [4.9, 49.8],
  [5.8, 49.55],
  [6.4, 49.47],
  [7.0, 49.15],
  [8.2, 48.97],
  [7.8, 48.5],
  [7.6, 47.6],
  [7.0, 47.35],
  [6.1, 46.5],
  [6.0, 46.2],
  [6.8, 46.4],
  [7.0, 45.9],
  [7.0, 45.1],
  [6.65, 44.6],
  [7.0, 44.25],
  [7.65, 44.15],
  [7.53, 43.78],
  [6.95, 43.5],
  [6.6, 43.15],
  [5.9, 43.05],
  [5.35, 43.2],
  [4.6, 43.38],
  [4.0, 43.53],
  [3.4, 43.25],
  [3.05, 42.95],
  [3.15, 42.43],
  [2.0, 42.4],
  [1.7, 42.5],
  [0.7, 42.75],
  [-0.3, 42.8],
  [-1.4, 43.05],
  [-1.78, 43.36],
  [-1.4, 43.7],
  [-1.25, 44.6],
  [-1.1, 45.55],
  [-1.2, 46.0],
  [-1.8, 46.5],
  [-2.15, 47.1],
  [-3.0, 47.6],
  [-4.35, 47.8],
  [-4.75, 48.35],
  [-3.5, 48.85],
  [-2.7, 48.55],
  [-1.5, 48.65],
  [-1.6, 49.2],
  [-1.9, 49.7],
  [-1.3, 49.7],
  [-1.1, 49.35],
  [0.1, 49.3],
  [0.2, 49.7],
  [1.5, 50.1],
  [1.6, 50.85],
];
/** @type {[name: string, longitude: number, latitude: number][]} */
const TOWNS = [
  ["Paris", 2.35, 48.86],
  ["Brest", -4.49, 48.39],
  ["Strasbourg", 7.75, 48.57],
  ["Lyon", 4.84, 45.76],
  ["Bordeaux", -0.58, 44.84],
  ["Marseille", 5.37, 43.3],
];
// Lambert's azimuthal equal-area projection, as Europe's statistical grids have it (EPSG:3035): metres east and north.
const EQUAL_AREA = proj4("+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m +no_defs");

const outline = OUTLINE.map((point) => EQUAL_AREA.forward(point));
const west = Math.min(...outline.map(([x]) => x));
const east = Math.max(...outline.map(([x]) => x));
const south = Math.min(...outline.map(([, y]) => y));
const north = Math.max(...outline.map(([, y]) => y));

const climatology = await openClimatology();
const cells = [...cellsOf()];
const run = simulate({
  sites: cells,
  weather: { module: new URL("./yield-map-weather.mjs", import.meta.url).href },
  parameters: "pv_production",
  frequency: "1_hour",
  query: { surface_tilt: 30, surface_azimuth: 180 },
  aggregate: "annual",
});
const begin = performance.now();
const yields = new Float64Array(cells.length).fill(Number.NaN);
for await (const result of run) {
  // Wh per kWp and year; a site that failed stays without a value.
  if (result.ok === false) console.error(`${result.id}: ${result.error.message}`);
  else yields[result.index] = result.columns.pv_production[0] / 1000;
}
const seconds = (performance.now() - begin) / 1000;

await mkdir(folder, { recursive: true });
const file = join(folder, "yield-map.svg");
await writeFile(file, draw());
const [least, most] = [Math.min(...yields), Math.max(...yields)].map(Math.round);
console.log(
  `${cells.length} cells of ${cell / 1000} km, ${least} to ${most} kWh per kWp and year, ${seconds.toFixed(1)} s`,
);
console.log(file);

/** Cells whose centre is in the country, row by row from the north: sites of the simulation. */
function* cellsOf() {
  for (let y = north - cell / 2; y > south; y -= cell) {
    for (let x = west + cell / 2; x < east; x += cell) {
      if (!isInside(x, y)) continue;
      const [lon, lat] = EQUAL_AREA.inverse([x, y]);
      yield {
        id: `${lat.toFixed(2)},${lon.toFixed(2)}`,
        lat,
        lon,
        x,
        y,
        altitude: climatology.altitude(lat, lon),
        linkeTurbidity: climatology.clearTurbidity(lat, lon),
        // The year is the UTC year everywhere.
        timeZone: 0,
      };
    }
  }
}

/** A ray to the east crosses the outline an odd number of times. */
function isInside(x, y) {
  let inside = false;
  outline.forEach(([x1, y1], i) => {
    const [x2, y2] = outline[(i + 1) % outline.length];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  });
  return inside;
}

function draw() {
  const [left, top, size] = [30, 110, 620];
  const scale = size / Math.max(east - west, north - south);
  const px = (x) => (left + (x - west) * scale).toFixed(1);
  const py = (y) => (top + (north - y) * scale).toFixed(1);
  const ramp = colourScale();
  const squares = cells.map(({ x, y, id }, i) => {
    const value = Number.isNaN(yields[i]) ? "no value" : `${Math.round(yields[i])} kWh/kWp`;
    // Whole pixels: between edges that are not, renderers leave gaps.
    const [x1, x2] = [x - cell / 2, x + cell / 2].map((edge) => Math.round(Number(px(edge))));
    const [y1, y2] = [y + cell / 2, y - cell / 2].map((edge) => Math.round(Number(py(edge))));
    const square = `<rect x="${x1}" y="${y1}" width="${x2 - x1}" height="${y2 - y1}" fill="${ramp.colour(yields[i])}">`;
    return `${square}<title>${id}: ${value}</title></rect>`;
  });
  const border = `<path d="M${outline.map(([x, y]) => `${px(x)} ${py(y)}`).join("L")}Z" fill="none" stroke="#333333"/>`;
  const towns = TOWNS.map(([name, lon, lat]) => {
    const [x, y] = /** @type {number[]} */ (EQUAL_AREA.forward([lon, lat]));
    return `<circle cx="${px(x)}" cy="${py(y)}" r="3"/><text x="${Number(px(x)) + 6}" y="${Number(py(y)) + 4}" class="halo">${name}</text>`;
  });
  const bar = 200_000 * scale;
  const bottom = top + (north - south) * scale;
  const lines = [
    `<text x="30" y="32" font-size="19">Annual yield of photovoltaics, kWh per kWp, mainland France</text>`,
    `<text x="30" y="54">Plane 30° to the south; cells of ${cell / 1000} × ${cell / 1000} km, equal-area (LAEA, EPSG:3035)</text>`,
    `<text x="30" y="74" fill="#b00020">Not a resource map: clouds and temperatures are those of Greensboro NC (TMY3) everywhere,</text>`,
    `<text x="30" y="92" fill="#b00020">under each cell's own sun, turbidity and altitude. Outline by hand.</text>`,
    `<path d="M${left} ${bottom - 6}v6h${bar.toFixed(1)}v-6" fill="none" stroke="#333333"/>`,
    `<text x="${left + 4}" y="${bottom - 8}">200 km</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="${Math.ceil(bottom + 24)}" font-family="sans-serif" font-size="13">
<style>.halo { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }</style>
<rect width="100%" height="100%" fill="#ffffff"/>
${lines.join("\n")}
<g class="cells" shape-rendering="crispEdges">
${squares.join("\n")}
</g>
${border}
${towns.join("\n")}
${colourBar(ramp, 745, top + 30, 260)}
</svg>
`;
}

/** Cividis (Nuñez, Anderton and Renslow 2018) between round values around the extremes. */
function colourScale() {
  const stops = [
    "#00224e",
    "#123570",
    "#3b496c",
    "#575d6d",
    "#707173",
    "#8a8779",
    "#a69d75",
    "#c4b56c",
    "#e4cf5b",
    "#fee838",
  ];
  const parts = stops.map((stop) => [1, 3, 5].map((at) => Number.parseInt(stop.slice(at, at + 2), 16)));
  const values = yields.filter((value) => !Number.isNaN(value));
  const low = 50 * Math.floor(Math.min(...values) / 50);
  const high = 50 * Math.ceil(Math.max(...values) / 50);
  const colour = (value) => {
    if (Number.isNaN(value)) return "#d9d9d9";
    const at = ((value - low) / (high - low)) * (stops.length - 1);
    const k = Math.min(Math.floor(at), stops.length - 2);
    const mixed = parts[k].map((part, c) => Math.round(part + (parts[k + 1][c] - part) * (at - k)));
    return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  };
  return { low, high, colour };
}

function colourBar({ low, high, colour }, x, y, height) {
  const bands = 50;
  const at = (value) => y + height - ((value - low) / (high - low)) * height;
  const parts = Array.from({ length: bands }, (_, k) => {
    const value = low + ((k + 0.5) / bands) * (high - low);
    const top = (at(value) - height / bands / 2).toFixed(2);
    return `<rect x="${x}" y="${top}" width="16" height="${(height / bands + 0.3).toFixed(2)}" fill="${colour(value)}"/>`;
  });
  for (let value = low; value <= high; value += 50) {
    parts.push(`<text x="${x + 22}" y="${(at(value) + 4).toFixed(1)}">${value}</text>`);
  }
  parts.push(`<text x="${x}" y="${y - 14}">kWh/kWp</text>`);
  return `<g class="colour-bar">${parts.join("")}</g>`;
}
