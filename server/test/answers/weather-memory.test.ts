/** What is remembered of the archive: never across a change of the data, never a failure, never more than there is room for. */
import { type Archive, openArchive, type Plan, sampleSource, type WeatherSource } from "irradiance-archive";
import { expect, it } from "vitest";
import { rememberedPlan, rememberingArchive } from "../../src/answers/weather-memory.js";

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
