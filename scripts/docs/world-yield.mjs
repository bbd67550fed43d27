// docs/images/world-yield.svg: what the page's map shows of the world, from the same numbers, in the same colours.
//   node scripts/docs/world-yield.mjs
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { coasts, label, NORTH, PIXELS_PER_DEGREE, SOUTH, x, y } from "./accuracy-map.mjs";

const MAP = new URL("../../server/explorer/place/map/world-light.ts", import.meta.url);
const TARGET = new URL("../../docs/images/world-yield.svg", import.meta.url);
const WIDTH = 360 * PIXELS_PER_DEGREE;
const HEIGHT = (NORTH - SOUTH) * PIXELS_PER_DEGREE;
const FOOT = 84;
/** Degrees between values. */
const STEP = 1;

/**
 * @param {{ lightAt: Function, colourOf: Function, COLOURS: readonly string[], BOUNDS: { readonly yield: readonly number[] } }} map
 * @returns {string} SVG
 */
export function worldYieldPicture({ lightAt, colourOf, COLOURS, BOUNDS }) {
  const [runs, within] = [new Map(COLOURS.map((colour) => [colour, ""])), []];
  for (let lat = NORTH - 1; lat >= SOUTH + 2; lat -= STEP) {
    let [colour, from] = ["", 0];
    for (let lon = -180; lon <= 180; lon += STEP) {
      const found = lon < 180 ? lightAt("yield", { lat, lon }) : undefined;
      if (found) within.push(found.percent);
      const next = found ? colourOf("yield", found.value) : "";
      if (next === colour) continue;
      if (colour !== "") runs.set(colour, runs.get(colour) + run(from, lon, lat));
      [colour, from] = [next, lon];
    }
  }
  within.sort((a, b) => a - b);
  const [low, high] = [0.1, 0.9].map((share) => Math.round(within[Math.floor(share * within.length)]));
  const middle = (STEP * PIXELS_PER_DEGREE) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT + FOOT}" role="img" font-family="system-ui, sans-serif" font-size="17">`,
    "<title>What each kWp of modules yields in a year, all over the world</title>",
    `<rect width="${WIDTH}" height="${HEIGHT + FOOT}" fill="#fff"/>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#eef3f7"/>`,
    `<defs><path id="coasts" d="${coasts()}"/></defs>`,
    '<clipPath id="land"><use href="#coasts"/></clipPath>',
    '<use href="#coasts" fill="#d8dcd3"/>',
    // A value is in the middle of what it colours.
    `<g clip-path="url(#land)"><g transform="translate(-${middle} -${middle})">`,
    ...[...runs].map(([colour, path]) => `<path fill="${colour}" d="${path}"/>`),
    "</g></g>",
    '<use href="#coasts" fill="none" stroke="#8a8f86" stroke-width="0.7"/>',
    ...legend(COLOURS, BOUNDS.yield),
    label(
      14,
      HEIGHT + 62,
      `kWh a year from each kWp, facing the equator. Eight of ten years lie within ±${low} to ±${high} % of it at most places.`,
    ),
    "</svg>\n",
  ].join("\n");
}

/** A row's stretch of one colour. */
function run(from, to, lat) {
  const wide = x(to) - x(from);
  return `M${x(from)} ${y(lat)}h${wide}v${STEP * PIXELS_PER_DEGREE}h-${wide}z`;
}

function legend(colours, bounds) {
  const wide = WIDTH / colours.length;
  return colours.flatMap((colour, k) => {
    const words = k === 0 ? `below ${bounds[0]}` : k === bounds.length ? `above ${bounds[k - 1]}` : `to ${bounds[k]}`;
    const left = Math.round(k * wide);
    return [
      `<rect x="${left}" y="${HEIGHT}" width="${Math.ceil(wide)}" height="14" fill="${colour}"/>`,
      label(left + 8, HEIGHT + 30, words),
    ];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(MAP)],
    bundle: true,
    write: false,
    format: "esm",
    tsconfigRaw: {},
  });
  const code = outputFiles[0].text;
  writeFileSync(TARGET, worldYieldPicture(await import(`data:text/javascript,${encodeURIComponent(code)}`)));
}
