/**
 * Pictures of guides that no command on their page draws: each is drawn by the command line from what stands here, as it is on the page.
 * `npx vitest run test/examples/pictures.test.ts -u` draws them anew; look at what changed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onPaper } from "../../src/answers/report/scene/palette.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "irradiance-pictures-"));
const file = (name: string) => join(folder, name);
const HEAD = ["# latitude: 47.4", "# longitude: 8.5", "# altitude: 440", "# time_zone: 1"];

function irradiance(...words: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "dist/cli/main.js"), ...words], {
    encoding: "utf8",
  });
  // `check` ends with its verdict.
  if (status !== 0 && words[0] !== "check") throw new Error(stderr);
}

/** A generated year of hours, taken for a run of a weather model, and for a logger whose times are the ends of its hours. */
beforeAll(() => {
  const at = ["--lat", "47.4", "--lon", "8.5", "--altitude", "440"];
  irradiance("generate", ...at, "--out", file("year.csv"), "--quiet");
  const lines = readFileSync(file("year.csv"), "utf8").trimEnd().split("\n");
  const first = lines.findIndex((line) => line.startsWith("start_time"));
  const [names, rows] = [lines[first]!, lines.slice(first + 1)];
  const run = rows.filter((row) => row >= "2005-06-20" && row < "2005-06-25");
  const late = rows.map((row) => {
    const [start = "", ...values] = row.split(",");
    return [new Date(Date.parse(start) + 3_600_000).toISOString(), ...values].join();
  });
  for (const [name, body] of Object.entries({ "run.csv": run, "logger.csv": late }))
    writeFileSync(file(name), `${[...HEAD, names, ...body].join("\n")}\n`);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** One picture of a page of `check`, in the colours of a light page. */
function checked(page: string, title: string): string {
  const pictures = readFileSync(file(page), "utf8").match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  const found = pictures.find((picture) => picture.includes(`<title>${title}</title>`))!;
  return found
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" ')
    .replaceAll(/var\(--([\w-]+)\)/g, (_, colour: string) => onPaper(colour));
}

const CLOCKS = "How well each clock fits";
const PICTURES: { readonly [name: string]: () => string } = {
  "horizon-valley": () => {
    const dem = ["--dem", join(root, "fixtures/terrain/jacksboro.tif"), "--range", "20000"];
    irradiance(
      "horizon",
      "--lat",
      "36.53",
      "--lon",
      "-84.2",
      ...dem,
      "--plot",
      file("horizon.svg"),
      "--out",
      file("h"),
    );
    return readFileSync(file("horizon.svg"), "utf8");
  },
  "forecast-band": () => {
    const system = ["--kwp", "8", "--surface-tilt", "30", "--surface-azimuth", "180"];
    const asked = ["--weather", file("run.csv"), "--now", "2005-06-21T22:00Z", "--hours", "72", ...system];
    irradiance("forecast", ...asked, "--plot", file("forecast.svg"));
    return readFileSync(file("forecast.svg"), "utf8").replaceAll(folder, "");
  },
  "check-clock-before": () => {
    irradiance("check", file("logger.csv"), "--html", file("before.html"));
    return checked("before.html", CLOCKS);
  },
  "check-clock-after": () => {
    irradiance("check", file("logger.csv"), "--label", "end", "--html", file("after.html"));
    return checked("after.html", CLOCKS);
  },
};

it.each(Object.entries(PICTURES))("docs/images/%s.svg is what the command draws", async (name, draw) => {
  await expect(`${draw().trimEnd()}\n`).toMatchFileSnapshot(join(root, `docs/images/${name}.svg`));
});
