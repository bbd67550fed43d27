// Every entry for browsers, bundled by esbuild and by vite without settings, as a user's application would be.
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Subpaths that are not for browsers, and why. */
const NOT_FOR_BROWSERS = {
  "./node": "Node's form of the main entry",
  "./weather/node": "paths of files",
  "./terrain": "elevation files on disk",
  "./bulk": "threads and files",
  "./internal/bulk": "threads and files",
  "./internal/bulk-command": "lists and files of a command",
  "./internal/shared/node": "folders and their locks",
  "./gpu": "needs tfjs, which the application brings",
  "./package.json": "no code",
};

/** The specifiers of all entries for browsers. @param {string} root the package's folder */
export async function browserEntries(root) {
  const { name, exports } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const families = (await readdir(join(root, "dist/physics/models"), { withFileTypes: true })).filter((one) =>
    one.isDirectory(),
  );
  return Object.keys(exports)
    .filter((subpath) => !Object.hasOwn(NOT_FOR_BROWSERS, subpath))
    .flatMap((subpath) =>
      subpath.includes("*") ? families.map((family) => subpath.replace("*", family.name)) : [subpath],
    )
    .map((subpath) => name + subpath.slice(1));
}

/** A folder below node_modules, where an application's imports are resolved as in its own. */
export async function applicationFolder(root) {
  const cache = join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  return mkdtemp(join(cache, "browser-"));
}

/** Writes the application: it imports every entry, reads a quoted CSV and says so. */
export async function writeApplication(folder, entries) {
  const imports = entries.map((entry, k) => `import * as entry${k} from "${entry}";`).join("\n");
  const names = entries.map((_, k) => `entry${k}`).join(", ");
  const code = `${imports}
const status = document.getElementById("status");
const entries = [${names}];
const empty = entries.filter((entry) => Object.keys(entry).length === 0).length;
const { readWeather, loadSample } = entries[${entries.findIndex((entry) => entry.endsWith("/weather"))}];
const csv = 'timestamp,"ghi","temp_air"\\n"2024-06-21T12:00Z","812.5",24.1\\n"2024-06-21T13:00Z","790.3",24.8\\n';
try {
  const { series } = await readWeather(new Blob([csv]));
  const sample = await loadSample();
  const { turbidity } = await climate(entries[${entries.findIndex((entry) => entry.endsWith("/climatology"))}]);
  const read = [...series.columns.global_horizontal_irradiance].join();
  status.textContent = [entries.length, "entries,", empty, "empty;", read, Object.keys(sample.columns).length > 3, turbidity].join(" ");
} catch (cause) {
  status.textContent = "failed: " + cause.message;
}
async function climate({ openClimatology }) {
  const climatology = await openClimatology();
  return { turbidity: climatology.linkeTurbidity(36.1, -79.95).length };
}
`;
  await writeFile(join(folder, "application.js"), code);
}

const PAGE = (script) => `<!doctype html><p id="status">computing</p><script type="module" src="${script}"></script>`;

/** @returns {Promise<string[]>} warnings; the page is `esbuild/index.html` of the folder */
export async function bundleWithEsbuild(folder) {
  const { build } = await import("esbuild");
  const { warnings } = await build({
    entryPoints: [join(folder, "application.js")],
    bundle: true,
    platform: "browser",
    format: "esm",
    splitting: true,
    logLevel: "silent",
    outdir: join(folder, "esbuild"),
  });
  await writeFile(join(folder, "esbuild/index.html"), PAGE("application.js"));
  return warnings.map(({ text }) => text);
}

/** @returns {Promise<string[]>} warnings; the page is `vite/index.html` of the folder */
export async function bundleWithVite(folder) {
  const { build } = await import("vite");
  const warnings = [];
  const warn = (message) => warnings.push(message);
  const quiet = {
    info() {},
    warn,
    warnOnce: warn,
    error: warn,
    clearScreen() {},
    hasErrorLogged: () => false,
    hasWarned: false,
  };
  await writeFile(join(folder, "index.html"), PAGE("/application.js"));
  await build({
    root: folder,
    configFile: false,
    base: "./",
    customLogger: quiet,
    build: { outDir: "vite", target: "es2022" },
  });
  // The advice to split large chunks is about the size of an application that takes everything.
  return warnings.filter((message) => !/chunks are larger than/.test(message));
}
