// The files under version control, or about to be.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** @param {string[]} patterns of git */
export function repositoryFiles(...patterns) {
  const list = (...words) => {
    const options = { cwd: ROOT, encoding: /** @type {const} */ ("utf8"), maxBuffer: 1 << 26 };
    return execFileSync("git", ["ls-files", "-z", ...words], options).split("\0");
  };
  const deleted = new Set(list("--deleted"));
  const files = list("--cached", "--others", "--exclude-standard", "--", ...patterns);
  return files.filter((path) => path !== "" && !deleted.has(path));
}
