/** Commands look at weather files before they compute: what is refused, what is said, and what decides no year. */
import { beforeAll, describe, expect, test } from "vitest";
import { believed, withClosure } from "../../src/cli/believed.js";
import { loadSample, type WeatherReading } from "../../src/data/weather/node.js";
import type { ObservationContext } from "../../src/index.js";
import { workplace } from "./in-process.js";

const { put, run, textOf } = workplace();

const HOUR = 3_600_000;
const YEAR = 8760;
const PLACE = ["--lat=36.1", "--lon=-79.95", "--altitude=273"];
const ROOF = ["--surface-tilt=30", "--surface-azimuth=180"];
/** Rows of May and June, UTC. */
const DARK = { from: 120 * 24, to: 181 * 24 };

let ghi: ArrayLike<number>;
let warmth: ArrayLike<number>;

/** Years of the sample as a logger writes it, each with its own brightness; `dark`: the year whose May and June have no light. */
function table(name: string, { first = 2017, factors = [1], dark = -1, late = 0 }): void {
  const rows = factors.flatMap((factor, year) =>
    Array.from({ length: YEAR }, (_, row) => {
      // The sample has no 29 February: each year begins where it should.
      const stamp = new Date(Date.UTC(first + year, 0, 1) + (row + late) * HOUR).toISOString().slice(0, 16);
      const isDark = year === dark && row >= DARK.from && row < DARK.to;
      return `${stamp.replace("T", " ")},${isDark ? 0 : (ghi[row]! * factor).toFixed(1)},${warmth[row]}`;
    }),
  );
  put(name, ["time,ghi,temp_air", ...rows, ""].join("\n"));
}

beforeAll(async () => {
  const { columns } = await loadSample();
  [ghi, warmth] = [columns.global_horizontal_irradiance, columns.temperature] as ArrayLike<number>[] as [
    ArrayLike<number>,
    ArrayLike<number>,
  ];
  table("good.csv", {});
  table("late.csv", { late: 1 });
  table("five.csv", { factors: [1, 0.97, 1.02, 0.99, 1.01] });
  table("dark.csv", { factors: [1, 0.97, 1.02, 0.99, 1.01], dark: 2 });
});

describe("a good file", () => {
  test("is computed without a word about its clock", async () => {
    const { status, stderr } = await run("observe", "--weather=good.csv", ...PLACE, "--out=good.json");
    expect(status).toBe(0);
    expect(stderr).toContain("weather: good.csv, format timestamped");
    expect(stderr).not.toMatch(/interpreted as|trust-clock|over the year/);
  });
});

describe("an hour late, GHI alone", () => {
  const commands: [string, string[]][] = [
    ["observe", ["observe", "--weather=late.csv", ...PLACE]],
    ["explain", ["explain", "--weather=late.csv", ...PLACE, "--at=2017-06-01T17:00Z"]],
    ["yield", ["yield", "--weather=late.csv", ...PLACE, ...ROOF]],
  ];
  test.each(commands)("%s refuses it, and says what to pass", async (_, args) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^irradiance: late\.csv: [^\n]+\n$/);
    expect(stderr).toMatch(/ on a wall to the west.*pass --label end.*pass --trust-clock\n$/);
  });

  test.each(commands)("%s computes with --label end, and with --trust-clock", async (_, args) => {
    const right = await run(...args, "--label=end");
    expect(right.status).toBe(0);
    expect(right.stderr).not.toMatch(/trust-clock|over the year/);
    const trusted = await run(...args, "--trust-clock");
    expect(trusted.status).toBe(0);
    expect(trusted.stderr).toMatch(/^weather: .*over the year the light is .*pass --label end/m);
  });

  test("bulk refuses a file of all sites, and fails the sites of a file of their own", async () => {
    put("sites.csv", "id,lat,lon\na,36.1,-79.95\n");
    put("own.csv", "id,lat,lon,weather\na,36.1,-79.95,late.csv\nb,36.1,-79.95,good.csv\n");
    const bulk = (list: string, ...more: string[]) =>
      run("bulk", `--sites=${list}`, "--out=o.csv", "--force", "--frequency=1_hour", "--altitude=273", ...more);
    const shared = await bulk("sites.csv", "--weather=late.csv");
    expect(shared.status).toBe(1);
    expect(shared.stderr).toMatch(/^irradiance: late\.csv: .*pass --label end.*\n$/);
    const trusted = await bulk("sites.csv", "--weather=late.csv", "--trust-clock");
    expect(trusted.status).toBe(0);
    expect(trusted.stderr.match(/^weather: late\.csv: .*pass --label end$/gm)).toHaveLength(1);
    const own = await bulk("own.csv", "--threads=1");
    expect(own.stderr).toMatch(/^failed: a: .*late\.csv: .*\(ERR_WEATHER\)$/m);
    expect(textOf("o.csv")).toMatch(/^b,/m);
    const told = await bulk("own.csv", "--threads=1", "--trust-clock");
    expect(told.status).toBe(0);
    expect(told.stderr.match(/^note: .*late\.csv: .*pass --label end \(site a\)$/gm)).toHaveLength(1);
  });
});

describe("two dark months in one of five years", () => {
  const p90 = (stdout: string) => Number(/P90 ([\d.]+) kWh/.exec(stdout)?.[1]);
  const yieldOf = (...args: string[]) => run("yield", ...PLACE, ...ROOF, ...args);

  test("do not lower P90 and the mean year, unless the doubts are accepted", async () => {
    const right = await yieldOf("--weather=five.csv");
    const doubted = await yieldOf("--weather=dark.csv");
    const accepted = await yieldOf("--weather=dark.csv", "--accept-doubts");
    const dropped = await yieldOf("--weather=dark.csv", "--drop-flagged");
    expect(p90(doubted.stdout) / p90(right.stdout)).toBeGreaterThan(0.97);
    expect(p90(accepted.stdout) / p90(right.stdout)).toBeLessThan(0.9);
    expect(p90(dropped.stdout)).toBe(p90(doubted.stdout));
    expect(doubted.stderr).toMatch(
      /^weather: .*2019-05-01.*over the year the light is 4\.\d % too low on the horizontal/m,
    );
    expect(doubted.stderr).toMatch(
      /^note: .*left out of the yearly yields and of P10 to P90: 2019 \(2\d % in doubt\)/m,
    );
    expect(doubted.stderr).toContain("pass --accept-doubts to count it");
    expect(dropped.stderr).toMatch(/^weather: light that is flagged is left out in \d+ rows$/m);
    expect(accepted.stderr).not.toContain("in doubt");
  });

  test("options without a weather file are refused", async () => {
    for (const flag of ["--trust-clock", "--drop-flagged", "--accept-doubts"]) {
      const { status, stderr } = await yieldOf(flag);
      expect([status, stderr]).toEqual([2, `irradiance: ${flag} needs --weather: it describes a weather file\n`]);
    }
  });
});

describe("typical-year", () => {
  const years = Array.from({ length: 15 }, (_, year) => 0.95 + 0.01 * ((7 * year) % 15));
  const chosen = async (...args: string[]) =>
    (await run("typical-year", ...PLACE, "--out=typical.csv", ...args)).stderr;

  test("chooses no month without light, and says so", async () => {
    table("many.csv", { first: 2001, factors: years });
    const [, may] = /May (\d{4})/.exec(await chosen("--weather=many.csv"))!;
    table("gap.csv", { first: 2001, factors: years, dark: Number(may) - 2001 });
    const said = await chosen("--weather=gap.csv");
    expect(said).toMatch(/^note: \d+ rows are dead, stuck or saturated .*--accept-doubts/m);
    expect(said).toMatch(/May \d{4}/);
    expect(said).not.toContain(`May ${may}`);
    expect(await chosen("--weather=gap.csv", "--accept-doubts")).not.toContain("are dead, stuck or saturated");
  });
});

describe("the closure", () => {
  const examined = (closure: "component-sum" | "keep-global" | undefined) =>
    ({ findings: [], closure }) as unknown as NonNullable<WeatherReading["examination"]>;

  test("is that of the examination, unless one is given", () => {
    expect(withClosure<ObservationContext>({ albedo: 0.2 }, examined("component-sum"), true)).toEqual({
      albedo: 0.2,
      closure: "component-sum",
    });
    for (const closure of ["keep-global", "keep-diffuse"] as const)
      expect(withClosure({ closure }, examined("component-sum"), true)).toEqual({ closure });
    for (const closure of ["keep-global", undefined] as const)
      expect(withClosure({}, examined(closure), true)).toEqual({});
    expect(withClosure({}, undefined, true)).toEqual({});
  });
});

test("weather that was not looked at is believed as it is", () => {
  const reading = { series: {}, notices: [] } as unknown as WeatherReading;
  expect(believed(reading, "x.csv", {})).toBe(reading);
});
