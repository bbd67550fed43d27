// Installs what the engine is compared with, here in bench/peers/ alone: npm packages, and two Python environments.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Environments by name; each has its requirements-NAME.txt. */
const ENVIRONMENTS = ["fast", "current"];

/** The Python of an environment. */
export function python(environment) {
  return join(HERE, ".venv", environment, "bin", "python");
}

/** Installs what is not there yet. The variable PYTHON names another interpreter than python3. */
export function preparePeers() {
  const call = (file, ...args) => execFileSync(file, args, { cwd: HERE, stdio: ["ignore", "ignore", "inherit"] });
  if (!existsSync(join(HERE, "node_modules", "suncalc"))) {
    console.log("installing npm packages into bench/peers/node_modules");
    call("npm", "install", "--no-package-lock", "--no-audit", "--no-fund");
  }
  for (const name of ENVIRONMENTS) {
    const folder = join(".venv", name);
    if (existsSync(join(HERE, folder, "complete"))) continue;
    console.log(`installing Python packages into bench/peers/${folder}`);
    call(process.env.PYTHON ?? "python3", "-m", "venv", "--clear", folder);
    call(python(name), "-m", "pip", "install", "--quiet", "-r", `requirements-${name}.txt`);
    writeFileSync(join(HERE, folder, "complete"), "");
  }
}
