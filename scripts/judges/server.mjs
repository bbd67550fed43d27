// The built server as a process of its own, and its command line.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
const SERVE_AT = fileURLToPath(new URL("serve-at.mjs", import.meta.url));

/**
 * Starts `irradiance-server serve` on any free port.
 *
 * @param {string[]} settings further flags
 * @returns {Promise<{ address: string, stop(): Promise<void> }>} `stop` throws when it does not end with status 0
 */
export function serve(settings) {
  return started([MAIN, "serve", "--port", "0", "--operations-port", "off", "--log-level", "warn", ...settings]);
}

/** One for which it is always the same time, `time` as ISO 8601: see serve-at.mjs. */
export function serveAt(time) {
  return started([SERVE_AT, time]);
}

async function started(words) {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  child.stdout.setEncoding("utf8");
  const [line] = await Promise.race([once(child.stdout, "data"), ended]);
  if (typeof line !== "string") throw new Error(`the server ended with status ${line} before it answered`);
  return {
    address: line.trim(),
    async stop() {
      child.kill("SIGTERM");
      const [status, signal] = await ended;
      if (status !== 0) throw new Error(`the server ended with ${signal ?? `status ${status}`}`);
    },
  };
}

/** @returns {string} what a command of `irradiance-server` says on standard output */
export function command(...words) {
  return execFileSync(process.execPath, [MAIN, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

/** A new account with one key, whose text is returned. */
export function accountWith(tokens, data) {
  const name = `account-${tokens}`;
  command("accounts", "create", name, "--tokens", String(tokens), "--data", data);
  return command("keys", "create", name, "--data", data);
}
