/** One writer at a time, whatever became of the one before, and wherever the next one runs. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { lockFolder, writerOf } from "../../../src/foundation/shared/node.js";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof files>();
  return { ...real, link: vi.fn(real.link) };
});

const lock = (path: string) => lockFolder(path, (reason) => new Error(`${path} ${reason}`));
const LIVES = "is in use by another writer: process";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "irradiance-lock-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** A process that lives until the test ends, or is killed. */
async function otherProcess() {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume(); console.log()"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

/** How this process is described in a lock. */
async function ownMark() {
  const path = folder();
  const held = await lock(path);
  const mark = (await writerOf(path))!;
  await held.release();
  return mark;
}

it("a second writer is refused, told of the first, until that leaves", async () => {
  const path = folder();
  const held = await lock(path);
  expect(await writerOf(path)).toMatchObject({ pid: process.pid });
  await expect(lock(path)).rejects.toThrow(`${LIVES} ${process.pid} on `);
  await held.check();
  await held.release();
  await held.release();
  expect(await writerOf(path)).toBeUndefined();
  const next = await lock(path);
  expect(readdirSync(path)).toEqual(["writer-2.lock"]);
  await next.release("nothing");
  expect(readdirSync(path)).toEqual([]);
});

it.each(["nothing", undefined] as const)(
  "of many that find the same dead writer one gets the folder (%s)",
  async (leaving) => {
    const path = folder();
    const dead = { ...(await ownMark()), pid: (await otherProcess()).pid };
    for (let round = 0; round < 20; round++) {
      const number = Number(/\d+/.exec(readdirSync(path).sort().at(-1) ?? "0")![0]);
      // A number of a process that lives, but began at another time.
      writeFileSync(join(path, `writer-${number + 1}.lock`), JSON.stringify({ ...dead, started: "1" }));
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lock(path)));
      const got = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(got).toHaveLength(1);
      await got[0]!.check();
      await got[0]!.release(leaving);
    }
  },
);

it("a killed writer's folder is free at once", async () => {
  const path = folder();
  const child = await otherProcess();
  const started = process.platform === "linux" ? startOf(child.pid!) : "";
  writeFileSync(join(path, "writer-9.lock"), JSON.stringify({ ...(await ownMark()), pid: child.pid, started }));
  await expect(lock(path)).rejects.toThrow(LIVES);
  child.kill("SIGKILL");
  await once(child, "exit");
  await (await lock(path)).release();
});

it("a writer of another space of numbers is trusted as long as it renews its lock, though it has this one's number", async () => {
  const path = folder();
  const file = join(path, "writer-1.lock");
  const elsewhere = { ...(await ownMark()), host: "elsewhere", space: "another container" };
  writeFileSync(file, JSON.stringify(elsewhere));
  await expect(lock(path)).rejects.toThrow(`${LIVES} ${process.pid} on elsewhere (a dead one is noticed within 60 s)`);
  const old = Date.now() / 1000 - 61;
  utimesSync(file, old, old);
  const held = await lock(path);
  // It wakes and takes over in its turn: the one that is silent must not write any more.
  writeFileSync(join(path, "writer-3.lock"), "{}");
  await expect(held.check()).rejects.toThrow("is another writer's now, because this one was silent for too long");
  await held.release();
});

it("a writer knows that the lock of its number is another's: numbers come again where locks are removed", async () => {
  const path = folder();
  const silent = await lock(path);
  rmSync(join(path, "writer-1.lock"));
  const next = await lock(path);
  await expect(silent.check()).rejects.toThrow("another writer's now");
  await silent.release("nothing");
  await next.check();
  await next.release();
});

it("renews its lock by the file system's clock, however wrong this machine's is", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const path = folder();
  const held = await lock(path);
  const file = join(path, "writer-1.lock");
  const text = readFileSync(file, "utf8");
  utimesSync(file, 1, 1);
  vi.advanceTimersByTime(5_000);
  await vi.waitFor(() => expect(statSync(file).mtimeMs).toBeGreaterThan(1.7e12));
  expect(readFileSync(file, "utf8")).toBe(text);
  await held.release();
});

it("a lock of which a power cut left a part is nobody's", async () => {
  const path = folder();
  writeFileSync(join(path, "writer-4.lock"), '{"pid":1,"ho');
  const held = await lock(path);
  expect(readdirSync(path)).toEqual(["writer-5.lock"]);
  await held.release();
});

it("needs no hard links, which memory cards do not have", async () => {
  const path = folder();
  vi.mocked(files.link).mockRejectedValue(Object.assign(new Error("no links"), { code: "EPERM" }));
  onTestFinished(() => void vi.mocked(files.link).mockReset());
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lock(path)));
  const got = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(got).toHaveLength(1);
  await got[0]!.check();
  await got[0]!.release("nothing");
  expect(readdirSync(path)).toEqual([]);
});

/** Tells when it is ready, locks at a word, holds what it got until it is told to end. */
const PROCESS = `
import { lockFolder } from ${JSON.stringify(new URL("../../../dist/foundation/shared/node.js", import.meta.url).href)};
console.log("ready");
process.stdin.once("data", async () => {
  const held = await lockFolder(process.argv[1], (reason) => new Error(reason)).catch(({ message }) => console.log(message));
  if (held) console.log(\`held by \${process.pid}\`);
  process.stdin.once("end", () => held?.release("nothing"));
});
`;

const NODE = [process.execPath, "--input-type=module", "--eval", PROCESS];
/** As in a container, whose first process has the number 1. */
const CONTAINER = ["unshare", "--pid", "--fork", "--mount-proc"];
const hasContainers = spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), "true"]).status === 0;
if (!hasContainers) console.warn("skipped: locks between two containers, which need the right to call `unshare --pid`");

async function outcomes(folder: string, count: number, before: readonly string[]): Promise<string[]> {
  const [command = "", ...args] = [...before, ...NODE, folder];
  const processes = Array.from({ length: count }, () => spawn(command, args));
  const heard = (child: (typeof processes)[number]) => once(child.stdout, "data").then(([text]) => String(text).trim());
  await Promise.all(processes.map(heard));
  const answers = processes.map(heard);
  for (const { stdin } of processes) stdin.write("go");
  const results = await Promise.all(answers);
  for (const { stdin } of processes) stdin.end();
  await Promise.all(processes.map((child) => once(child, "close")));
  return results;
}

it.each([["processes", []], ...(hasContainers ? [["containers", CONTAINER] as const] : [])] as const)(
  "gives a folder to one of several %s",
  async (_, before) => {
    const path = folder();
    for (let round = 0; round < 3; round++) {
      const results = await outcomes(path, 3, before);
      const winners = results.filter((result) => result.startsWith("held by"));
      expect(winners).toHaveLength(1);
      expect(results.filter((result) => result.startsWith(LIVES))).toHaveLength(2);
      expect(readdirSync(path)).toEqual([]);
      if (before.length > 0) expect(winners).toEqual(["held by 1"]);
    }
  },
);

function startOf(pid: number): string {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19]!;
}
