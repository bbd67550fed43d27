/**
 * One writer for each folder: an unfinished bulk file, a live store, the scans of a satellite.
 *
 * The lock is a file whose number rises with every owner: `writer-8.lock` can be made by one process alone (a hard link, which
 * fails if there is one), and only over a `writer-7.lock` whose owner has left or died. An owner empties its file when it
 * leaves, or removes it from a folder that ends with its writer. As numbers may come again then, whoever has made a lock looks
 * at all others before it writes: of two that live at least one sees the other.
 *
 * Whether an owner lives: on the same machine, in the same space of process numbers, by number and start time of the process;
 * elsewhere (another container or host on the same disk) by the lock's time, which its owner renews.
 */
import { randomInt, randomUUID } from "node:crypto";
import { type FileHandle, link, open, readdir, readFile, readlink, stat, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

export interface WriterLock {
  /** @throws the error of `refuse` if another writer has taken over */
  check(): Promise<void>;
  /** @param leaving "nothing" removes the lock's file, for a folder that is to be removed; default: it stays, empty */
  release(leaving?: "nothing"): Promise<void>;
}

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
/** The longest that one waits for another one that came at the same time, ms. */
const PAUSE = 100;

/**
 * Makes this process the one writer of a folder, until it releases the lock or ends.
 *
 * @param folder that exists
 * @param refuse makes the error from a reason, which continues a sentence about the folder ("is in use by …")
 * @throws its error if a writer has the folder
 */
export async function lockFolder(folder: string, refuse: (reason: string) => Error): Promise<WriterLock> {
  const self = await describeProcess();
  const id = randomUUID();
  const draft = join(folder, `writer-${id}.tmp`);
  const text = JSON.stringify({ ...self, id });
  try {
    await writeFile(draft, text, { flag: "wx" });
    const number = await claim(folder, draft, self, refuse);
    return await held(folder, number, text, refuse);
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** The process that writes to a folder, if any does. */
export async function writerOf(folder: string): Promise<LockOwner | undefined> {
  return otherOwner(folder, undefined, await describeProcess(), Date.now());
}

async function claim(
  folder: string,
  draft: string,
  self: LockOwner,
  refuse: (reason: string) => Error,
): Promise<number> {
  for (;;) {
    const number = ((await numbersIn(folder)).at(-1) ?? 0) + 1;
    // By the file system's clock, which may not be this machine's.
    const now = (await stat(draft)).mtimeMs;
    const owner = await otherOwner(folder, undefined, self, now);
    if (owner !== undefined) throw refuse(inUse(owner));
    if (!(await makeLock(draft, pathOf(folder, number)))) continue;
    if ((await otherOwner(folder, number, self, now)) === undefined) return number;
    await unlink(pathOf(folder, number)).catch(() => {});
    await setTimeout(randomInt(PAUSE));
  }
}

/** False: there is one. */
async function makeLock(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!NO_LINKS.has(code)) throw cause;
  }
  return writeLock(await readFile(draft), path);
}

/** What `link` fails with on a file system without hard links, such as exFAT. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Without hard links a lock is empty for a moment, as if it were released: whoever found it so shows by the end of the pause. */
async function writeLock(text: Uint8Array, path: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw cause;
  }
  await setTimeout(PAUSE);
  return true;
}

async function held(
  folder: string,
  number: number,
  text: string,
  refuse: (reason: string) => Error,
): Promise<WriterLock> {
  for (const older of await numbersIn(folder)) {
    if (older < number) await unlink(pathOf(folder, older)).catch(() => {});
  }
  const path = pathOf(folder, number);
  const file = await open(path, "r+");
  const timer = setInterval(() => void renew(file), RENEW);
  timer.unref();
  // The number alone may have come again.
  const isOwn = async () =>
    (await numbersIn(folder)).at(-1) === number && (await readFile(path, "utf8").catch(() => "")) === text;
  let isReleased = false;
  return {
    async check() {
      if (!(await isOwn())) throw refuse("is another writer's now, because this one was silent for too long");
    },
    async release(leaving) {
      if (isReleased) return;
      isReleased = true;
      clearInterval(timer);
      if (leaving === "nothing" && (await isOwn())) await unlink(path);
      await file.truncate(0);
      await file.close();
    },
  };
}

/**
 * Writes a byte that is there already: so the lock's time is the file system's, by which others judge it.
 * A disk that does not take it will not take an update either, which says so.
 */
async function renew(file: FileHandle): Promise<void> {
  await file.write("{", 0).catch(() => {});
}

/** The owner of any lock but one, if one lives. */
async function otherOwner(
  folder: string,
  own: number | undefined,
  self: LockOwner,
  now: number,
): Promise<LockOwner | undefined> {
  for (const number of await numbersIn(folder)) {
    const owner = number === own ? undefined : await livingOwner(pathOf(folder, number), self, now);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** Of a lock; undefined if it was released, or its owner is dead. */
async function livingOwner(path: string, self: LockOwner, now: number): Promise<LockOwner | undefined> {
  let owner: LockOwner;
  let renewed: number;
  try {
    const text = await readFile(path, "utf8");
    if (text === "") return undefined;
    renewed = (await stat(path)).mtimeMs;
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

function inUse({ pid, host }: LockOwner): string {
  return `is in use by another writer: process ${pid} on ${host} (a dead one is noticed within ${LOST_AFTER / 1000} s)`;
}
