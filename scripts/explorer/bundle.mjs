// The service's page, server/explorer/, bundled into a folder: one script and one style sheet with hashes in their names, so
// that browsers may keep them for ever, each also compressed, and the licences of what is inside.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import { build } from "esbuild";
import { outlines } from "./outlines.mjs";

const require = createRequire(import.meta.url);
/** Packages of which code or data come into the bundle, besides our own. */
const INSIDE = ["uplot", "world-atlas"];

/** @param {string} source server/explorer @param {string} target an empty or new folder */
export async function bundleExplorer(source, target) {
  const { outputFiles } = await build({
    entryPoints: { app: join(source, "main.ts"), style: join(source, "style.css") },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    // The packages as they are built: the repository's own tsconfig.json leads to their sources.
    tsconfigRaw: {},
    write: false,
    outdir: target,
    logLevel: "warning",
    plugins: [worldOutlines, languageOfNumbers],
  });
  mkdirSync(target, { recursive: true });
  let page = readFileSync(join(source, "index.html"), "utf8");
  for (const { path, contents } of outputFiles) {
    const [, name, ending] = /(\w+)\.(\w+)$/.exec(path);
    const hash = createHash("sha256").update(contents).digest("base64url").slice(0, 10).replaceAll("-", "_");
    const file = `${name}-${hash}.${ending}`;
    writeCompressed(join(target, file), contents);
    page = page.replace(name === "app" ? "{script}" : "{style}", `explorer/${file}`);
  }
  writeCompressed(join(target, "index.html"), page);
  writeFileSync(join(target, "LICENSES.txt"), INSIDE.map(licence).join("\n\n"));
}

function writeCompressed(file, contents) {
  const bytes = Buffer.from(contents);
  writeFileSync(file, bytes);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}

function licence(name) {
  const home = dirname(require.resolve(`${name}/package.json`));
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return `${name} ${version}\n\n${readFileSync(join(home, "LICENSE"), "utf8")}`;
}

const worldOutlines = {
  name: "world outlines",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:outlines$/ }, () => ({ path: "outlines", namespace: "virtual" }));
    onLoad({ filter: /^outlines$/, namespace: "virtual" }, () => ({
      contents: JSON.stringify(outlines()),
      loader: "json",
    }));
  },
};

/**
 * uPlot asks for the number format of the browser's language when it is loaded, which throws where that is none: Chromium
 * says "en-US@posix" under the locale C.UTF-8. The page writes numbers in English in any case.
 */
const languageOfNumbers = {
  name: "language of numbers",
  setup({ onLoad }) {
    onLoad({ filter: /uPlot\.esm\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const asked = "domEnv ? nav.language : 'en-US'";
      if (!text.includes(asked)) throw new Error(`uPlot no longer has ${asked}: is this still needed?`);
      return { contents: text.replace(asked, "'en-US'"), loader: "js" };
    });
  },
};
