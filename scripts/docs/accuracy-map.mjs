// The map of docs/how-accurate.md: coasts of Natural Earth, the judged places by the sign and size of their error, the stations of minutes.
import { outlines } from "../explorer/outlines.mjs";

/** Degrees: nothing was judged beyond. */
export const [NORTH, SOUTH] = [75, -58];
export const PIXELS_PER_DEGREE = 3;
const WIDTH = 360 * PIXELS_PER_DEGREE;
const HEIGHT = (NORTH - SOUTH) * PIXELS_PER_DEGREE;
const FOOT = 92;
/** Degrees between points of the coasts: the picture leaves out what is smaller than a few of them. */
const ROUGH = 0.8;
const SMALLEST = 4;
/** Radii of triangles by the size of the error, percent. */
const SIZES = [
  { most: 3, radius: 4, words: "up to 3 %" },
  { most: 6, radius: 6, words: "3 to 6 %" },
  { most: 10, radius: 8.5, words: "6 to 10 %" },
  { most: Number.POSITIVE_INFINITY, radius: 12, words: "more" },
];
/** Okabe & Ito 2008: told apart with every kind of colour blindness; the triangles' ends say it once more. */
const BRIGHTER = "#c2410c";
const DARKER = "#0072b2";

export const x = (longitude) => round((longitude + 180) * PIXELS_PER_DEGREE);
export const y = (latitude) => round((NORTH - latitude) * PIXELS_PER_DEGREE);
const round = (value) => Math.round(10 * value) / 10;
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)} %`;

/**
 * @param {readonly { name: string, latitude: number, longitude: number, year: number }[]} places
 * @param {readonly { name: string, latitude: number, longitude: number, words: string }[]} stations
 * @returns {string} SVG
 */
export function accuracyMap(places, stations) {
  const largestFirst = [...places].sort((a, b) => Math.abs(b.year) - Math.abs(a.year));
  const title = `Where the climatology was judged: ${places.length} places, and ${stations.length} stations of minutes`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT + FOOT}" role="img" font-family="system-ui, sans-serif" font-size="17">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT + FOOT}" fill="#fff"/>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#eef3f7"/>`,
    `<path fill="#d8dcd3" stroke="#aab0a4" stroke-width="0.7" d="${coasts()}"/>`,
    ...largestFirst.map((place) => triangle(x(place.longitude), y(place.latitude), place.year, place.name)),
    ...stations.map(({ longitude, latitude, name, words }) => diamond(x(longitude), y(latitude), `${name}: ${words}`)),
    ...legend(),
    "</svg>\n",
  ].join("\n");
}

/** As a path. */
export function coasts() {
  const { land, steps } = outlines("world");
  return land
    .map((line) => pointsOf(line, steps))
    .map((points) => points.filter(([, latitude]) => latitude > SOUTH - 3).map(clipped))
    .flatMap(acrossDateLine)
    .map(rough)
    .filter((points) => points.length >= SMALLEST)
    .map(
      (points) =>
        `M${points.map(([longitude, latitude]) => `${Math.round(x(longitude))} ${Math.round(y(latitude))}`).join("L")}Z`,
    )
    .join("");
}

/** Lines come as steps in fractions of a degree. */
function pointsOf(line, steps) {
  let [east, north] = [0, 0];
  return Array.from({ length: line.length / 2 }, (_, i) => {
    east += line[2 * i];
    north += line[2 * i + 1];
    return [east / steps, north / steps];
  });
}

/** The parts on either side of the date line; a ring begins in the middle of its first one. */
function acrossDateLine(points) {
  const parts = [[]];
  for (const [i, point] of points.entries()) {
    if (i > 0 && Math.abs(point[0] - points[i - 1][0]) > 180) parts.push([]);
    parts.at(-1).push(point);
  }
  if (parts.length > 1) parts[0].unshift(...parts.pop());
  return parts;
}

const clipped = ([longitude, latitude]) => [longitude, Math.min(latitude, NORTH)];

/** Without points that are close to the one before. */
function rough(points) {
  let last = [Number.NaN, Number.NaN];
  return points.filter((point) => {
    const isNear = Math.hypot(point[0] - last[0], point[1] - last[1]) < ROUGH;
    if (!isNear) last = point;
    return !isNear;
  });
}

/** Upwards where the climatology is too bright, downwards where it is too dark. */
function triangle(across, down, error, name) {
  const { radius } = SIZES.find(({ most }) => Math.abs(error) <= most);
  const end = error < 0 ? radius : -radius;
  const corners = [
    [0, end],
    [0.87 * radius, -end / 2],
    [-0.87 * radius, -end / 2],
  ];
  const points = corners.map(([dx, dy]) => `${round(across + dx)},${round(down + dy)}`).join(" ");
  const colour = error < 0 ? DARKER : BRIGHTER;
  return `<polygon points="${points}" fill="${colour}" fill-opacity="0.8" stroke="#fff"><title>${name}: ${signed(error)}</title></polygon>`;
}

function diamond(across, down, words) {
  return `<path d="M${across} ${round(down - 7)}l7 7-7 7-7-7z" fill="none" stroke="#111" stroke-width="2"><title>${words}</title></path>`;
}

function legend() {
  const row = HEIGHT + 28;
  const sizes = SIZES.flatMap(({ most, words }, i) => {
    const error = Number.isFinite(most) ? most : 100;
    const at = 300 + 190 * i;
    return [
      triangle(at, row, error, words).replace(/<title>.*<\/title>/, ""),
      triangle(at + 26, row, -error, words).replace(/<title>.*<\/title>/, ""),
      label(at + 48, row, words),
    ];
  });
  return [
    label(14, row, "The year's GHI is off by"),
    ...sizes,
    label(14, row + 40, "▲ too bright   ▼ too dark, each by a field that had not seen the place"),
    diamond(640, row + 40, "").replace("<title></title>", ""),
    label(658, row + 40, "station with minutes: split, planes, clear sky"),
  ];
}

export function label(across, down, words) {
  return `<text x="${across}" y="${down + 6}" fill="#222">${words}</text>`;
}
