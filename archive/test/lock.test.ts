/** One writer at a time, whatever became of the one before. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { lockStore, writerOf } from "../src/bytes/lock.js";
import { folder } from "./live/made.js";

/** A process that lives until the test ends, or is killed. */
async function otherProcess() {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume(); console.log()"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

it("a second writer is refused, told of the first, until that leaves", async () => {
  const path = folder();
  const lock = await lockStore(path);
  expect(await writerOf(path)).toMatchObject({ pid: process.pid });
  await expect(lockStore(path)).rejects.toMatchObject({
    code: "ERR_ARCHIVE_WRITER",
    message: expect.stringContaining(`in use by another writer: process ${process.pid} on `),
  });
  await lock.check();
  await lock.release();
  await lock.release();
  expect(await writerOf(path)).toBeUndefined();
  await (await lockStore(path)).release();
  expect(readdirSync(path)).toEqual(["writer-2.lock"]);
});

it("of many that find the same dead writer one gets the store", async () => {
  const path = folder();
  const dead = await otherProcess();
  const lock = await lockStore(path);
  const own = (await writerOf(path))!;
  await lock.release();
  for (let round = 0; round < 20; round++) {
    const number = Number(/\d+/.exec(readdirSync(path).sort().at(-1)!)![0]);
    // A number of a process that lives, but began at another time.
    writeFileSync(join(path, `writer-${number + 1}.lock`), JSON.stringify({ ...own, pid: dead.pid, started: "1" }));
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockStore(path)));
    const got = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(got).toHaveLength(1);
    await got[0]!.release();
  }
});

it("a killed writer's store is free at once", async () => {
  const path = folder();
  const child = await otherProcess();
  const lock = await lockStore(path);
  const own = (await writerOf(path))!;
  await lock.release();
  const started = process.platform === "linux" ? startOf(child.pid!) : "";
  writeFileSync(join(path, "writer-9.lock"), JSON.stringify({ ...own, pid: child.pid, started }));
  await expect(lockStore(path)).rejects.toMatchObject({ code: "ERR_ARCHIVE_WRITER" });
  child.kill("SIGKILL");
  await once(child, "exit");
  await (await lockStore(path)).release();
});

it("a writer of another machine is trusted as long as it renews its lock", async () => {
  const path = folder();
  const file = join(path, "writer-1.lock");
  writeFileSync(file, JSON.stringify({ pid: 1, host: "elsewhere", space: "another boot", started: "1" }));
  await expect(lockStore(path)).rejects.toThrow("process 1 on elsewhere");
  const old = Date.now() / 1000 - 61;
  utimesSync(file, old, old);
  const lock = await lockStore(path);
  // It wakes and takes over in its turn: the one that is silent must not write any more.
  writeFileSync(join(path, "writer-3.lock"), "{}");
  await expect(lock.check()).rejects.toMatchObject({ code: "ERR_ARCHIVE_WRITER" });
  await lock.release();
});

it("a lock of which a power cut left a part is nobody's", async () => {
  const path = folder();
  writeFileSync(join(path, "writer-4.lock"), '{"pid":1,"ho');
  const lock = await lockStore(path);
  expect(readdirSync(path)).toEqual(["writer-5.lock"]);
  await lock.release();
});

function startOf(pid: number): string {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19]!;
}
