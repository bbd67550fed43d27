/** A store holds what a plain model of its updates holds, whatever their order and however they are merged. */

import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { seeded } from "../../../scripts/lib/random.mjs";
import { createLiveStore, type LiveWriter, openLiveWriter } from "../../src/index.js";
import { readerOf } from "../../src/live/reader.js";
import type { LiveUpdate } from "../../src/live/update.js";
import { contentIn, folder, GHI, Model, NOW, OPTIONS, place, STEP, sorted } from "./made.js";

const START = Date.UTC(2026, 4, 30, 20);

async function newWriter(path: string, options = {}): Promise<LiveWriter> {
  return openLiveWriter(path, { now: () => NOW, ...options });
}

/** Some of 5 places, some rows within 4 days around the end of a month, some columns, some values missing. */
function randomUpdate(random: (below: number) => number): LiveUpdate {
  const places = [0, 1, 2, 3, 4].filter(() => random(2) === 1).map(place);
  if (places.length === 0) places.push(place(random(5)));
  const rows = random(4) === 0 ? 1 + random(200) : 1 + random(3);
  const columns = [GHI, "temperature"].filter(() => random(4) > 0);
  if (columns.length === 0) columns.push("temperature");
  const values = () =>
    Array.from({ length: rows * places.length }, () => (random(4) === 0 ? Number.NaN : random(10_000) / 10));
  return {
    places,
    start: START + random(4 * 96) * STEP,
    columns: Object.fromEntries(columns.map((name) => [name, values().map((v) => (name === GHI ? v : v / 10))])),
  };
}

it.each([1, 2, 3])("equals the model after every update, merge and reopening (seed %i)", async (seed) => {
  const random = seeded(seed).below;
  const path = folder();
  await createLiveStore(path, { ...OPTIONS, columns: [GHI, { name: "temperature", resolution: 0.01 }] });
  const model = new Model();
  const reader = readerOf(path);
  let writer = await newWriter(path);
  for (let round = 0; round < 40; round++) {
    const batch = Array.from({ length: 1 + random(3) }, () => randomUpdate(random));
    for (const update of batch) model.take(update);
    const { version } = await writer.ingest(batch);
    const act = random(10);
    if (act === 0) await writer.compact();
    if (act === 1) {
      await writer.close();
      writer = await newWriter(path);
    }
    const snapshot = await reader.snapshot();
    expect(snapshot.manifest.version).toBeGreaterThanOrEqual(version);
    if (round % 5 === 4) expect(sorted(await contentIn(path))).toEqual(sorted(rounded(model)));
  }
  await writer.compact();
  expect(sorted(await contentIn(path))).toEqual(sorted(rounded(model)));
  await writer.close();
  // May and June.
  expect((await reader.snapshot()).manifest.segments).toHaveLength(2);
});

/** Temperatures are kept in hundredths: those above have thousandths. */
function rounded(model: Model): Map<string, number> {
  return new Map([...model.values].map(([key, value]) => [key, Math.round(value * 100) / 100]));
}

it("a missing value never overwrites, a later value does", async () => {
  const path = folder();
  await createLiveStore(path, OPTIONS);
  const writer = await newWriter(path);
  const update = (values: (number | null)[], start = START) => ({
    places: [place(0)],
    start,
    columns: { [GHI]: values },
  });
  await writer.ingest(update([100, 200, 300]));
  await writer.ingest(update([null, 250]));
  await writer.ingest({ places: [place(0)], start: START, columns: { temperature: [1, 2, 3] } });
  const row = START / STEP;
  const expected = [
    [`40 ${row} ${GHI}`, 100],
    [`40 ${row} temperature`, 1],
    [`40 ${row + 1} ${GHI}`, 250],
    [`40 ${row + 1} temperature`, 2],
    [`40 ${row + 2} ${GHI}`, 300],
    [`40 ${row + 2} temperature`, 3],
  ];
  expect(sorted(await contentIn(path))).toEqual(expected);
  // What has no value changes nothing, and is no version.
  const before = await writer.ingest(update([null, Number.NaN]));
  expect(before).toMatchObject({ version: 3, values: 0 });
  await writer.compact();
  expect(sorted(await contentIn(path))).toEqual(expected);
  await writer.close();
});

it("days merge on their own, and files of old versions go after their grace", async () => {
  const path = folder();
  await createLiveStore(path, OPTIONS);
  let time = NOW;
  const writer = await openLiveWriter(path, { now: () => time, grace: 200 });
  const model = new Model();
  for (let slot = 0; slot < 2 * 96; slot++) {
    const update = { places: [place(0), place(1)], start: START + slot * STEP, columns: { [GHI]: [slot, slot + 0.5] } };
    model.take(update);
    await writer.ingest(update);
    time += 10;
  }
  await writer.close();
  const { manifest } = await readerOf(path).snapshot();
  expect(sorted(await contentIn(path))).toEqual(sorted(model.values));
  // Two whole days, each in two or fewer, and the slots since.
  expect(manifest.segments.length).toBeLessThan(20);
  const files = readdirSync(path).filter((name) => name.endsWith(".seg"));
  expect(files).toHaveLength(
    manifest.segments.length + manifest.retired.filter(({ file }) => file.endsWith(".seg")).length,
  );
  expect(files.length).toBeLessThan(60);
});

it("keeps what it promises to keep, and drops what is older", async () => {
  const path = folder();
  await createLiveStore(path, { ...OPTIONS, keepDays: 30 });
  const writer = await newWriter(path, { autoCompact: false });
  const at = (month: number, day: number) => ({
    places: [place(0)],
    start: Date.UTC(2026, month, day),
    columns: { [GHI]: [day] },
  });
  await writer.ingest([at(3, 1), at(4, 1), at(5, 1), at(5, 15)]);
  const reader = readerOf(path);
  const before = (await (await reader.snapshot()).cover(0))!;
  expect(await writer.compact()).toEqual({ before: 4, after: 1, dropped: 2 });
  const after = await reader.snapshot();
  expect((await after.cover(0))!.first).toBe(Date.UTC(2026, 5, 1) / STEP);
  expect(before.first).toBe(Date.UTC(2026, 3, 1) / STEP);
  expect(after.manifest.losses).toBe(1);
  await writer.close();
});

it("refuses what it cannot keep, by name, and keeps nothing of it", async () => {
  const path = folder();
  await expect(createLiveStore(path, { ...OPTIONS, interval: 7 })).rejects.toThrow(
    "interval must be whole seconds from 60 that divide a day, such as 900, got 7",
  );
  await createLiveStore(path, OPTIONS);
  await expect(createLiveStore(path, OPTIONS)).rejects.toThrow("it already contains one");
  const writer = await newWriter(path);
  const good: LiveUpdate = { places: [place(0)], start: START, columns: { [GHI]: [1] } };
  const wrong: readonly [Partial<LiveUpdate>, string][] = [
    [
      { columns: { [GHI]: [4000] } },
      `${GHI} must be from -3276.7 to 3276.7 or missing, got 4000 at 40,10, 2026-05-30T20:00`,
    ],
    [{ columns: { [GHI]: [Number.POSITIVE_INFINITY] } }, "got Infinity at 40,10"],
    [{ columns: { pressure: [1] } }, `columns must be among the store's ${GHI}, temperature, got pressure`],
    [{ columns: { [GHI]: [1, 2], temperature: [1] } }, `got ${GHI} 2, temperature 1`],
    [{ columns: {} }, "columns must have at least one column, got none"],
    [{ start: START + 1 }, `start must be Unix ms, a multiple of the step 900 s, got ${START + 1}`],
    [{ start: NOW + 2 * 3_600_000 }, "times must be from 1900 to now, 2026-07-01T00:00:00.000Z, got 2026-07-01T02:00"],
    [{ places: [{ latitude: 95, longitude: 0 }] }, "place.latitude must be a number from -90 to 90, got 95"],
    [{ places: [place(0), place(0)], columns: { [GHI]: [1, 2] } }, "places must differ, got 40,10 twice"],
  ];
  for (const [change, message] of wrong) {
    await expect(writer.ingest([good, { ...good, ...change }])).rejects.toThrow(message);
  }
  expect((await contentIn(path)).size).toBe(0);
  await writer.ingest({ ...good, places: [{ ...place(0), altitude: 500 }] });
  await expect(writer.ingest({ ...good, places: [{ ...place(0), altitude: 510 }] })).rejects.toThrow(
    "altitude of 40,10 must be 500 m as before, got 510 m",
  );
  await writer.close();
  await expect(writer.ingest(good)).rejects.toThrow("is closed");
});
