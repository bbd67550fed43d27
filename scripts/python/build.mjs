// What the Python package has of this repository, made from the built library: the engine as one script for V8 alone, what needs
// Node as another, maps and product lists as files that Python inflates, the signatures of the models, version and licences.
//   npm run build && node scripts/python/build.mjs
// Then, with hatchling: (cd python && python -m hatchling build)
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { familiesOf, modelTable, modelTypes } from "./models.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const python = join(root, "python");
const home = join(python, "src/irradiance_engine");
const bundle = join(home, "_bundle");
/** Packed data: zlib as base64, in lines that are added up or listed. Shorter texts are something else. */
const PACKED = /"[A-Za-z0-9+/]{100,}={0,2}"(?:\s*[+,]\s*"[A-Za-z0-9+/]+={0,2}")*/g;

/** Data as files of their own. @param {string} inflated takes the bytes from where they then are */
const dataFiles = (inflated) => ({
  name: "data-files",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /arrays\/inflated\.js$/ }, () => ({ path: join(python, "engine", inflated) }));
    onLoad({ filter: /data.(climatology|equipment).*\.generated\.js$/ }, ({ path }) => {
      const group = path.includes("equipment") ? "equipment" : "maps";
      let count = 0;
      const contents = readFileSync(path, "utf8").replace(PACKED, (lines) => {
        const name = `${group}-${basename(path, ".generated.js")}-${count++}`;
        const text = lines.replace(/"\s*[+,]\s*"/g, "").replaceAll('"', "");
        writeFileSync(join(bundle, `${name}.z`), Buffer.from(text, "base64"));
        return JSON.stringify(name);
      });
      return { contents };
    });
  },
});

/** Public functions of the models, by family. */
const modelFamilies = {
  name: "model-families",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /models-by-family$/ }, ({ path }) => ({ path, namespace: "families" }));
    const all = familiesOf(root);
    const lines = all.map(({ folder, name }) => `import * as ${name} from "irradiance-engine/models/${folder}";`);
    lines.push(`export const families = { ${all.map(({ name }) => name).join(", ")} };`);
    onLoad({ filter: /./, namespace: "families" }, () => ({ contents: lines.join("\n"), resolveDir: root }));
  },
};

rmSync(bundle, { recursive: true, force: true });
mkdirSync(bundle, { recursive: true });
/** @param {import("esbuild").BuildOptions} options */
async function script(options) {
  const common = { bundle: true, minify: true, legalComments: "none", tsconfigRaw: {}, logLevel: "warning" };
  /** @type {import("esbuild").BuildOptions & { metafile: true }} */
  const whole = /** @type {any} */ ({ ...common, metafile: true, ...options });
  const { warnings, metafile } = await build(whole);
  if (warnings.length > 0) process.exit(1);
  return Object.keys(metafile.inputs);
}

await script({
  entryPoints: [join(python, "engine/main.mjs")],
  outfile: join(bundle, "engine.js"),
  format: "iife",
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2022",
  plugins: [dataFiles("inflated.mjs"), modelFamilies],
});
const inputs = await script({
  entryPoints: [join(python, "engine/node.mjs")],
  outfile: join(bundle, "node.mjs"),
  format: "esm",
  platform: "node",
  target: "node20",
  // Packages in CommonJS ask for Node's own modules.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  plugins: [dataFiles("inflated-node.mjs")],
});
/** Packages of others in the script for Node, whose licences go with it. */
const packages = new Set(inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
const licences = [...packages].sort().map((name) => {
  const folder = join(root, "node_modules", name);
  const { license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const own = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (own === undefined && license !== "Apache-2.0") throw new Error(`${name} has no file with its licence`);
  // That licence is the same text for everybody.
  const file = own === undefined ? join(root, "node_modules/typescript/LICENSE.txt") : join(folder, own);
  return `${name}, ${author?.name ?? author ?? ""}\n\n${readFileSync(file, "utf8").trim()}\n`;
});
writeFileSync(join(bundle, "LICENSES-node.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
writeFileSync(join(home, "_version.py"), `__version__ = "${version}"\n`);
const table = modelTable(root);
writeFileSync(join(bundle, "models.json"), JSON.stringify(table));
writeFileSync(join(home, "models.pyi"), modelTypes(table));
for (const file of ["LICENSE", "NOTICE.md"]) cpSync(join(root, file), join(python, file));
