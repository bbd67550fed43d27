// Who may import whom. Type-only and lazy imports count, unless a rule says otherwise.
import { builtinModules } from "node:module";
import { drawImports, PICTURE } from "../import-graph.mjs";
import { GENERATED } from "./tree.mjs";

/**
 * The floors of src/, the lowest first: a file imports from its own floor and from lower ones, and the rooms of a floor form no circle.
 *
 * @type {readonly string[]}
 */
export const FLOORS = ["foundation", "physics", "data", "engine", "answers", "cli"];

/** What rooms of src/ take of Node and of packages; all others take nothing. */
const FOREIGN = {
  shared: ["node:"],
  weather: ["node:"],
  terrain: ["node:", "geotiff", "proj4"],
  climatology: ["@photostructure/tz-lookup"],
  gpu: ["@tensorflow/tfjs-backend-webgpu", "@tensorflow/tfjs-core", "webgpu"],
  bulk: ["node:", "apache-arrow", "hyparquet-writer", "piscina"],
  cli: ["node:", "commander", "fast-csv"],
  arrays: ["ndarray"],
};

/** Of each part: its manifest, and what it may import that is no file of its own, beside the packages that the manifest declares. */
const PARTS = [
  { part: "src/", manifest: "package.json", ours: /^$/ },
  {
    part: "archive/src/",
    manifest: "archive/package.json",
    // Sun and clear sky tell what an hour without data can have been; synthetic weather is served; of terrain the form of a tile.
    ours: /^irradiance-engine(\/(weather(\/node)?|climate|climatology|terrain|internal\/(climate|climatology|series|shared|shared\/node|weather)|models\/(atmosphere|clear-sky)))?$/,
  },
  {
    part: "server/src/",
    manifest: "server/package.json",
    // No physics: what has to be computed is asked of the library as a whole; of sun and air what doors have to say: the sun's times and height, the standard pressure.
    ours: /^irradiance-(archive(\/internal\/server)?|engine(\/(bulk|climate|climatology|contract|forecast|meter|models\/(atmosphere|solar-position)|system|weather|yield|internal\/(bulk|bulk-command|climate|climatology|contract|forecast|meter|series|shared|shared\/node|weather|yield)))?)$/,
  },
  {
    part: "mcp/src/",
    manifest: "mcp/package.json",
    // What anybody may take, and the fields of descriptions, a meter's examination and texts.
    ours: /^irradiance-engine(\/(climate|climatology|report|system|weather|yield|internal\/(fields|meter|shared)))?$/,
  },
  {
    part: "server/explorer/",
    ours: /^(irradiance-engine(\/(horizon|meter|own-use|system|yield|models\/solar-position|internal\/(contract|meter|report\/scene|shared|weather|yield)))?|uplot|preact(\/hooks)?|@preact\/signals|hyparquet-writer|(meter|shade)-worker\.js|virtual:(outlines|towns)\/\w+)$/,
  },
];

/** Types of the HTTP interface, made of openapi.yaml: the page reads its answers by them. */
const CLIENT_TYPES = "server/client/api.";

/** What must not be reached from where, by however many imports. */
const APART = [
  ...["answers", "learning", "jobs", "background", "store", "accounts"].flatMap((room) => [
    [`server/src/${room}/`, "server/src/http/", "throw a Refusal, and let http/errors.ts give it a status"],
    [`server/src/${room}/`, "server/src/cli/", "the command line calls the others"],
  ]),
  ["server/src/settings.ts", "server/src/cli/", "the command line reads the settings"],
  ["server/src/background/", "server/src/accounts/", "background work knows no accounts"],
];

/** Rooms of the archive that a room imports beside itself, `bytes/`, `codecs/` and the files beside the rooms: no format knows another one. */
const ARCHIVE_ALSO = {
  zarr: ["cf"],
  netcdf: ["cf"],
  description: ["catalogue"],
  scans: ["cf", "netcdf", "catalogue"],
  live: ["cf", "netcdf", "scans"],
};
/** What is offered to programs, and what a description can name. */
const ARCHIVE_TABLES = ["archive/src/index.ts", "archive/src/internal.ts", "archive/src/description/kinds.ts"];

/** Climate years know the time zone of a place: a package that runs in a browser, too. */
const ZONES = "@photostructure/tz-lookup";

/** Globals that a browser does not have, or that compile only because the tests' Node types are around. */
const NODE_GLOBALS = ["process", "Buffer", "require", "__dirname", "__filename", "setImmediate"];

const FEW_LINES = 40;
/** Small files with one importer that wait to be merged: the bound only falls. */
const MOST_SMALL = 74;
/** Small files that stay: what a shell or a script starts, commands beside what they run, rooms loaded when they are opened, texts by language. */
const SMALL =
  /(^|\/)(index|internal)\.ts$|^src\/cli\/(main|[^/]+\/(command|run))\.ts$|^archive\/src\/description\/schema\.ts$|^server\/explorer\/(rooms\/[^/]+\/room|texts\/(en|de)\/\w+)\.ts$/;

const edges = (tree, under = "") =>
  tree.shipped
    .filter((path) => path.startsWith(under))
    .flatMap((from) => tree.source(from).imports.map((one) => ({ from, ...one })));
const shown = ({ from, specifier }) => `${from} imports ${specifier}`;
const packageOf = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
const isForeign = ({ path, specifier }) => path === undefined && !specifier.startsWith("node:");

/** The way from a file to the first one that is wanted, by the fewest imports. */
function wayTo(tree, start, isWanted) {
  const before = new Map([[start, undefined]]);
  for (const path of before.keys()) {
    if (path !== start && isWanted(path)) {
      const way = [];
      for (let at = path; at !== undefined; at = before.get(at)) way.unshift(at);
      return way.join(" → ");
    }
    if (!tree.has(path)) continue;
    for (const { path: next } of tree.source(path).imports)
      if (next !== undefined && !before.has(next)) before.set(next, path);
  }
  return undefined;
}

/** All that files reach, themselves included. */
function reached(tree, starts) {
  const found = new Set(starts.filter((path) => tree.has(path)));
  for (const path of found)
    for (const { path: next } of tree.source(path).imports) if (next !== undefined && tree.has(next)) found.add(next);
  return [...found];
}

/** Imports of packages and of Node by whatever files reach. */
const foreignOf = (tree, starts) =>
  reached(tree, starts).flatMap((from) =>
    tree
      .source(from)
      .imports.filter(({ path }) => path === undefined)
      .map((one) => shown({ from, ...one })),
  );

/** The first circle of a graph. @param {Map<string, Iterable<string>>} graph */
function circleOf(graph) {
  const done = new Set();
  const walk = (node, trail) => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, [...trail, node]);
      if (circle) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = walk(node, []);
    if (circle) return [circle.join(" → ")];
  }
  return [];
}

/** The room of a folder that holds a file: a folder in it with its slash, or a file that stands beside the folders. */
function roomOf(folder, path) {
  if (!path?.startsWith(folder)) return undefined;
  const [first, ...rest] = path.slice(folder.length).split("/");
  return rest.length > 0 ? `${first}/` : first;
}

/** Which rooms of a folder import which, of all that have a file. */
function roomsOf(tree, folder) {
  const rooms = new Map();
  for (const path of tree.shipped.filter((one) => one.startsWith(folder))) rooms.set(roomOf(folder, path), new Set());
  for (const { from, path } of edges(tree, folder)) {
    const [room, target] = [roomOf(folder, from), roomOf(folder, path)];
    if (target !== undefined && target !== room) rooms.get(room).add(target);
  }
  return rooms;
}

/** Rows `| room | what it is | imports |` of the table under a heading of a page. */
function tableUnder(tree, page, heading) {
  const section = tree.text(page).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const names = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((line) => {
      const [, rooms, , imports] = line.split("|");
      return names(rooms).map((room) => [room, names(imports)]);
    }),
  );
}

/** A table of rooms against the imports that there are. */
function tableFaults(tree, folder, page, heading) {
  if (!tree.has(page)) return [];
  const table = tableUnder(tree, page, heading);
  const rooms = roomsOf(tree, folder);
  return [...new Set([...table.keys(), ...rooms.keys()])].flatMap((room) => {
    const [said, found] = [table.get(room), rooms.get(room)].map((names) => names && [...names].sort().join(" "));
    if (said === found) return [];
    return [`${page}: ${room} imports “${found ?? "it is not there"}”, the table has “${said ?? "no row"}”`];
  });
}

/** Files beside the floors stand on the highest one. */
function floorFaults(tree) {
  const floorOf = (path) => {
    const floor = FLOORS.indexOf(path.split("/")[1]);
    return floor < 0 ? FLOORS.length - 1 : floor;
  };
  const upwards = edges(tree, "src/").filter(({ from, path }) => path !== undefined && floorOf(path) > floorOf(from));
  return [
    ...upwards.map((edge) => `${shown(edge)}, of a higher floor`),
    ...FLOORS.flatMap((floor) => circleOf(roomsOf(tree, `src/${floor}/`)).map((way) => `src/${floor}/: ${way}`)),
  ];
}

function declaredFaults(tree) {
  return PARTS.filter(({ manifest }) => manifest !== undefined && tree.has(manifest)).flatMap(({ part, manifest }) => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(tree.text(manifest));
    const isDeclared = ({ specifier, lazy, typeOnly }) =>
      packageOf(specifier) in dependencies || (packageOf(specifier) in peerDependencies && (lazy || typeOnly));
    const foreign = edges(tree, part).filter(isForeign);
    const used = new Set(foreign.map(({ specifier }) => packageOf(specifier)));
    const texts = tree.shipped.filter((path) => path.startsWith(part)).map(tree.text);
    const unused = Object.keys(dependencies).filter(
      (name) => !used.has(name) && !texts.some((text) => text.includes(`(import.meta.url)("${name}")`)),
    );
    return [
      ...foreign.filter((edge) => !isDeclared(edge)).map(shown),
      ...unused.map((name) => `${manifest} declares ${name}, which no file imports`),
    ];
  });
}

function contractFaults(tree) {
  const own = /(^|\/)(contract\/observation|text|time)\//;
  const observation = edges(tree, "src/").filter(
    ({ from, path }) => from.includes("/contract/observation/") && !own.test(path ?? ""),
  );
  const ofModels = edges(tree, "src/").filter(
    ({ from, path }) => from.includes("/contract/") && path?.includes("/models/"),
  );
  const allowed = /\/(clear-sky\/clearest|solar-position\/monthly-extraterrestrial)\.ts$/;
  const core = reached(tree, ["src/index.ts", "src/node.ts"]);
  return [
    ...observation.map(shown),
    ...ofModels.filter(({ path }) => !allowed.test(path)).map(shown),
    ...core
      .filter((path) => /\/(contract\/(?!observation\/)|climate\/)/.test(path))
      .map((path) => `the core reaches ${path}`),
  ];
}

function archiveFaults(tree) {
  const roomIn = (path) => /^archive\/src\/([^/]+)\//.exec(path)?.[1] ?? "";
  return edges(tree, "archive/src/")
    .filter(({ from, path }) => !ARCHIVE_TABLES.includes(from) && path !== undefined)
    .filter(({ from, path }) => {
      const room = roomIn(from);
      return !["", "bytes", "codecs", room, ...(ARCHIVE_ALSO[room] ?? [])].includes(roomIn(path));
    })
    .map(shown);
}

function smallFiles(tree) {
  const importers = new Map();
  for (const from of tree.shipped)
    for (const path of new Set(tree.source(from).imports.map((one) => one.path)))
      importers.set(path, (importers.get(path) ?? 0) + 1);
  const lines = (path) => tree.text(path).trimEnd().split("\n").length;
  return tree.shipped.filter(
    (path) => !GENERATED.test(path) && !SMALL.test(path) && (importers.get(path) ?? 0) < 2 && lines(path) < FEW_LINES,
  );
}

export const IMPORT_RULES = {
  "imports name files that are there": (tree) =>
    edges(tree)
      .filter(({ path }) => path?.endsWith(".ts") && !tree.has(path) && !tree.has(path.replace(/ts$/, "d.ts")))
      .map(shown),
  "files form no circle, not even of types: move what both need into the lower file, or one of its own": (tree) =>
    circleOf(new Map(tree.shipped.map((path) => [path, tree.source(path).imports.flatMap((one) => one.path ?? [])]))),
  "packages are declared and used, optional peers imported only when reached: see test/policy/packages.test.ts":
    declaredFaults,
  "modules of Node are spelled with node:": (tree) =>
    edges(tree)
      .filter(({ specifier }) => builtinModules.includes(specifier))
      .map(shown),
  "a package takes of the others what they export, and no more than it may": (tree) =>
    PARTS.flatMap(({ part, manifest, ours }) =>
      edges(tree, part)
        .filter((one) => isForeign(one) && (manifest === undefined || /^irradiance-/.test(one.specifier)))
        .filter(({ specifier }) => !ours.test(specifier))
        .map(shown),
    ),
  "files import within their package": (tree) =>
    PARTS.flatMap(({ part }) =>
      edges(tree, part)
        .filter(({ path }) => path !== undefined && !path.startsWith(part.replace(/(?<=\/)src\/$/, "")))
        .filter(({ path, typeOnly }) => !(typeOnly && path?.startsWith(CLIENT_TYPES)))
        .map(shown),
    ),
  "rooms of src/ import on their floor and below, in no circle": (tree) => [
    ...floorFaults(tree),
    ...circleOf(roomsOf(tree, "src/")),
  ],
  "rooms of src/engine/ import as docs/explanation/engine.md says, in no circle": (tree) => [
    ...tableFaults(tree, "src/engine/", "docs/explanation/engine.md", "The rooms of the engine"),
    ...circleOf(roomsOf(tree, "src/engine/")),
  ],
  "rooms of src/ take of Node and of packages what FOREIGN lists": (tree) =>
    edges(tree, "src/")
      .filter(({ path }) => path === undefined)
      .filter(({ from, specifier }) => {
        const name = specifier.startsWith("node:") ? "node:" : packageOf(specifier);
        return !from.split("/").some((room) => FOREIGN[room]?.includes(name));
      })
      .map(shown),
  "the core, contract/ and climate/ run in a browser: put what needs Node or packages behind a subpath": (tree) => {
    const starts = tree.shipped.filter((path) =>
      /^src\/(index\.ts|(\w+\/)?(models\/.*|(contract|climate)\/index\.ts))$/.test(path),
    );
    const globals = reached(tree, starts).flatMap((path) =>
      NODE_GLOBALS.filter((name) => tree.source(path).globals.has(name)).map((name) => `${path} uses ${name}`),
    );
    return [...foreignOf(tree, starts).filter((way) => !way.endsWith(ZONES)), ...globals];
  },
  "contract/observation/ knows no other endpoints and no models, contract/ two bounds of models/, the core no more of both":
    contractFaults,
  "rooms of the server reach neither HTTP nor the command line": (tree) => [
    ...APART.flatMap(([from, to, why]) =>
      tree.shipped
        .filter((path) => path.startsWith(from))
        .flatMap((path) => wayTo(tree, path, (next) => next.startsWith(to)) ?? [])
        .map((way) => `${way}: ${why}`),
    ),
    ...edges(tree, "server/src/")
      .filter(({ from, specifier }) => /^server\/src\/(accounts|cli)\//.test(from) && specifier === "fastify")
      .map(shown),
  ],
  "the client imports nothing but its own files and types": (tree) =>
    edges(tree, "server/src/client/")
      .filter(({ path, typeOnly }) => !typeOnly && !path?.startsWith("server/src/client/"))
      .map(shown),
  "formats of the archive know nothing of each other": archiveFaults,
  "a file of a few lines has two importers: merge it into its one": (tree) => {
    const small = smallFiles(tree);
    return small.length > (tree.isWhole ? MOST_SMALL : 0) ? [`${small.length} files: ${small.join(", ")}`] : [];
  },
  "docs/import-graph.svg shows the rooms: run node scripts/import-graph.mjs": (tree) =>
    tree.has(PICTURE) && circleOf(roomsOf(tree, "src/")).length === 0 && tree.text(PICTURE) !== drawImports()
      ? [`${PICTURE} is out of date`]
      : [],
};
