/** Runs that the server keeps, and what it learns of them: by rounds over places, on a clock of its own. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveError } from "irradiance-archive";
import { parseSiteTuning } from "irradiance-engine/forecast";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  openKeptRuns,
  parseKeptRun,
  placesIn,
  runFile,
  siteName,
  tuningsIn,
} from "../../src/answers/forecast/kept-runs.js";
import { sourcesOf } from "../../src/answers/sources.js";
import { type KeepingOptions, onceEach, Rounds } from "../../src/learning/keeping.js";
import { forgetPlace, keptPlaces, openPlace, touchPlace } from "../../src/learning/kept-folder.js";
import { type Desk, openDesk } from "../../src/learning/learn.js";
import { type Settings, settingsWith } from "../../src/settings.js";
import { NOW, stand } from "../http/harness.js";
import { HOUR, madeRun, madeSources, SITE } from "../http/made-sky.js";
import { temporaryFolder } from "../temporary.js";
import { DAY, DAYS, madePast, NEWEST } from "./made-past.js";
import { run } from "./run-command.js";

const PLACE = { latitude: SITE.latitude, longitude: SITE.longitude };
const NAME = siteName(PLACE);
const GHI = "global_horizontal_irradiance";
const PRECISION = `/v1/forecast/precision?lat=${PLACE.latitude}&lon=${PLACE.longitude}&parameters=${GHI}`;
const ALL = (DAYS - 1) * 4 + 1;

/** A folder and rounds over it. */
function kept(more: Partial<KeepingOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-kept-"));
  const lines: string[] = [];
  const states: boolean[] = [];
  const options: KeepingOptions = {
    ...{ folder, days: 400, named: [], clock: () => NOW, signal: new AbortController().signal },
    log: (line) => void lines.push(line),
    warn: (line) => void lines.push(`warning: ${line}`),
    failing: (isFailing) => void states.push(isFailing),
    openDesk: () => Promise.reject(new Error("nothing is read")),
    ...more,
  };
  const rounds = new Rounds(options, onceEach(options.warn, options.failing));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const files = (name = NAME) => readdirSync(join(placesIn(folder), name)).sort();
  return { folder, lines, states, rounds, remove, files };
}

/** Rounds over sources that a test has made; the ground is that of a server without elevation data. */
let desk: Desk;
const deskOf =
  (...sets: Parameters<typeof madeSources>[1][]) =>
  async () => ({ ...desk, given: { sources: madeSources(SITE, ...sets) }, close: async () => {} });

beforeAll(async () => {
  desk = await openDesk(settingsWith());
});
afterAll(() => desk.close());

describe("a source that keeps its runs", () => {
  let past: Awaited<ReturnType<typeof madePast>>;
  let all: ReturnType<typeof kept>;
  beforeAll(async () => {
    past = await madePast({ bright: 0.2 });
    const { sources } = await sourcesOf(settingsWith({ weather: [past.folder] }));
    all = kept({ named: [PLACE], openDesk: async () => ({ ...desk, given: { sources }, close: async () => {} }) });
    for (let round = 0; round < 5 && (await all.rounds.next()); round++);
  });
  afterAll(() => {
    all.remove();
    past.remove();
  });

  it("is copied whole, the newest first, a file for each run", () => {
    expect(all.files().filter((name) => name.startsWith("run-"))).toHaveLength(ALL);
    const run = parseKeptRun(readFileSync(join(placesIn(all.folder), NAME, runFile(NEWEST)), "utf8"));
    expect([run.run, run.issued, run.datasets]).toEqual([NEWEST, NEWEST + 4 * HOUR, ["model"]]);
    expect(run.series.interval).toBe(3600);
    expect(run.series.start).toBe(NEWEST);
  });

  it("teaches as forecast learn does, for every server to find", () => {
    const tuning = parseSiteTuning(readFileSync(join(tuningsIn(all.folder), `${NAME}.json`), "utf8"));
    expect([tuning.runs, tuning.observations, tuning.evidence.days]).toEqual([["model"], ["roof"], DAYS]);
    expect(all.lines.join("\n")).toContain(`kept runs, ${NAME}: learnt at this place from ${DAYS} days`);
  });

  it("is not learnt from again before the next day and the next run", async () => {
    const before = all.lines.length;
    await all.rounds.next();
    expect(all.lines.length).toBe(before);
  });

  it("corrects the answers of a server at every lead, by runs before the newest, and says what from", async () => {
    const { ask } = await served();
    const tomorrow = `${PRECISION}&start=%2B14hours&end=%2B30hours&meta=extended`;
    const { headers, json } = await ask(tomorrow);
    expect(headers["api-notice"]).toMatch(
      new RegExp(
        `the run is corrected by its past runs here: irradiance at every lead, learnt at this place from ${DAYS} days`,
      ),
    );
    expect(headers["api-notice"]).not.toContain("not corrected");
    expect(json.meta.sources[0].corrections.at(-1)).toContain("irradiance at every lead, learnt at this place");
    const alone = await (await served({ "keep-runs": 0, "kept-runs": undefined })).ask(tomorrow);
    expect(json.values[GHI]).not.toEqual(alone.json.values[GHI]);
    expect(alone.headers["api-notice"] ?? "").not.toContain("corrected");
  });

  it("has another ETag when an earlier run is another one", async () => {
    const tomorrow = `${PRECISION}&start=%2B14hours&end=%2B30hours`;
    const first = (await (await served()).ask(tomorrow)).headers.etag!;
    const path = join(placesIn(all.folder), NAME, runFile(NEWEST - 6 * HOUR));
    const text = readFileSync(path, "utf8");
    onTestFinished(() => writeFileSync(path, text));
    writeFileSync(path, text.replace(/"revision":"[^"]*"/, '"revision":"another"'));
    expect((await (await served()).ask(tomorrow)).headers.etag).not.toBe(first);
  });

  describe("two hours of two days", () => {
    const HOURS = ["-1", "+0", "+3", "+9", "+16", "+26"];
    // Beyond the hours that observations correct, a run that nothing corrects keeps its own step.
    it.each([
      ["learnt", {}, HOURS],
      ["not learnt", { "keep-runs": 0, "kept-runs": undefined }, HOURS.slice(0, 4)],
    ] as const)("are those of the two days: %s", async (_, settings, hours) => {
      const { ask } = await served(settings);
      const asked = async (from: number, to: number) => {
        const period = [from, to].map((hour) => encodeURIComponent(`${hour < 0 ? "" : "+"}${hour}hours`));
        const path = `${PRECISION}&start=${period[0]}&end=${period[1]}&quantiles=p10,p90&meta=extended`;
        const { start_times, values, meta } = (await ask(path)).json;
        const { p10, p90 } = meta.quantiles[GHI];
        return { times: start_times as string[], light: values[GHI] as number[], bands: [...p10, ...p90], p10, p90 };
      };
      const whole = await asked(-6, 42);
      expect(Math.max(...whole.light)).toBeGreaterThan(600);
      for (const from of hours.map(Number)) {
        const part = await asked(from, from + 2);
        const first = whole.times.indexOf(part.times[0]!);
        const rows = [first, first + part.times.length] as const;
        expect(part.times.length).toBeGreaterThanOrEqual(8);
        expect([part.times, part.light]).toEqual([whole.times.slice(...rows), whole.light.slice(...rows)]);
        // Bands count their lead from the last observation, which nobody looks for where it changes nothing.
        const bands = [...whole.p10.slice(...rows), ...whole.p90.slice(...rows)];
        part.bands.forEach((value, k) => {
          if (value === null) expect(bands[k]).toBeNull();
          else expect(Math.abs(value - bands[k])).toBeLessThanOrEqual(0.03);
        });
      }
    });
  });

  describe("irradiance-server forecast verify", () => {
    it("says what is kept, what was learnt from how many days, and errors with and without it on days held out", async () => {
      const { code, out, err } = await run(`forecast verify --kept-runs ${all.folder}`);
      expect([code, err]).toEqual([0, []]);
      const text = out.join("\n");
      expect(text).toContain(`kept          50, 10: ${ALL} runs, 2026-05-03 to 2026-06-21`);
      expect(text).toContain(`last learnt   ${new Date(NOW).toISOString()}, with runs to 2026-06-21`);
      expect(text).toContain(`learnt        ${DAYS} days, 2026-05-03 to 2026-06-21`);
      expect(text).toContain("judged        17 days, 2026-06-05 to 2026-06-21");
      // Runs of this past are right but for a fifth too much light: their mean error is that share of what was observed.
      const [raw, corrected] = [/^13–24 h .*$/m, /^13–24 h .*\n(.*)$/m].map((row) => row.exec(text)!.at(-1)!);
      const shares = (row: string) => [...row.matchAll(/(-?[\d.]+) %/g)].map(([, share]) => Number(share));
      expect(shares(raw!)[1]).toBeCloseTo(20, 0);
      expect(Math.abs(shares(corrected!)[1]!)).toBeLessThan(5);
      expect(shares(corrected!)[0]!).toBeLessThan(shares(raw!)[0]!);
    });

    it("gives programs the same numbers, of the nearest place within 2 km, in the folder that serve has", async () => {
      const data = temporaryFolder();
      cpSync(all.folder, join(data, "kept-runs"), { recursive: true });
      const { code, out } = await run("forecast verify --lat 50.01 --lon 10 --json", { IRRADIANCE_DATA: data });
      const [site, ...others] = JSON.parse(out[0]!);
      expect([code, others, site.place, site.refusal]).toEqual([0, [], PLACE, null]);
      const { evidence } = parseSiteTuning(readFileSync(join(tuningsIn(all.folder), `${NAME}.json`), "utf8"));
      expect(site.tuning.evidence).toEqual(JSON.parse(JSON.stringify(evidence)));
      expect(evidence.judged.ahead.every(({ mean }) => mean! > 100 && mean! < 1000)).toBe(true);
    });

    it("names a place of which nothing is used, with the reason, and a damaged file", async () => {
      const folder = temporaryFolder();
      await touchPlace(folder, PLACE, NOW);
      await touchPlace(folder, { latitude: 51, longitude: 10 }, NOW);
      const refusal = "learning gains nothing here: off by 3.0 % more";
      await openPlace(folder, PLACE).learn({ at: NOW, newest: NEWEST, refusal }, undefined);
      const { code, out } = await run(`forecast verify --kept-runs ${folder}`);
      expect(code).toBe(0);
      expect(out).toContain(`not used      ${refusal}`);
      expect(out.join("\n")).toContain("kept          51, 10: no runs\nnot used      nothing was learnt yet");
      mkdirSync(tuningsIn(folder));
      writeFileSync(join(tuningsIn(folder), `${NAME}.json`), '{"format":');
      const torn = await run(`forecast verify --kept-runs ${folder}`);
      expect([torn.code, torn.err[0]]).toEqual([1, expect.stringContaining("1 of 2 places have a file")]);
      expect(torn.out.join("\n")).toMatch(/^unreadable {4}.*truncated or not JSON/m);
    });

    it.each([
      ["", /--kept-runs FOLDER, or the server's --data DIR, must say where runs are kept, got neither/],
      ["--kept-runs $ --lat 50", /--lat and --lon must be given together/],
      [
        "--kept-runs $ --lat 50.1 --lon 10",
        /must be within 2 km of a place whose runs are kept \(50, 10\), got 50.1, 10/,
      ],
      ["--kept-runs $ --lat 95 --lon 10", /--lat must be degrees from -90 to 90, got "95"/],
      ["--kept-runs /none/at/all", /\/none\/at\/all is no folder/],
    ])("refuses %j", async (words, message) => {
      const { code, err } = await run(`forecast verify ${words}`.trim().replace("$", all.folder));
      expect([code, err[0]]).toEqual([2, expect.stringMatching(message)]);
    });
  });

  async function served(more: Partial<Settings> = {}) {
    const settings = { weather: [past.folder], "keep-runs": 400, "kept-runs": all.folder, ...more };
    return stand({ settings, sources: (await sourcesOf(settingsWith(settings))).sources });
  }
});

describe("a place that only a reanalysis covers", () => {
  it("is taught the days ahead, not the first hours, and answers say by whom", async () => {
    const past = await madePast({ bright: 0.2, observer: "reanalysis" });
    onTestFinished(past.remove);
    const { sources } = await sourcesOf(settingsWith({ weather: [past.folder] }));
    const { rounds, lines, folder, remove } = kept({
      named: [PLACE],
      openDesk: async () => ({ ...desk, given: { sources }, close: async () => {} }),
    });
    onTestFinished(remove);
    for (let round = 0; round < 5 && (await rounds.next()); round++);
    expect(lines.join("\n")).toContain(`learnt at this place from ${DAYS} days`);
    const { teacher, dayAhead, evidence } = parseSiteTuning(
      readFileSync(join(tuningsIn(folder), `${NAME}.json`), "utf8"),
    );
    expect([teacher, dayAhead === undefined]).toEqual(["reanalysis", false]);
    expect(evidence.unused).toEqual([{ part: "first-hours", reason: "a reanalysis says too little of single hours" }]);
    for (const { run: alone, after } of evidence.judged.ahead) expect(after).toBeLessThan(0.8 * alone);
    const settings = { weather: [past.folder], "keep-runs": 400, "kept-runs": folder };
    const { ask } = await stand({ settings, sources });
    const { headers, json } = await ask(`${PRECISION}&start=%2B14hours&end=%2B30hours&meta=extended`);
    expect(headers["api-notice"]).toMatch(
      /irradiance at every lead, learnt .* of a reanalysis, a weaker teacher than measurements/,
    );
    expect(json.meta.sources[0].corrections.at(-1)).toContain("of a reanalysis, a weaker teacher than measurements");
    // The hours to come are not corrected by what a reanalysis says of the last ones.
    const { headers: soon } = await ask(`${PRECISION}&start=now&end=%2B6hours`);
    expect(soon["api-notice"]).toContain(
      "not corrected: no source has measured or satellite irradiance of the last 6 hours",
    );
    const shown = await run(`forecast verify --kept-runs ${folder}`);
    expect(shown.out.join("\n")).toMatch(/^observations {2}roof \(a reanalysis: a weaker teacher/m);
    expect(shown.out.join("\n")).toMatch(
      /^not used {6}weights and spread of the first hours: a reanalysis says too little/m,
    );
  });
});

describe("the newest run", () => {
  it("is kept once, when it was first seen, and again when it is published anew", async () => {
    let [now, revision] = [NOW, "1"];
    const run = madeRun(NOW, () => 0.5, { revision: () => revision });
    const { rounds, files, folder, remove } = kept({ named: [PLACE], clock: () => now, openDesk: deskOf(run) });
    onTestFinished(remove);
    const read = () => parseKeptRun(readFileSync(join(placesIn(folder), NAME, runFile(run.run!)), "utf8"));
    await rounds.next();
    // Nobody saw when it came: four hours after its start, as most.
    expect([read().issued, read().revision]).toEqual([run.run! + 4 * HOUR, "1"]);
    revision = "2";
    now += HOUR;
    await rounds.next();
    expect([read().issued, read().revision]).toEqual([run.run! + 4 * HOUR, "2"]);
    expect(files().filter((name) => name.startsWith("run-"))).toHaveLength(1);
  });

  it("that comes while the server looks was there when it was seen", async () => {
    let now = NOW;
    const made = (run: number) => madeRun(run + 6 * HOUR, () => 0.5);
    const { given } = await deskOf(made(NEWEST), { ...made(NEWEST + 6 * HOUR), source: "model" })();
    const [older, newer] = given.sources;
    const sources = [older!];
    const openDesk = async () => ({ ...desk, given: { sources }, close: async () => {} });
    const { rounds, folder, remove } = kept({ named: [PLACE], clock: () => now, openDesk });
    onTestFinished(remove);
    await rounds.next();
    now = NEWEST + 9 * HOUR;
    await rounds.next();
    sources[0] = newer!;
    now += 10 * 60_000;
    await rounds.next();
    const path = join(placesIn(folder), NAME, runFile(NEWEST + 6 * HOUR));
    expect(parseKeptRun(readFileSync(path, "utf8")).issued).toBe(now);
  });

  it("of a source that cannot be read leaves everything, and is said once", async () => {
    const run = madeRun(NOW, () => 0.5, { broken: () => new ArchiveError("ERR_ARCHIVE_UNREADABLE", "torn") });
    const { rounds, lines, states, files, remove } = kept({ named: [PLACE], openDesk: deskOf(run) });
    onTestFinished(remove);
    for (let k = 0; k < 3; k++) await rounds.next();
    expect(lines).toEqual([`warning: kept runs, ${NAME}: left out: the weather cannot be read: model/made: torn`]);
    expect(states).toEqual([true]);
    expect(files()).toEqual(["asked.json"]);
  });

  it("is not kept where the disk takes nothing, which is said; it is when there is room again", async () => {
    const openDeskNow = deskOf(madeRun(NOW, () => 0.5));
    const { rounds, lines, states, files, folder, remove } = kept({ openDesk: openDeskNow });
    onTestFinished(remove);
    await touchPlace(folder, PLACE, NOW);
    // A folder in the way of the file: as a full disk, it makes the writing fail.
    const inTheWay = join(placesIn(folder), NAME, runFile(madeRun(NOW, () => 1).run!));
    mkdirSync(join(inTheWay, "full"), { recursive: true });
    for (let k = 0; k < 2; k++) await rounds.next();
    expect(lines).toEqual([expect.stringMatching(/^warning: kept runs, 50\.0000_10\.0000: .*run-/)]);
    rmSync(inTheWay, { recursive: true });
    await rounds.next();
    expect(states).toEqual([true, false]);
    expect(files().filter((name) => name.startsWith("run-"))).toHaveLength(1);
    expect(files().filter((name) => name.includes("unfinished"))).toEqual([]);
  });
});

describe("the folder", () => {
  it("forgets what is older than the newest run by the days", async () => {
    const { folder, rounds, remove } = kept({ days: 2, openDesk: deskOf(madeRun(NOW, () => 0.5)) });
    onTestFinished(remove);
    await touchPlace(folder, PLACE, NOW);
    const place = openPlace(folder, PLACE);
    const run = {
      issued: NOW,
      datasets: ["made"],
      revision: "1",
      series: { start: NOW, interval: 900, columns: { [GHI]: [1] } },
    };
    for (const age of [1, 3, 40]) await place.write({ ...run, run: NEWEST - age * DAY });
    await rounds.next();
    expect(await place.runs()).toEqual([NEWEST - DAY, madeRun(NOW, () => 1).run]);
  });

  it("is emptied of one place by hand, with what was learnt there", async () => {
    const { folder, remove } = kept();
    onTestFinished(remove);
    for (const longitude of [10, 11]) {
      await touchPlace(folder, { latitude: 50, longitude }, NOW);
      await openPlace(folder, { latitude: 50, longitude }).learn({ at: NOW, newest: NOW, refusal: undefined }, "{}");
    }
    await forgetPlace(folder, PLACE);
    expect(await keptPlaces(folder)).toEqual([{ latitude: 50, longitude: 11 }]);
    expect(readdirSync(tuningsIn(folder))).toEqual(["50.0000_11.0000.json"]);
  });

  it("has one place for those within 2 km, and 100 in all", async () => {
    const { folder, remove } = kept();
    onTestFinished(remove);
    for (const latitude of [50, 50.01, 51]) await touchPlace(folder, { latitude, longitude: 10 }, NOW);
    expect(await keptPlaces(folder)).toHaveLength(2);
    for (let k = 0; k < 98; k++) await touchPlace(folder, { latitude: 40, longitude: k }, NOW);
    expect(await touchPlace(folder, { latitude: 30, longitude: 1 }, NOW)).toBe(false);
    expect(await touchPlace(folder, PLACE, NOW)).toBe(true);
    expect(await keptPlaces(folder)).toHaveLength(100);
  });

  it("with damaged, foreign and hostile files: each is left out, and said, and no answer fails", async () => {
    const { folder, remove } = kept();
    onTestFinished(remove);
    await touchPlace(folder, PLACE, NOW);
    const place = openPlace(folder, PLACE);
    const series = { start: NOW, interval: 3600, columns: { [GHI]: [100.04, null, 5000], temperature: [1, 2, 3] } };
    await place.write({ run: NEWEST, issued: NEWEST, datasets: ["made"], revision: "1", series });
    const path = (k: number) => join(placesIn(folder), NAME, runFile(NEWEST - k * 6 * HOUR));
    const text = readFileSync(path(0), "utf8");
    const bad = [
      text.slice(0, 200),
      '{"type":"Feature"}',
      text.replace("100", "1e9"),
      text.replace('"temperature":[1,2,3]', '"temperature":[1]'),
      text.replace('"temperature":[1,2,3]', '"__proto__":[1,2,3]'),
      text.replace(/"start":"[^"]*"/, '"start":"never"'),
      text + " ".repeat(300_000),
    ];
    bad.forEach((one, k) => {
      writeFileSync(path(k + 1), one);
    });
    writeFileSync(join(placesIn(folder), NAME, "lesson.json"), '{"at":');
    mkdirSync(join(placesIn(folder), "..%2f..", "x"), { recursive: true });
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).cause) });
    const { earlier, refusal } = await openKeptRuns(folder, log, () => {}).of({ latitude: 50.005, longitude: 10 }, NOW);
    expect(earlier.map(({ run }) => run)).toEqual([NEWEST]);
    expect(Array.from(earlier[0]!.series.columns[GHI]!)).toEqual([100, Number.NaN, Number.NaN]);
    expect(refusal).toBeUndefined();
    expect(lines).toHaveLength(bad.length);
    expect(lines.join("\n")).toMatch(
      /truncated or not JSON(?:.|\n)*format must be(?:.|\n)*from 0 to 2000, got 1000000000/,
    );
    expect(await openKeptRuns(folder, log, () => {}).of({ latitude: 50.03, longitude: 10 }, NOW)).toMatchObject({
      earlier: [],
    });
  });
});
