import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isBuilt } from "../scripts/build-stamp.mjs";

/**
 * Tests run against dist/ (vitest.config.ts): one build before the run, unless dist/ is that of these sources.
 * VITEST_NO_BUILD=1 skips it while iterating: then what a test imports is read from src/, and only threads and processes are of the last build.
 */
export function setup(): void {
  if (process.env.VITEST_NO_BUILD) return;
  if (isBuilt()) {
    console.log("dist/ is that of these sources: not built again");
    return;
  }
  const root = fileURLToPath(new URL("..", import.meta.url));
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" });
}
