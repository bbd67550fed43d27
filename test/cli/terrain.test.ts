/** `horizon`, `altitude` and `--dem` as a process, on a made-up SRTM tile: a plain at 500 m with a wall in the east. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workplace } from "./in-process.js";

const { folder, run } = workplace();

const SIZE = 1201;
const tile = join(folder, "N46E008.hgt");
const heights = new DataView(new ArrayBuffer(2 * SIZE * SIZE));
for (let row = 0; row < SIZE; row++) {
  for (let column = 0; column < SIZE; column++) heights.setInt16(2 * (row * SIZE + column), column >= 700 ? 2500 : 500);
}
writeFileSync(tile, new Uint8Array(heights.buffer));
const place = ["--lat", "46.5", "--lon", "8.5"];
const weather = join(folder, "weather.csv");
const rows = Array.from(
  { length: 24 },
  (_, h) => `2024-06-21T${String(h).padStart(2, "0")}:00:00Z,${h > 4 && h < 19 ? 600 : 0}`,
);
writeFileSync(weather, `start_time,global_horizontal_irradiance\n${rows.join("\n")}\n`);

/** A CSV as a record for each row. */
function tableOf(text: string): Record<string, string>[] {
  const [header, ...lines] = text.trim().split("\n");
  const names = header!.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, k) => [names[k]!, cell])));
}

describe("elevation files on the command line", () => {
  it("horizon gives 360 whole degrees", async () => {
    const { status, stdout, stderr } = await run("horizon", ...place, "--dem", tile);
    expect(status, stderr).toBe(0);
    const { azimuth, elevation } = JSON.parse(stdout);
    expect(azimuth).toEqual(Array.from({ length: 360 }, (_, degree) => degree));
    // The wall begins 699 or 700 cells of 3″ east of the tile's edge: 6.4 km away, 2000 m up.
    const distance = (699.5 / 1200 - 0.5) * 111_320 * Math.cos((46.5 * Math.PI) / 180);
    expect(Math.abs(elevation[90] - (Math.atan2(2000, distance) * 180) / Math.PI)).toBeLessThan(1);
    expect(elevation[270]).toBe(0);
    expect(stderr).toContain("do not reach");
  });

  it("altitude gives metres", async () => {
    expect((await run("altitude", ...place, "--dem", tile)).stdout).toBe("500.0\n");
    expect((await run("altitude", "--lat=46.5", "--lon=8.8", "--dem", folder)).stdout).toBe("2500.0\n");
  });

  it("observe --dem is auto with that line, at that altitude", async () => {
    const line = join(folder, "line.json");
    expect((await run("horizon", ...place, "--dem", tile, "--out", line)).status).toBe(0);
    const common = ["observe", "--weather", weather, ...place, "--parameters=all", "--frequency=1_hour", "--quiet"];
    const fromTiles = JSON.parse((await run(...common, "--dem", tile)).stdout);
    const fromLine = JSON.parse((await run(...common, "--horizon-file", line, "--altitude=500")).stdout);
    expect(fromTiles.meta).toEqual(fromLine.meta);
    const shaded = "global_horizontal_irradiance_with_shading";
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    // Whole degrees against the line as it is: half a degree is three minutes of a morning, below 1 % of the day.
    expect(Math.abs(sum(fromTiles.values[shaded]) / sum(fromLine.values[shaded]) - 1)).toBeLessThan(0.01);
    expect(sum(fromTiles.values[shaded])).toBeLessThan(0.98 * sum(fromTiles.values.global_horizontal_irradiance));
    expect((await run(...common, "--dem", tile, "--horizon=flat")).stdout).not.toBe(
      (await run(...common, "--dem", tile)).stdout,
    );
  });

  it("bulk --dem has the lines and altitudes of single calls, and tells which places are beyond the data", async () => {
    const sites = join(folder, "sites.csv");
    // The second has an altitude of its own, the third a horizon, the last no ground.
    const list = ["a,46.5,8.5,,", "b,46.5,8.45,800,", "c,46.45,8.5,,flat", "d,10,8.5,,"];
    writeFileSync(sites, `id,lat,lon,altitude,horizon\n${list.join("\n")}\n`);
    const out = join(folder, "all.csv");
    const common = ["--weather", weather, "--parameters=all", "--frequency=1_hour", "--decimals=full", "--dem", tile];
    const { status, stderr } = await run("bulk", "--sites", sites, ...common, "--out", out);
    expect([status, stderr]).toEqual([1, expect.stringContaining("sites: 4; 1 failed")]);
    expect(stderr).toMatch(
      /failed: d: .*N46E008\.hgt: does not reach latitude 10, longitude 8\.5 \(ERR_TERRAIN_NO_DATA\)/,
    );
    expect(stderr).toMatch(/note: the elevation data do not reach 50\.0 km .*\(site a, and similarly at 1 more\)/);
    const table = tableOf(readFileSync(out, "utf8"));
    for (const [id, ...more] of [
      ["a", "--lat=46.5", "--lon=8.5"],
      ["b", "--lat=46.5", "--lon=8.45", "--altitude=800"],
      ["c", "--lat=46.45", "--lon=8.5", "--horizon=flat"],
    ]) {
      const single = tableOf((await run("observe", ...common, ...more, "--response-format=csv")).stdout);
      expect(single).toHaveLength(24);
      const own = table.filter(({ site }) => site === id);
      for (const [k, { end_time: _end, surface_azimuth: _azimuth, surface_tilt: _tilt, ...row }] of single.entries())
        expect(own[k]).toEqual({ site: id, ...row });
    }
  });

  it("bulk refuses elevation data that are not there, and a second horizon line, before it begins", async () => {
    const common = ["bulk", "--grid=46,8,46,8,1", "--weather", weather, "--out", join(folder, "none.csv"), "--dem"];
    expect(await run(...common, join(folder, "none.tif"))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/none\.tif/),
    });
    const twice = await run(...common, tile, "--horizon-file", join(folder, "line.json"));
    expect(twice).toMatchObject({ status: 2, stderr: expect.stringContaining("use one of them") });
    const gpu = await run(...common, tile, "--gpu");
    expect(gpu).toMatchObject({ status: 2, stderr: expect.stringContaining("--dem does not work with --gpu") });
  });

  it("says what is wrong in one line, and how", async () => {
    const outside = await run("altitude", "--lat=10", "--lon=8.5", "--dem", tile);
    expect([outside.status, outside.stdout]).toEqual([1, ""]);
    expect(outside.stderr).toMatch(/^irradiance: .*N46E008\.hgt.*\n$/);
    const twice = await run(
      "observe",
      "--weather",
      weather,
      ...place,
      "--dem",
      tile,
      "--horizon-file",
      join(folder, "line.json"),
    );
    expect(twice.status).toBe(2);
    expect(twice.stderr).toContain("use one of them");
    expect((await run("horizon", ...place, "--dem", join(folder, "none.tif"))).status).toBe(1);
  });
});
