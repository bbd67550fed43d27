/** What the column `missing` of aggregated bulk files counts: docs/how-to/bulk.md says it. */
import { expect, test } from "vitest";
import { computeColumns } from "../../src/index.js";
import { runCli, workplace } from "./in-process.js";

const { folder, put, textOf } = workplace();

/** Three days at 50° N, of which the second has nothing. */
const rows = Array.from({ length: 72 }, (_, hour) => {
  const light = Math.max(0, Math.round(800 * (1 - (((hour % 24) - 11.5) / 8) ** 2)));
  const values = hour >= 24 && hour < 48 ? "," : `${light},20`;
  return `2021-06-${20 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, "0")}:00Z,${values}`;
});
put("gap.csv", ["time,ghi,temp_air", ...rows, ""].join("\n"));
put("sites.csv", "id,lat,lon,altitude\na,50,0,100\n");

async function missing(parameters: string): Promise<number[]> {
  const words = ["--sites=sites.csv", "--weather=gap.csv", "--aggregate=daily", "--decimals=full", "--out=out.csv"];
  const { status, stderr } = await runCli(
    ["bulk", ...words, "--frequency=1_hour", `--parameters=${parameters}`, "--quiet", "--force"],
    folder,
  );
  expect([status, stderr]).toEqual([0, ""]);
  const [header, ...lines] = textOf("out.csv").trim().split("\n");
  const index = header!.split(",").indexOf("missing");
  return lines.map((line) => Number(line.split(",")[index]));
}

test("a day without weather is missing for as long as it is light: its nights are 0 of themselves", async () => {
  // The hours in which the sun is up at all, by the clear sky, which needs no weather.
  const nothing = { start: "2021-06-21T00:00Z", interval: 3600, columns: { temperature: new Float64Array(24) } };
  const query = { lat: 50, lon: 0, parameters: "global_clear_sky_irradiance", frequency: "1_hour" };
  const sky = computeColumns(query, nothing, { altitude: 100, linkeTurbidity: 3 }).values.global_clear_sky_irradiance!;
  const lit = sky.filter((value) => value > 0).length / 24;
  expect(lit).toBeGreaterThan(0.6);
  expect(lit).toBeLessThan(0.8);
  const [before, day, after] = await missing("global_horizontal_irradiance");
  expect([before, after]).toEqual([0, 0]);
  expect(day).toBeCloseTo(lit, 6);
});

test("with a state among the columns it is missing as a whole", async () => {
  expect(await missing("global_horizontal_irradiance,temperature")).toEqual([0, 1, 0]);
});
