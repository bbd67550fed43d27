/** `irradiance learn`: a meter in, a system out, or one sentence. */
import { describe, expect, test } from "vitest";
import { expectedPower } from "../../src/answers/meter/expected.js";
import type { LearntPlane, MeterPlace } from "../../src/answers/meter/types.js";
import { skyAt } from "../../src/data/climatology/index.js";
import { Random } from "../../src/foundation/statistics/random.js";
import { runCli, workplace } from "./in-process.js";

const HOUR = 3_600_000;
const START = Date.UTC(2021, 1, 1);
const DAYS = 210;
const AT = { latitude: 48.1, longitude: 11.6, altitude: 520 };
const PLACE = ["--lat=48.1", "--lon=11.6", "--altitude=520"];
const PLANE: LearntPlane = { tilt: 35, azimuth: 150, power: 4 };

const { folder, run, fails, put, jsonOf, textOf } = workplace("learn");
const sky = await skyAt(AT);
const place: MeterPlace = { ...sky.place, linkeTurbidity: sky.linkeTurbidity, temperature: sky.climate.temperature };

/** Hours of kW: three days in ten have clouds. @param late minutes by which the stamps are ahead of UTC */
function powerOf(days: number, late = 0): Float64Array {
  const rows = { start: START, step: HOUR, power: new Float64Array(24 * days) };
  const random = new Random(3);
  return expectedPower(rows, place, { planes: [PLANE] }, () => -late * 60_000).map((value, row) => {
    const isCloudy = random.uniform(1, Math.floor(row / 24), 0, 0) < 0.3;
    return isCloudy ? value * (0.2 + 0.7 * random.uniform(2, row, 0, 0)) : value;
  });
}

function csv(head: string, power: ArrayLike<number>, zone = "Z"): string {
  const line = (value: number, row: number) =>
    `${new Date(START + row * HOUR).toISOString().slice(0, 16)}${zone},${value.toFixed(1)}`;
  return `${head}\n${Array.from(power, line).join("\n")}\n`;
}

const watts = powerOf(DAYS).map((value) => 1000 * value);
put("meter.csv", csv("time,ac_power_w", watts));
put("short.csv", csv("time,ac_power_w", watts.subarray(0, 40 * 24)));
const load = watts.map((_, row) => 300 + 200 * Math.cos(((row % 24) - 19) / 4) + 100 * ((row * 7) % 5));
put("load.csv", csv("time,power_w", load));
await runCli(["generate", ...PLACE, "--quiet", "--out=year.csv"], folder);

describe("irradiance learn", () => {
  test("finds the system, and writes it, its report and its picture", async () => {
    const files = ["--out=system.json", "--report=learn.json", "--plot=learn.svg"];
    const { status, stdout, stderr } = await run("meter.csv", ...PLACE, "--kwp=4.6", ...files);
    expect([status, stderr]).toEqual([0, 'meter: "ac_power_w" is read as AC power\n']);
    const { planes, ...rest } = jsonOf("system.json");
    expect(Math.abs(planes[0].surface_tilt - PLANE.tilt)).toBeLessThan(2);
    expect(Math.abs(planes[0].surface_azimuth - PLANE.azimuth)).toBeLessThan(3);
    expect(planes[0].kwp * rest.inverter_efficiency).toBeCloseTo(PLANE.power, 1);
    expect(stdout).toMatch(/^plane {11}tilt 3\d° \(\d+ to \d+\), azimuth 1[45]\d° \(\d+ to \d+\)$/m);
    expect(stdout).toMatch(/^power .* kW \(.* to .*\) under 1000 W\/m² at 25 °C: .* kWp \(.* to .*\)$/m);
    expect(stdout).toMatch(/^unseen days .*; a usual plane \(30° to the equator\) with one factor: \d/m);
    expect(stdout).toContain("of the 4.6 kWp given, as usual\n");
    const report = jsonOf("learn.json");
    expect(report.rows).toMatchObject({ start: "2021-02-01T00:00:00Z", interval: 3600, count: DAYS * 24 });
    expect(Math.abs(report.clock.middle - 30)).toBeLessThan(6);
    expect(report.system.bands.tilt[0]).toBeLessThan(PLANE.tilt);
    expect(report.health.weeks.length).toBeGreaterThan(25);
    expect(textOf("learn.json")).not.toContain("NaN");
    const svg = textOf("learn.svg");
    expect(svg.match(/<g class="day">/g)).toHaveLength(3);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    const asked = ["yield", ...PLACE, "--quiet", "--system=system.json"];
    const again = await runCli(asked, folder);
    expect([again.status, again.stdout]).toEqual([0, expect.stringMatching(/^4\.\d+ kWp, tilt 3\d/)]);
  });

  test("finds the clock of times without a zone, and that a size does not fit", async () => {
    put(
      "local.csv",
      csv(
        "time,ac_power_w",
        powerOf(DAYS, 60).map((value) => 1000 * value),
        "",
      ),
    );
    const { status, stdout, stderr } = await run("local.csv", ...PLACE, "--kwp=12");
    expect(status).toBe(0);
    expect(stderr).toContain("its times state no zone: by how much they are off");
    expect(stdout).toMatch(/^clock .* (2\d|3\d) min before its stamp /m);
    expect(stdout).toMatch(/^check .*of the 12 kWp given; usual are 0\.7 to 1\.0: is the size right/m);
  });

  test("refuses what no system is, and writes nothing", async () => {
    const files = ["--quiet", "--out=none.json", "--report=none-report.json"];
    await fails(["load.csv", ...PLACE, ...files], 2, /^irradiance: load\.csv: nothing is learnt: \d.* of the energy/);
    await fails(
      ["short.csv", ...PLACE, ...files],
      2,
      /^irradiance: short\.csv: nothing is learnt: .*it takes 60|60 are needed/,
    );
    expect(() => textOf("none.json")).toThrow("ENOENT");
    expect(() => textOf("none-report.json")).toThrow("ENOENT");
  });

  test("takes weather of the meter's time and known facts, and says what they were good for", async () => {
    // As bright as the meter, on level ground: what matters here is that it is read.
    put(
      "weather.csv",
      csv(
        "time,ghi",
        powerOf(DAYS).map((value) => 180 * value),
      ),
    );
    const facts = ["--tilt=35", "--azimuth=150", "--limit=9"];
    const { status, stdout, stderr } = await run(
      "meter.csv",
      ...PLACE,
      "--weather",
      "weather.csv",
      "--trust-clock",
      ...facts,
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining("weather.csv")]);
    expect(stdout).toMatch(/^plane {11}tilt 35° \(given\), azimuth 150° \(given\)$/m);
    expect(stdout).toMatch(/^limit {11}9 kW \(given\)$/m);
    expect(stdout).toMatch(/^learnt from .*\d+ days under their weather; its light makes \d\.\d\d of the power/m);
    const other = await run("meter.csv", ...PLACE, "--quiet", "--tilt=20", "--azimuth=150");
    expect(other.stdout).toMatch(/^found {11}tilt 20° was given, and 3\d° \(\d+ to \d+\) is found/m);
  });

  test.each([
    [["meter.csv", "--lat=48.1"], 2, "required option '--lon <degrees>' not specified"],
    [["meter.csv", "--lat=148", "--lon=11.6"], 2, '--lat must be a number from -90 to 90, got "148"'],
    [["meter.csv", ...PLACE, "--kwp=0"], 2, "--kwp"],
    [["meter.csv", ...PLACE, "--quiet", "--tilt=120"], 2, "--tilt must be degrees from 0 to 90, got 120"],
    [["meter.csv", ...PLACE, "--quiet", "--weather", "gone.csv"], 1, "gone.csv: cannot be read: there is no such file"],
    [
      ["meter.csv", ...PLACE, "--quiet", "--weather", "a.csv", "--archive=b.json"],
      2,
      "--weather and --archive both name the weather",
    ],
    [
      ["meter.csv", ...PLACE, "--quiet", "--weather", "year.csv"],
      2,
      "--weather year.csv is a typical year: give weather of",
    ],
    [["meter.csv", ...PLACE, "--meter-as", "units=W,colour=red"], 2, "--meter-as must be items of column, unit"],
    [["meter.csv", ...PLACE, "--plot=learn.png"], 2, "--plot draws SVG, not PNG"],
    [["meter.csv", ...PLACE, "--out=meter.csv"], 2, "--out and the meter's file are the same file"],
    [["gone.csv", ...PLACE, "--quiet"], 1, "gone.csv: cannot be read: there is no such file"],
  ])("refuses %j", async (args, status, text) => fails(args, status, new RegExp(text.replace(/[<>().]/g, "."))));
});
