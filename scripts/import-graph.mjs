// Draws who imports whom in src/, folder by folder, types and lazy imports included: node scripts/import-graph.mjs writes
// docs/import-graph.svg; `npm run lint` says whether that is up to date. Arrows point down, from what imports to what is
// imported; one that a longer way implies is left out. A circle has no drawing: the script names it and fails.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const PICTURE = "docs/import-graph.svg";
/** Each is drawn on its own: its folders, and the files that stand beside them. */
const PANELS = [
  "src",
  ...["cli", "answers", "engine", "data", "physics", "foundation"].map((floor) => `src/${floor}`),
  ...["data/contract", "data/weather", "data/weather/readers", "data/terrain", "engine/gpu", "answers/bulk"].map(
    (room) => `src/${room}`,
  ),
];
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.{1,2}\/[^"]+)"/g;

const BOX = { height: 26, gap: 14, rise: 62, letter: 7.2, padding: 18 };
const MARGIN = 24;

/** Every import of a file of src/ by another. */
function readImports() {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(ROOT, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    );
  const known = new Set(files);
  return files.flatMap((from) =>
    [
      ...readFileSync(join(ROOT, from), "utf8")
        .replace(/^\s*\*.*$/gm, "")
        .matchAll(SPECIFIER),
    ].flatMap(([, specifier]) => {
      const to = posix.join(posix.dirname(from), specifier).replace(/js$/, "ts");
      return known.has(to) ? [{ from, to }] : [];
    }),
  );
}

/** The folder or file of a panel that holds a file; undefined for one outside of it. */
function roomOf(panel, file) {
  if (!file.startsWith(`${panel}/`)) return undefined;
  const [first, ...rest] = file.slice(panel.length + 1).split("/");
  return rest.length > 0 ? `${first}/` : first;
}

/** Room → the rooms it imports. */
function graphOf(panel, imports) {
  const graph = new Map();
  for (const { from, to } of imports) {
    const [a, b] = [roomOf(panel, from), roomOf(panel, to)];
    for (const room of [a, b]) if (room !== undefined && !graph.has(room)) graph.set(room, new Set());
    if (a !== undefined && b !== undefined && a !== b) graph.get(a).add(b);
  }
  return new Map([...graph].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Floor of each room: 0 imports no other, every other stands above all that it imports. */
function floorsOf(panel, graph) {
  const floors = new Map();
  const trail = [];
  function floorOf(room) {
    if (floors.has(room)) return floors.get(room);
    if (trail.includes(room)) {
      throw new Error(`${panel} goes in a circle: ${[...trail.slice(trail.indexOf(room)), room].join(" → ")}`);
    }
    trail.push(room);
    const floor = Math.max(-1, ...[...graph.get(room)].map(floorOf)) + 1;
    trail.pop();
    floors.set(room, floor);
    return floor;
  }
  for (const room of graph.keys()) floorOf(room);
  return floors;
}

/** The arrows that no longer way implies. */
function arrowsOf(graph) {
  const reached = new Map();
  function reach(room) {
    if (!reached.has(room)) reached.set(room, new Set([...graph.get(room)].flatMap((next) => [next, ...reach(next)])));
    return reached.get(room);
  }
  return [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reach(other).has(to)))
      .map((to) => ({ from, to })),
  );
}

const widthOf = (room) => Math.round(room.length * BOX.letter + BOX.padding);

/** Centre and top of each room's box: floors from the top down, rooms in the order of the mean of what they are tied to. */
function placesOf(floors, arrows) {
  const highest = Math.max(...floors.values());
  const rows = Array.from({ length: highest + 1 }, (_, row) =>
    [...floors].filter(([, floor]) => floor === highest - row).map(([room]) => room),
  );
  const rowWidth = (row) => row.reduce((sum, room) => sum + widthOf(room) + BOX.gap, -BOX.gap);
  const width = Math.max(...rows.map(rowWidth));
  const centre = new Map();
  const settle = (row) => {
    let x = (width - rowWidth(row)) / 2;
    for (const room of row) {
      centre.set(room, x + widthOf(room) / 2);
      x += widthOf(room) + BOX.gap;
    }
  };
  rows.forEach(settle);
  for (let pass = 0; pass < 8; pass++) {
    for (const row of pass % 2 === 0 ? rows : rows.toReversed()) {
      const pull = (room) => {
        const tied = arrows.flatMap(({ from, to }) => (from === room ? [to] : to === room ? [from] : []));
        return tied.length === 0
          ? centre.get(room)
          : tied.reduce((sum, other) => sum + centre.get(other), 0) / tied.length;
      };
      const pulls = new Map(row.map((room) => [room, pull(room)]));
      row.sort((a, b) => pulls.get(a) - pulls.get(b) || (a < b ? -1 : 1));
      settle(row);
    }
  }
  const top = new Map(rows.flatMap((row, k) => row.map((room) => [room, k * BOX.rise])));
  return { centre, top, width, height: highest * BOX.rise + BOX.height };
}

function drawPanel(panel, imports) {
  const graph = graphOf(panel, imports);
  const floors = floorsOf(panel, graph);
  const arrows = arrowsOf(graph);
  const { centre, top, width, height } = placesOf(floors, arrows);
  const lines = arrows.map(({ from, to }) => {
    const [x0, y0, x1, y1] = [centre.get(from), top.get(from) + BOX.height, centre.get(to), top.get(to) - 3].map(
      Math.round,
    );
    const bend = Math.round((y1 - y0) / 2);
    return `<path class="arrow" d="M${x0} ${y0}C${x0} ${y0 + bend} ${x1} ${y1 - bend} ${x1} ${y1}"/>`;
  });
  const boxes = [...graph.keys()].map((room) => {
    const [x, y] = [Math.round(centre.get(room) - widthOf(room) / 2), top.get(room)];
    const kind = room.endsWith("/") ? "folder" : "file";
    return (
      `<rect class="${kind}" x="${x}" y="${y}" width="${widthOf(room)}" height="${BOX.height}" rx="5"/>` +
      `<text x="${Math.round(centre.get(room))}" y="${y + 17}">${room}</text>`
    );
  });
  return { title: `${panel}/`, body: [...lines, ...boxes], width, height };
}

export function drawImports() {
  const imports = readImports();
  const panels = PANELS.map((panel) => drawPanel(panel, imports));
  const width = Math.ceil(Math.max(...panels.map((panel) => panel.width)) + 2 * MARGIN);
  const parts = [];
  let y = MARGIN;
  for (const { title, body, height } of panels) {
    parts.push(`<g transform="translate(${MARGIN} ${y})"><text class="title" x="0" y="14">${title}</text>`);
    parts.push(`<g transform="translate(0 30)">`, ...body, "</g></g>");
    y += height + 30 + 2 * MARGIN;
  }
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}">`,
    "<title>Who imports whom in src/: arrows point down, no circle, none back up</title>",
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">' +
      '<path d="M0 0L8 4L0 8z" fill="#667"/></marker></defs>',
    "<style>text{font:12px ui-monospace,monospace;text-anchor:middle;fill:#223}" +
      ".title{font-weight:bold;text-anchor:start}.folder{fill:#e8f0fb;stroke:#5b7fb5}.file{fill:#fff;stroke:#aab}" +
      ".arrow{fill:none;stroke:#667;stroke-opacity:.55;marker-end:url(#tip)}</style>",
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...parts,
    "</svg>",
  ].join("\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(ROOT, PICTURE), drawImports());
