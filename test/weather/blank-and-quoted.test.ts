/** What editors and spreadsheets do to files: blank lines, cells in quotes, remarks with quotes, rows cut off. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWeather } from "../../src/weather/index.js";
import { tmy3Text } from "./tmy3-text.js";

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/weather/${name}`, import.meta.url), "utf8");
const TABLE = "time,GHI (W/m2)\n2024-06-21T12:00Z,1\n2024-06-21T13:00Z,2\n";
const OWN = "start_time,temperature\n2024-06-21T10:00Z,1\n2024-06-21T11:00Z,2\n";
const SAM = "latitude,longitude,time zone\n40,-105,-7\nYear,Month,Day,Hour,GHI\n2020,6,21,10,1\n2020,6,21,11,2\n";

describe("blank lines", () => {
  it.each([
    ["tmy3", fixture("tmy3-sand-point-excerpt.csv")],
    ["tmy2", fixture("tmy2-miami-excerpt.tm2")],
    ["epw", fixture("epw-greensboro-excerpt.epw")],
    ["psm", fixture("psm4-clear-day.csv")],
    ["sam", SAM],
    ["midc", fixture("midc-raw.csv")],
    ["surfrad", fixture("surfrad-clear.dat")],
    ["cams", fixture("cams-clear.csv")],
    ["era5", fixture("era5-clear.csv")],
    ["csv", OWN],
    ["timestamped", TABLE],
  ])("%s: before, between and behind the lines of its head", async (format, text) => {
    const expected = await readWeather(text);
    expect(expected.format).toBe(format);
    const head = text.split("\n").slice(0, 9);
    const rest = text.split("\n").slice(9);
    expect(await readWeather(`\n \t\n${[...head.flatMap((line) => [line, "", "  "]), ...rest].join("\n")}`)).toEqual(
      expected,
    );
  });
});

describe("quotes", () => {
  it.each(["tmy3-sand-point-excerpt.csv", "midc-raw.csv", "midc-date.csv", "psm4-clear-day.csv", "era5-clear.csv"])(
    "around all cells of %s",
    async (file) => {
      const text = fixture(file).replaceAll('"', "");
      const quoted = text.replace(/[^\r\n]+/g, (line) => `"${line.split(",").join('","')}"`);
      expect(await readWeather(quoted)).toEqual(await readWeather(text));
    },
  );

  it("in remarks are characters like others", async () => {
    const expected = await readWeather(OWN);
    for (const remark of ['# 5" pipe', '  # 5" pipe', '# plant "Alpha", roof', '# "', '#"a", b"c']) {
      expect(await readWeather(`${remark}\n${OWN.replace("2024-06-21T11", `${remark}\n2024-06-21T11`)}`)).toEqual(
        expected,
      );
    }
    const cells = await readWeather(`# latitude: 36\n# longitude: 2\n# 5" pipe\n${OWN}`);
    expect(cells.series.place).toEqual({ latitude: 36, longitude: 2 });
  });
});

it("a row of TMY3 that is cut off is told so", async () => {
  const text = tmy3Text(["01/01/1990,01:00", "01/01/1990,02:00"]);
  await expect(readWeather(text.slice(0, -8))).rejects.toThrow(
    "line 4: expected 5 cells as in line 2, got 3; the file ends within this row",
  );
});
