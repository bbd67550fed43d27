/** `irradiance bulk --gpu` as a process, from dist/. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { openClimatology } from "../../../src/data/climatology/index.js";
import { computeColumns, type WeatherSeries } from "../../../src/index.js";
import { useSwiftShader } from "./swiftshader.js";

const MAIN = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "irradiance-gpu-"));
afterAll(() => rmSync(folder, { recursive: true }));

const START = Date.UTC(2024, 5, 1);
const GHI = Array.from({ length: 72 }, (_, i) => Math.max(0, Math.round(850 * (1 - (((i % 24) - 17.5) / 7) ** 2))));
const series: WeatherSeries = { start: START, interval: 3600, columns: { global_horizontal_irradiance: GHI } };
const lines = GHI.map((ghi, i) => `${new Date(START + i * 3_600_000).toISOString()},${ghi}`);
writeFileSync(join(folder, "weather.csv"), `start_time,global_horizontal_irradiance\n${lines.join("\n")}\n`);
writeFileSync(
  join(folder, "sites.csv"),
  "id,lat,lon,altitude,surface_tilt,tracking_mode,end\na,36,-80,200,30,,\nb,37,-81,300,,1_axis,\nc,36,-80,200,10,,2024-06-09T00:00Z\n",
);
const ARGS = ["--sites", "sites.csv", "--weather", "weather.csv", "--frequency", "1_hour"];
const COMMAND = [...ARGS, "--parameters", "global_tilted_irradiance", "--gpu", "--out", "out.csv"];

function bulk(args: readonly string[], { node = [], env = {} }: { node?: readonly string[]; env?: object } = {}) {
  return spawnSync(process.execPath, [...node, MAIN, "bulk", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}

it("without the packages says what to install, and leaves nothing", () => {
  const hooks = `
    export async function resolve(specifier, context, next) {
      if (!/^(webgpu|@tensorflow\\/)/.test(specifier)) return next(specifier, context);
      throw Object.assign(new Error("Cannot find package '" + specifier + "'"), { code: "ERR_MODULE_NOT_FOUND" });
    }`;
  const url = JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`);
  const preload = join(folder, "preload.mjs");
  writeFileSync(preload, `import { register } from "node:module"; register(${url});`);
  const { status, stdout, stderr } = bulk(COMMAND, { node: ["--import", preload] });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(
    /^irradiance: GPU accelerators need .* npm install webgpu @tensorflow\/tfjs-core @tensorflow\/tfjs-backend-webgpu\n$/,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith("out"))).toEqual([]);
});

const unavailable = useSwiftShader();

describe.skipIf(unavailable !== null)("on software Vulkan", () => {
  // A process of its own finds the Vulkan loader by its path, set before it starts.
  const driver = { LD_LIBRARY_PATH: dirname(process.env.VK_ICD_FILENAMES ?? "") };

  it("writes what the engine computes, and says who did", async () => {
    const { status, stdout, stderr } = bulk([...COMMAND, "--decimals", "full"], { env: driver });
    expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: "" });
    expect(stderr).toMatch(/^gpu: SwiftShader.*; 4 equal sub-steps/m);
    expect(stderr).toMatch(
      /^gpu: 1 of \d+ sites computed on the CPU; first: .*its period extends beyond its weather$/m,
    );
    const rows = readFileSync(join(folder, "out.csv"), "utf8").trimEnd().split("\n").slice(1);
    expect(rows.length).toBe(72 + 72 + 8 * 24);
    const plane = { surface_tilt: 30, tracking_mode: "none" };
    const query = { lat: 36, lon: -80, parameters: "global_tilted_irradiance", frequency: "1_hour", ...plane };
    const { values } = computeColumns(query, series, {
      altitude: 200,
      linkeTurbidity: (await openClimatology()).clearTurbidity(36, -80),
      spread: "step",
      subSteps: 4,
      models: { decomposition: "erbsDriesse" },
    });
    values.global_tilted_irradiance!.forEach((value, j) => {
      expect(Math.abs(Number(rows[j]!.split(",")[2]) - value)).toBeLessThan(0.02);
    });
  });

  it("refuses what the device cannot have as a request that cannot be honoured", () => {
    const { status, stderr } = bulk([...COMMAND, "--force", "--models", "transposition=haydavies"], { env: driver });
    expect(status).toBe(2);
    expect(stderr).toContain("--gpu: simulate: with an accelerator --models transposition must be perezDriesse");
  });
});
