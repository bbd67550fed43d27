/** What was acknowledged is there after a power cut or a full disk at any operation; what was not is there whole or not at all. */

import { expect, it } from "vitest";
import { seeded } from "../../../scripts/lib/random.mjs";
import { partOf } from "../../../test/draws.js";
import { readerOf, type Snapshot } from "../../src/live/reader.js";
import { makeStore } from "../../src/live/store.js";
import type { LiveUpdate } from "../../src/live/update.js";
import { openWriter } from "../../src/live/writer.js";
import { contentIn, contentOf, folder, GHI, Model, NOW, OPTIONS, place, STEP, sorted } from "./made.js";
import { PowerDisk } from "./power-disk.js";

const START = Date.UTC(2026, 5, 30, 22);
const QUIET = { now: () => NOW + 3_600_000, grace: 0, autoCompact: false };

/** Slots forward and back, with new places among them. */
const UPDATES: readonly LiveUpdate[] = Array.from({ length: 8 }, (_, k) => ({
  places: [0, 1, 2].slice(0, 1 + (k % 3)).map(place),
  start: START + ((k * 5) % 7) * STEP,
  columns: { [GHI]: Array.from({ length: 2 * (1 + (k % 3)) }, (_, i) => 100 * k + i) },
}));

/** After these the segments are merged. */
const MERGES = [3, 6];

/** The states of the store after each update. */
const STATES = [new Model()];
for (const update of UPDATES) {
  const next = STATES.at(-1)!.copy();
  next.take(update);
  STATES.push(next);
}

/** The operations at which a disk fails. */
const failing = (operations: number) => partOf([...Array(operations).keys()], 5);

/** Sends the updates until one fails; @returns how many were acknowledged */
async function send(path: string, disk: PowerDisk, retry = false): Promise<number> {
  let acknowledged = 0;
  const opened = await openWriter(path, QUIET, disk).catch(() => undefined);
  const writer = opened ?? (retry ? await openWriter(path, QUIET, disk) : undefined);
  if (writer === undefined) return 0;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      expect(error).toMatchObject({ code: "ERR_ARCHIVE_NOT_WRITTEN", message: expect.stringContaining("ENOSPC") });
      if (!retry) throw error;
      // As before, or as after, as the error says.
      const content = sorted(await contentIn(path, disk));
      const isKept = (error as Error).message.includes("may or may not");
      const possible = STATES.slice(acknowledged, acknowledged + 2).map(({ values }) => sorted(values));
      expect(isKept ? possible : possible.slice(0, 1)).toContainEqual(content);
      await work();
    }
  };
  try {
    for (const [k, update] of UPDATES.entries()) {
      await attempt(() => writer.ingest(update));
      acknowledged = k + 1;
      if (MERGES.includes(acknowledged)) await attempt(() => writer.compact());
    }
  } catch (error) {
    if (retry) throw error;
  } finally {
    await writer.close();
  }
  return acknowledged;
}

async function newStore(): Promise<{ path: string; disk: PowerDisk }> {
  const [path, disk] = [folder(), new PowerDisk()];
  await makeStore(path, OPTIONS, disk);
  disk.operations = 0;
  return { path, disk };
}

it("a power cut at any operation", async () => {
  const whole = await newStore();
  expect(await send(whole.path, whole.disk)).toBe(UPDATES.length);
  const operations = whole.disk.operations;
  expect(operations).toBeGreaterThan(80);
  const random = seeded(7).below;
  let partial = 0;
  for (const failAt of failing(operations + 1)) {
    const { path, disk } = await newStore();
    disk.failAt = failAt;
    const acknowledged = await send(path, disk);
    for (let state = 0; state < 6; state++) {
      const back = disk.afterPowerCut(random);
      const content = sorted(await contentIn(path, back));
      const possible = STATES.slice(acknowledged, acknowledged + 2).map(({ values }) => sorted(values));
      expect(possible, `cut at ${failAt}`).toContainEqual(content);
      if (content.length !== possible[0]!.length) partial++;
      // And it goes on: the next updates are taken, and what the cut left behind is cleaned up.
      expect(await send(path, back)).toBe(UPDATES.length);
      const snapshot = await readerOf(path, 1 << 20, back).snapshot();
      expect(sorted(await contentOf(snapshot))).toEqual(sorted(STATES.at(-1)!.values));
      expect(back.names.sort()).toEqual(namesOf(path, snapshot));
    }
  }
  // The model does cut where an update is half done.
  expect(partial).toBeGreaterThan(0);
});

it("a disk that is full at any operation, and has room again", async () => {
  const whole = await newStore();
  await send(whole.path, whole.disk);
  for (const failAt of failing(whole.disk.operations)) {
    const { path, disk } = await newStore();
    disk.failAt = failAt;
    disk.failsOnce = true;
    expect(await send(path, disk, true)).toBe(UPDATES.length);
    const snapshot = await readerOf(path, 1 << 20, disk).snapshot();
    expect(sorted(await contentOf(snapshot))).toEqual(sorted(STATES.at(-1)!.values));
    // Unless the disk failed while a file was removed, none is left over.
    expect(disk.names.filter((name) => !namesOf(path, snapshot).includes(name)).length).toBeLessThanOrEqual(1);
  }
});

/** The files of a store. */
function namesOf(path: string, { manifest }: Snapshot): string[] {
  const { segments, retired, cells } = manifest;
  const files = new Set(["current.json", ...[...segments, ...retired, cells].map(({ file }) => file)]);
  return [...files].map((file) => `${path}/${file}`).sort();
}
