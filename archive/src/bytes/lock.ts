/**
 * One writer for each folder: a live store, or the scans of a satellite.
 *
 * The lock is a file whose number rises with every owner: `writer-8.lock` can be made by one process alone (a hard link, which
 * fails if there is one), and only over a `writer-7.lock` whose owner has left or died. An owner empties its file when it
 * leaves. Numbers never come again, so two processes that find the same dead owner cannot both succeed him.
 *
 * Whether an owner lives: on the same machine, in the same space of process numbers, by number and start time of the process;
 * elsewhere (another container or host on the same disk) by the lock's time, which its owner renews.
 */
import { type FileHandle, link, open, readdir, readFile, readlink, stat, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { ArchiveError } from "../errors.js";

/** @experimental */
export interface WriterLock {
  /** @throws ArchiveError `ERR_ARCHIVE_WRITER` if another writer has taken over */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** @experimental */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** Boot and space of process numbers; a process is known by its number only within. */
  readonly space: string;
  /** Start of the process in clock ticks since boot; "" where it cannot be known. */
  readonly started: string;
}

const LOCK = /^writer-(\d+)\.lock$/;
/** ms */
const RENEW = 5_000;
const LOST_AFTER = 60_000;

/**
 * Makes this process the one writer of a folder, until it releases the lock or ends.
 *
 * @param folder that exists
 * @throws ArchiveError `ERR_ARCHIVE_WRITER` if a writer has the folder
 * @experimental
 */
export async function lockStore(folder: string): Promise<WriterLock> {
  const self = await describeProcess();
  const draft = join(folder, `writer-${self.pid}-${process.hrtime.bigint()}.tmp`);
  await writeFile(draft, JSON.stringify(self), { flag: "wx" });
  try {
    const number = await claim(folder, draft, self);
    return await held(folder, number);
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** The process that writes to a folder, if any does. */
export async function writerOf(folder: string): Promise<LockOwner | undefined> {
  const number = (await numbersIn(folder)).at(-1);
  return number === undefined ? undefined : livingOwner(folder, number, await describeProcess(), Date.now());
}

async function claim(folder: string, draft: string, self: LockOwner): Promise<number> {
  for (;;) {
    const highest = (await numbersIn(folder)).at(-1) ?? 0;
    // By the file system's clock, which may not be this machine's.
    const now = (await stat(draft)).mtimeMs;
    const owner = highest === 0 ? undefined : await livingOwner(folder, highest, self, now);
    if (owner !== undefined) throw inUse(folder, owner);
    const number = highest + 1;
    try {
      await link(draft, pathOf(folder, number));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw cause;
    }
    // If a later one is there, `highest` was old when it was read.
    if ((await numbersIn(folder)).at(-1) === number) return number;
    await unlink(pathOf(folder, number)).catch(() => {});
  }
}

async function held(folder: string, number: number): Promise<WriterLock> {
  for (const older of await numbersIn(folder)) {
    if (older < number) await unlink(pathOf(folder, older)).catch(() => {});
  }
  const file = await open(pathOf(folder, number), "r+");
  const timer = setInterval(() => void renew(file), RENEW);
  timer.unref();
  let isReleased = false;
  return {
    async check() {
      const highest = (await numbersIn(folder)).at(-1);
      if (highest === number) return;
      const text = `another writer has taken over ${folder}, because this one was silent for too long`;
      throw new ArchiveError("ERR_ARCHIVE_WRITER", text);
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      clearInterval(timer);
      await file.truncate(0);
      await file.close();
    },
  };
}

/** A disk that does not take it will not take an update either, which says so. */
async function renew(file: FileHandle): Promise<void> {
  const now = new Date();
  await file.utimes(now, now).catch(() => {});
}

/** Of a lock; undefined if it was released, or its owner is dead. */
async function livingOwner(
  folder: string,
  number: number,
  self: LockOwner,
  now: number,
): Promise<LockOwner | undefined> {
  let owner: LockOwner;
  let renewed: number;
  try {
    const text = await readFile(pathOf(folder, number), "utf8");
    if (text === "") return undefined;
    renewed = (await stat(pathOf(folder, number))).mtimeMs;
    owner = JSON.parse(text);
  } catch (cause) {
    // A lock is made whole: only a power cut leaves a part of it.
    if (cause instanceof SyntaxError || (cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
  const isAlive = owner.space === self.space ? await runs(owner) : now - renewed < LOST_AFTER;
  return isAlive ? owner : undefined;
}

async function runs({ pid, started }: LockOwner): Promise<boolean> {
  if (started !== "") return (await startOf(pid)) === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function describeProcess(): Promise<LockOwner> {
  const { pid } = process;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const space = await readlink("/proc/self/ns/pid").catch(() => "");
  return {
    pid,
    host: hostname(),
    space: `${hostnameUnless(boot)}${boot.trim()} ${space}`,
    started: await startOf(pid),
  };
}

/** A boot is unique among machines; a container's host name is not even the machine's. */
function hostnameUnless(boot: string): string {
  return boot === "" ? hostname() : "";
}

/** The 22nd field of /proc/PID/stat; "" without such a file, and for a process that has ended but is still listed. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is a name in parentheses, of any characters. The third is the state.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? "" : (fields[19] ?? "");
}

async function numbersIn(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).flatMap((name) => Number(LOCK.exec(name)?.[1] ?? []));
  return numbers.sort((a, b) => a - b);
}

function pathOf(folder: string, number: number): string {
  return join(folder, `writer-${number}.lock`);
}

function inUse(folder: string, { pid, host }: LockOwner): ArchiveError {
  const text = `${folder} is in use by another writer: process ${pid} on ${host} (a dead one is noticed within ${LOST_AFTER / 1000} s)`;
  return new ArchiveError("ERR_ARCHIVE_WRITER", text);
}
