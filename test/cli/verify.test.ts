/** `irradiance verify`: errors and skill of forecasts in a file beside what was measured. */
import { beforeAll, describe, expect, test } from "vitest";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import { workplace } from "./in-process.js";

const { jsonOf, put, run, textOf } = workplace("verify");

const QUARTER = 900_000;
const START = Date.UTC(2024, 5, 1);
const DAYS = 6;
const place = { latitude: 50, longitude: 10, altitude: 290 };
const PLACE = ["--lat=50", "--lon=10", "--altitude=290"];

const iso = (time: number) => new Date(time).toISOString().replace(".000", "");

/** Ours is 10 W/m² too high at every time, an hour and two hours ahead. */
beforeAll(() => {
  const { global } = clearSkyOn({ start: START, step: QUARTER, count: DAYS * 96 }, place);
  const light = global.map((value, row) => value * (0.6 + 0.3 * Math.sin(row / 11)));
  const seen = Array.from(light, (value, row) => `${iso(START + row * QUARTER)},${value.toFixed(3)}`);
  put("seen.csv", ["start_time,global_horizontal_irradiance", ...seen, ""].join("\n"));
  const rowsOf = (bias: number) =>
    [4, 8].flatMap((lead) =>
      Array.from({ length: DAYS * 96 - 20 }, (_, k) => {
        const end = START + (k + lead) * QUARTER;
        const value = light[k + lead - 1]! + bias;
        return `${iso(START + k * QUARTER)},${iso(end - QUARTER)},${iso(end)},${value.toFixed(3)}`;
      }),
    );
  const [rows, right] = [rowsOf(10), rowsOf(0)];
  const head = "issued_time,start_time,end_time,global_horizontal_irradiance";
  put("ours.csv", [head, ...rows, ""].join("\n"));
  const row = (hour: number) => `2024-06-01T10:00Z,2024-06-01T${hour}:00Z,2024-06-01T${hour + 1}:00Z`;
  put("gone.csv", [head, `${row(10)},5`, `${row(11)},-999`, ""].join("\n"));
  put("twice.csv", [head, `${row(10)},5`, `${row(10)},6`, ""].join("\n"));
  const one = (start: string, end: string) => [head, `2024-06-01T09:00Z,${start},${end},5`, ""].join("\n");
  put("apart.csv", one("2024-06-01T10:00Z", "2024-06-01T11:00Z").replaceAll("2024", "2023"));
  put("hour.csv", one("2024-06-01T10:00Z", "2024-06-01T11:00Z"));
  put("odd.csv", one("2024-06-01T10:50Z", "2024-06-01T11:00Z"));
  put("early.csv", one("2024-06-01T10:05Z", "2024-06-01T11:05Z"));
  put("empty.csv", `${head}\n`);
  const percent = Array.from({ length: 19 }, (_, k) => 5 * (k + 1));
  const around = (row: string) => percent.map((p) => (Number(row.split(",")[3]) + 0.3 * (p - 50)).toFixed(2));
  const spread = rows.slice(0, rows.length / 2).map((row) => `${row},${around(row)}`);
  put("all.csv", [`${head},${percent.map((p) => `p${p}`)}`, ...spread, ""].join("\n"));
  const tenths = rows.map((row) => `${row},1,0,roof`);
  put("part.csv", [`${head},p10,p90,site`, ...tenths, ""].join("\n"));
  const falling = [`${head},${percent.map((p) => `p${p}`)}`, `${row(10)},50,${percent.toReversed()}`, ""];
  put("crossed.csv", falling.join("\n"));
  const pandas = rows.map((cells) => cells.replace(/(\d)T(\d\d):(\d\d):(\d\d)Z/g, "$1 $2:$3:$4+00:00"));
  put("pandas.csv", [head, ...pandas, ""].join("\n"));
  const ahead = (time: string) => `${iso(Date.parse(time) + 5.5 * 3_600_000).replace("Z", "+05:30")}`;
  const india = rows.map((cells) => cells.replace(/[^,]+Z/g, ahead));
  put("india.csv", [head, ...india, ""].join("\n"));
  put("right.csv", [head, ...right, ""].join("\n"));
  const watts = (light: number) => (5 * light).toFixed(2);
  const percentiles = Array.from({ length: 99 }, (_, k) => k + 1);
  const power = rows.map((cells) => {
    const [value, times] = [Number(cells.split(",")[3]), cells.split(",").slice(0, 3)];
    return [...times, watts(value), ...percentiles.map((p) => watts(value + p - 50))].join(",");
  });
  const columns = ["issued_time,start_time,end_time,ac_power", ...percentiles.map((p) => `p${p}`)];
  put("power.csv", [columns.join(","), ...power, ""].join("\n"));
  const meter = Array.from(light, (value, row) => `${iso(START + row * QUARTER)},${watts(value)}`);
  put("meter.csv", ["start_time,ac_power", ...meter, ""].join("\n"));
  const withClear = meter.map((cells, row) => `${cells},${watts(global[row]!)}`);
  put("clear.csv", ["start_time,ac_power,clear_ac_power", ...withClear, ""].join("\n"));
  put("bad.csv", [head, "2024-06-01T10:00Z,yesterday,2024-06-01T11:00Z,5", ""].join("\n"));
});

describe("irradiance verify", () => {
  test("prints errors and skill by lead time beside all references, as JSON and as a picture", async () => {
    const given = ["--forecast", "ours=ours.csv", "--observations", "seen.csv", ...PLACE];
    const { status, stdout, stderr } = await run(...given, "--out", "all.json", "--plot", "errors.svg", "--draws=20");
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(
        /time stamps mark their start[\s\S]*note: climatology and CLIPER are fitted to the whole record/,
      ),
    ]);
    expect(stdout.match(/^(rows of|all|1 h|2 h|clear|partly) /gm)).toEqual([
      "rows of ",
      "all ",
      "1 h ",
      "2 h ",
      "partly ",
      "clear ",
    ]);
    expect(stdout).toMatch(/^rows of +n +MBE +MAE +RMSE +persistence +smartPersistence +climatology +cliper$/m);
    expect(stdout).toMatch(/^1 h +\d+ +10\.0 +10\.0 +10\.0 +\d+ % \(\d+…\d+\) /m);
    expect(stderr).toMatch(/^note: left out: \d+ with the sun below 5° or no observation/m);
    const found = jsonOf("all.json");
    expect(found.methods).toEqual(["ours", "persistence", "smartPersistence", "climatology", "cliper"]);
    const leads = found.groups.filter(({ lead }: { lead: number | null }) => lead !== null);
    expect(leads.map(({ lead }: { lead: number }) => lead)).toEqual([3600, 7200]);
    for (const { errors } of leads) {
      expect(errors[0].mbe).toBeCloseTo(10, 2);
      expect(errors[0].rmse).toBeCloseTo(10, 2);
      expect(errors[1].skill).toBeCloseTo(1 - errors[0].rmse / errors[1].rmse, 9);
    }
    expect(textOf("errors.svg")).toMatch(/^<svg[\s\S]*RMSE of ours by lead time/);
  });

  test("takes times with an offset, as pandas writes them", async () => {
    const of = (file: string) =>
      run("--forecast", `ours=${file}`, "--observations", "seen.csv", ...PLACE, "--draws=20", "--quiet");
    const plain = await of("ours.csv");
    expect(plain.status, plain.stderr).toBe(0);
    expect(await of("pandas.csv")).toEqual(plain);
    expect(await of("india.csv")).toEqual(plain);
  });

  test("has no skill to tell beside a forecast without errors", async () => {
    const args = ["--forecast", "ours=ours.csv", "right=right.csv", "--observations", "seen.csv", ...PLACE, "--quiet"];
    const { status, stdout, stderr } = await run(...args, "--draws=20");
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/ RMSE +right +persistence /);
    expect(stdout).toMatch(/^all +\d+ +10\.0 +10\.0 +10\.0 +— +\d+ % /m);
  });

  test("says what of the files takes no part", async () => {
    const args = ["--forecast", "ours=part.csv", "other=all.csv", "--observations", "seen.csv", ...PLACE, "--draws=20"];
    const { status, stderr } = await run(...args);
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(
      /^note: part.csv: its quantiles are ignored because not all 19, nor all 99, are given: p5, p15, .*p95 missing$/m,
    );
    expect(stderr).toMatch(/^note: part.csv: ignored columns: site$/m);
    expect(stderr).toMatch(/^note: all.csv: its quantiles are ignored: only the first forecast's are judged$/m);
    expect(stderr).toMatch(/^note: left out: .*\d+ with no value of other$/m);
  });

  test("judges quantiles in the same table", async () => {
    const args = ["--forecast", "ours=all.csv", "--observations", "seen.csv", ...PLACE, "--draws=20", "--quiet"];
    const { status, stdout, stderr } = await run(...args);
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^rows of .* cliper +p10–p90 holds +width +CRPS +PeEn +CH-PeEn$/m);
    // From 12 below to 12 above what is forecast, which is 10 too high: all are held. Six days make no ensemble.
    expect(stdout).toMatch(/^all .* 100 % +24 +\d+\.\d +— +—$/m);
    expect(stdout).toMatch(/^forecast partly /m);
    const loud = await run(...args.slice(0, -1));
    expect(loud.stderr).toMatch(/^note: PeEn exists in 0 of \d+ rows, as it needs 20 days: its skill is of these$/m);
  });

  test("judges power, in percent of a capacity, and says what its references are made of", async () => {
    const args = ["--forecast", "ours=power.csv", "--observations", "meter.csv", ...PLACE, "--draws=0"];
    const { status, stdout, stderr } = await run(
      ...args,
      "--capacity=5000",
      "--out",
      "power.json",
      "--plot",
      "power.svg",
    );
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^errors of ours, % of the capacity;/m);
    // 50 W too much of 5000.
    expect(stdout).toMatch(/^all +\d+ +1\.00 +1\.00 +1\.00 /m);
    expect(stdout).not.toMatch(/^(clear|partly) /m);
    expect(stderr).toMatch(/^note: without clear_ac_power there are no kinds of sky/m);
    const found = jsonOf("power.json");
    expect([found.quantity, found.unit, found.capacity]).toEqual(["ac_power", "W", 5000]);
    expect(found.probabilities).toHaveLength(99);
    expect(found.groups[0].errors[0].mbe).toBeCloseTo(50, 2);
    expect(textOf("power.svg")).toMatch(/RMSE of ours by lead time[\s\S]*class="reliability"/);
    const clear = await run(...args.map((arg) => arg.replace("meter.csv", "clear.csv")));
    expect(clear.status, clear.stderr).toBe(0);
    expect(clear.stdout).toMatch(/^forecast (clear|partly) +\d+ +50\.0 /m);
    expect(clear.stderr).not.toMatch(/without clear_ac_power/);
  });

  test.each([
    [["--forecast", "ours.csv", "--observations", "seen.csv"], /--forecast must be NAME=FILE/],
    [
      ["--forecast", "a=bad.csv", "--observations", "seen.csv"],
      /bad.csv, line 2: start_time must be a time.*"yesterday"/,
    ],
    [["--forecast", "a=seen.csv", "--observations", "seen.csv"], /must name issued_time, end_time/],
    [["--forecast", "a=none.csv", "--observations", "seen.csv"], /none.csv: cannot be read \(ENOENT\)/],
    [["--forecast", "a=gone.csv", "--observations", "seen.csv"], /line 3: global_h\S+ must be -20 to 2000 W.*"-999"/],
    [["--forecast", "a=twice.csv", "--observations", "seen.csv"], /line 3: an earlier row has the same times/],
    [["--forecast", "a=crossed.csv", "--observations", "seen.csv"], /line 2: p5 to p95 must not descend/],
    [
      ["--forecast", "a=ours.csv", "b=power.csv", "--observations", "seen.csv", ...PLACE],
      /ours.csv has global_horizontal_irradiance, power.csv ac_power: give one of them/,
    ],
    [
      ["--forecast", "a=ours.csv", "--observations", "seen.csv", ...PLACE, "--capacity=5"],
      /--capacity is of power: the forecasts are of light/,
    ],
    [
      ["--forecast", "a=power.csv", "--observations", "meter.csv", ...PLACE, "--units", "ghi=kW/m2"],
      /--units is about weather; power is read from ac_power/,
    ],
    [["--forecast", "cliper=ours.csv", "--observations", "seen.csv"], /a reference has this name/],
    [["--forecast", "a=ours.csv", "--observations", "seen.csv"], /--lat is required/],
    [
      ["--forecast", "a=apart.csv", "--observations", "seen.csv", ...PLACE, "--quiet"],
      /nothing can be compared: of 1 rows 1 with the sun below 5° or no observation.*apart.csv covers 2023-06-01T10:00Z to 2023-06-01T11:00Z, seen.csv covers 2024-06-01T00:00Z to/,
    ],
    [
      ["--forecast", "a=ours.csv", "b=apart.csv", "--observations", "seen.csv", ...PLACE, "--quiet"],
      /nothing can be compared: .* with no value of b; ours.csv covers/,
    ],
    [
      ["--forecast", "a=odd.csv", "--observations", "seen.csv", ...PLACE],
      /odd.csv: .*multiple of 15 minutes, got 10 minutes/,
    ],
    [
      ["--forecast", "a=early.csv", "--observations", "seen.csv", ...PLACE],
      /early.csv: .*end on a quarter hour in UTC, got .*T11:05Z/,
    ],
    [["--forecast", "a=empty.csv", "--observations", "seen.csv", ...PLACE], /empty.csv: it has no rows/],
    [
      ["--forecast", "a=hour.csv", "--observations", "seen.csv", ...PLACE, "--plot", "one.svg", "--quiet"],
      /--plot draws errors by lead time and needs two or more/,
    ],
    [
      ["--forecast", "a=ours.csv", "--observations", "seen.csv", ...PLACE, "--draws=0.5", "--quiet"],
      /: --draws must be a whole/,
    ],
  ])("%s is refused in one line", async (args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n").length).toBe(1);
  });
});
