/** Archives of runs that teach a place on its first day: what is read of them, in which order, and what holds when something fails. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ArchiveError, type WeatherSource } from "irradiance-archive";
import { parseSiteTuning } from "irradiance-engine/forecast";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { siteName, tuningsIn } from "../../src/answers/forecast/kept-runs.js";
import { Allowance, MB, worthReading } from "../../src/learning/bounds.js";
import { type KeepingOptions, type LearningState, onceEach, Rounds } from "../../src/learning/keeping.js";
import { openPlace } from "../../src/learning/kept-folder.js";
import { type Desk, openDesk } from "../../src/learning/learn.js";
import { pastRuns } from "../../src/learning/past.js";
import { settingsWith } from "../../src/settings.js";
import { NOW, stand } from "../http/harness.js";
import { HOUR, type MadeSet, madeRun, madeSeen, madeSources, SITE } from "../http/made-sky.js";
import { temporaryFolder } from "../temporary.js";
import { DAY, madePast } from "./made-past.js";
import { run } from "./run-command.js";

const PLACE = { latitude: SITE.latitude, longitude: SITE.longitude };
const NAME = siteName(PLACE);
/** Of the archive: four runs a day; the newest nine are as new as those that are always kept. */
const DAYS = 40;
const NEWEST = Math.floor(NOW / DAY) * DAY;
const TIMES = Array.from({ length: 4 * DAYS - 3 }, (_, k) => NEWEST - k * 6 * HOUR);
const NEW = 9;
const FIRSTS = DAYS - 3;
const sky = (time: number) => 0.6 + 0.3 * Math.sin(Math.floor(time / DAY) * 2.4) + 0.1 * Math.sin(time / HOUR);
const roof = () => madeSeen(NOW, sky, { source: "roof", class: "measured", first: NOW - 60 * DAY });

interface Given {
  /** MB of a run. */
  readonly cost?: number;
  /** Seconds. */
  readonly step?: number;
  readonly times?: readonly number[];
  /** Called before a run is read. */
  readonly reading?: (time: number) => Promise<void> | void;
  readonly revision?: (time: number) => string;
}

/** Runs that are a fifth too bright, each of them a source of its own that counts with the archive. */
function archiveOf({ cost = 1, step = 3600, times = TIMES, reading, revision = () => "1" }: Given = {}) {
  const read: number[] = [];
  let bytes = 0;
  const runOf = (time: number): WeatherSource => {
    const more: Partial<MadeSet> = {
      step,
      run: time,
      first: time,
      last: () => time + 4 * DAY,
      revision: () => revision(time),
    };
    const [made] = madeSources(
      SITE,
      madeRun(time, (at) => 1.2 * sky(at), more),
    ) as [WeatherSource];
    return {
      ...made,
      read: async (...asked) => {
        read.push(time);
        bytes += cost * MB;
        await reading?.(time);
        return made.read(...asked);
      },
      traffic: () => ({ requests: read.length, bytes }),
    };
  };
  const runs: WeatherSource["runs"] = async ({ start, end }) =>
    [...times]
      .filter((time) => time >= start && time < end)
      .sort((a, b) => a - b)
      .map(runOf);
  return { source: { ...runOf(NEWEST), runs }, read, bytes: () => bytes };
}

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(settingsWith());
});
afterAll(() => desk.close());

/** A server's rounds over a folder, of one place. */
function roundsOver(folder: string, sources: readonly WeatherSource[], more: Partial<KeepingOptions> = {}) {
  const lines: string[] = [];
  const states: (boolean | LearningState)[] = [];
  const options: KeepingOptions = {
    ...{ folder, days: 400, named: [PLACE], clock: () => NOW, signal: new AbortController().signal },
    log: (line) => void lines.push(line),
    warn: (line) => void lines.push(`warning: ${line}`),
    failing: (isFailing) => void states.push(isFailing),
    report: (state) => void states.push(state),
    openDesk: async () => ({ ...desk, given: { sources }, close: async () => {} }),
    ...more,
  };
  const rounds = new Rounds(options, onceEach(options.warn, options.failing));
  const all = async () => {
    for (let k = 0; k < 9 && (await rounds.next()); k++);
  };
  return { rounds, all, lines, states };
}

const tuningIn = (folder: string) => parseSiteTuning(readFileSync(join(tuningsIn(folder), `${NAME}.json`), "utf8"));
const keptIn = (folder: string) => openPlace(folder, PLACE).runs();
const fail = (isTorn: boolean) => {
  if (isTorn) throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", "torn");
};
const isFirst = (time: number) => time % DAY === 0;

describe("what is worth reading", () => {
  const order = (most: number) => {
    const allowance = new Allowance(most);
    const runs = Array.from({ length: 259 }, (_, k) => ({ run: -k * (DAY / 2) }));
    const days: number[] = [];
    for (const { run: time } of worthReading(runs, 0, allowance)) {
      allowance.take(1);
      days.push(-time / DAY);
    }
    return days;
  };
  const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, k) => from + k);

  it("is the first run of each of the last 120 days, then of the earlier ones, then all others, the newest first", () => {
    expect(order(1e9)).toEqual([...upTo(130), ...upTo(129, 0.5)]);
  });

  it("ends with these days where all of the earlier ones, or all of the others, would be too much", () => {
    expect(order(129)).toEqual(upTo(121));
    expect(order(130)).toEqual(upTo(130));
    expect(order(258)).toEqual(upTo(130));
    expect(order(50)).toEqual(upTo(50));
  });
});

describe("a place on its first day", () => {
  it("learns from one run a day where more cost too much, and from all where they do not", async () => {
    for (const [cost, count, step] of [
      [3, NEW + FIRSTS, 10_800],
      [1, TIMES.length, 3600],
      [0, TIMES.length, 3600],
    ] as const) {
      const [folder, { source, read }] = [temporaryFolder(), archiveOf({ cost, step })];
      const { all, lines, states } = roundsOver(folder, [source, ...madeSources(SITE, roof())]);
      await all();
      expect([read.length, new Set(read).size], `${cost} MB`).toEqual([count, count]);
      expect(read.slice(NEW, NEW + FIRSTS).every(isFirst)).toBe(true);
      expect(lines.at(-1)).toMatch(/^kept runs, 50\.0000_10\.0000: learnt at this place from 40 days/);
      const { runs, observations, teacher, evidence } = tuningIn(folder);
      expect([runs, observations, teacher, evidence.runs]).toEqual([["made"], ["made"], "measured", count]);
      expect(states.at(-1)).toEqual({ places: { learnt: 1, refused: 0, waiting: 0 }, bytes: count * cost * MB });
    }
  });

  it("reads no more than 200 MB of its past, says so, and learns from that", async () => {
    const [folder, { source, read }] = [temporaryFolder(), archiveOf({ cost: 6 })];
    const { all, lines } = roundsOver(folder, [source, ...madeSources(SITE, roof())]);
    await all();
    await all();
    expect(read).toHaveLength(NEW + 33);
    expect(lines[0]).toBe(`kept runs, ${NAME}: no more is read of the past: it took 198.0 MB`);
    expect(tuningIn(folder).evidence.runs).toBe(NEW + 33);
    // Who takes over counts on.
    await roundsOver(folder, [source, ...madeSources(SITE, roof())], { clock: () => NOW + DAY }).all();
    expect(read).toHaveLength(NEW + 33);
  });

  it("goes on tomorrow where all places have read enough today, whoever does, and learns as soon as it can", async () => {
    const [folder, { source, read, bytes }] = [temporaryFolder(), archiveOf({ cost: 3 })];
    const sources = [source, ...madeSources(SITE, roof())];
    const most = 60 * MB;
    const first = roundsOver(folder, sources, { most });
    for (let k = 0; k < 3; k++) await first.all();
    expect([read.length, bytes() <= most]).toEqual([20, true]);
    expect(first.lines).toEqual([
      `kept runs, ${NAME}: further runs wait for tomorrow: 60.0 MB were read today for all places, and 60.0 MB may be`,
    ]);
    await roundsOver(folder, sources, { most }).all();
    expect(read).toHaveLength(20);
    const next = roundsOver(folder, sources, { most, clock: () => NOW + DAY });
    await next.all();
    expect([read.length, new Set(read).size]).toEqual([40, 40]);
    expect(next.lines.at(-1)).toContain("learnt at this place from");
    const before = tuningIn(folder).evidence.runs;
    await roundsOver(folder, sources, { most, clock: () => NOW + 2 * DAY }).all();
    // Older runs have come: what they teach does not wait for a newer one.
    expect([read.length, before, tuningIn(folder).evidence.runs]).toEqual([NEW + FIRSTS, 40, NEW + FIRSTS]);
  });

  it("is read on by the next server where one ended in the middle, without a run twice", async () => {
    const folder = temporaryFolder();
    const isOver = (time: number) => time <= NEWEST - 20 * DAY;
    const dying = archiveOf({ cost: 3, reading: (time) => fail(isOver(time)) });
    await roundsOver(folder, [dying.source]).all();
    const kept = await keptIn(folder);
    expect([kept.length, dying.read.length]).toEqual([NEW + 17, NEW + 20]);
    const { source, read } = archiveOf({ cost: 3 });
    await roundsOver(folder, [source, ...madeSources(SITE, roof())]).all();
    expect([read.length, read.some((time) => kept.includes(time))]).toEqual([NEW + FIRSTS - kept.length, false]);
    expect((await openPlace(folder, PLACE).taken()).today).toEqual({
      ...{ bytes: (read.length + dying.read.length) * 3 * MB, runs: read.length + dying.read.length },
    });
  });

  it("gets a run again that its archive has replaced, missing ones when they come, and late ones", async () => {
    const folder = temporaryFolder();
    const late = NEWEST - 12 * DAY;
    await roundsOver(folder, [archiveOf({ cost: 3, times: TIMES.filter((time) => time !== late) }).source]).all();
    // The next run of that day stood for it.
    expect(await keptIn(folder)).toContain(late + 6 * HOUR);
    const replaced = NEWEST - 30 * DAY;
    const { source, read } = archiveOf({ cost: 3, revision: (time) => (time === replaced ? "2" : "1") });
    await roundsOver(folder, [source]).all();
    expect(read).toEqual([late, replaced]);
  });
});

describe("a source that fails in the middle", () => {
  it("is left alone until the next round, then read on; its single torn runs are left out until tomorrow", async () => {
    const folder = temporaryFolder();
    let isDown = true;
    const { source, read } = archiveOf({
      cost: 3,
      reading: (time) => fail(time === NEWEST - 5 * DAY || (isDown && time <= NEWEST - 20 * DAY)),
    });
    const { rounds, lines, states } = roundsOver(folder, [source, ...madeSources(SITE, roof())]);
    await rounds.next();
    expect(read).toHaveLength(NEW + 20);
    expect(lines[0]).toBe(`warning: kept runs, ${NAME}: left out: the weather cannot be read: model/made: torn`);
    expect(states[0]).toBe(true);
    isDown = false;
    await rounds.next();
    expect(states).toContain(false);
    // One was torn, and two of those that were met while the source was down.
    expect(await keptIn(folder)).toHaveLength(NEW + FIRSTS - 3);
    expect(lines.join("\n")).toContain("learnt at this place from");
    const before = read.length;
    await rounds.next();
    expect(read).toHaveLength(before);
  });

  it("leaves what was learnt in use where it is the teacher's, and no weaker one takes its place", async () => {
    const [folder, { source }] = [temporaryFolder(), archiveOf()];
    const broken = () => new ArchiveError("ERR_ARCHIVE_UNREADABLE", "torn");
    const model = madeSeen(NOW, sky, { source: "era", class: "reanalysis", first: NOW - 60 * DAY });
    await roundsOver(folder, [source, ...madeSources(SITE, roof(), model)]).all();
    const { evidence } = tuningIn(folder);
    const later = { clock: () => NOW + 2 * DAY };
    const newest = archiveOf({ times: [NEWEST + DAY, ...TIMES] }).source;
    const { all, lines, states } = roundsOver(
      folder,
      [newest, ...madeSources(SITE, { ...roof(), broken }, model)],
      later,
    );
    for (let k = 0; k < 2; k++) await all();
    expect(lines).toEqual([expect.stringMatching(/^warning: kept runs, .*roof\/made: torn$/)]);
    expect(states).toContain(true);
    expect(tuningIn(folder).evidence).toEqual(evidence);
  });
});

it("an answer does not wait for what is being read to learn from", async () => {
  const folder = temporaryFolder();
  let isWaiting = false;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { source } = archiveOf({
    reading: (time) => {
      if (time < NEWEST - 3 * DAY) {
        isWaiting = true;
        return held;
      }
    },
  });
  const sources = [source, ...madeSources(SITE, roof())];
  const learning = roundsOver(folder, sources).all();
  onTestFinished(async () => {
    release();
    await learning;
  });
  await expect.poll(() => isWaiting).toBe(true);
  const { ask } = await stand({ settings: { "keep-runs": 400, "kept-runs": folder }, sources });
  const { status, headers } = await ask(`/v1/forecast/precision?lat=${PLACE.latitude}&lon=${PLACE.longitude}`);
  expect([status, headers["api-notice"]]).toEqual([200, expect.stringContaining("weights fitted on simulated runs")]);
});

describe("who teaches", () => {
  const kinds = (...names: readonly ("measured" | "satellite" | "reanalysis")[]) =>
    madeSources(
      SITE,
      ...names.map((of, k) =>
        // What was measured is too short to learn from.
        madeSeen(NOW, sky, { source: `eye${k}`, class: of, first: NOW - (of === "measured" ? 10 : 60) * DAY }),
      ),
    ).map((source) => ({
      ...source,
      offer: async (...asked: Parameters<WeatherSource["offer"]>) =>
        (await source.offer(...asked)).map((offer) => ({ ...offer, dataset: offer.class })),
    }));

  it.each([
    [["measured", "satellite", "reanalysis"], "satellite", "of a satellite's view (satellite, measured)"],
    [["measured", "reanalysis"], "reanalysis", "of a reanalysis, a weaker teacher than measurements (reanalysis)"],
  ] as const)("of %j is the strongest with 30 days: %s, and answers say so", async (names, teacher, words) => {
    const [folder, { source }] = [temporaryFolder(), archiveOf({ cost: 3 })];
    const sources = [source, ...kinds(...names)];
    await roundsOver(folder, sources).all();
    expect(tuningIn(folder).teacher).toBe(teacher);
    const { ask } = await stand({ settings: { "keep-runs": 400, "kept-runs": folder }, sources });
    const at = `lat=${PLACE.latitude}&lon=${PLACE.longitude}&start=%2B14hours&end=%2B30hours`;
    const { headers } = await ask(`/v1/forecast/precision?${at}`);
    expect(headers["api-notice"]).toMatch(/irradiance at every lead, learnt at this place from \d+ days/);
    expect(headers["api-notice"]).toContain(words);
  });

  it("is not the runs' own model unless somebody names it, and then every word of it says so", async () => {
    const past = await madePast({ bright: 0.2, observer: "reanalysis" });
    onTestFinished(past.remove);
    const description = join(past.folder, "weather.json");
    const text = readFileSync(description, "utf8").replace('"dataset":"roof"', '"dataset":"model,past"');
    writeFileSync(description, text);
    const file = join(past.folder, "tuning.json");
    const learn = `forecast learn ${file} --lat 50 --lon 10 --weather ${past.folder}`;
    const alone = await run(learn);
    expect([alone.code, alone.err.at(-1)]).toEqual([1, expect.stringMatching(/no source has measured or satellite/)]);
    const named = await run(`${learn} --observations model,past`);
    expect(named.out.join("\n")).toMatch(/^observations {2}model,past \(the runs' own model, the weakest teacher/m);
    expect(parseSiteTuning(readFileSync(file, "utf8"))).toMatchObject({
      teacher: "analysis",
      evidence: { unused: [{ part: "first-hours", reason: "an analysis says too little of single hours" }] },
    });
    rmSync(file);
  });
});

describe("irradiance-server forecast learn", () => {
  it("looks at the last 120 days of what counts its bytes, reads within the bound, and says how far it is", async () => {
    const times = Array.from({ length: 150 }, (_, k) => NEWEST - k * DAY);
    const { source, read, bytes } = archiveOf({ cost: 2, times });
    const lines: string[] = [];
    const query = { place: PLACE, period: { start: NOW - 400 * DAY, end: NOW }, name: undefined, delay: 4 * HOUR };
    const more = { isEnough: true, most: 75 * MB, progress: (line: string) => void lines.push(line) };
    const { runs, known, unread } = await pastRuns({ sources: [source] }, { ...query, ...more });
    expect([known, unread, runs.length, bytes()]).toEqual([120, 83, 37, 74 * MB]);
    expect(read).toEqual(times.slice(0, 37));
    expect(runs.map(({ issued }) => issued)).toEqual(
      times
        .slice(0, 37)
        .reverse()
        .map((time) => time + 4 * HOUR),
    );
    expect(lines).toEqual(["30 of 120 runs read, 60.0 MB"]);
  });

  it.each([
    ["--days 0", /--days must be a number above 0, given without --from, got 0/],
    ["--days 60 --from 2026-05-01", /--days must be a number above 0, given without --from, got 60/],
    ["--most-mb 0", /--most-mb must be a number above 0, got 0/],
  ])("refuses %s", async (words, message) => {
    const { code, err } = await run(`forecast learn /none.json --lat 50 --lon 10 ${words}`);
    expect([code, err[0]]).toEqual([2, expect.stringMatching(message)]);
  });
});
