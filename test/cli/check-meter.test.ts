/** `irradiance check --meter`: what it says of a meter's file, and how it ends. */
import { beforeAll, describe, expect, it } from "vitest";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import { workplace } from "./in-process.js";

const { jsonOf, put, run } = workplace("check");
const BERN = { latitude: 46.95, longitude: 7.45, altitude: 550 };
const AT = ["--lat", "46.95", "--lon", "7.45"];
const HALF = 1_800_000;

/** Power of a flat roof on clear and dull days of June, W. @param late ms by which the stamps are ahead of UTC */
function table(late: number, mark: string): string {
  const grid = { start: Date.UTC(2024, 5, 1), step: HALF, count: 48 * 20 };
  const { global } = clearSkyOn(grid, BERN, 3);
  const lines = Array.from(global, (light, row) => {
    const time = new Date(grid.start + row * HALF + late).toISOString().slice(0, 16);
    return `${time}${mark},${(light * (Math.floor(row / 48) % 3 === 1 ? 0.3 : 1) * 5).toFixed(0)}`;
  });
  return `time,power_w\n${lines.join("\n")}\n`;
}

beforeAll(() => {
  put("utc.csv", table(0, "Z"));
  put("local.csv", table(2 * 3_600_000, "").replaceAll("T", " "));
  put("late.csv", table(2 * 3_600_000, "Z"));
  put("code.csv", table(0, "Z").replace(/(06-05T10:00Z,)\d+/, "$1-1000000000"));
});

describe("irradiance check --meter", () => {
  it("ends with 0 for a clean meter, and says what was found in its file", async () => {
    const { status, stdout, stderr } = await run("--meter", "utc.csv", ...AT);
    expect(stdout).toMatch(/^fine {6}utc\.csv: 960 rows of 30 min, 2024-06-01 to 2024-06-20, 46\.95° N, 7\.45° E/);
    expect(stdout).toMatch(/note: the clock is confirmed by the course of the power/);
    expect(stdout).toMatch(
      /note: unit W, stamps mark interval starts, times are UTC\+00:00; \d+ kWh, at most 4\.\d+ kW; no row is missing\n {2}note: "power_w" is read as AC power\n$/,
    );
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("says what is missing, and what it would need to look at the clock", async () => {
    const { status, stdout } = await run("--meter", "code.csv");
    expect(stdout).toMatch(/^look {6}code\.csv: only its values were looked at: pass --lat and --lon\n/);
    expect(stdout).toMatch(/0\.1 % of the rows are missing[\s\S]*note: 1 row has what no such plant .*\(-1000000000\)/);
    expect(status).toBe(1);
  });

  it("asks in its own words, names the zone of the place, and takes the answer", async () => {
    const asked = await run("--meter", "local.csv", ...AT);
    expect(asked.stdout).toMatch(
      /^unusable {2}local\.csv: which zone .*: pass --meter-as time-offset=1, or time-zone=Europe\/Zurich\n$/,
    );
    expect(asked.status).toBe(2);
    const told = await run("--meter", "local.csv", "--meter-as", "time-zone=Europe/Zurich", ...AT);
    expect(told.stdout).toMatch(/^fine {6}[\s\S]*times are of a zone with daylight saving;/);
  });

  it("finds a wrong clock by the power, as of weather, beside a weather file, and in the JSON", async () => {
    put(
      "weather.csv",
      table(0, "Z").replace(/power_w|,\d+/g, (text) => (text === "power_w" ? "ghi" : `,${+text.slice(1) / 5}`)),
    );
    const { status, stdout } = await run("weather.csv", "--meter", "late.csv", ...AT, "--json", "found.json");
    expect(stdout).toMatch(
      /\nunusable {2}late\.csv: 1 finding; [\s\S]* {2}clock \(unusable\): .*power.*\n {4}to do: pass --meter-as time-offset=/,
    );
    expect(stdout).toMatch(/\n2 files: /);
    expect(status).toBe(2);
    const { files } = jsonOf("found.json") as {
      files: { name: string; findings: { code: string; remedy: string }[] }[];
    };
    expect(files.map(({ name }) => name)).toEqual(["weather.csv", "late.csv"]);
    expect(files[1]!.findings).toMatchObject([{ code: "clock", remedy: expect.stringContaining("--meter-as") }]);
  });

  it.each([
    [[], /give weather files to be checked, or a meter's with --meter/],
    [["utc.csv", "--meter-as", "unit=W"], /--meter-as needs --meter/],
    [["--meter", "utc.csv", "--html", "a.html"], /--html draws weather/],
    [["--meter", "utc.csv", "--label", "end"], /--label is about weather files: of a meter, say so with --meter-as/],
    [["--meter", "utc.csv", "--meter-as", "units=PS"], /--meter-as unit must be one of W, kW/],
    [["--meter", "utc.csv", "--meter-as", "colour=red"], /--meter-as must be items of column, unit/],
    [["--meter", "utc.csv", "--out", "utc.csv"], /utc\.csv/],
  ])("refuses %j", async (args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});
