// Checks all types with the native compiler (package.json has a second one, as a library): node scripts/types.mjs (npm run types).
// Sources and tests as they stand; then scripts, from JSDoc and inference, against the built packages.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript-7/package.json")), "bin/tsc");
for (const words of [
  [tsc, "--noEmit", "-p", "tsconfig.json"],
  ["scripts/build.mjs"],
  [tsc, "--noEmit", "-p", "tsconfig.scripts.json"],
]) {
  const { status } = spawnSync(process.execPath, words, { stdio: "inherit", cwd: join(import.meta.dirname, "..") });
  if (status !== 0) process.exit(status ?? 1);
}
