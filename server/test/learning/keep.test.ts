/** Runs that the server keeps, and what it learns of them: by rounds over places, on a clock of its own. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSiteTuning } from "irradiance-engine/forecast";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parseKeptRun } from "../../src/answers/forecast/kept-run.js";
import { openKeptRuns, placesIn, runFile, siteName, tuningsIn } from "../../src/answers/forecast/kept-runs.js";
import { sourcesOf } from "../../src/answers/sources.js";
import { askedPlaces } from "../../src/learning/asked-places.js";
import { type KeepingOptions, Rounds } from "../../src/learning/keeping.js";
import { forgetPlace, keptPlaces, openPlace, touchPlace } from "../../src/learning/kept-folder.js";
import { type Desk, openDesk } from "../../src/learning/learn-site.js";
import { settingsWith } from "../../src/settings.js";
import { NOW, stand } from "../http/harness.js";
import { HOUR, madeRun, madeSources, SITE } from "../http/made-sky.js";
import { DAY, DAYS, madePast, NEWEST } from "./made-past.js";

const PLACE = { latitude: SITE.latitude, longitude: SITE.longitude };
const NAME = siteName(PLACE);
const GHI = "global_horizontal_irradiance";
const ALL = (DAYS - 1) * 4 + 1;

/** A folder and rounds over it. */
function kept(more: Partial<KeepingOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-kept-"));
  const lines: string[] = [];
  const options: KeepingOptions = {
    ...{ folder, days: 400, named: [], clock: () => NOW, signal: new AbortController().signal },
    log: (line) => void lines.push(line),
    openDesk: () => Promise.reject(new Error("nothing is read")),
    ...more,
  };
  const rounds = new Rounds(options, (matter, line) => line !== "" && lines.push(`${matter}: ${line}`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const files = (name = NAME) => readdirSync(join(placesIn(folder), name)).sort();
  return { folder, lines, rounds, remove, files };
}

/** Rounds over sources that a test has made; the ground is that of a server without elevation data. */
let desk: Desk;
const deskOf =
  (...sets: Parameters<typeof madeSources>[1][]) =>
  async () => ({
    ...desk,
    given: { sources: madeSources(SITE, ...sets) },
    close: async () => {},
  });

beforeAll(async () => {
  desk = await openDesk(settingsWith());
});
afterAll(() => desk.close());

describe("a source that keeps its runs", () => {
  let past: Awaited<ReturnType<typeof madePast>>;
  let all: ReturnType<typeof kept>;
  beforeAll(async () => {
    past = await madePast();
    const { sources } = await sourcesOf(settingsWith({ weather: [past.folder] }));
    all = kept({ named: [PLACE], openDesk: async () => ({ ...desk, given: { sources }, close: async () => {} }) });
    for (let round = 0; round < 5 && (await all.rounds.next()); round++);
  }, 120_000);
  afterAll(() => {
    all.remove();
    past.remove();
  });

  it("is copied whole, the newest first, a file for each run", () => {
    expect(all.files().filter((name) => name.startsWith("run-"))).toHaveLength(ALL);
    const run = parseKeptRun(readFileSync(join(placesIn(all.folder), NAME, runFile(NEWEST)), "utf8"));
    expect([run.run, run.issued, run.datasets]).toEqual([NEWEST, NEWEST + 4 * HOUR, ["model"]]);
    expect(run.series.interval).toBe(3600);
    expect(run.series.start).toBe(NEWEST + HOUR);
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
});
