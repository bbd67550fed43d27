/** `--plot` of `observe` and `horizon`, as a process. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseXml, pointsOf, withClass } from "../answers/report/xml.js";
import { workplace } from "./in-process.js";

const { folder, jsonOf, put, run, textOf } = workplace();

const DAYS = 5;
const weather = join(folder, "weather.csv");
const rows = Array.from({ length: 24 * DAYS }, (_, i) => {
  const time = new Date(Date.UTC(2024, 5, 21) + i * 3_600_000).toISOString().replace(".000", "");
  return `${time},${i % 24 > 4 && i % 24 < 19 ? 600 : 0}`;
});
writeFileSync(weather, `start_time,global_horizontal_irradiance\n${rows.join("\n")}\n`);
const common = [
  "observe",
  "--weather",
  weather,
  "--lat=46.5",
  "--lon=8.5",
  "--parameters=global_horizontal_irradiance",
];

describe("observe --plot", () => {
  const draw = async (...args: string[]) => {
    const { status, stderr } = await run(
      ...common,
      "--frequency=1_hour",
      "--quiet",
      "--plot=p.svg",
      "--out=o.json",
      ...args,
    );
    expect(status, stderr).toBe(0);
    return textOf("p.svg");
  };

  it("draws up to 3 days as curves, more as a heat map, and what it is told to", async () => {
    expect(await draw("--end=2024-06-24T00:00Z")).toContain("<polyline");
    expect(await draw()).toContain('class="cells"');
    expect(await draw("--plot-kind=months")).toContain('class="bar"');
    expect(jsonOf("o.json").start_times).toHaveLength(24 * DAYS);
  });

  it("draws the parameters and the day that it is told to", async () => {
    const parameters = "--parameters=global_horizontal_irradiance,diffuse_horizontal_irradiance,pv_production";
    const two = await draw(parameters, "--plot-date=2024-06-22", "--plot-parameters=diffuse_horizontal_irradiance");
    expect(two).toContain("2024-06-22");
    expect(two).toContain("Diffuse horizontal");
    expect(two).not.toContain("Global horizontal");
    expect(await draw(parameters, "--plot-kind=months", "--plot-parameters=pv_production")).toContain("kWh/kWp");
    expect(await draw("--plot-kind=months", "--plot-typical-year")).toContain('class="bar"');
  });

  it.each([
    [["--plot=none.svg", "--plot-parameters=pv_production"], "must be a requested one"],
    [["--plot=none.svg", "--plot-parameters=sunshine"], "must be a requested one"],
    [["--plot=none.svg", "--plot-date=2024-07-22"], "2024-07-22"],
    [["--plot=none.svg", "--plot-date=2024-06-22", "--plot-kind=year"], "--plot-date requires --plot-kind day"],
    [["--plot=none.svg", "--plot-typical-year"], "--plot-typical-year requires --plot-kind months"],
    [["--plot-date=2024-06-22"], "--plot-date requires --plot"],
  ])("refuses %j", async (args, text) => {
    const { status, stdout, stderr } = await run(...common, "--frequency=1_hour", "--quiet", ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(text);
    expect(existsSync(join(folder, "none.svg"))).toBe(false);
  });

  it("leaves nothing behind when it cannot draw", async () => {
    const args = ["--frequency=1_hour", "--plot-kind=day", "--quiet", "--out=none.json"];
    expect(await run(...common, ...args)).toMatchObject({ status: 2, stdout: "" });
    const long = join(folder, "long.csv");
    const [head, ...body] = readFileSync(weather, "utf8").trim().split("\n");
    const later = body.map((row) => row.replace("2024-06-2", "2024-06-1"));
    writeFileSync(long, `${[head, ...later, ...body].join("\n")}\n`);
    const tooLong = await run(...common.with(2, long), ...args, "--plot=none.svg");
    expect(tooLong).toMatchObject({ status: 2, stdout: "" });
    expect(tooLong.stderr).toContain("up to 7 days");
    expect(existsSync(join(folder, "none.json")) || existsSync(join(folder, "none.svg"))).toBe(false);
  });
});

describe("horizon --plot", () => {
  it("draws the sun's paths over the line that it prints", async () => {
    const size = 1201;
    const heights = new DataView(new ArrayBuffer(2 * size * size));
    for (let k = 0; k < size * size; k++) heights.setInt16(2 * k, k % size >= 700 ? 2500 : 500);
    put("N46E008.hgt", new Uint8Array(heights.buffer));
    const place = ["horizon", "--lat=46.5", "--lon=8.5", "--dem", "N46E008.hgt"];
    const { status, stdout, stderr } = await run(...place, "--plot", "sun.svg");
    expect(status, stderr).toBe(0);
    expect(stdout).toBe((await run(...place)).stdout);
    const root = parseXml(textOf("sun.svg"));
    const shape = pointsOf(withClass(root, "horizon")[0]!);
    const peak = shape.reduce((best, point) => (point[1] < best[1] ? point : best));
    expect(Math.abs(peak[0] - (64 + 780 / 4))).toBeLessThan(5); // the wall is in the east, a quarter from the left
    // 90 − 46.5 + 23.44, and Central European Time.
    expect(withClass(root, "noon-6")[0]!.text).toMatch(/^(66\.9|67\.0)°$/);
    expect(textOf("sun.svg")).toContain("UTC+1)");
  });
});
