/** The log: lines in order, and nothing that happens to it reaches the service. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { createLog } from "../src/log.js";

const folder = mkdtempSync(join(tmpdir(), "log-"));
const path = join(folder, "log");

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("writes every line once and in order", async () => {
  const file = openSync(path, "w");
  const log = createLog("info", file);
  for (let i = 0; i < 5000; i++) {
    log.logger.info({ i }, "line");
    if (i % 700 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await log.close();
  closeSync(file);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).i)).toEqual(Array.from({ length: 5000 }, (_, i) => i));
});

it.skipIf(process.platform !== "linux")("loses lines on a full disk, and neither throws nor waits", async () => {
  const file = openSync("/dev/full", "w");
  const log = createLog("info", file);
  for (let i = 0; i < 100; i++) log.logger.info("line");
  await log.close();
  log.logger.info("one more");
  await log.close();
  closeSync(file);
});
