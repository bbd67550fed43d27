/**
 * Every command of the engine that a guide prints, top to bottom, page by page, in one folder of the page with the files that a reader has. Those
 * that need a public host fail for want of it (a proxy that is not there is in the way), and for nothing else. Commands with their
 * output are held to it in tutorial.test.ts, those of README.md in pack.test.ts.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { SyntheticWeather } from "../../src/answers/climate/index.js";
import { loadWorldClimate, openClimatology } from "../../src/data/climatology/index.js";
import { runCli } from "../cli/in-process.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const HOUR = 3_600_000;
const PLACE = { latitude: 47.4, longitude: 8.5, altitude: 440 };

const PAGES: readonly (readonly [page: string, commands: number])[] = [
  ["docs/real-weather.md", 3],
  ["docs/how-to/archives.md", 2],
  ["docs/how-to/bulk.md", 2],
  ["docs/how-to/check-files.md", 5],
  ["docs/how-to/forecasts.md", 3],
  ["docs/how-to/horizon.md", 2],
  ["docs/how-to/local-time.md", 2],
  ["docs/how-to/own-meter.md", 3],
  ["docs/how-to/own-use.md", 2],
  ["docs/how-to/program.md", 1],
  ["docs/how-to/shade.md", 1],
  ["docs/how-to/typical-years.md", 6],
  ["docs/how-to/weather-files.md", 3],
  ["docs/how-to/yield.md", 6],
  ["docs/reference/archives.md", 5],
];

/** Command lines, whole, without the comments behind them, which only blocks have that are no transcript. */
function commandsOf(page: string): string[] {
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].filter(([, language]) => /^(sh)?$/.test(language!));
  const lines = blocks.flatMap(([, , block]) => block!.replace(/\\\n\s*/g, "").split("\n"));
  return lines.map((line) => line.replace(/\s+#.*$/, "")).filter((line) => line.startsWith("npx irradiance-engine "));
}

/** What the program gets of a line that needs no shell; undefined: it needs one. */
function wordsOf(command: string): string[] | undefined {
  if (/[|<>$*~;&`\\]/.test(command)) return undefined;
  return (command.replace("npx irradiance-engine ", "").match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) =>
    word.replaceAll(/["']/g, ""),
  );
}

const climate = (await loadWorldClimate()).at(PLACE.latitude, PLACE.longitude);
const turbidity = Array.from((await openClimatology()).linkeTurbidity(PLACE.latitude, PLACE.longitude));
const sky = new SyntheticWeather({ ...PLACE, turbidity }, climate);

/** A table of hours; the light in W/m² times `factor`. */
function table(head: string, start: number, end: number, factor = 1): string {
  const { globalHorizontal, temperature } = sky.hours(start, end);
  const row = (light: number, k: number) =>
    `${new Date(start + k * HOUR).toISOString().slice(0, 16)}Z,${(light * factor).toFixed(2)},${temperature[k]!.toFixed(1)}`;
  return `${head}\n${Array.from(globalHorizontal, row).join("\n")}\n`;
}

const WEATHER = "# latitude: 47.4\n# longitude: 8.5\n# altitude: 440\ntimestamp,ghi,temp_air";
const year = (first: number, last = first) => [Date.UTC(first, 0, 1), Date.UTC(last + 1, 0, 1)] as const;
const now = Math.floor(Date.now() / HOUR) * HOUR;
const SYSTEM = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };

/** A forecast of the next 24 hours, every six hours for ten days. */
function forecasts(factor: number): string {
  const runs = Array.from({ length: 40 }, (_, k) => Date.UTC(2024, 5, 1) + 6 * k * HOUR);
  const rows = runs.flatMap((issued) => {
    const { globalHorizontal: light } = sky.hours(issued, issued + 24 * HOUR);
    const at = (k: number) => new Date(issued + k * HOUR).toISOString();
    return Array.from(light, (value, k) => [at(0), at(k), at(k + 1), (value * factor).toFixed(1)].join());
  });
  return `issued_time,start_time,end_time,global_horizontal_irradiance\n${rows.join("\n")}\n`;
}

const MONTHS = [32, 50, 94, 120, 152, 160, 163, 142, 104, 69, 38, 28].map(
  (light, k) => `${k + 1},${light},${9 - 10 * Math.cos(k / 2)}`,
);
const MONTHLY = `${WEATHER.replace(/timestamp.*/, "month,ghi (kWh/m2/month),temperature")}\n${MONTHS.join("\n")}\n`;

const roof = table(WEATHER, ...year(2023, 2024));
const one = table(WEATHER, ...year(2024));
/** What a reader has, made once for all pages. */
const FILES: Record<string, string> = {
  ...Object.fromEntries(["roof.csv", "stations/roof.csv", "weather/roof.csv"].map((name) => [name, roof])),
  ...Object.fromEntries(["FILE", "weather.csv", "my-file.csv", "year.csv"].map((name) => [name, one])),
  ...Object.fromEntries(["tmy_47.4_8.5.csv", "tmy_47.400_8.500.csv"].map((name) => [name, one])),
  ...Object.fromEntries(["plant.json", "roof.json", "system.json"].map((name) => [name, JSON.stringify(SYSTEM)])),
  "shade.json": /```json\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/how-to/shade.md"), "utf8"))![1]!,
  ...Object.fromEntries(["zurich.csv", "monthly.csv"].map((name) => [name, MONTHLY])),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, k) => [`${2015 + k}.csv`, table(WEATHER, ...year(2015 + k))])),
  "meter.csv": table("timestamp,power [W],temp_air", ...year(2023, 2024), 6.2),
  "sites.csv": "id,lat,lon\na,47.4,8.5\nb,47.41,8.51\n",
  "roofs.csv": "id,lat,lon,kwp\na,47.4,8.5,8\nb,47.41,8.51,5\n",
  "table.csv": "Wann;PYR [V];T\n01.02.2024 12h;0,5;3,1\n01.02.2024 13h;0,6;3,4\n",
  "run.csv": table(WEATHER, now - 6 * HOUR, now + 72 * HOUR),
  "ours.csv": forecasts(0.95),
  "theirs.csv": forecasts(1.2),
  // On a busy machine files take longer than a host would wait.
  "archive.json": JSON.stringify({ timeout: 600, sources: [{ kind: "files", location: ["stations"] }] }),
};

/** What the reader has before the first command: nothing that a command makes. */
function inputs(folder: string, commands: readonly string[]): void {
  for (const name of ["stations", "weather"]) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(FILES)) {
    const isMade = commands.find((command) => command.includes(` ${name}`))?.includes(`--out ${name}`);
    if (!isMade) writeFileSync(join(folder, name), text);
  }
}

const IS_PUBLIC = /--weather (open-meteo|era5)|--dem https:|weather check /;
const NOWHERE = "http://127.0.0.1:9";

describe.each(PAGES)("the commands of %s", (name, count) => {
  const commands = commandsOf(readFileSync(join(root, name), "utf8"));

  it("run from top to bottom, in one folder", { timeout: 600_000 }, async () => {
    expect(commands).toHaveLength(count);
    const folder = mkdtempSync(join(tmpdir(), "irradiance-page-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    inputs(folder, commands);
    const env = {
      ...process.env,
      HOME: folder,
      HTTPS_PROXY: NOWHERE,
      CDSAPI_KEY: "00000000-0000-0000-0000-000000000000",
    };
    const options = { cwd: folder, encoding: "utf8", env, maxBuffer: 1 << 28 } as const;
    for (const command of commands) {
      const needsHost = IS_PUBLIC.test(command);
      // Elevation files are large: where a page has its own, it runs without.
      const typed = command.replace(" --dem tiles/", "");
      const words = needsHost ? undefined : wordsOf(typed);
      const inShell = () =>
        spawnSync("sh", ["-c", typed.replace("npx irradiance-engine", `node ${root}dist/cli/main.js`)], options);
      const { status, stdout, stderr } = words === undefined ? inShell() : await runCli(words, folder);
      expect(status, `${command}\n${stderr}`).toBe(needsHost ? 1 : 0);
      if (needsHost) expect(stdout + stderr).toMatch(/cannot be reached|ECONNREFUSED/);
    }
  });
});
