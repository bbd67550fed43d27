/** What is remembered of the archive: never across a change of the data, never a failure, never more than there is room for. */

import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Archive, WeatherSource } from "irradiance-archive";
import { openArchive, sampleSource } from "irradiance-archive";
import type { Plan, SourceEvent } from "irradiance-archive/internal/server";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { elevationRevision } from "../../src/answers/elevation-revision.js";
import { agesOf, watchedArchive, watchSources } from "../../src/answers/sources.js";
import { rememberedPlan, rememberingArchive } from "../../src/answers/weather.js";
import { temporaryFolder } from "../temporary.js";

const PLACE = { latitude: 36.1, longitude: -79.95 };
const NOW = Date.UTC(2024, 5, 1);
const DAY = 86_400_000;
const WISH = { purpose: "history", columns: ["global_horizontal_irradiance"], synthetic: true } as const;
const dayOf = (number: number) => ({ start: NOW - number * DAY, end: NOW - (number - 1) * DAY });

interface Counted {
  readonly archive: Archive;
  readonly calls: { offer: number; read: number };
  /** Of every offer. */
  revision: string;
  failing: boolean;
}

function counted(most?: number): Counted {
  const sample = sampleSource();
  const counter = { calls: { offer: 0, read: 0 }, revision: "1", failing: false };
  const source: WeatherSource = {
    ...sample,
    async offer(place, now) {
      counter.calls.offer++;
      if (counter.failing) throw new Error("does not answer");
      return (await sample.offer(place, now)).map((offer) => ({ ...offer, revision: counter.revision }));
    },
    read(offer, ...rest) {
      counter.calls.read++;
      return sample.read({ ...offer, revision: "1" }, ...rest);
    },
  };
  return Object.assign(counter, { archive: rememberingArchive(openArchive({ sources: [source] }), most) });
}

const planFor = async ({ archive }: Counted, now = NOW, number = 10): Promise<Plan> =>
  rememberedPlan(await archive.survey(PLACE, now), { ...WISH, period: dayOf(number) });

it("searches and reads once for the same wish", async () => {
  const made = counted();
  const first = await made.archive.read(await planFor(made));
  const second = await made.archive.read(await planFor(made));
  expect(second).toBe(first);
  expect(made.calls).toEqual({ offer: 1, read: 1 });
});

it("gives the archive's own values, on memory that threads share", async () => {
  const made = counted();
  const plan = await planFor(made);
  const { series } = await made.archive.read(plan);
  const plain = await openArchive({ sources: [sampleSource()] }).read({
    ...plan,
    offers: plan.offers.map((offer) => ({ ...offer, revision: "1" })),
  });
  expect(series.columns.global_horizontal_irradiance).toEqual(plain.series.columns.global_horizontal_irradiance);
  expect((series.columns.global_horizontal_irradiance as Float64Array).buffer).toBeInstanceOf(SharedArrayBuffer);
});

it("looks again when the request's time has moved on, and reads what has changed", async () => {
  const made = counted();
  const first = await made.archive.read(await planFor(made));
  made.revision = "2";
  const second = await made.archive.read(await planFor(made, NOW + 1000));
  expect(second).not.toBe(first);
  expect(made.calls).toEqual({ offer: 2, read: 2 });
});

it("reads another period by itself", async () => {
  const made = counted();
  const [first, second] = [await planFor(made), await planFor(made, NOW, 20)];
  expect((await made.archive.read(second)).series.start).not.toBe((await made.archive.read(first)).series.start);
});

it("forgets a survey that failed", async () => {
  const made = counted();
  made.failing = true;
  expect((await made.archive.survey(PLACE, NOW)).failures).toHaveLength(1);
  made.failing = false;
  expect((await made.archive.survey(PLACE, NOW)).failures).toHaveLength(0);
});

it("keeps no more than it may: the least recently used goes first", async () => {
  const room = 10_000; // two days at one hour, but not three
  const made = counted(room);
  const read = async (number: number) => made.archive.read(await planFor(made, NOW, number));
  await read(10);
  await read(20);
  await read(10);
  await read(30); // takes the room of 20
  expect(made.calls.read).toBe(3);
  await read(10);
  expect(made.calls.read).toBe(3);
  await read(20);
  expect(made.calls.read).toBe(4);
});

function watched() {
  const lines: { msg: string; [key: string]: unknown }[] = [];
  const counted: string[] = [];
  const clock = { now: Date.UTC(2026, 5, 21) };
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const watch = watchSources(
    ["era5", "land"],
    log,
    () => clock.now,
    ({ source, kind }) => counted.push(`${source} ${kind}`),
  );
  const event = (work: SourceEvent["work"], kind?: "unreachable" | "damaged") => {
    const failure = kind && { source: "era5", kind, message: `/data/era5: ${kind}` };
    watch.note({ source: "era5", work, failure });
  };
  const after = (seconds: number) => {
    clock.now += 1000 * seconds;
  };
  const told = () => lines.splice(0).map(({ msg, kind }) => (kind === undefined ? msg : `${msg}: ${String(kind)}`));
  return { watch, event, after, told, counted, lines };
}

describe("a source", () => {
  it("that nobody asked is in no state", () => {
    const { watch } = watched();
    expect(watch.states()).toEqual(
      ["era5", "land"].map((source) => ({
        source,
        isUp: undefined,
        since: undefined,
        failure: undefined,
        facts: undefined,
      })),
    );
  });

  it("that fails for every request is told of once, with its cause, and counted each time", () => {
    const { watch, event, counted, lines } = watched();
    for (let k = 0; k < 1000; k++) event("offer", "unreachable");
    expect(lines).toMatchObject([
      { level: 40, source: "era5", kind: "unreachable", cause: "/data/era5: unreachable", msg: "weather source fails" },
    ]);
    expect(counted).toHaveLength(1000);
    expect(watch.states()[0]).toMatchObject({ isUp: false, failure: { kind: "unreachable" } });
  });

  it("that recovers is told of once, and of another cause, too", () => {
    const { event, after, told } = watched();
    event("offer", "unreachable");
    event("offer", "damaged");
    event("offer", "unreachable");
    after(6);
    event("offer");
    event("offer");
    expect(told()).toEqual([
      "weather source fails: unreachable",
      "weather source fails: damaged",
      "weather source recovered",
    ]);
    event("read", "damaged");
    expect(told()).toEqual(["weather source fails: damaged"]);
  });

  it("whose metadata are there and whose values are not has not recovered", () => {
    const { event, after, told, watch } = watched();
    event("read", "damaged");
    after(3600);
    event("offer");
    expect([told(), watch.states()[0]!.isUp]).toEqual([["weather source fails: damaged"], false]);
    event("read");
    expect([told(), watch.states()[0]!.isUp]).toEqual([["weather source recovered"], true]);
  });

  it("that succeeds at once after a failure and is not asked again has recovered when somebody looks", () => {
    const { event, after, told, watch } = watched();
    event("read", "unreachable");
    after(1);
    event("read");
    expect([told(), watch.states()[0]!.isUp]).toEqual([["weather source fails: unreachable"], false]);
    after(4);
    expect(watch.states()[0]).toMatchObject({ isUp: true, failure: undefined });
    expect([told(), watch.states()[0]!.isUp]).toEqual([["weather source recovered"], true]);
  });

  it("with one bad file among good ones does not fill the log", () => {
    const { event, after, told } = watched();
    for (let k = 0; k < 1000; k++) {
      event("read", "damaged");
      after(7);
      event("read");
    }
    expect(told().length).toBeLessThan(20);
  });

  it("is as old as it was when it was last asked: one that nobody asks does not become older", async () => {
    const offers = [{ source: "era5", class: "reanalysis", last: 1_000 }];
    const survey = async () => ({ offers });
    const { archive, newest } = watchedArchive({ survey } as unknown as Archive);
    const place = { latitude: 50, longitude: 10 };
    await archive.survey(place, 61_000);
    expect([...agesOf(newest)]).toEqual([["era5", 60]]);
    await archive.survey(place, 121_000);
    await archive.survey(place, 91_000);
    expect([...agesOf(newest)]).toEqual([["era5", 120]]);
    offers[0]!.last = 118_000;
    await archive.survey(place, 121_000);
    expect([...agesOf(newest)]).toEqual([["era5", 3]]);
  });
});

it("stays while nothing changes, and changes with each file that is added, written to, touched, moved or removed", async () => {
  const folder = temporaryFolder();
  const [single, tiles] = [join(folder, "single.tif"), join(folder, "tiles")];
  mkdirSync(tiles);
  const tile = join(tiles, "a.tif");
  const revision = () => elevationRevision([single, tiles]);
  const changes = [
    () => writeFileSync(single, "12"),
    () => writeFileSync(single, "345"),
    () => utimesSync(single, 1, 1),
    () => writeFileSync(tile, "12"),
    () => utimesSync(tile, 1, 1),
    () => renameSync(tile, join(tiles, "b.tif")),
    () => rmSync(join(tiles, "b.tif")),
  ];
  const seen = [await revision()];
  for (const change of changes) {
    change();
    seen.push(await revision());
    expect(await revision()).toBe(seen.at(-1));
  }
  // With the last file gone it is as before the first one came.
  expect(seen.pop()).toBe(seen[3]);
  expect(new Set(seen).size).toBe(seen.length);
});

it("is that of all paths, in their order", async () => {
  const [a, b] = [join(temporaryFolder(), "a.tif"), join(temporaryFolder(), "b.tif")];
  for (const file of [a, b]) writeFileSync(file, "1");
  const revisions = await Promise.all([[], [a], [b], [a, b], [b, a]].map(elevationRevision));
  expect(new Set(revisions).size).toBe(revisions.length);
});
