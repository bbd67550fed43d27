/** From a meter behind a wall to a yield behind it: the learnt map is in the description, and every door computes with it. */
import { expect, test } from "vitest";
import { skyAt } from "../../src/data/climatology/index.js";
import { madeMeter } from "../answers/meter/made-meter.js";
import { runCli, workplace } from "./in-process.js";

const AT = { latitude: 48.1, longitude: 11.6, altitude: 520 };
const PLACE = ["--lat=48.1", "--lon=11.6", "--altitude=520"];
const { folder, run, put, jsonOf } = workplace("learn");

test("a wall that a meter shows is in the description, and in the stage of the near shade of its yield", async () => {
  const { place, linkeTurbidity, climate } = await skyAt(AT);
  const { start, step, power } = madeMeter({
    plane: { tilt: 30, azimuth: 190 },
    place: { ...place, linkeTurbidity, temperature: climate.temperature },
    passes: (azimuth, elevation) => (azimuth > 230 && azimuth < 280 && elevation < 30 ? 0 : 1),
  });
  const line = (kw: number, row: number) => `${new Date(start + row * step).toISOString()},${(1000 * kw).toFixed(1)}`;
  put("meter.csv", `time,ac_power_w\n${Array.from(power, line).join("\n")}\n`);
  const { status, stdout, stderr } = await run("meter.csv", ...PLACE, "--out=system.json");
  expect([status, stderr]).toEqual([0, 'meter: "ac_power_w" is read as AC power\n']);
  expect(stdout).toMatch(/^shade .* parts of the sky shaded/m);
  const { shade } = jsonOf("system.json");
  expect(shade).toMatchObject({ azimuth_step: 10, elevation_step: 5, diffuse: "open" });
  const dark = (shade.passes[0] as number[]).flatMap((pass, cell) => (pass < 0.5 ? [(cell % 36) * 10 + 5] : []));
  expect(dark.length).toBeGreaterThan(5);
  // In a row of half an hour the sun moves into the next cell.
  expect(dark.every((azimuth) => azimuth > 215 && azimuth < 295)).toBe(true);
  const { shade: _map, ...open } = jsonOf("system.json");
  put("open.json", JSON.stringify(open));
  const yieldBy = async (system: string) => {
    const flags = ["yield", ...PLACE, "--quiet", `--system=${system}`, "--out=yield.json"];
    expect(await runCli(flags, folder)).toMatchObject({ status: 0, stderr: "" });
    return jsonOf("yield.json");
  };
  const [behind, free] = [await yieldBy("system.json"), await yieldBy("open.json")];
  const beam = behind.losses.find(({ name }: { name: string }) => name === "beam");
  expect(beam.description).toBe("near shade: sun");
  expect(beam.factor).toBeLessThan(0.998);
  expect(behind.annual.energy / free.annual.energy).toBeCloseTo(beam.factor, 2);
});
