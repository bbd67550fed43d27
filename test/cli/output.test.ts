/** Where results go: files, links, pipes, and a standard error that nobody reads. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { realPath, refuseSameFile, writeResult } from "../../src/cli/output.js";
import { runCli } from "./in-process.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "irradiance-output-"));
afterAll(() => rmSync(root, { recursive: true }));

const newFolder = () => mkdtempSync(join(root, "case-"));
const permissions = (path: string) => statSync(path).mode & 0o7777;

describe("a result", () => {
  it("goes through a pipe, which stays one", async () => {
    const pipe = join(newFolder(), "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    const reader = spawn("cat", [pipe]);
    const read = once(reader.stdout, "data");
    await writeResult("through", pipe);
    expect(String((await read)[0])).toBe("through");
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it.each<[what: string, older: string | undefined]>([
    ["there", "older"],
    ["not there yet", undefined],
  ])("goes where a link leads: to a file that is %s", async (_, older) => {
    const folder = newFolder();
    mkdirSync(join(folder, "far"));
    const target = join(folder, "far", "target");
    if (older !== undefined) writeFileSync(target, older);
    symlinkSync("far/target", join(folder, "first"));
    symlinkSync("first", join(folder, "second"));
    await writeResult("newer", join(folder, "second"));
    expect(readFileSync(target, "utf8")).toBe("newer");
    expect(lstatSync(join(folder, "first")).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(folder, "far"))).toEqual(["target"]);
  });

  it("is whole when two processes of one number write the file at once, as in two containers", async () => {
    const folder = newFolder();
    const results = ["a".repeat(1e6), "b".repeat(1e6)];
    await Promise.all(results.map((result) => writeResult(result, join(folder, "file"))));
    expect(results).toContain(readFileSync(join(folder, "file"), "utf8"));
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it.each([0o600, 0o666, 0o640])("keeps the permissions of the file it replaces: %o", async (mode) => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "older");
    chmodSync(file, mode);
    await writeResult("newer", file);
    expect([readFileSync(file, "utf8"), permissions(file)]).toEqual(["newer", mode]);
  });

  it("has the usual permissions in a new file", async () => {
    const folder = newFolder();
    await writeResult("text", join(folder, "ours"));
    writeFileSync(join(folder, "usual"), "text");
    expect(permissions(join(folder, "ours"))).toBe(permissions(join(folder, "usual")));
  });

  it("does not follow links that go in circles", async () => {
    const folder = newFolder();
    symlinkSync("a", join(folder, "b"));
    symlinkSync("b", join(folder, "a"));
    await expect(writeResult("text", join(folder, "a"))).rejects.toThrow(/a: cannot be written \(ELOOP\)$/);
  });
});

describe("options that name the same file", () => {
  const folder = newFolder();
  const weather = join(folder, "weather.csv");
  writeFileSync(weather, "as it was");
  symlinkSync("weather.csv", join(folder, "link"));
  symlinkSync(".", join(folder, "here"));
  linkSync(weather, join(folder, "twin"));

  const refusal = async (args: string[]) => {
    const { status, stderr } = await runCli(args, folder);
    return [status, stderr];
  };
  const place = ["--lat=36", "--lon=-80"];

  it.each<[string[], string]>([
    [["observe", "--weather", "weather.csv", "--out", "x.svg", "--plot", "./x.svg"], "--plot and --out"],
    [["observe", "--weather", "weather.csv", "--out", "here/weather.csv"], "--out and --weather"],
    [["observe", "--weather", "weather.csv", "--plot", "link"], "--plot and --weather"],
    [["observe", "--weather", "w.csv", "--horizon-file", "weather.csv", "--out", weather], "--out and --horizon-file"],
    [["explain", "--at=now", "--weather", "link", "--out", "weather.csv"], "--out and --weather"],
    [["horizon", ...place, "--dem", "weather.csv", "--out", "link"], "--out and --dem"],
    [["horizon", ...place, "--dem", "x.tif", "--out", "y.json", "--plot", "here/y.json"], "--plot and --out"],
    [["altitude", ...place, "--dem", "x.tif", "weather.csv", "--out", "weather.csv"], "--out and --dem"],
    [["bulk", "--force", "--sites", "weather.csv", "--out", "weather.csv"], "--out and --sites"],
    [
      ["bulk", "--force", "--sites", "s.csv", "--weather", "a.csv", "link", "--out", "weather.csv"],
      "--out and --weather",
    ],
  ])("are refused, with nothing done: %j", async (args, options) => {
    const before = readdirSync(folder);
    const [status, stderr] = await refusal(args);
    expect(stderr).toMatch(new RegExp(`^irradiance: ${options} are the same file, .*: use two files\n$`));
    expect(status).toBe(2);
    expect([readFileSync(weather, "utf8"), readdirSync(folder)]).toEqual(["as it was", before]);
  });

  it("may be pipes and devices, and names in two folders", async () => {
    const pipe = join(newFolder(), "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    await refuseSameFile({ "--out": pipe, "--plot": pipe }, { "--weather": pipe });
    await refuseSameFile({ "--out": join(folder, "a/x") }, { "--weather": join(folder, "b/x") });
    await refuseSameFile({ "--out": undefined }, { "--weather": undefined });
    expect(await realPath(join(folder, "here/here/new"))).toBe(await realPath(join(folder, "new")));
  });
});

it("a standard error that nobody reads ends no run", async () => {
  const folder = newFolder();
  const hours = Array.from({ length: 24 }, (_, hour) => `2024-06-21T${String(hour).padStart(2, "0")}:00:00Z,${hour}`);
  const header = "# latitude: 36\n# longitude: -80\nstart_time,temperature";
  writeFileSync(join(folder, "weather.csv"), `${[header, ...hours].join("\n")}\n`);
  writeFileSync(join(folder, "sites.csv"), "lat,lon\n36,-80\n95,0\n37,-80\n");
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [MAIN, ...args, "--weather", "weather.csv"], { cwd: folder });
    child.stderr.destroy();
    return (await once(child, "close"))[0];
  };
  const common = ["--parameters", "temperature", "--out"];
  expect(await run("observe", ...common, "response.json")).toBe(0);
  expect(await run("bulk", "--sites", "sites.csv", ...common, "sites.out", "--format", "csv")).toBe(1);
  expect(readdirSync(folder)).toContain("response.json");
  expect(readFileSync(join(folder, "sites.out"), "utf8").split("\n").length).toBe(1 + 2 * 96 + 1);
});
