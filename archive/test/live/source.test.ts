/** The store as a source: what it offers, what it reads, and through the archive. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/budget.js";
import {
  budgetOf,
  createLiveStore,
  liveSource,
  openArchive,
  openLiveWriter,
  plan,
  type WeatherSource,
} from "../../src/index.js";
import type { LiveStoreOptions } from "../../src/live/manifest.js";
import { liveStatus } from "../../src/live/store.js";
import { folder, GHI, NOW, OPTIONS, place, STEP } from "./made.js";

const START = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const OPEN = { signal: new AbortController().signal, budget: budgetOf(DEFAULT_LIMITS) };

async function made(options: Partial<LiveStoreOptions> = {}) {
  const path = folder();
  await createLiveStore(path, { ...OPTIONS, ...options });
  const writer = await openLiveWriter(path, { now: () => NOW });
  return { path, writer, source: liveSource({ folder: path }) };
}

/** Values 0, 1, 2, … of a column from a time on. */
function course(start: number, rows: number, cell = 0, name = GHI) {
  return { places: [place(cell)], start, columns: { [name]: Float64Array.from({ length: rows }, (_, k) => k) } };
}

async function ghiOf(source: WeatherSource, start: number, end: number) {
  const [offer] = await source.offer(place(0), NOW);
  const [part] = await source.read(offer!, place(0), { start, end }, [GHI], OPEN);
  return part!.series;
}

it("offers the days that have values, to the last one, whether merged or not", async () => {
  const { writer, source } = await made({ licence: "CC-BY-4.0", attribution: "Someone" });
  expect(await source.offer(place(0), NOW)).toEqual([]);
  await writer.ingest(course(START + 8 * STEP, 96));
  await writer.ingest(course(START + 5 * DAY, 10));
  await writer.ingest({ ...course(START + 9 * DAY, 4), columns: { temperature: [1, 2, null, null] } });
  await writer.ingest(course(START, 1, 7, "temperature"));
  const [offer] = await source.offer(place(0), NOW);
  expect(offer).toMatchObject({
    source: "live",
    dataset: "stations, cell 0",
    class: "measured",
    columns: [GHI, "temperature"],
    interval: 900,
    first: START + 8 * STEP,
    last: START + 9 * DAY + 2 * STEP,
    covers: [
      { start: START + 8 * STEP, end: START + 2 * DAY },
      { start: START + 5 * DAY, end: START + 6 * DAY },
      { start: START + 9 * DAY, end: START + 9 * DAY + 2 * STEP },
    ],
    cell: { latitude: 40, longitude: 10, distanceKm: 0 },
    licence: "CC-BY-4.0",
    attribution: "Someone",
  });
  await writer.compact();
  expect(await source.offer(place(0), NOW)).toEqual([{ ...offer, revision: expect.any(String) }]);
  const [other] = await source.offer(place(7), NOW);
  expect(other).toMatchObject({ columns: ["temperature"], first: START, last: START + STEP });
  expect(await source.offer(place(3), NOW)).toEqual([]);
  await writer.close();
});

it("an update changes the revision of its cells alone, and an offer is read as it was made", async () => {
  const { path, writer, source } = await made();
  await writer.ingest([course(START, 4), course(START, 4, 1)]);
  const [before] = await source.offer(place(0), NOW);
  const [far] = await source.offer(place(1), NOW);
  await writer.ingest({ places: [place(0)], start: START, columns: { [GHI]: [500] } });
  const [after] = await source.offer(place(0), NOW);
  expect(after!.revision).not.toBe(before!.revision);
  expect((await source.offer(place(1), NOW))[0]!.revision).toBe(far!.revision);
  const read = async (offer: typeof before) =>
    (await source.read(offer!, place(0), { start: START, end: START + 3 * STEP }, [GHI], OPEN))[0]!.series.columns[GHI];
  expect(await read(before)).toEqual(Float64Array.of(0, 1, 2));
  expect(await read(after)).toEqual(Float64Array.of(500, 1, 2));
  await expect(read({ ...before!, revision: "other" })).rejects.toMatchObject({ code: "ERR_ARCHIVE_CHANGED" });
  // A source that did not make the offer reads it as long as it is of now.
  const other = liveSource({ folder: path });
  const period = { start: START, end: START + STEP };
  expect((await other.read(after!, place(0), period, [GHI], OPEN))[0]!.series.columns[GHI]).toEqual(
    Float64Array.of(500),
  );
  await expect(other.read(before!, place(0), period, [GHI], OPEN)).rejects.toMatchObject({
    code: "ERR_ARCHIVE_CHANGED",
  });
  await writer.close();
});

it("reads what overlaps a period and nothing beyond its values", async () => {
  const { writer, source } = await made();
  await writer.ingest(course(START, 10));
  expect(await ghiOf(source, START + 1, START + 2 * STEP + 1)).toMatchObject({
    start: START,
    interval: 900,
    sampling: "average",
    columns: { [GHI]: Float64Array.of(0, 1, 2) },
  });
  const all = await ghiOf(source, START - DAY, START + DAY);
  expect([all.start, all.columns[GHI]!.length]).toEqual([START, 10]);
  const [offer] = await source.offer(place(0), NOW);
  expect(await source.read(offer!, place(0), { start: START + DAY, end: START + 2 * DAY }, [GHI], OPEN)).toEqual([]);
  const budget = budgetOf({ ...DEFAULT_LIMITS, values: 9 });
  await expect(
    source.read(offer!, place(0), { start: START, end: START + DAY }, [GHI], { ...OPEN, budget }),
  ).rejects.toMatchObject({ code: "ERR_ARCHIVE_LIMIT" });
  await writer.close();
});

it("instants stand for the interval around them", async () => {
  const { writer, source } = await made({ sampling: "instant" });
  await writer.ingest(course(START, 4));
  const [offer] = await source.offer(place(0), NOW);
  expect([offer!.first, offer!.last]).toEqual([START - STEP / 2, START + 3.5 * STEP]);
  const series = await ghiOf(source, START + STEP / 2, START + STEP);
  expect(series).toMatchObject({ start: START + STEP, sampling: "instant", columns: { [GHI]: Float64Array.of(1) } });
  await writer.close();
});

it("a farther cell is offered only for what the nearer ones lack", async () => {
  const { writer, source } = await made({ maxDistanceKm: 5 });
  const near = { latitude: 40, longitude: 10 };
  const far = { latitude: 40.02, longitude: 10 };
  const values = { [GHI]: [1, 2] };
  await writer.ingest({ places: [near, far], start: START, columns: { [GHI]: [1, 2, 3, 4] } });
  expect((await source.offer(near, NOW)).map(({ dataset }) => dataset)).toEqual(["stations, cell 0"]);
  await writer.ingest({ places: [far], start: START + 2 * DAY, columns: values });
  const offers = await source.offer(near, NOW);
  expect(offers.map(({ dataset }) => dataset)).toEqual(["stations, cell 0", "stations, cell 1"]);
  expect(offers[1]!.cell.distanceKm).toBeCloseTo(2.22, 1);
  expect(await source.offer({ latitude: 40.1, longitude: 10 }, NOW)).toEqual([]);
  // Across the date line.
  await writer.ingest({ places: [{ latitude: -17, longitude: 179.99 }], start: START, columns: values });
  expect(await source.offer({ latitude: -17, longitude: -179.99 }, NOW)).toHaveLength(1);
  await writer.close();
});

it("any byte of any file that changes is noticed, said, and mended by repair", async () => {
  const { path, writer } = await made();
  await writer.ingest([course(START, 96), course(START, 96, 1)]);
  await writer.ingest(course(START + 29 * DAY - 4 * STEP, 3));
  await writer.close();
  const copy = folder();
  let noticed = 0;
  for (const name of readdirSync(path).filter((file) => !file.endsWith(".lock"))) {
    const whole = readFileSync(join(path, name));
    const positions = Array.from({ length: 40 }, (_, k) => Math.floor((k * (whole.length - 1)) / 39));
    for (const at of positions) {
      cpSync(path, copy, { recursive: true });
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1 << (at % 8);
      writeFileSync(join(copy, name), bytes);
      const isWhite = name === "current.json" && /\s/.test(String.fromCharCode(bytes[at]!));
      const source = liveSource({ folder: copy });
      const read = async () => {
        for (const cell of [0, 1]) {
          const [offer] = await source.offer(place(cell), NOW);
          await source.read(offer!, place(cell), { start: START, end: START + 31 * DAY }, [GHI], OPEN);
        }
      };
      if (isWhite) continue;
      await expect(read(), `${name} ${at}`).rejects.toMatchObject({ code: "ERR_ARCHIVE_UNREADABLE" });
      noticed++;
    }
  }
  expect(noticed).toBeGreaterThan(100);

  const segment = readdirSync(path).find((file) => file.endsWith(".seg"))!;
  cpSync(path, copy, { recursive: true });
  writeFileSync(join(copy, segment), readFileSync(join(copy, segment)).subarray(0, 100));
  const { damages } = await liveStatus(copy, { verify: true });
  expect(damages).toMatchObject([{ file: segment, message: expect.stringContaining("is damaged"), cells: 2 }]);
  const mender = await openLiveWriter(copy, { now: () => NOW });
  expect(await mender.repair()).toEqual(damages);
  await mender.close();
  expect((await liveStatus(copy, { verify: true })).damages).toEqual([]);
  rmSync(join(copy, "current.json"));
  await expect(liveStatus(copy)).rejects.toMatchObject({ code: "ERR_ARCHIVE_UNREADABLE" });
});

it("serves through the archive, and another source takes over where it is damaged", async () => {
  const { path, writer, source } = await made();
  await writer.ingest({
    ...course(START + 12 * 3_600_000, 8),
    columns: { [GHI]: [800, 810, 820, 830, 840, 850, 860, 870] },
  });
  await writer.close();
  const archive = openArchive({ sources: [source] });
  const period = { start: START + 12 * 3_600_000, end: START + 14 * 3_600_000 };
  const asked = async () => {
    const survey = await archive.survey(place(0), NOW);
    return archive.read(plan(survey, { purpose: "history", period, columns: [GHI] }));
  };
  const { series, provenance } = await asked();
  expect(series.columns[GHI]).toEqual(Float64Array.of(800, 810, 820, 830, 840, 850, 860, 870));
  expect(provenance[0]).toMatchObject({ source: "live", method: "point", corrections: ["rounded for storage"] });
  const segment = readdirSync(path).find((file) => file.endsWith(".seg"))!;
  const bytes = readFileSync(join(path, segment));
  bytes[0]! ^= 1;
  writeFileSync(join(path, segment), bytes);
  const damaged = openArchive({ sources: [liveSource({ folder: path })] });
  const survey = await damaged.survey(place(0), NOW);
  await expect(damaged.read(plan(survey, { purpose: "history", period, columns: [GHI] }))).rejects.toThrow(
    `the live store's segment ${segment} is damaged: the checksum of block 0 differs`,
  );
});
