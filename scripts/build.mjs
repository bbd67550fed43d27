// Builds dist/ from src/ with plain tsc, from scratch: a file deleted in src/ must not live on in dist/.
//   node scripts/build.mjs              all packages
//   node scripts/build.mjs engine       the library alone
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { markBuilt } from "./build-stamp.mjs";
import { bundleExplorer } from "./explorer/bundle.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const tsc = require.resolve("typescript/bin/tsc");
/** In order: each is compiled against the types that those before it were built to. */
const FOLDERS = { engine: ".", archive: "archive", server: "server" };

/** Embedded data: its source is not in the packages, so a map would lead nowhere. */
const GENERATED = /\.generated\.(js|d\.ts)$/;

/** Removes the maps of some modules, and the comments that point to them. */
function dropMaps(dist, chosen) {
  for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(chosen)) {
    rmSync(join(dist, `${path}.map`));
    const text = readFileSync(join(dist, path), "utf8");
    writeFileSync(join(dist, path), text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
  }
}

/** What the server says in `meta.commit`: from git, or from whoever builds without it. */
function commit() {
  const told = process.env.BUILD_COMMIT;
  if (told) return told;
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}

/** npm marks commands as executable when it installs a package, not when its folder is built anew. */
function markCommands(home) {
  const { bin = {} } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  for (const path of Object.values(bin)) chmodSync(join(home, path), 0o755);
}

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(FOLDERS)) {
  const folder = FOLDERS[name];
  if (folder === undefined) throw new RangeError(`there is no package ${name}: ${Object.keys(FOLDERS).join(", ")}`);
  const home = join(root, folder);
  rmSync(join(home, "dist"), { recursive: true, force: true });
  execFileSync(process.execPath, [tsc, "-p", join(home, "tsconfig.build.json")], { stdio: "inherit", cwd: home });
  dropMaps(join(home, "dist"), (path) => GENERATED.test(path));
  if (name === "server") {
    dropMaps(join(home, "dist"), (path) => path === "commit.js");
    writeFileSync(join(home, "dist/commit.js"), `export const COMMIT = ${JSON.stringify(commit())};\n`);
    copyDocs(home);
    await bundleExplorer(join(home, "explorer"), join(home, "dist", "page"));
  }
  markCommands(home);
}
if (wanted.length === 0) markBuilt();

/** The pages of /docs: our own, without the guides beside them, and of Swagger UI what they need, so that nobody has to install that package. */
function copyDocs(home) {
  const target = join(home, "dist", "docs");
  mkdirSync(target);
  cpSync(join(home, "docs"), target, { recursive: true, filter: (path) => !path.endsWith(".md") });
  const swagger = dirname(require.resolve("swagger-ui-dist/package.json"));
  for (const file of ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png", "LICENSE", "NOTICE"]) {
    cpSync(join(swagger, file), join(target, file));
  }
}
