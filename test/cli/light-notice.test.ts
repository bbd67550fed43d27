/** Weather whose light does not fit the sun of its place: `observe` and `bulk` refuse it, or say so where its clock is trusted. */
import { describe, expect, it, test } from "vitest";
import { lightNotice } from "../../src/data/weather/believe/night-light.js";
import { computeColumns } from "../../src/index.js";
import { workplace } from "./in-process.js";

const { put, run, textOf } = workplace();

const HOUR = 3_600_000;
const PLACE = { latitude: 47, longitude: 8, altitude: 400 };
const ROWS = 365 * 24;

/** A clear year at a place; `late`: hours that its clock is fast. */
function clearYear(late: number, { latitude, longitude, altitude } = PLACE) {
  const start = Date.UTC(2023, 0, 1);
  const nothing = { start, interval: 3600, columns: { temperature: new Float64Array(ROWS).fill(10) } };
  const query = { lat: latitude, lon: longitude, parameters: "global_clear_sky_irradiance", frequency: "1_hour" };
  const { values } = computeColumns(query, nothing, { altitude, linkeTurbidity: 3 });
  const columns = { global_horizontal_irradiance: values.global_clear_sky_irradiance! };
  return { start: start + late * HOUR, interval: 3600, columns };
}

describe("lightNotice", () => {
  it.each([0, 1, -1])("has nothing to say of a clock %i h fast: hours do not tell", (late) =>
    expect(lightNotice("x", clearYear(late), PLACE)).toBeUndefined(),
  );

  it.each([
    [2, "earlier"],
    [5, "earlier"],
    [9, "earlier"],
    [-2, "later"],
    [-7, "later"],
  ])("of a clock %i h fast names clocks that do, %s ones", (late, direction) => {
    const { code, message } = lightNotice("x", clearYear(late), PLACE)!;
    expect(code).toBe("light");
    const [, least, most, way] = /were (\d+)(?: to (\d+))? h (\w+)$/.exec(message)!;
    expect(way).toBe(direction);
    expect(Math.abs(late)).toBeGreaterThanOrEqual(Number(least));
    expect(Math.abs(late)).toBeLessThanOrEqual(Number(most ?? least));
  });

  it("sees the wrong hemisphere and the wrong sign of a longitude, not a place nearby", () => {
    const year = clearYear(0);
    const share = (message = "") => Number(/^([\d.]+) % of the light/.exec(message)?.[1]);
    const mirrored = lightNotice("x", year, { ...PLACE, latitude: -47 });
    const west = lightNotice("x", clearYear(0, { ...PLACE, longitude: 40 }), { ...PLACE, longitude: -40 });
    expect([mirrored?.code, west?.code]).toEqual(["light", "light"]);
    // Long summer days against short winter ones; 80° are more than five hours of the morning.
    expect(share(mirrored?.message)).toBeGreaterThan(2);
    expect(share(west?.message)).toBeGreaterThan(20);
    expect(lightNotice("x", year, { ...PLACE, latitude: 48, longitude: 9 })).toBeUndefined();
  });

  it("has nothing to say of weather without light, and of days", () => {
    const none = { start: 0, interval: 3600, columns: { temperature: [1, 2] } };
    expect(lightNotice("x", none, PLACE)).toBeUndefined();
    const days = { start: 0, interval: 86_400, columns: { global_horizontal_irradiance: [200, 210] } };
    expect(lightNotice("x", days, PLACE)).toBeUndefined();
  });
});

const DAY = Array.from({ length: 72 }, (_, hour) => {
  const ghi = Math.max(0, Math.round(800 * (1 - (((hour % 24) - 11.5) / 7) ** 2)));
  return `2021-06-${21 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, "0")}:00Z,${ghi},20`;
});
put("greenwich.csv", ["time,ghi,temp_air", ...DAY, ""].join("\n"));
const NOTICE =
  /^(?:weather|note): (?:\S*greenwich\.csv: )?29 % of the light falls while the sun is more than 6° below the horizon: .*$/gm;
const REFUSED =
  /^irradiance: greenwich\.csv: 29 % of the light falls while the sun .* earlier; .*--time-offset .*--trust-clock$/m;
const SHORT = ["--frequency=1_hour", "--altitude=100"];

describe("observe", () => {
  const at = (lon: number, ...more: string[]) =>
    run("observe", "--weather=greenwich.csv", "--lat=47", `--lon=${lon}`, "--time-offset=0", ...SHORT, ...more);

  it("refuses it, and says so once where the clock is trusted", async () => {
    const refused = await at(100);
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(REFUSED);
    const { status, stdout, stderr } = await at(100, "--trust-clock");
    expect([status, stderr.match(NOTICE)?.length]).toEqual([0, 1]);
    expect(JSON.parse(stdout).start_times).toHaveLength(72);
  });

  it("is silent where light and sun agree, and where silence is asked for", async () => {
    expect((await at(0)).stderr).not.toContain("of the light");
    expect((await at(100, "--trust-clock", "--quiet")).stderr).toBe("");
  });
});

describe("bulk", () => {
  put("far.csv", "id,lat,lon\nbad,95,100\na,47,100\nb,47,100.1\n");
  put("own.csv", "id,lat,lon,weather\nbad,95,100,greenwich.csv\na,47,100,greenwich.csv\nb,47,100,greenwich.csv\n");
  put("near.csv", "id,lat,lon\na,47,0\n");
  const bulk = (list: string, ...more: string[]) =>
    run("bulk", `--sites=${list}`, `--out=${list}.out.csv`, ...SHORT, ...more);

  it("refuses a file for all sites, looked at where the first is that is a place", async () => {
    const { status, stderr } = await bulk("far.csv", "--weather=greenwich.csv");
    expect([status, stderr.match(REFUSED)?.length]).toEqual([1, 1]);
  });

  it("says so once of a file for all sites whose clock is trusted", async () => {
    const { stderr } = await bulk("far.csv", "--weather=greenwich.csv", "--trust-clock");
    expect(stderr.match(NOTICE)).toHaveLength(1);
    expect(textOf("far.csv.out.csv").trim().split("\n")).toHaveLength(1 + 2 * 72);
  });

  it("refuses files of the sites, behind a site without a place, too", async () => {
    const { stderr } = await bulk("own.csv", "--threads=1");
    expect(stderr).toContain("3 failed");
    expect(textOf("own.csv.out.csv.failed.csv").match(/29 % of the light/g)).toHaveLength(2);
  });

  it("says so of files of the sites, not at each of them, and lists it", async () => {
    const { stderr } = await bulk("own.csv", "--threads=1", "--trust-clock", "--force");
    expect(stderr.match(NOTICE)).toEqual([expect.stringMatching(/\(site a\)$/)]);
    const said = textOf("own.csv.out.csv.weather.csv").trim().split("\n").slice(1);
    expect(said).toEqual([expect.stringMatching(/^1,a,clock,.*greenwich\.csv,/)]);
  });

  it("is silent where light and sun agree", async () => {
    expect((await bulk("near.csv", "--weather=greenwich.csv")).stderr).not.toContain("of the light");
  });
});

test("who describes a tracker without asking for one is told that the plane is one", async () => {
  const told = "note: --max-angle describes a tracker: the plane is taken as one, as with --tracking-mode 1_axis\n";
  const observed = ["observe", "--weather=greenwich.csv", "--lat=47", "--lon=0", ...SHORT, "--max-angle=60"];
  expect((await run(...observed)).stderr).toContain(told);
  expect((await run(...observed, "--tracking-mode=1_axis")).stderr).not.toContain("describes a tracker");
  expect((await run(...observed, "--quiet")).stderr).toBe("");
  const many = ["bulk", "--sites=near.csv", "--weather=greenwich.csv", "--out=tracked.csv", ...SHORT, "--max-angle=60"];
  expect((await run(...many)).stderr).toContain(told);
});
