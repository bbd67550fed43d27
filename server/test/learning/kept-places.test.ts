/** Whose runs are kept: places that are asked for often, until nobody asks for them any more; which runs, and when they teach. */
import type { WeatherSource } from "irradiance-archive";
import { describe, expect, it } from "vitest";
import { type KeepingOptions, onceEach, Rounds } from "../../src/learning/keeping.js";
import { keptPlaces, openPlace, touchPlace } from "../../src/learning/kept-folder.js";
import { type Desk, learnKept } from "../../src/learning/learn.js";
import { PastError, runCandidates, thoseServed } from "../../src/learning/past.js";
import { askedPlaces } from "../../src/learning/start-keeping.js";
import { madeRun, madeSeen, madeSources, SITE } from "../http/made-sky.js";
import { temporaryFolder } from "../temporary.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 5, 21, 12);
const PLACE = { latitude: 50, longitude: 10 };

it("keeps nothing of a place before it was asked for on three days of a week, and says it once an hour", () => {
  const said: unknown[] = [];
  const note = askedPlaces((place) => void said.push(place));
  for (let k = 0; k < 50; k++) note({ latitude: 50.004, longitude: 10.001 }, NOW + k);
  note(PLACE, NOW + DAY);
  note(PLACE, NOW + 9 * DAY);
  note(PLACE, NOW + 10 * DAY);
  // The clock is set back.
  note(PLACE, NOW);
  note(PLACE, NOW + DAY);
  expect(said).toEqual([]);
  for (const time of [2, 2.01, 2.5]) note(PLACE, NOW + time * DAY);
  expect(said).toEqual([PLACE, PLACE]);
});

function roundsOf(folder: string, more: Partial<KeepingOptions>, say: (line: string) => void = () => {}) {
  const options: KeepingOptions = {
    ...{ folder, days: 400, named: [], clock: () => NOW, signal: new AbortController().signal },
    ...{ log: say, warn: say, failing() {} },
    openDesk: () => Promise.reject(new Error("nothing is read")),
    ...more,
  };
  return new Rounds(options, onceEach(say));
}

/** A run that is kept. */
function keptRun(run: number) {
  const series = { start: run, interval: 3600, columns: { global_horizontal_irradiance: [1, 2] } };
  return { run, issued: run, datasets: ["made"], revision: "1", series };
}

describe.each([
  [30, [PLACE], ["nothing is read"]],
  [31, [], ["removed, as nobody has asked for the place for 30 days"]],
] as const)("%i days before its newest run", (days, places, words) => {
  it("a place was asked for the last time, by the clock of the runs, and is kept or forgotten", async () => {
    const [folder, lines] = [temporaryFolder(), [] as string[]];
    await touchPlace(folder, PLACE, NOW - days * DAY);
    await openPlace(folder, PLACE).write(keptRun(Math.floor(NOW / DAY) * DAY));
    await roundsOf(folder, { clock: () => NOW + 400 * DAY }, (line) => void lines.push(line)).next();
    expect(await keptPlaces(folder)).toEqual(places);
    expect(lines).toEqual(words.map((word) => `kept runs, 50.0000_10.0000: ${word}`));
  });
});

describe("runs", () => {
  /** One source of hourly runs, the last of which begins now. */
  function hourly(count: number): WeatherSource {
    const sets = Array.from({ length: count }, (_, k) => madeRun(NOW + (6 - k) * HOUR, () => 0.5));
    const [first, ...others] = madeSources(SITE, ...sets) as [WeatherSource, ...WeatherSource[]];
    return {
      ...first,
      offer: async (...asked) => (await Promise.all([first, ...others].map((one) => one.offer(...asked)))).flat(),
      read: (offer, ...rest) => [first, ...others][(NOW - offer.run!) / HOUR]!.read(offer, ...rest),
    };
  }

  it("that follow each other faster are kept every three hours, the newest of each three", async () => {
    const [folder, sources] = [temporaryFolder(), [hourly(5)]];
    const openDesk = async () => ({ given: { sources }, close: async () => {} }) as unknown as Desk;
    const rounds = roundsOf(folder, { named: [PLACE], openDesk });
    for (let k = 0; k < 2; k++) await rounds.next();
    expect(await openPlace(folder, PLACE).runs()).toEqual([-4, -1, 0].map((hour) => NOW + hour * HOUR));
  });

  it("are those that began within the period", async () => {
    const period = { start: NOW - 3 * HOUR, end: NOW };
    const found = await runCandidates({ sources: [hourly(6)] }, { place: PLACE, period, name: undefined }, []);
    expect(found.map(({ run }) => run)).toEqual([-3, -2, -1].map((hour) => NOW + hour * HOUR));
  });

  it("that were there no sooner than a later one were never the newest", () => {
    const served = (...issued: number[]) =>
      thoseServed(issued.map((time) => ({ ...keptRun(0), issued: time }))).map((run) => run.issued);
    expect([served(1, 2, 3), served(1, 5, 4, 6), served(3, 3), served(9, 8, 7)]).toEqual([
      [1, 2, 3],
      [1, 4, 6],
      [3],
      [7],
    ]);
  });

  it("teach once a day, and when there is a new one", async () => {
    const place = openPlace(temporaryFolder(), PLACE);
    const surroundings = () => Promise.reject(new PastError("too little"));
    const desk = { given: { sources: [] }, places: { surroundings } } as unknown as Desk;
    const taught: number[] = [];
    const looks = [[13.75, 0], [14, 13.75], [14.5, 14], [15, 14.75], [15.5], [17], [17.25, 17]] as const;
    for (const [day, run] of looks) {
      if (run !== undefined) await place.write(keptRun(NOW + run * DAY));
      if ((await learnKept(desk, PLACE, place, NOW + day * DAY)) !== undefined) taught.push(day);
    }
    // Fourteen days of runs at least; at 15 it is too soon, at 17 there is nothing new.
    expect(taught).toEqual([14.5, 15.5, 17.25]);
  });

  it("teach by those of the data sets that the newest has", async () => {
    const [place, asked] = [openPlace(temporaryFolder(), PLACE), [] as number[]];
    for (const [day, dataset] of [
      [0, "other"],
      [1, "made"],
      [2, "other"],
      [16, "made"],
    ] as const)
      await place.write({ ...keptRun(NOW + day * DAY), datasets: [dataset] });
    const [eye] = madeSources(
      SITE,
      madeSeen(NOW + 30 * DAY, () => 0.5, { first: NOW - 30 * DAY }),
    );
    const read: WeatherSource["read"] = async (_offer, _place, period) => {
      asked.push(period.start);
      return [];
    };
    const ground = { altitude: 0, altitudeFrom: "grid", clearTurbidity: () => new Array(12).fill(3) };
    const places = { surroundings: async () => ground, skyIndex: async () => 0.65 };
    const desk = { given: { sources: [{ ...eye, read }] }, places } as unknown as Desk;
    await learnKept(desk, PLACE, place, NOW + 20 * DAY);
    // Light is looked for from some hours before the first of these on.
    expect(asked.map((start) => start > NOW + DAY / 2 && start < NOW + DAY)).toEqual([true]);
  });
});
