/**
 * What of the build is that of the sources: by the contents of everything that a part is built from, and by what stands in its folder.
 * A build makes what is not; a test run after a build makes nothing.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const STAMP = "node_modules/.cache/irradiance-build.json";
export const COMMIT_FILE = "server/dist/commit.js";
/** Made of the page's files after the build (scripts/explorer/compress.mjs). */
const COMPRESSED = /\.(br|gz)$/;
/** Every part is built by these; what is installed counts as it is. */
const TOOLS = ["scripts/build.mjs", "scripts/build-stamp.mjs", "tsconfig.json", "node_modules/.package-lock.json"];

/**
 * The parts of the build, in order. `types`: parts whose declarations it is compiled against; `code`: those whose modules it bundles;
 * `apart`: what is in its folder and belongs to others.
 */
export const PARTS = {
  engine: { sources: ["src", "package.json", "tsconfig.build.json"], folder: "dist", types: [], code: [], apart: [] },
  archive: { ...partIn("archive"), types: ["engine"] },
  server: {
    ...partIn("server"),
    sources: [...partIn("server").sources, "server/docs"],
    types: ["engine", "archive"],
    apart: ["server/dist/page", COMMIT_FILE],
  },
  mcp: { ...partIn("mcp"), types: ["engine"] },
  page: {
    sources: [
      ...["bundle", "client-package", "other-names", "outlines", "towns"].map((name) => `scripts/explorer/${name}.mjs`),
      ...["explorer", "src/client", "client", "package.json"].map((name) => `server/${name}`),
    ],
    folder: "server/dist/page",
    types: [],
    code: ["engine"],
    apart: [],
  },
};

function partIn(home) {
  const sources = ["src", "package.json", "tsconfig.build.json"].map((name) => `${home}/${name}`);
  return { sources, folder: `${home}/dist`, types: [], code: [], apart: [] };
}

/** What the server says in `meta.commit`: from git, or from whoever builds without it. */
export function commit(root = ROOT) {
  if (process.env.BUILD_COMMIT) return process.env.BUILD_COMMIT;
  try {
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "HEAD"], /** @type {const} */ (options)).trim();
  } catch {
    return "unknown";
  }
}

export function commitModule(root = ROOT) {
  return `export const COMMIT = ${JSON.stringify(commit(root))};\n`;
}

/** Whether all of dist/ is what a build would make; false wherever it cannot be told. */
export function isBuilt(root = ROOT) {
  const stamps = readStamps(root);
  const isNamed = existsSync(join(root, COMMIT_FILE)) && readText(root, COMMIT_FILE) === commitModule(root);
  return isNamed && Object.keys(PARTS).every((name) => isCurrent(name, root, stamps));
}

/** Whether a part is what a build would make of it now. */
export function isCurrent(name, root = ROOT, stamps = readStamps(root)) {
  const stamp = stamps[name];
  if (stamp === undefined) return false;
  return stamp.sources === sourcesOf(name, root, stamps) && stamp.products === productsOf(name, root);
}

/** A hash of all that a part is built from. */
export function sourcesOf(name, root = ROOT, stamps = readStamps(root)) {
  const { sources, types, code } = PARTS[name];
  const hash = createHash("sha256").update(`${process.version}\n`);
  for (const file of [...TOOLS, ...sources].flatMap((path) => filesIn(root, path))) {
    hash.update(`${file}\n`).update(
      createHash("sha256")
        .update(readFileSync(join(root, file)))
        .digest(),
    );
  }
  for (const other of types) hash.update(`${stamps[other]?.types}\n`);
  for (const other of code) hash.update(`${stamps[other]?.sources}\n`);
  return hash.digest("hex");
}

/** After a build of a part, which began when its sources had this hash. Where it cannot be written, the next run builds again. */
export function markBuilt(name, sources, root = ROOT) {
  const types = createHash("sha256");
  for (const file of filesIn(root, PARTS[name].folder).filter((file) => file.endsWith(".d.ts"))) {
    types.update(`${file}\n${readText(root, file)}`);
  }
  const stamp = { sources, products: productsOf(name, root), types: types.digest("hex") };
  try {
    mkdirSync(dirname(join(root, STAMP)), { recursive: true });
    const own = join(root, `${STAMP}.${process.pid}`);
    writeFileSync(own, JSON.stringify({ ...readStamps(root), [name]: stamp }));
    renameSync(own, join(root, STAMP));
  } catch {
    // A folder that cannot be written: nothing is lost but time.
  }
}

/** What stands in the folder of a part: whoever touches a file there gets a new build. */
function productsOf(name, root) {
  const { folder, apart } = PARTS[name];
  const hash = createHash("sha256");
  for (const file of filesIn(root, folder)) {
    if (COMPRESSED.test(file) || apart.some((path) => file === path || file.startsWith(`${path}/`))) continue;
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** The file itself, or all below a folder, in order; none where nothing is there. */
function filesIn(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(join(root, "/").length)
        .replaceAll("\\", "/"),
    )
    .sort();
}

function readText(root, file) {
  return readFileSync(join(root, file), "utf8");
}

function readStamps(root) {
  try {
    return JSON.parse(readText(root, STAMP));
  } catch {
    return {};
  }
}
