/** Who follows a satellite's files over HTTP: what a host, a disk and a file can do to it, and what it asks a host for. */
import { mkdir, readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { scanReader } from "irradiance-archive";
import { followScans } from "irradiance-archive/internal/server";
import { expect, it, onTestFinished } from "vitest";
import { type Disk, lockStore, nodeDisk } from "../../src/bytes/disk-cache.js";
import { gateOf } from "../../src/bytes/flights.js";
import { catalogueEntry } from "../../src/catalogue/expand.js";
import { Feed } from "../../src/scans/follow/feed.js";
import { scanFolderAt, scansIn } from "../../src/scans/store/format.js";
import { fixture } from "../fixture.mjs";
import { folderOfTest } from "../folder.js";
import { rangeServer } from "../range-server.mjs";

type Name = "dwd-sis" | "goes";
const { scans } = fixture("scans.json.gz") as { scans: readonly { name: string; file: string }[] };
const scanOf = (pattern: RegExp) => {
  const { name, file } = scans.find((one) => pattern.test(one.name))!;
  return { name, bytes: Buffer.from(file, "base64") as Uint8Array };
};
const FIRST = scanOf(/^SISin202609201200EAv4\.nc$/);
const SECOND = scanOf(/^SISin202609201210EAv4\.nc$/);
const PACKED = scanOf(/^SIS.*\.bz2$/);
const G18 = scanOf(/_G18_/);
const NOW = Date.UTC(2026, 8, 20, 17, 40);
const SIS = "weather/satellite/radiation/sis/";

/** A host whose files and listings are in a map, by path; it may be away, or send a file's first bytes and nothing more. */
async function played(name: Name) {
  const folder = folderOfTest();
  const files = new Map<string, Uint8Array>();
  const host = { isAway: false, stuck: "", prefixes: [] as string[] };
  const server = await rangeServer((path) => files.get(path), {
    fault(request: IncomingMessage, response: ServerResponse) {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
      if (host.isAway) return Boolean(request.socket.destroy());
      if (host.stuck !== "" && pathname.endsWith(host.stuck)) return response.writeHead(200).write("CDF");
      const prefix = searchParams.get("prefix");
      if (prefix === null && !pathname.endsWith("/")) return false;
      const home = prefix ?? pathname.slice(1);
      host.prefixes.push(home);
      const names = [...files.keys()].filter((path) => path.startsWith(home)).map((path) => path.slice(home.length));
      const rows = names.map((one) =>
        prefix === null
          ? `<a href="${one}">${one}</a> 20-Sep-2026 12:20 ${files.get(home + one)!.length}\n`
          : `<Contents><Key>${home}${one}</Key><Size>${files.get(home + one)!.length}</Size></Contents>`,
      );
      return Boolean(response.end(`<ListBucketResult></ListBucketResult>${rows.join("")}`));
    },
  });
  onTestFinished(() => server.close());
  const lines: string[] = [];
  const options = { name, address: server.url, folder, every: 0.02, log: (line: string) => void lines.push(line) };
  let time = NOW;
  const follow = (more: { once?: boolean; patience?: number } = {}) => {
    const stop = new AbortController();
    const ended = followScans({ ...options, now: () => time, signal: stop.signal, ...more });
    onTestFinished(async () => {
      stop.abort();
      await ended.catch(() => {});
    });
    return { ended, stop: () => stop.abort() };
  };
  const starts = async () => (await scansIn(folder)).map(({ start }) => new Date(start).toISOString().slice(11, 16));
  return {
    ...{ folder, files, host, server, lines, options, follow, starts },
    pass: (ms: number) => {
      time += ms;
    },
  };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10);
}

it("asks a bucket of hours for the newest hours each time, and for all that are kept once an hour", async () => {
  const { host, follow, pass } = await played("goes");
  const { stop, ended } = follow();
  const asked = () => host.prefixes.length;
  const hours = 2 * 241;
  await until(() => asked() >= hours + 20);
  // By satellite: two hours, all of ten days, and two again each time.
  for (const satellite of ["noaa-goes19", "noaa-goes18"]) {
    const own = host.prefixes.filter((prefix) => prefix.startsWith(satellite));
    const isNew = (prefix: string) => /\/2026\/263\/1[67]\/$/.test(prefix);
    expect(own.slice(0, 2).every(isNew)).toBe(true);
    expect(own.slice(243).every(isNew)).toBe(true);
    expect(new Set(own).size).toBe(241);
    expect(own.filter((prefix) => !isNew(prefix))).toHaveLength(239);
  }
  const before = asked();
  pass(3_600_000);
  await until(() => asked() >= before + hours);
  stop();
  expect(await ended).toBe(0);
});

it("takes what is packed, and of a file that is there twice only one", async () => {
  const { files, server, follow, starts } = await played("dwd-sis");
  files.set(SIS + PACKED.name, PACKED.bytes);
  expect(await follow({ once: true }).ended).toBe(1);
  files.set(SIS + FIRST.name, FIRST.bytes);
  files.set(SIS + SECOND.name, SECOND.bytes);
  files.set(`${SIS}${SECOND.name}.bz2`, PACKED.bytes);
  expect(await follow({ once: true }).ended).toBe(1);
  expect(await starts()).toEqual(["12:00", "12:10"]);
  const fetched = server.requests.map(({ path }) => path).filter((path) => path.includes(".nc"));
  expect(fetched).toEqual([SIS + PACKED.name, SIS + SECOND.name]);
});

it("takes a torn file as soon as it is another one, and meanwhile what else is there", async () => {
  const { files, lines, follow, starts } = await played("dwd-sis");
  files.set(SIS + SECOND.name, SECOND.bytes.subarray(0, 1000));
  files.set(SIS + FIRST.name, FIRST.bytes);
  follow();
  await until(async () => (await starts()).length === 1);
  expect(lines[0]).toContain(SECOND.name);
  // The clock stands still, so that no pause ends: it is tried as another version.
  files.set(SIS + SECOND.name, SECOND.bytes);
  await until(async () => (await starts()).length === 2);
  expect(lines.filter((line) => line.includes("cannot be read"))).toHaveLength(1);
});

it("refuses a scan of another satellite, and one of the future", async () => {
  const goes = await played("goes");
  const wrong = G18.name.replace("_G18_", "_G19_");
  goes.files.set(`noaa-goes19/ABI-L2-DSRF/2026/263/17/${wrong}`, G18.bytes);
  goes.files.set(`noaa-goes18/ABI-L2-DSRF/2026/263/17/${G18.name}`, G18.bytes);
  expect(await goes.follow({ once: true }).ended).toBe(1);
  expect(goes.lines.join("\n")).toContain("by its name it is of G19, and in it stands G18");
  expect((await scansIn(goes.folder)).map(({ satellite }) => satellite)).toEqual(["GOES-18"]);
  const { files, lines, follow, starts, pass } = await played("dwd-sis");
  files.set(SIS + FIRST.name, FIRST.bytes);
  pass(-12 * 3_600_000);
  expect(await follow({ once: true }).ended).toBe(0);
  expect(lines.join()).toContain("in the future");
  expect(await starts()).toEqual([]);
});

it("goes on when its host is back, and says how old its newest scan is", async () => {
  const { files, host, lines, follow, starts } = await played("dwd-sis");
  files.set(SIS + FIRST.name, FIRST.bytes);
  await follow({ once: true }).ended;
  host.isAway = true;
  follow();
  await until(() => lines.some((line) => line.includes("goes on trying")));
  expect(lines.at(-1)).toMatch(/cannot be reached.*; its newest scan is 340 minutes old, and it goes on trying$/);
  files.set(SIS + SECOND.name, SECOND.bytes);
  host.isAway = false;
  await until(async () => (await starts()).length === 2);
});

it("says that a list has nothing new", async () => {
  const { files, lines, follow } = await played("dwd-sis");
  files.set(SIS + FIRST.name, FIRST.bytes);
  follow();
  await until(() => lines.length >= 2);
  expect(lines[1]).toMatch(
    /has no file of the last 3 hours; its newest scan is 340 minutes old, and it goes on trying$/,
  );
});

it("does not wait for ever for a file that is sent for ever", async () => {
  const { files, host, lines, follow, starts } = await played("dwd-sis");
  files.set(SIS + FIRST.name, FIRST.bytes);
  files.set(SIS + SECOND.name, SECOND.bytes);
  host.stuck = SECOND.name;
  follow({ patience: 0.2 });
  await until(async () => (await starts()).length === 1);
  expect(await starts()).toEqual(["12:00"]);
  expect(lines.join("\n")).toContain("took longer than 0.2 s");
});

it("leaves nothing behind on a full disk, and goes on when there is room", async () => {
  const { files, folder, lines, options, starts } = await played("dwd-sis");
  files.set(SIS + FIRST.name, FIRST.bytes);
  let isFull = true;
  const disk: Disk = {
    ...nodeDisk,
    async create(path) {
      const file = await nodeDisk.create(path);
      const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      return { ...file, write: (bytes) => (isFull ? Promise.reject(full) : file.write(bytes)) };
    },
  };
  const [entry, now, reader, lock] = [catalogueEntry("dwd-sis"), () => NOW, scanReader(), await lockStore(folder)];
  const store = await scanFolderAt(folder, now, disk);
  const common = { entry, options, store, reader, lock, turn: gateOf(1), done: new Map(), now };
  const stop = new AbortController();
  const ended = new Feed(entry.follows![0]!, common).run(stop.signal);
  await until(() => lines.length > 0);
  expect(lines[0]).toContain("ENOSPC");
  expect((await readdir(folder)).filter((file) => !file.endsWith(".lock"))).toEqual([]);
  isFull = false;
  await until(async () => (await starts()).length === 1);
  stop.abort();
  expect(await ended).toBe(1);
  await Promise.all([reader.close(), lock.release()]);
});

it("names the folder, and who feeds it, to a second one", async () => {
  const { folder, follow } = await played("dwd-sis");
  await mkdir(folder, { recursive: true });
  follow();
  await until(async () => (await readdir(folder)).some((file) => /^writer-\d+\.lock$/.test(file)));
  await expect(follow().ended).rejects.toMatchObject({
    code: "ERR_ARCHIVE_WRITER",
    message: expect.stringContaining(`${folder} is in use by another writer: process ${process.pid}`),
  });
});

it("ends where the satellite sees nothing of the area", async () => {
  const { files, lines, options } = await played("dwd-sis");
  files.set(SIS + FIRST.name, FIRST.bytes);
  files.set(SIS + SECOND.name, SECOND.bytes);
  const area = { south: 10, west: 100, north: 20, east: 120 };
  expect(await followScans({ ...options, area, now: () => NOW })).toBe(0);
  expect(lines).toHaveLength(2);
});
