/** A thread that takes scans and ends is started again, each time later, and that is said; so is a folder into which nothing comes. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { WeatherSource } from "irradiance-archive";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "../../../scripts/lib/process.mjs";
import { watchSources } from "../../src/answers/sources.js";
import { FeedWatch, followNamed } from "../../src/following/following.js";

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

it("says what goes wrong as a warning: of the thread of a server, a host that cannot be reached", async () => {
  const home = await mkdtemp(join(tmpdir(), "following-"));
  onTestFinished(() => rm(home, { recursive: true }));
  for (const name of ["XDG_DATA_HOME", "XDG_CACHE_HOME"]) vi.stubEnv(name, home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const program = new URL("../../dist/following/worker.js", import.meta.url);
  const following = followNamed([`dwd-sis=http://127.0.0.1:${await freePort()}`], log, { program });
  onTestFinished(() => following.stop());
  await until(() => lines.length > 0);
  expect(lines).toMatchObject([
    { level: 40, msg: expect.stringMatching(/cannot be reached.*it has taken no scan yet/) },
  ]);
});

describe("the folder of a feed", () => {
  const NOW = Date.UTC(2026, 5, 21, 12);
  const HOUR = 3_600_000;

  function watched(words: readonly string[], look: () => readonly number[]) {
    const lines: { level: number; msg: string; cause?: string }[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const clock = Object.assign(() => clock.now, { now: NOW });
    const fares = watchSources(["dwd-sis", "era5"], log, clock, () => {});
    const of = { class: "satellite", columns: [], step: 600, first: 0, gaps: 0, extent: undefined } as const;
    const datasets = () => look().map((last, k) => ({ ...of, dataset: `satellite ${k}`, last }));
    const source = (id: string): WeatherSource => ({
      ...{ id, offer: async () => [], read: async () => [], close: async () => {} },
      look: async () => ({ what: "folder of scans", datasets: datasets(), problems: [] }),
    });
    const watch = new FeedWatch({ words, sources: [source("dwd-sis"), source("era5")], fares, clock });
    onTestFinished(() => watch.stop());
    const isUp = () => fares.states()[0]!.isUp;
    return { watch, fares, clock, lines, isUp };
  }

  it("that never has a scan fails until the first one comes, whatever requests meet; it is said once", async () => {
    let scans: number[] = [];
    const { watch, fares, clock, lines, isUp } = watched(["dwd-sis"], () => scans);
    fares.note({ source: "dwd-sis", work: "offer", failure: undefined });
    expect(isUp()).toBe(true);
    for (let k = 0; k < 3; k++) {
      await watch.look();
      clock.now += HOUR;
      fares.note({ source: "dwd-sis", work: "offer", failure: undefined });
      expect([isUp(), [...watch.newest()], [...watch.ages()]]).toEqual([false, [["dwd-sis", 0]], []]);
    }
    expect(lines).toMatchObject([
      { level: 40, msg: "weather source fails", cause: expect.stringContaining("no scan") },
    ]);
    scans = [clock.now - HOUR];
    await watch.look();
    expect([isUp(), [...watch.newest()]]).toEqual([true, [["dwd-sis", scans[0]! / 1000]]]);
    expect(lines.at(-1)).toMatchObject({ msg: "weather source recovered" });
  });

  it("is as old as the newest scan of the satellite that is furthest behind, though nobody asks for it", async () => {
    const { watch, clock } = watched(["dwd-sis=/scans", "era5", "/data/own"], () => [NOW - HOUR, NOW - 4 * HOUR]);
    await watch.look();
    clock.now += HOUR;
    expect([...watch.ages()]).toEqual([["dwd-sis", 5 * 3600]]);
    expect(Object.fromEntries(watch.limits())).toMatchObject({ "dwd-sis": 3 * 3600, era5: 9 * 86_400 });
  });
});
