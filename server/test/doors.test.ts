/**
 * Every door looks at a file whose place is known: of weather an hour late, in local time, stamped at the end or in kW nothing is computed in
 * silence, whatever reads it. It is refused or asked for, by the name of the option of that door.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesSource } from "irradiance-archive";
import { beforeAll, describe, expect, it } from "vitest";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import { runCli } from "../../test/cli/in-process.js";
import { run as runServerCommand } from "./learning/run-command.js";
import { folderOfFile } from "./temporary.js";

const [MINUTE, DAY] = [60_000, 86_400_000];
const STEP = 30 * MINUTE;
const START = Date.UTC(2023, 4, 1);
const ROWS = (45 * DAY) / STEP;
const PLACE = { latitude: 48, longitude: 7.85, altitude: 280 };
const HEAD = ["# latitude: 48", "# longitude: 7.85", "# altitude: 280"];
const folder = folderOfFile();

const cloud = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43758.5453) % 1;
/** Clear days, dull days, and some of broken clouds. */
const light = clearSkyOn({ start: START, step: STEP, count: ROWS }, PLACE, 3).global.map((clear, row) => {
  const day = cloud(Math.floor(row / 48));
  return clear * (day < 0.4 ? 1 : day < 0.7 ? 0.3 + 0.7 * cloud(row + 0.5) : 0.25);
});
const utc = (time: number) => new Date(time).toISOString().replace(":00.000", "");
/** Of Berlin in summer, without an offset. */
const wall = (time: number) => utc(time + 120 * MINUTE).replace(/T(.*)Z/, " $1");
const rowsOf = (stamp: (time: number) => string, factor: number, late: number) =>
  Array.from(light, (value, row) => `${stamp(START + row * STEP + late)},${(factor * value).toFixed(4)}`);

const FILES = {
  good: { stamp: utc, factor: 1, late: 0 },
  "an hour late": { stamp: utc, factor: 1, late: 60 * MINUTE },
  "local time": { stamp: wall, factor: 1, late: 0 },
  "end label": { stamp: utc, factor: 1, late: STEP },
  "kW for W": { stamp: utc, factor: 0.001, late: 0 },
};
type Fault = Exclude<keyof typeof FILES, "good">;
const nameOf = (fault: string) => `${fault.replaceAll(" ", "-")}.csv`;

beforeAll(() => {
  for (const [fault, { stamp, factor, late }] of Object.entries(FILES)) {
    const name = nameOf(fault);
    const rows = rowsOf(stamp, factor, late);
    writeFileSync(join(folder, name), [...HEAD, "time,ghi", ...rows, ""].join("\n"));
    // A roof of 8 kWp, whose meter has the same clock; kW where its name says W.
    const unit = factor === 1 ? "kw" : "w";
    const power = rowsOf(stamp, 0.8 * 0.008, late);
    writeFileSync(join(folder, `meter-${name}`), [`time,power_${unit}`, ...power, ""].join("\n"));
    const forecast = Array.from(light, (value, row) => {
      const time = START + row * STEP + (stamp === wall ? 120 * MINUTE : late);
      return `${utc(time - DAY)},${utc(time)},${utc(time + STEP)},${(factor * value).toFixed(4)}`;
    });
    const columns = "issued_time,start_time,end_time,global_horizontal_irradiance";
    writeFileSync(join(folder, `forecast-${name}`), [columns, ...forecast, ""].join("\n"));
  }
  writeFileSync(join(folder, "sites.csv"), "id,lat,lon\na,48,7.85\n");
});

const ROOF = ["--surface-tilt=30", "--surface-azimuth=180", "--kwp=8", "--temperature=15"];
const NOW = "--now=2023-06-10T04:00Z";
const command =
  (...words: string[]) =>
  async (file: string): Promise<string> => {
    const { status, stderr } = await runCli(
      words.map((word) => word.replace("FILE", file)),
      folder,
    );
    return status === 0 ? "" : stderr;
  };

/** What each says against a file; "": nothing. */
const DOORS: { readonly [door: string]: (file: string) => Promise<string> } = {
  observe: command("observe", "--weather=FILE"),
  yield: command("yield", "--weather=FILE", ...ROOF),
  explain: command("explain", "--weather=FILE", "--at=2023-05-20T11:00Z"),
  bulk: command("bulk", "--sites=sites.csv", "--weather=FILE", "--out=o.csv", "--force", "--frequency=1_hour"),
  "typical-year": command("typical-year", "--weather=FILE"),
  "a forecast's run": command("forecast", "--weather=FILE", NOW, "--hours=24", ...ROOF),
  "a forecast's observations": command(
    "forecast",
    "--weather=good.csv",
    NOW,
    "--hours=24",
    ...ROOF,
    "--observations=FILE",
  ),
  "verify's observations": command("verify", "--forecast=ours=forecast-good.csv", "--observations=FILE"),
  "verify's forecasts": command("verify", "--forecast=ours=forecast-FILE", "--observations=good.csv"),
  meter: command("yield", "--weather=good.csv", ...ROOF, "--measured=meter-FILE"),
  learn: async (file) => {
    const { err } = await runServerCommand(`forecast learn out.json --lat 48 --lon 7.85 --weather ${folderOf(file)}`);
    return err.join("\n");
  },
  folder: async (file) => {
    const source = filesSource({ paths: [folderOf(file)] });
    await source.refresh();
    const found = source.problems().map(({ message }) => message);
    await source.close();
    return found.join("\n");
  },
  archive: async (file) => {
    const store = join(folder, `store-${file}`);
    const columns = "global_horizontal_irradiance";
    await runServerCommand(`archive create ${store} --dataset roof --columns ${columns} --interval 1800`);
    const { code, out, err } = await runServerCommand(`archive ingest ${store} ${join(folder, file)}`);
    return code === 0 ? `${out.length}` : err.join("\n");
  },
};

/** A folder as a server has it, with that file and a run of one day. */
function folderOf(file: string): string {
  const path = join(folder, `folder-${file}`);
  mkdirSync(path, { recursive: true });
  copyFileSync(join(folder, file), join(path, "roof.csv"));
  const sky = ["start_time,end_time,global_horizontal_irradiance", `${utc(START)},${utc(START + STEP)},0`];
  writeFileSync(join(path, "run.csv"), [...HEAD, ...sky, ""].join("\n"));
  writeFileSync(
    join(path, "weather.json"),
    JSON.stringify({ files: { "run.csv": { class: "forecast", run: utc(START) } } }),
  );
  return path;
}

/** What is found, whatever the door. */
const FOUND: { readonly [fault in Fault]: RegExp } = {
  "an hour late": /times look 60 minutes ahead/,
  "local time": /which zone are the times in\?|times look 2 hours ahead/,
  "end label": /interval ends read as starts|times look 30 minutes ahead/,
  "kW for W": /what is the unit of the column "ghi"|is it kW\/m²\?|"power_w" states W, but/,
};
const ANY = new RegExp(
  Object.values(FOUND)
    .map(({ source }) => source)
    .join("|"),
);

/** The way out that works when typed, in the words of the door. */
type Cures = { readonly [fault in Fault]: RegExp };
const ofItems = (option: string, unit: string): Cures => ({
  "an hour late": new RegExp(`pass --${option} time-offset=1;`),
  "local time": new RegExp(`pass --${option} time-offset=[12], or time-zone=Europe/Berlin`),
  "end label": new RegExp(`pass --${option} label=end;`),
  "kW for W": new RegExp(`pass --${option} unit=${unit}`),
});
const ofFlags = (zone: string, units: string): Cures => ({
  "an hour late": /pass --time-offset 1;/,
  "local time": new RegExp(`pass --time-offset, such as 2, or ${zone}`),
  "end label": /pass --label end;/,
  "kW for W": new RegExp(`pass ${units}`),
});
const ofTimes = /correct its issued_time, start_time and end_time/;
const ofFolder: Cures = {
  "an hour late": /put into weather\.json "time_offset": 1;/,
  "local time": /put into weather\.json "time_offset", such as 2, or "zone"/,
  "end label": /put into weather\.json "label": "end";/,
  "kW for W": /put into weather\.json "units": \{ "ghi": "kW\/m2" \}/,
};
const CURES: { readonly [door: string]: Cures } = {
  "a forecast's observations": ofItems("observations-as", "kW/m2"),
  meter: ofItems("measured-as", "kW"),
  "verify's forecasts": {
    "an hour late": ofTimes,
    "local time": ofTimes,
    "end label": ofTimes,
    "kW for W": /Give it in W\/m²/,
  },
  learn: ofFolder,
  folder: ofFolder,
  archive: ofFlags("--time-zone", "--units ghi=kW/m2"),
};
const ofWeather = ofFlags("--weather-time-zone Europe/Berlin", '--units "ghi=kW/m2"');

describe.each(Object.keys(DOORS))("%s", (door) => {
  it.each(Object.keys(FOUND) as Fault[])("says what is wrong: %s", async (fault) => {
    const said = await DOORS[door]!(nameOf(fault));
    expect(said).toMatch(FOUND[fault]);
    expect(said).toMatch((CURES[door] ?? ofWeather)[fault]);
  });

  it("has no doubt of a good file", async () => {
    expect(await DOORS[door]!("good.csv")).not.toMatch(ANY);
  });
});
