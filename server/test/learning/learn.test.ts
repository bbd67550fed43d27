/** Weights of a place, learnt from what a folder kept and served from their file. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  correctForecast,
  forecastQuantiles,
  type Learned,
  learnFromPast,
  parseSiteTuning,
} from "irradiance-engine/forecast";
import { DEFAULT_TABLE } from "irradiance-engine/internal/forecast";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openTunings } from "../../src/answers/forecast/tunings.js";
import { sourcesOf } from "../../src/answers/sources.js";
import { pastObservations, pastRuns } from "../../src/learning/past.js";
import { type Settings, settingsWith } from "../../src/settings.js";
import { startServer } from "../../src/start.js";
import { NOW, stand } from "../http/harness.js";
import { HOUR, QUARTER, SITE } from "../http/made-sky.js";
import { DAY, DAYS, madePast, NEWEST } from "./made-past.js";
import { run } from "./run-command.js";

const { latitude, longitude } = SITE;
const GHI = "global_horizontal_irradiance";
const PRECISION = `/v1/forecast/precision?lat=${latitude}&lon=${longitude}&parameters=${GHI}&start=-1hours&end=%2B8hours`;
let past: Awaited<ReturnType<typeof madePast>>;
let file: string;
let learnt: Awaited<ReturnType<typeof run>>;
/** Of runs without skill, with what is learnt of them. */
let useless: { readonly folder: string; readonly file: string; readonly code: number };

beforeAll(async () => {
  past = await madePast({ bright: 0.2 });
  file = join(`${past.folder}-tunings`, "site.json");
  learnt = await run(`forecast learn ${file} --lat ${latitude} --lon ${longitude} --weather ${past.folder}`);
  const { folder } = await madePast({ shift: (run) => 17 + 7.3 * run });
  const out = join(folder, "useless.json");
  const { code } = await run(`forecast learn ${out} --lat 50 --lon 10`, { IRRADIANCE_WEATHER: folder });
  useless = { folder, file: out, code };
});
afterAll(() => {
  past.remove();
  rmSync(useless.folder, { recursive: true, force: true });
  rmSync(`${past.folder}-tunings`, { recursive: true, force: true });
});

/** A folder of the same weather, to be changed by one test. */
function copied(folder: string): string {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  return copy;
}

async function served(more: Partial<Settings> = {}) {
  const settings = { weather: [past.folder], "forecast-tuning": [file], ...more };
  return stand({ settings, sources: (await sourcesOf(settingsWith(settings))).sources });
}

describe("irradiance-server forecast", () => {
  it("learns, says what it is worth and what was assumed, and shows it again", async () => {
    expect([learnt.code, learnt.err]).toEqual([
      0,
      [
        `${(DAYS - 1) * 4 + 1} runs do not say when they became available: 4 hours after their time is assumed (--delay)`,
      ],
    ]);
    expect(learnt.out.at(-1)).toBe(`${file} written`);
    const text = learnt.out.join("\n");
    expect(text).toContain("place         50, 10, 290 m\nruns          197 of model\nobservations  roof\n");
    expect(text).toContain("learnt        50 days, 2026-05-03 to 2026-06-21");
    expect(text).toContain(
      "judged        17 days, 2026-06-05 to 2026-06-21, with what the days before them had taught",
    );
    const { evidence } = parseSiteTuning(readFileSync(file, "utf8"));
    for (const { before, after } of evidence.judged.leads) expect(after).toBeLessThan(before);
    expect((await run(`forecast show ${file}`)).out).toEqual(learnt.out.slice(0, -1));
    const [json] = (await run(`forecast show ${file} --json`)).out;
    expect(JSON.parse(json!)).toEqual({ ...JSON.parse(JSON.stringify(shownOf())) });
  });

  it.each([
    ["--lat 50", /--lon must be given, got nothing/, 2],
    ["--lat 50 --lon 190", /--lon must be degrees from -180 to 180, got "190"/, 2],
    ["--lat 50 --lon -10.5 --weather $", /no source has kept a run for this place and time: a source of runs/, 1],
    ["--lat 50 --lon 10", /--archive or --weather must name sources of runs and observations, got neither/, 2],
    [
      "--lat 50 --lon 10 --weather $ --runs other",
      /no source has kept a run of "other" .*; there are 197 of files\/model/,
      1,
    ],
    [
      "--lat 50 --lon 10 --weather $ --observations eye",
      /"eye" has no measured or satellite irradiance for this place and time/,
      1,
    ],
    ["--lat 50 --lon 10 --weather $ --from 2026-05-25", /30 days with runs and two hours .* are needed, got 28/, 1],
    ["--lat 50 --lon 10 --weather $ --from 2026-06-30 --until 2026-06-01", /--from must be before --until/, 2],
    ["--lat 50 --lon 10 --archive $/none.json", /none.json: cannot be read \(ENOENT\)/, 1],
  ])("refuses %s, and leaves the file as it was", async (words, message, code) => {
    const kept = join(past.folder, "kept.json");
    writeFileSync(kept, "kept");
    const found = await run(`forecast learn ${kept} ${words.replaceAll("$", past.folder)}`);
    expect([found.code, found.err.at(-1)]).toEqual([code, expect.stringMatching(message)]);
    expect(readFileSync(kept, "utf8")).toBe("kept");
    rmSync(kept);
  });

  // Runs that agree with each other, but never with the roof, would make the roof look like one of another place.
  it("learns nothing from runs without skill but to mistrust them", () => {
    expect(useless.code).toBe(0);
    const { evidence } = parseSiteTuning(readFileSync(useless.file, "utf8"));
    for (const { run: alone, after } of evidence.judged.ahead) expect(after).toBeLessThan(0.8 * alone);
    expect(evidence.judged.leads.at(-1)!.after).toBeLessThan(evidence.judged.leads.at(-1)!.run);
  });

  it("leaves out a run that is damaged, and says so", async () => {
    const torn = copied(past.folder);
    writeFileSync(join(torn, "run-3.csv"), "start_time,end_time\n\0\0\0");
    const out = join(torn, "out.json");
    const found = await run(`forecast learn ${out} --lat 50 --lon 10 --weather ${torn}`);
    expect(found.code).toBe(0);
    expect(found.out.join("\n")).toContain("runs          196 of model");
    expect(found.err[0]).toMatch(/^left out: .*run-3\.csv: /);
  });

  it("shows no other file", async () => {
    const found = await run(`forecast show ${join(past.folder, "weather.json")}`);
    expect([found.code, found.err[0]]).toEqual([
      1,
      expect.stringContaining('format must be "irradiance-engine/site-tuning"'),
    ]);
  });
});

describe("a server with the file", () => {
  it("answers with what was learnt, to the last bit of what learnFromPast teaches in memory", async () => {
    const { ask } = await served();
    const answer = await ask(`${PRECISION}&quantiles=p10,p50,p90&meta=extended`);
    expect(answer.headers["api-notice"]).toContain(
      "; weights learnt at this place from 50 days, 2026-05-03 to 2026-06-21",
    );
    const { values, quantiles } = await inMemory(answer.json.start_times.length);
    expect(answer.json.values[GHI]).toEqual(values);
    expect(answer.json.meta.quantiles[GHI]).toEqual(quantiles);
    expect(answer.json.meta.sources[0].corrections.at(-1)).toContain("(table simulated-30 with the place's own past)");
    const usual = await (await served({ "forecast-tuning": [] })).ask(PRECISION);
    expect(usual.json.values[GHI]).not.toEqual(values);
    expect(usual.headers["api-notice"]).toContain("; weights fitted on simulated runs");
  });

  it("uses it within 2 km, and says how far it is", async () => {
    const { ask } = await served();
    const near = await ask(PRECISION.replace("lat=50&", "lat=50.0135&"));
    expect(near.headers["api-notice"]).toContain("weights learnt 1.5 km away from 50 days");
    const far = await ask(PRECISION.replace("lat=50&", "lat=50.0225&"));
    expect(far.headers["api-notice"]).toContain("weights fitted on simulated runs");
    expect(far.headers["api-notice"]).not.toContain("learnt");
  });

  it("does not use it for other observations, and says for which it is", async () => {
    const other = copied(past.folder);
    const description = join(other, "weather.json");
    writeFileSync(
      description,
      readFileSync(description, "utf8").replace('"dataset":"roof"', '"dataset":"another roof"'),
    );
    const { ask } = await served({ weather: [other] });
    const { json } = await ask(`${PRECISION}&meta=extended`);
    const told = json.meta.notices.find(({ code }: { code: string }) => code === "not-tuned");
    expect(told.message).toBe(
      'the weights learnt here for the first hours are not used: they are for runs of "model" and observations of "roof" in means of up to 15 minutes; these are ' +
        'runs of "model" and observations of "another roof" in means of up to 15 minutes',
    );
    const { values } = await inMemory(json.start_times.length, { table: DEFAULT_TABLE });
    expect(json.values[GHI]).toEqual(values);
  });

  it("weighs the run where nothing is observed, and says so", async () => {
    const roofless = copied(useless.folder);
    rmSync(join(roofless, "roof.csv"));
    const { ask } = await served({ weather: [roofless], "forecast-tuning": [useless.file] });
    const answer = await ask(`${PRECISION}&meta=extended`);
    expect(answer.headers["api-notice"]).toContain(
      "the run is corrected by its past runs here: irradiance at every lead, learnt at this place from 50 days",
    );
    expect(answer.headers["api-notice"]).toContain(
      "not corrected: no source has measured or satellite irradiance of the last 6 hours",
    );
    expect(answer.json.meta.sources[0].corrections.at(-1)).toMatch(
      /corrected by its past runs here: irradiance at every lead, learnt at this place from 50 days/,
    );
    const plain = await (await served({ weather: [roofless], "forecast-tuning": [] })).ask(PRECISION);
    expect(answer.json.values[GHI]).not.toEqual(plain.json.values[GHI]);
  });

  it("has another ETag for another file", async () => {
    const one = await (await served()).ask(PRECISION);
    const again = await (await served()).ask(PRECISION, { headers: { "If-None-Match": one.headers.etag! } });
    expect(again.status).toBe(304);
    const other = join(past.folder, "other.json");
    onTestFinished(() => rmSync(other));
    writeFileSync(other, readFileSync(file, "utf8").replace('"days":50', '"days":51'));
    const { ask } = await served({ "forecast-tuning": [other] });
    const changed = await ask(PRECISION, { headers: { "If-None-Match": one.headers.etag! } });
    expect(changed.status).toBe(200);
    expect(changed.headers["api-notice"]).toContain("from 51 days");
  });

  it.each([
    [
      "damaged",
      (text: string) => text.slice(0, 5000),
      /tuning\.json cannot be used as a site tuning: the file is truncated/,
    ],
    ["foreign", () => '{"type":"FeatureCollection"}', /cannot be used as a site tuning: format must be/],
    ["too large", (text: string) => text + " ".repeat(1_000_000), /it has \d+ bytes; a site tuning may have 1000000/],
  ])("does not start with a %s one", async (_, edit, message) => {
    const bad = join(past.folder, "bad.tuning.json");
    onTestFinished(() => rmSync(bad));
    writeFileSync(bad, edit(readFileSync(file, "utf8")));
    const start = startServer(settingsWith({ port: 0, "operations-port": "off", "forecast-tuning": [bad] }), {
      log: pino({ level: "silent" }),
    });
    await expect(start).rejects.toThrow(message);
    await expect(start).rejects.toMatchObject({ code: "ERR_SETTINGS" });
  });
});

describe("files that change while the server runs", () => {
  async function watched() {
    const folder = join(past.folder, "tunings");
    mkdirSync(folder);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    copyFileSync(file, join(folder, "a.json"));
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const { near } = await openTunings([folder], log, { holds: 0 });
    const days = async () => (await near(latitude, longitude)).map(({ tuning }) => tuning.evidence.days);
    return { folder, lines, days };
  }
  const edited = (days: number) => readFileSync(file, "utf8").replace('"days":50', `"days":${days}`);

  it("are taken up: replaced, added and removed ones", async () => {
    const { folder, days, lines } = await watched();
    expect(await days()).toEqual([50]);
    writeFileSync(join(folder, "a.json"), edited(60));
    writeFileSync(join(folder, "b.json"), edited(7000));
    writeFileSync(join(folder, "notes.txt"), "no tuning");
    expect(await days()).toEqual([60, 7000]);
    rmSync(join(folder, "a.json"));
    expect(await days()).toEqual([7000]);
    expect(lines).toEqual(["site tunings read"]);
  });

  it("stay what they were while they cannot be read, which is said once", async () => {
    const { folder, days, lines } = await watched();
    writeFileSync(join(folder, "a.json"), edited(60).slice(0, 900));
    for (let k = 0; k < 3; k++) expect(await days()).toEqual([50]);
    expect(lines).toEqual(["site tunings read", "site tuning cannot be read: its last readable version stays in use"]);
    writeFileSync(join(folder, "a.json"), edited(6000));
    expect(await days()).toEqual([6000]);
    rmSync(folder, { recursive: true });
    for (let k = 0; k < 3; k++) expect(await days()).toEqual([6000]);
    expect(lines).toHaveLength(3);
    expect(existsSync(folder)).toBe(false);
  });

  it("of which there is none at the start are refused", async () => {
    await expect(openTunings([join(past.folder, "nowhere")], pino({ level: "silent" }))).rejects.toThrow(
      /setting "forecast-tuning": .*nowhere cannot be read \(ENOENT\)/,
    );
  });
});

function shownOf() {
  const { table: _, spread: __, ...rest } = parseSiteTuning(readFileSync(file, "utf8"));
  return rest;
}

/** The same answer by hand: read, learnt and corrected in memory. @param others in place of what was learnt */
async function inMemory(count: number, others: Partial<Learned> = {}) {
  const given = await sourcesOf(settingsWith({ weather: [past.folder] }));
  const place = { latitude, longitude };
  const period = { start: NOW - 400 * DAY, end: NOW };
  const kept = await pastRuns(given, { place, period, name: undefined, delay: 4 * HOUR });
  const first = kept.runs[0]!.issued - HOUR;
  const { series: observations } = await pastObservations(given, place, { start: first, end: NOW });
  const { climatology, turbidity } = await skyOf();
  const options = { place: { ...SITE, linkeTurbidity: turbidity }, climatology };
  const learned = learnFromPast({ runs: kept.runs, observations }, options);
  const { dayAhead, table, spread } = { ...learned, ...others };
  const now = Math.floor(NOW / QUARTER) * QUARTER;
  // This server keeps no runs: it corrects the newest by itself alone.
  const corrected = correctForecast(kept.runs.at(-1)!.series, observations, { ...options, now, dayAhead, table });
  const rows = (values: ArrayLike<number | null | undefined>) =>
    Array.from({ length: count }, (_, k) => values[(now - HOUR - (corrected.series.start as number)) / QUARTER + k]!);
  const rounded = (value: number | null | undefined) =>
    value == null || Number.isNaN(value) ? null : Math.round(value * 100) / 100;
  const known = forecastQuantiles(corrected, spread);
  const quantile = (p: number) => rows(known.values[known.probabilities.indexOf(p)]!).map(rounded);
  await Promise.all(given.sources.map((source) => source.close()));
  expect(kept.runs).toHaveLength((NEWEST - (NEWEST - (DAYS - 1) * DAY)) / (6 * HOUR) + 1);
  return {
    values: rows(corrected.series.columns[GHI]!).map(rounded),
    quantiles: { p10: quantile(0.1), p50: quantile(0.5), p90: quantile(0.9) },
  };
}

async function skyOf() {
  const { monthlySkyIndex } = await import("irradiance-engine/internal/climatology");
  const { openClimatology } = await import("irradiance-engine/climatology");
  const maps = await openClimatology();
  const turbidity = maps.clearTurbidity(latitude, longitude);
  const altitude = maps.altitude(latitude, longitude);
  return {
    turbidity,
    climatology: await monthlySkyIndex(latitude, longitude, { altitude, clearTurbidity: turbidity }),
  };
}
