/**
 * Whether dist/ is what a build would make: by the contents of everything that a build may read, and by what stands there. A test run
 * after a build need not build again.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const STAMP = "node_modules/.cache/irradiance-build.json";
const BUILT = ["dist", "archive/dist", "server/dist"];
/** Files that no build reads. */
const UNREAD = /(^|\/)test\/|^(docs|fixtures|bench|examples|reference|research|\.ci)\//;

function git(root, ...args) {
  const options = { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024, stdio: ["ignore", "pipe", "ignore"] };
  return execFileSync("git", args, options);
}

/** The sources, and what else a build takes up: the commit, the versions of its tools. */
function sources(root) {
  const hash = createHash("sha256");
  hash.update(`${git(root, "rev-parse", "HEAD")}${process.env.BUILD_COMMIT ?? ""}\n${process.version}\n`);
  const files = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0");
  for (const file of [...new Set(files)].sort()) {
    const path = join(root, file);
    if (file === "" || UNREAD.test(file) || !existsSync(path) || !statSync(path).isFile()) continue;
    hash.update(`${file}\n`).update(createHash("sha256").update(readFileSync(path)).digest());
  }
  // What is installed, as it stands there.
  hash.update(readFileSync(join(root, "node_modules/.package-lock.json")));
  return hash.digest("hex");
}

/** What stands in dist/: whoever touches a file there gets a new build. */
function products(root) {
  const hash = createHash("sha256");
  for (const folder of BUILT) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      const { size, mtimeMs } = statSync(join(root, folder, file));
      hash.update(`${folder}/${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}

/** False wherever it cannot be told: without git, without packages, without dist/. */
export function isBuilt(root = ROOT) {
  try {
    const stamp = JSON.parse(readFileSync(join(root, STAMP), "utf8"));
    return stamp.sources === sources(root) && stamp.products === products(root);
  } catch {
    return false;
  }
}

/** After a build of all packages. Where it cannot be told, the next run builds again. */
export function markBuilt(root = ROOT) {
  try {
    mkdirSync(dirname(join(root, STAMP)), { recursive: true });
    writeFileSync(join(root, STAMP), JSON.stringify({ sources: sources(root), products: products(root) }));
  } catch {
    // No git, or a folder that cannot be written: nothing is lost but time.
  }
}
