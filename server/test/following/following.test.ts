/** A thread that takes scans and ends is started again, each time later, and that is said. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { followNamed } from "../../src/following/following.js";

async function followed(program: string) {
  const folder = await mkdtemp(join(tmpdir(), "following-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [file, notes] = [join(folder, "thread.mjs"), join(folder, "notes")];
  await writeFile(
    file,
    `import { appendFileSync } from "node:fs"; const notes = ${JSON.stringify(notes)};\n${program}`,
  );
  const lines: { level: number; msg: string; source: string; err?: { message: string } }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const options = { program: pathToFileURL(file), pauses: { shortest: 10, longest: 40 } };
  const following = followNamed(["dwd-sis", "/data/stations"], log, options);
  onTestFinished(() => following.stop());
  const starts = async () => (await readFile(notes, "utf8").catch(() => "")).length;
  return { following, lines, starts };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10);
}

it("begins again after a thread that fails, with growing pauses, and says it", async () => {
  const { following, lines, starts } = await followed('appendFileSync(notes, "x"); throw new Error("out of luck");');
  await until(async () => (await starts()) >= 5);
  await following.stop();
  const failures = lines.filter(({ level }) => level === 50);
  expect(failures.slice(0, 4).map(({ msg }) => /in ([\d.]+) s/.exec(msg)?.[1])).toEqual([
    "0.01",
    "0.02",
    "0.04",
    "0.04",
  ]);
  expect(failures[0]).toMatchObject({ source: "dwd-sis", err: { message: "out of luck" } });
  const count = await starts();
  await sleep(100);
  expect(await starts()).toBe(count);
});

it("has its state, passes what it says on, and ends when it is asked to", async () => {
  const { following, lines } = await followed(
    'import { parentPort } from "node:worker_threads"; parentPort.postMessage("a scan"); parentPort.once("message", () => {});',
  );
  await until(() => lines.length > 0);
  expect(lines[0]).toMatchObject({ level: 30, msg: "a scan", source: "dwd-sis" });
  expect([...following.states()]).toEqual([["dwd-sis", 1]]);
  await following.stop();
  expect([...following.states()]).toEqual([["dwd-sis", 0]]);
  expect(lines).toHaveLength(1);
});
