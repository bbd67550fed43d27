/** Two servers on one folder of kept runs, and servers that are killed (kill -9) while they keep and learn. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseSiteTuning } from "irradiance-engine/forecast";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import {
  LESSON_FILE,
  parseKeptRun,
  placesIn,
  runOfFile,
  siteName,
  tuningsIn,
} from "../../src/answers/forecast/kept-runs.js";
import { NOW } from "../http/harness.js";
import { SITE } from "../http/made-sky.js";
import { DAYS, madePast } from "./made-past.js";

const CHILD = fileURLToPath(new URL("./keeping-child.mjs", import.meta.url));
const PLACE = { latitude: SITE.latitude, longitude: SITE.longitude };
const NAME = siteName(PLACE);
const ALL = (DAYS - 1) * 4 + 1;
const LEARNT = `kept runs, ${NAME}: learnt at this place from ${DAYS} days`;
const KILLS = 5;

const servers: Started[] = [];
const folders: string[] = [];
let past: Awaited<ReturnType<typeof madePast>>;
let undisturbed: ReturnType<typeof filesOf>;
beforeAll(async () => {
  past = await madePast({ bright: 0.2 });
  const folder = newFolder();
  const server = await until(started(folder), LEARNT);
  undisturbed = filesOf(folder);
  await killed(server);
});
afterEach(() => Promise.all(servers.splice(0).map(killed)));
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  past.remove();
});

it("one keeps and learns at a time, once, and the other takes over when it is killed", async () => {
  const folder = newFolder();
  const both = [started(folder), started(folder)];
  const first = await Promise.race(both.map((server) => until(server, LEARNT)));
  const second = both.find((server) => server !== first)!;
  await until(second, "is in use by another writer");
  expect(first.lines.join("\n")).not.toContain("is in use");
  expect(second.lines.join("\n")).not.toContain("learnt");
  await killed(first);
  // What was learnt is lost: who goes on learns it again.
  rmSync(tuningsIn(folder), { recursive: true });
  rmSync(join(placesIn(folder), NAME, LESSON_FILE));
  await until(second, LEARNT);
  expect(filesOf(folder)).toEqual(undisturbed);
});

it(`over ${KILLS} kills each file is whole at every moment, and in the end all are those of a server that nobody killed`, async () => {
  const folder = newFolder();
  let counts: readonly number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const server = started(folder);
    await until(server, "begins");
    // Spread over reading, keeping and learning, which begins when all runs are there.
    const wanted = Math.floor(((kill + 0.5) / KILLS) * (ALL + 20));
    for (let turns = 0; turns < 60_000 && filesOf(folder).runs.length < Math.min(wanted, ALL); turns++) await sleep(2);
    await sleep(Math.max(0, wanted - ALL) * 20 * Math.random());
    await killed(server);
    counts = [...counts, filesOf(folder).runs.length];
  }
  // Killed in the middle of keeping, and no run that was kept is gone.
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(counts.filter((count) => count > 0 && count < ALL).length).toBeGreaterThan(2);
  const last = started(folder);
  const isLearnt = () => filesOf(folder).tunings.length > 0 && filesOf(folder).lesson !== undefined;
  await expect.poll(isLearnt, { interval: 50 }).toBe(true);
  // The next round removes what the killed ones left.
  await expect.poll(() => unfinishedIn(folder), { interval: 50 }).toBe(0);
  await killed(last);
  expect(filesOf(folder)).toEqual(undisturbed);
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-kept-"));
  folders.push(folder);
  return folder;
}

type Started = { readonly child: ChildProcess; readonly lines: string[]; readonly ended: Promise<void> };

function started(folder: string): Started {
  const args = [CHILD, folder, past.folder, `${PLACE.latitude}`, `${PLACE.longitude}`, `${NOW}`];
  const child = spawn(process.execPath, args);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => void lines.push(...`${data}`.split("\n").filter((line) => line !== "")));
  }
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const server = { child, lines, ended };
  servers.push(server);
  return server;
}

async function killed({ child, ended }: Started): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

/** Waits until the server has said it. @throws what it said where it ends before */
async function until(server: Started, text: string): Promise<Started> {
  while (!server.lines.some((line) => line.includes(text))) {
    if (server.child.exitCode !== null) throw new Error(server.lines.join("\n"));
    await sleep(20);
  }
  return server;
}

/** What readers see. @throws for a file that is not whole */
function filesOf(folder: string) {
  const site = join(placesIn(folder), NAME);
  const texts = (path: string) => seenIn(path).map((name) => [name, readFileSync(join(path, name), "utf8")] as const);
  const runs = texts(site).filter(([name]) => runOfFile(name) !== undefined);
  for (const [, text] of runs) parseKeptRun(text);
  const tunings = texts(tuningsIn(folder));
  for (const [, text] of tunings) parseSiteTuning(text);
  const [lesson] = texts(site).flatMap(([name, text]) => (name === LESSON_FILE ? [JSON.parse(text)] : []));
  return { runs, tunings, lesson };
}

/** Readers take files by their names: what is being written has another. */
function seenIn(path: string): readonly string[] {
  return namesIn(path).filter((name) => !isUnfinished(name));
}

function unfinishedIn(folder: string): number {
  return [join(placesIn(folder), NAME), tuningsIn(folder)].flatMap(namesIn).filter(isUnfinished).length;
}

function isUnfinished(name: string): boolean {
  return name.endsWith(".unfinished");
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
