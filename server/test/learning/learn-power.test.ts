/** Power that a system's own meter teaches: learnt by a command, used by the service for the same system, and by the command line alike. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parsePowerTuning, powerTuningText } from "irradiance-engine/internal/yield";
import { readWeather } from "irradiance-engine/weather";
import { yieldSeries } from "irradiance-engine/yield";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/cli/in-process.js";
import { sourcesOf } from "../../src/answers/sources.js";
import { type Settings, settingsWith } from "../../src/settings.js";
import { posted, stand } from "../http/harness.js";
import { DAYS, madePast } from "./made-past.js";
import { run } from "./run-command.js";

const SYSTEM = { planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: 8 }] };
const QUERY = "&kwp=8&tilt=30&azimuth=180";
const PV =
  "/v1/forecast/pv?lat=50&lon=10&altitude=290&quantiles=p10,p50,p90&start=2026-06-22&end=2026-06-24&frequency=1_hour";
const LEVEL = 0.7;
let past: Awaited<ReturnType<typeof madePast>>;
let file: string;
let learnt: Awaited<ReturnType<typeof run>>;
const inFolder = (name: string) => join(past.folder, name);
const learn = (more = "") =>
  run(`forecast learn ${file} --lat 50 --lon 10 --weather ${past.folder} --system ${file}.system${more}`);

beforeAll(async () => {
  // Too bright by a fifth, as runs are.
  past = await madePast({ bright: 0.2, temperature: 18 });
  file = `${past.folder}-power.json`;
  writeFileSync(`${file}.system`, JSON.stringify(SYSTEM));
  const { series } = await readWeather(readFileSync(inFolder("roof.csv"), "utf8"));
  const planes = [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }];
  const { columns, start } = yieldSeries(series, { planes }, { context: { temperature: 18 } });
  const rows = Array.from(columns.ac, (watts, k) => {
    const kw = (LEVEL * Math.max(watts, 0)) / 1000;
    return `${new Date(start + k * 3_600_000).toISOString()},${Number.isNaN(kw) ? "" : kw.toFixed(4)}`;
  });
  writeFileSync(`${file}.meter`, `time,ac_power_kw\n${rows.join("\n")}\n`);
  rmSync(inFolder("roof.csv"));
  writeFileSync(
    inFolder("weather.json"),
    readFileSync(inFolder("weather.json"), "utf8").replace('"roof.csv":{"dataset":"roof"},', ""),
  );
  learnt = await learn(` --meter ${file}.meter --meter-as label=start`);
});
afterAll(() => {
  past.remove();
  for (const end of ["", ".system", ".meter"]) rmSync(file + end, { force: true });
});

async function served(more: Partial<Settings> = {}) {
  const settings = { weather: [past.folder], "forecast-tuning": [file], ...more };
  return stand({ settings, sources: (await sourcesOf(settingsWith(settings))).sources });
}
const noticesOf = ({ json }: { json: { notices: { code: string; message: string }[] } }) =>
  json.notices.filter(({ code }) => code === "taught" || code === "not-taught").map(({ message }) => message);

describe("irradiance-server forecast learn --meter", () => {
  it("learns from runs and meter alone, and shows it again", async () => {
    expect([learnt.code, learnt.out.at(-1)]).toEqual([0, `${file} written`]);
    expect(learnt.out.join("\n")).toMatch(
      /^system {8}8 kWp; 6\.67 kW at most\nruns {10}\d+ of model\nlearnt {8}\d\d days, 2026-05-0/m,
    );
    const { table, runs } = parsePowerTuning(readFileSync(file, "utf8"));
    expect(runs).toEqual(["model"]);
    expect(table.days).toBeGreaterThan(DAYS - 4);
    // The inverter's limit holds the bright runs back.
    expect(table.bins.factor).toBeGreaterThan(LEVEL / 1.2);
    expect(table.bins.factor).toBeLessThan(LEVEL);
    expect((await run(`forecast show ${file}`)).out).toEqual(learnt.out.slice(0, -1));
    expect(JSON.parse((await run(`forecast show ${file} --json`)).out[0]!).format).toBe(
      "irradiance-engine/power-tuning",
    );
  });

  it.each([
    ["", /--meter FILE and --system FILE belong together/],
    ["--meter $.meter --observations roof", /--observations is about light/],
    ["--meter $.meter --meter-as unit", /--meter-as must be items such as/],
    ["--meter $.meter --meter-as unit=PS", /unit/],
    ["--meter $.meter --from 2026-06-18", /days have a run and power to learn from, and 7 are needed/],
    ["--meter $.none", /ENOENT/],
  ])("refuses %j, and leaves the file as it was", async (words, message) => {
    const before = readFileSync(file, "utf8");
    const found = await learn(words && ` ${words.replaceAll("$", file)}`);
    expect([found.code > 0, found.err.at(-1)]).toEqual([true, expect.stringMatching(message)]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

describe("a server with the file", () => {
  it("gives the system's power as its meter taught it, and says so; of other systems it does not", async () => {
    const { ask } = await served();
    const [own, plain] = [
      await ask(PV, posted(SYSTEM)),
      await (await served({ "forecast-tuning": [] })).ask(PV, posted(SYSTEM)),
    ];
    expect(noticesOf(own)[0]).toMatch(/^power is as the system's own meter taught it: \d\d days, 2026-05-0/);
    expect(own.headers["api-notice"]).toContain("own meter taught it");
    expect(own.json.meta.taught).toMatchObject({ until: "2026-06-20" });
    expect([noticesOf(plain), plain.json.meta.taught]).toEqual([[], undefined]);
    const tomorrow = ({ json }: typeof own) => json.energy.tomorrow;
    expect(tomorrow(own) / tomorrow(plain)).toBeGreaterThan(0.5);
    expect(tomorrow(own) / tomorrow(plain)).toBeLessThan(0.75);
    const other = await ask(PV, posted({ ...SYSTEM, planes: [{ ...SYSTEM.planes[0], kwp: 9 }] }));
    expect(noticesOf(other)).toEqual([expect.stringContaining("it is for another system")]);
    const basic = await ask(`${PV}&weather=basic`, posted(SYSTEM));
    expect(noticesOf(basic)).toEqual([]);
  });

  it("has the same expected power without quantiles, and another tag for another file", async () => {
    const { ask } = await served();
    const [own, bare] = [
      await ask(PV, posted(SYSTEM)),
      await ask(PV.replace("&quantiles=p10,p50,p90", ""), posted(SYSTEM)),
    ];
    expect(bare.json.values).toEqual(own.json.values);
    expect(bare.json.quantiles).toBeNull();
    const kept = readFileSync(file, "utf8");
    writeFileSync(file, powerTuningText({ ...parsePowerTuning(kept), runs: ["other"] }));
    const again = await (await served()).ask(`${PV}${QUERY}`);
    writeFileSync(file, kept);
    expect(noticesOf(again)).toEqual([expect.stringContaining('it is for runs of "other"')]);
    const tags = [
      again,
      await ask(`${PV}${QUERY}`),
      await (await served({ "forecast-tuning": [] })).ask(`${PV}${QUERY}`),
    ];
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it("gives what the command line gives", async () => {
    const { json } = await (await served()).ask(PV, posted(SYSTEM));
    const newest = inFolder(`run-${(DAYS - 1) * 4}.csv`);
    const words = [
      "forecast",
      "--weather",
      newest,
      "--system",
      `${file}.system`,
      "--tuning",
      file,
      "--altitude",
      "290",
    ];
    const asked = ["--now", json.issued, "--hours", "57.5", "--quantiles", "p10,p50,p90", "--out", `${file}.out.json`];
    const { status, stderr } = await runCli([...words, ...asked], past.folder);
    expect(status, stderr).toBe(0);
    const own = JSON.parse(readFileSync(`${file}.out.json`, "utf8"));
    rmSync(`${file}.out.json`);
    const first = own.start_times.findIndex((time: string) => Date.parse(time) === Date.parse(json.start_times[0]));
    const rows = (values: number[]) => values.slice(first, first + json.start_times.length);
    for (const [name, values] of [["mean", own.values.ac_power], ...Object.entries(own.quantiles.ac_power)] as [
      string,
      number[],
    ][]) {
      const its = name === "mean" ? json.values.ac_power : json.quantiles.ac_power[name];
      for (const [row, value] of rows(values).entries()) expect(value).toBeCloseTo(its[row], 6);
    }
    expect(own.meta.taught).toEqual(json.meta.taught);
  });
});
