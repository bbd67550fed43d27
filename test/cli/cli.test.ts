/** The command line from dist/: most of it in this process, its start, end and streams as one of its own. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openClimatology } from "../../src/data/climatology/index.js";
import { readWeather } from "../../src/data/weather/node.js";
import { computeColumns, computeObservation, explain, toResponse, writeCsv } from "../../src/index.js";
import { allModels } from "../../src/physics/models/index.js";
import { runCli, workplace } from "./in-process.js";

/** What the command line looks up for a place that the weather says. */
async function mapped(latitude: number, longitude: number) {
  return { linkeTurbidity: (await openClimatology()).clearTurbidity(latitude, longitude) };
}

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const { fails, folder, put } = workplace();

/** A clear-looking day at 36° N, 80° W, hourly. */
const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const ghi = Math.max(0, Math.round(900 * (1 - ((hour - 17.5) / 7) ** 2)));
  return `2024-06-21T${String(hour).padStart(2, "0")}:00:00Z,${ghi},${20 + hour / 4}`;
});
const HEADER = "start_time,global_horizontal_irradiance,temperature";
const TEXT = `${[HEADER, ...HOURS].join("\n")}\n`;
const PLACE = "# latitude: 36\n# longitude: -80\n# altitude: 250\n# time_zone: -5\n";
const weather = join(folder, "weather.csv");
writeFileSync(weather, PLACE + TEXT);
const placeless = join(folder, "placeless.csv");
writeFileSync(placeless, TEXT);

/** In this process, or, with standard input, in one of its own. */
async function run(args: readonly string[], input?: string) {
  return input === undefined ? runCli(args, folder) : start(args, input);
}

function start(args: readonly string[], input = "") {
  const options = { cwd: folder, encoding: "utf8", input } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], options);
  return { status, stdout, stderr };
}

describe("a process", () => {
  it.each<[args: string[], status: number, stdout: RegExp, stderr: RegExp]>([
    [["parameters"], 0, /^global_horizontal_irradiance /, /^$/],
    [["observe", "--weather", "none.csv"], 1, /^$/, /^irradiance: none\.csv: cannot be read: there is no such file\n$/],
    [["observe"], 2, /^$/, /^irradiance: required option '--weather <file>' not specified, nor --archive <file>\n$/],
    [["observ"], 2, /^$/, /^irradiance: unknown command 'observ' \(Did you mean observe\?\)\n$/],
    [[], 2, /^$/, /^irradiance: give a command: /],
    [["--help"], 0, /^Usage: irradiance /, /^$/],
  ])("%j ends with %i", (args, status, stdout, stderr) => {
    expect(start(args)).toEqual({
      status,
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(stderr),
    });
  });
});

describe("irradiance observe", () => {
  it("gives what the library gives; place and period from the weather", async () => {
    const { series } = await readWeather(weather);
    const { status, stdout, stderr } = await run(["observe", "--weather", weather]);
    expect(status).toBe(0);
    const response = computeObservation({ lat: 36, lon: -80 }, series, await mapped(36, -80));
    expect(stdout).toBe(JSON.stringify(response));
    expect(response.start_times).toHaveLength(96);
    expect(stderr).toContain("weather.csv, format csv, 24 intervals of 3600 s");
  });

  it("hands every option on", async () => {
    const horizon = Array.from({ length: 360 }, (_, azimuth) => (azimuth < 180 ? 20 : 0));
    const { series } = await readWeather(weather, { label: "end", timeOffset: 1 });
    const query = {
      lat: 36.01,
      lon: -80.02,
      parameters: "all",
      frequency: "1_hour",
      surface_tilt: 30,
      surface_azimuth: 170,
      tracking_mode: "none",
      horizon,
      start: "2024-06-21T10:00Z",
      end: "2024-06-21T20:30:00Z",
    };
    const columns = computeColumns(query, series, {
      ...{ altitude: 1000, albedo: 0.4, subSteps: 2, closure: "component-sum" },
      ...{ temperature: 20, linkeTurbidity: 4 },
    });
    const options = {
      weather,
      "weather-format": "csv",
      label: "end",
      "time-offset": "1",
      lat: "36.01",
      lon: "-80.02",
      parameters: "all",
      frequency: "1_hour",
      "surface-tilt": "30",
      "surface-azimuth": "170",
      "tracking-mode": "none",
      horizon: horizon.join(),
      start: query.start,
      end: query.end,
      altitude: "1000",
      albedo: "0.4",
      "sub-steps": "2",
      closure: "component-sum",
      temperature: "20",
      turbidity: "4",
    };
    const pairs = Object.entries(options).flatMap(([key, value]) => [`--${key}`, value]);
    const joined = Object.entries(options).map(([key, value]) => `--${key}=${value}`);
    expect((await run(["observe", ...pairs, "--decimals", "full"])).stdout).toBe(
      JSON.stringify(toResponse(columns, { decimals: null })),
    );
    expect((await run(["observe", ...joined, "--response-format=csv", "--decimals=4"])).stdout).toBe(
      new TextDecoder().decode(writeCsv(columns, { decimals: 4 })),
    );
  });

  it("takes models by name, in any family", async () => {
    const { series } = await readWeather(weather);
    const models = { transposition: "reindl", decomposition: "disc", clearSky: "simplifiedSolis", pv: "defaultPv" };
    const query = { lat: 36, lon: -80, parameters: "all", surface_tilt: 40 };
    const choices = Object.entries(models).map((pair) => pair.join("="));
    const args = ["observe", "--weather", weather, "--parameters=all", "--surface-tilt=40", "--models", choices.join()];
    const chosen = await run(args);
    expect(chosen.stdout).toBe(
      JSON.stringify(computeObservation(query, series, { models, registry: allModels, ...(await mapped(36, -80)) })),
    );
    expect(chosen.stdout).not.toBe((await run(args.slice(0, -2))).stdout);
    await fails([...args.slice(0, -1), "transposition=perez1066"], 2, "known are");
    await fails([...args.slice(0, -1), "transposition"], 2, "family=name");
    await fails([...args.slice(0, -1), "weather=fine"], 2, "family=name");
  });

  it("takes relative times, negative as they are, from --now", async () => {
    const common = ["observe", "--weather", weather, "--now", "2024-06-21T20:30:00Z", "--frequency", "1_hour"];
    for (const times of [
      ["--start", "-3hours", "--end", "-1hours"],
      ["--start=-3hours", "--end=-1hours"],
    ]) {
      const { start_times } = JSON.parse((await run([...common, ...times])).stdout);
      expect(start_times).toEqual(["2024-06-21T17:00:00Z", "2024-06-21T18:00:00Z", "2024-06-21T19:00:00Z"]);
    }
    // The endpoint's default period.
    const { start_times } = JSON.parse((await run([...common, "--endpoint", "realtime"])).stdout);
    expect([start_times[0], start_times.length]).toEqual(["2024-06-20T20:00:00Z", 25]);
  });

  it("reads standard input, and is quiet when told", async () => {
    const args = ["observe", "--weather", "-", "--lat=36", "--lon=-80", "--altitude=250"];
    const { status, stdout, stderr } = await run([...args, "--quiet"], TEXT);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout).meta.lat).toBe(36);
  });

  it("takes a horizon line from a file as auto", async () => {
    const file = join(folder, "horizon.json");
    const elevation = Array.from({ length: 360 }, () => 30);
    const args = ["observe", "--weather", weather, "--parameters", "all", "--horizon-file", file];
    writeFileSync(file, JSON.stringify({ azimuth: elevation.map((_, degree) => degree), elevation }));
    const first = (await run(args)).stdout;
    expect(first).toBe(
      (await run(["observe", "--weather", weather, "--parameters=all", `--horizon=${elevation}`])).stdout,
    );
    writeFileSync(file, JSON.stringify(elevation));
    expect((await run(args)).stdout).toBe(first);
    writeFileSync(file, JSON.stringify(elevation.slice(1)));
    await fails(args, 1, "horizon.json: expected 360 elevations");
    writeFileSync(file, JSON.stringify({ azimuth: elevation, elevation }));
    await fails(args, 1, "at least two azimuths");
    writeFileSync(file, `A\tH_hor\n${[-180, -90, 0, 90, 180].map((azimuth) => `${azimuth}\t30`).join("\n")}\n`);
    expect((await run(args)).stdout).toBe(first);
    writeFileSync(file, "0 30\n90 30\n180 30\n");
    await fails(args, 1, "zero north or south");
    expect((await run([...args, "--horizon-zero=north"])).stdout).toBe(first);
  });

  it("reads any table as its options say", async () => {
    const table = join(folder, "table.csv");
    const rows = [0, 1, 2, 3].map((hour) => `01.02.2024 ${12 + hour}h;0,${5 + hour};${hour}`);
    writeFileSync(table, `Wann;PYR [V];T\n${rows.join("\n")}\n`);
    const args = ["observe", "--weather", table, "--lat=40", "--lon=0", "--frequency=1_hour", "--quiet"];
    await fails(args, 1, "no column name is recognised as weather");
    const options = [
      "--columns",
      "ghi=PYR [V]",
      "temperature=3",
      "--units",
      "ghi=kW/m2",
      "--date-format",
      "%d.%m.%Y %Hh",
    ];
    const { values, start_times } = JSON.parse(
      (await run([...args, ...options, "--delimiter=semicolon", "--decimal=comma", "--weather-time-zone=+01:00"]))
        .stdout,
    );
    expect(start_times).toEqual([11, 12, 13, 14].map((hour) => `2024-02-01T${hour}:00:00Z`));
    expect(values.global_horizontal_irradiance).toEqual([500, 600, 700, 800]);
    expect(values.temperature).toEqual([0, 1, 2, 3]);
    await fails([...args, "--columns", "ghi"], 2, "role=name");
    await fails([...args, "--columns", "sun=PYR [V]"], 2, '--columns has no key "sun"');
  });

  it("writes a file whole, over an older one, and leaves nothing half-written", async () => {
    const out = mkdtempSync(join(folder, "out-"));
    const file = join(out, "response.json");
    writeFileSync(file, "older");
    const { status, stdout } = await run(["observe", "--weather", weather, "--out", file]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(JSON.parse(readFileSync(file, "utf8")).start_times).toHaveLength(96);
    await fails(["observe", "--weather", weather, "--out", out], 1, "cannot be written");
    await fails(["observe", "--weather", weather, "--lat", "99", "--out", file], 2, "--lat must be");
    await fails(["observe", "--weather", weather, "--out", join(out, "no", "file")], 1, "ENOENT");
    expect(readdirSync(out)).toEqual(["response.json"]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it.each([
    ["an answer", ["observe", "--weather", weather, "--frequency=1_minute", "--parameters=all"]],
    ["help", ["observe", "--help"]],
  ])("a reader of %s that stops early is no failure", async (_what, args) => {
    const child = spawn(process.execPath, [MAIN, ...args]);
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += text));
    child.stdout.destroy();
    const status = await new Promise((resolve) => child.once("close", resolve));
    expect(status).toBe(0);
    expect(stderr).not.toContain("EPIPE");
  });

  it.each<[number, string, string[]]>([
    [2, "'--weather <file>' not specified", []],
    [2, "unknown option '--wether' (Did you mean --weather?)", ["--weather", "w.csv", "--wether", "x"]],
    [2, "unknown option '--tilt' (Did you mean --surface-tilt?)", ["--weather", "w.csv", "--tilt", "30"]],
    [2, "unknown option '--zone' (Did you mean --weather-time-zone?)", ["--weather", "w.csv", "--zone", "UTC"]],
    [2, "argument missing", ["--weather", "w.csv", "--lat"]],
    [2, "argument 'middle' is invalid", ["--weather", "w.csv", "--label", "middle"]],
    [2, "argument 'high' is invalid", ["--weather", "w.csv", "--altitude", "high"]],
    [2, "argument '7' is invalid", ["--weather", "w.csv", "--decimals", "7"]],
    [2, "--time-offset must be", ["--weather", weather, "--time-offset", "-99"]],
    [2, "--lon is required", ["--weather", placeless, "--lat", "-36"]],
    [2, "--lat must be", ["--weather", weather, "--lat", "-118.2"]],
    [2, 'invalid parameter "ghi"', ["--weather", weather, "--parameters", "ghi"]],
    [2, "--response-format must be", ["--weather", weather, "--response-format", "xml"]],
    [2, '--horizon: "auto" needs a horizon line: --horizon-file or --dem', ["--weather", weather, "--horizon", "auto"]],
    [2, "--start: the period", ["--weather", weather, "--start", "2030-01-01T00:00Z"]],
    [1, "nothing.csv: cannot be read: there is no such file", ["--weather", "nothing.csv"]],
    [1, `bad.csv, line 6: `, ["--weather", "bad.csv"]],
  ])("exits with %i and says: %s", async (status, text, args) => {
    put("bad.csv", `${PLACE}${HEADER}\nsoon,1,2\n`);
    await fails(["observe", ...args], status, text);
  });
});

describe("irradiance explain", () => {
  it("prints what the library explains", async () => {
    const { series } = await readWeather(weather);
    const at = "2024-06-21T15:10Z";
    const { status, stdout } = await run(["explain", "--weather", weather, "--at", at, "--frequency", "1_hour"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(
        JSON.stringify(explain({ lat: 36, lon: -80, frequency: "1_hour" }, series, at, await mapped(36, -80))),
      ),
    );
    await fails(["explain", "--weather", weather], 2, "'--at <time>' not specified");
    await fails(["explain", "--weather", weather, "--at", "2030-01-01T00:00Z"], 2, "2030-01-01");
  });
});

describe("irradiance demo", () => {
  it("prints a table and a plot, and writes the response", async () => {
    const out = join(folder, "demo.json");
    const { status, stdout } = await run(["demo", "--out", out]);
    expect(status).toBe(0);
    expect(stdout).toContain(out);
    expect(stdout).toContain("an example, not the real one");
    const response = JSON.parse(readFileSync(out, "utf8"));
    expect(response.start_times).toHaveLength(8760);
    const sum = (name: string) => response.values[name].reduce((a: number, b: number) => a + b, 0) / 1000;
    const totals = /^total +(.*)$/m.exec(stdout)![1]!.split(/ +/).map(Number);
    const names = [
      "global_horizontal_irradiance",
      "global_horizontal_irradiance_with_shading",
      "global_tilted_irradiance",
      "global_tilted_irradiance_with_shading",
      "pv_production",
      "pv_production_with_shading",
    ];
    // The table has one decimal, the response's 8760 values two: half of each.
    for (const [k, name] of names.entries()) expect(Math.abs(totals[k]! - sum(name))).toBeLessThan(0.05 + 0.044);
    // The year's sum in the file, 1566.2 kWh/m².
    expect(totals[0]).toBe(1566.2);
    for (const line of stdout.split("\n")) expect(line.replace(out, "").length).toBeLessThanOrEqual(115);
    for (const month of ["01", "12"]) expect(stdout).toMatch(new RegExp(`^${month} `, "m"));
    expect(stdout).toContain("Global tilted irradiance with shading");
  });
});

describe("irradiance", () => {
  it("tells its version and helps", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await run(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
    const help = await run(["observe", "--help"]);
    expect(help).toMatchObject({ status: 0, stderr: "" });
    for (const option of ["--weather", "--lat", "--horizon-file", "--out"]) expect(help.stdout).toContain(option);
  });

  it("has help under headings, with what is required and examples of options that there are", async () => {
    const names = (text: string) => new Set([...text.matchAll(/--[a-z][a-z-]*/g)].map(([name]) => name));
    const all = (await run(["--help"])).stdout;
    expect(all).toMatch(/^Light and power:\n {2}yield [\s\S]*^Weather:\n[\s\S]*^First steps and lists:\n {2}demo/m);
    expect(all).not.toMatch(/^Commands:/m);
    for (const [, command] of all.matchAll(/^ {2}([a-z-]+) \[options\]/gm)) {
      const { stdout, status } = await run([command!, "--help"]);
      expect(status).toBe(0);
      const [options = "", examples = ""] = stdout.split("\nExamples:\n");
      const known = names(options.replaceAll(/^ {3,}.*$/gm, ""));
      expect(
        [...names(examples)].filter((name) => !known.has(name)),
        command,
      ).toEqual([]);
      expect(examples === "" || examples.split("\n").every((line) => /^( {2}irradiance [a-z-]+ .*|)$/.test(line))).toBe(
        true,
      );
    }
    expect((await run(["verify", "--help"])).stdout).toMatch(/--observations <file>[^-]*\(required\)/);
  });

  it("refuses no and unknown commands in one line", async () => {
    await fails([], 2, "give a command");
    await fails(["observ"], 2, "unknown command 'observ' (Did you mean observe?)");
    await fails(["yeild"], 2, "(Did you mean yield?)");
    await fails(["zzz"], 2, /unknown command 'zzz'$/);
  });
});
