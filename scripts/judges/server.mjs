// Servers that the judges of clients ask: what they log is seen in the judge's own output.
import { fileURLToPath } from "node:url";
import { startProgram, startServer } from "../lib/process.mjs";

const SERVE_AT = fileURLToPath(new URL("serve-at.mjs", import.meta.url));

/** @param {string[]} settings */
export function serve(settings) {
  return startServer(["--log-level", "warn", ...settings], { stderr: "inherit" });
}

/** One for which it is always the same time, `time` as ISO 8601: see serve-at.mjs. */
export function serveAt(time) {
  return startProgram([SERVE_AT, time], { stderr: "inherit" });
}
