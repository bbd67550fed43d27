/** Every way to be wrong has a message that names file and line. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/index.js";
import { type Damaged, expectRefused } from "./damage.js";
import { DATE_TIME, tmy3Text } from "./tmy3-text.js";

const H = "start_time,global_horizontal_irradiance,temperature";
const ROWS = ["2024-06-21T10:00:00Z,1,2", "2024-06-21T11:00:00Z,1,2", "2024-06-21T12:00:00Z,1,2"];
const csv = (...rows: string[]) => `${[H, ...rows].join("\n")}\n`;
/** The good rows with row k (0-based; line k + 2) replaced. */
const withRow = (k: number, row: string) => csv(...ROWS.map((good, i) => (i === k ? row : good)));
/** Rows from and to times of a day. */
const ended = (...rows: [from: string, to: string][]) =>
  `start_time,end_time,temperature\n${rows.map(([from, to]) => `2024-06-21T${from}Z,2024-06-21T${to}Z,1\n`).join("")}`;
const bytes = (...values: number[]) => Uint8Array.from(values);

const RESPONSE = {
  start_times: ["2024-06-21T10:00:00Z", "2024-06-21T11:00:00Z"],
  end_times: ["2024-06-21T11:00:00Z", "2024-06-21T12:00:00Z"],
  values: { global_horizontal_irradiance: [1, 2], temperature: null },
  meta: { lat: 1, lon: 2, altitude: 3, time_zone: 4 },
};
const response = (change: object) => JSON.stringify({ ...RESPONSE, ...change });
const hours = ["01/01/1999,01:00", "01/01/1999,02:00", "01/01/1999,03:00"];

const CASES: Damaged[] = [
  ["empty text", "", 1, "empty"],
  ["blank text", " \n\n", 1, "empty"],
  ["empty bytes", bytes(), 1, "empty"],
  ["zero bytes", bytes(0, 1, 2, 3, 0, 0), 1, "binary"],
  ["binary after text", `${csv(...ROWS)}\u0000\u0001`, 5, "binary"],
  ["a picture", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13), 2, "binary"],
  ["UTF-16", bytes(0xff, 0xfe, 0x73, 0, 0x74, 0), 1, "UTF-16"],
  ["damaged gzip", new Uint8Array(gzipSync("x".repeat(1000))).subarray(0, 20), undefined, "gzip"],
  ["another format", "hello world\n1 2 3\n", 1, "unknown weather format"],
  ["header without times", csv(...ROWS).replace(/^2024[^,]*/gm, "noon"), 2, "start_time must be ISO 8601"],
  ["header only", csv(), undefined, "no rows"],
  ["comment only, as csv", "# start_time\n# nothing\n", 1, "unknown weather format"],
  ["unknown column", csv(...ROWS).replace("temperature", "temp_air"), 1, 'unknown column "temp_air"'],
  ["empty column name", csv(...ROWS).replace("temperature", ""), 1, 'unknown column ""'],
  ["column twice", csv(...ROWS).replace("temperature", "global_horizontal_irradiance"), 1, "occurs twice"],
  ["no weather column", "start_time,end_time\n2024-06-21T10:00Z,2024-06-21T11:00Z\n", 1, "no weather column"],
  ["too few cells", withRow(1, "2024-06-21T11:00:00Z,1"), 3, "expected 3 cells as in the header, got 2"],
  ["too many cells", withRow(2, "2024-06-21T12:00:00Z,1,2,3"), 4, "got 4"],
  ["cut in the last row", csv(...ROWS).slice(0, -5), 4, "the file ends within this row"],
  ["cut in the last time", csv(...ROWS).slice(0, -9), 4, "the file ends within this row"],
  ["text for a number", withRow(1, "2024-06-21T11:00:00Z,much,2"), 3, '"much"'],
  ["decimal comma in quotes", withRow(1, '2024-06-21T11:00:00Z,"1,5",2'), 3, '"1,5"'],
  ["hexadecimal", withRow(0, "2024-06-21T10:00:00Z,0x10,2"), 2, '"0x10"'],
  ["infinity", withRow(0, "2024-06-21T10:00:00Z,Infinity,2"), 2, '"Infinity"'],
  ["overflow", withRow(0, "2024-06-21T10:00:00Z,1e999,2"), 2, '"1e999"'],
  ["number with unit", withRow(2, "2024-06-21T12:00:00Z,1 W,2"), 4, '"1 W"'],
  ["no time", withRow(1, ",1,2"), 3, "start_time must be ISO 8601"],
  ["local time form", withRow(1, "21.06.2024 11:00,1,2"), 3, '"21.06.2024 11:00"'],
  ["30 February", withRow(0, "2024-02-30T10:00:00Z,1,2"), 2, '"2024-02-30T10:00:00Z"'],
  ["hour 24", withRow(0, "2024-06-20T24:00:00Z,1,2"), 2, '"2024-06-20T24:00:00Z"'],
  ["duplicate time", withRow(2, ROWS[1]!), 4, "duplicate time"],
  ["unsorted", withRow(2, "2024-06-21T09:00:00Z,1,2"), 4, "time goes back"],
  ["off the step", withRow(2, "2024-06-21T12:10:00Z,1,2"), 4, "equally spaced"],
  ["one row without end", csv(ROWS[0]!), 2, "end_time"],
  ["steps above a day", csv("2024-06-21T10:00Z,1,2", "2024-06-28T10:00Z,1,2"), 2, "604800"],
  ["a wrong year", withRow(2, "9924-06-21T12:00:00Z,1,2"), undefined, "span"],
  ["quote not closed", withRow(1, '2024-06-21T11:00:00Z,"1,2'), 3, "quote"],
  ["text after a quote", withRow(1, '2024-06-21T11:00:00Z,"1"x,2'), 3, "quote"],
  ["comment with a bad latitude", `# latitude: north\n${csv(...ROWS)}`, 1, "latitude"],
  ["comment with a bad sampling", `# latitude: 1\n# sampling: mean\n${csv(...ROWS)}`, 2, "sampling"],
  ["latitude without longitude", `# latitude: 1\n${csv(...ROWS)}`, undefined, "longitude"],
  ["end before start", ended(["10:00", "10:00"]), 2, "end_time must be after start_time"],
  ["end of another length", ended(["10:00", "11:00"], ["11:00", "13:00"]), 3, "7200 s"],
  ["intervals that overlap", ended(["10:00", "11:00"], ["10:30", "11:30"]), 3, "equally spaced"],

  ["JSON cut", JSON.stringify(RESPONSE, null, 1).slice(0, -3), 22, "not valid JSON"],
  ["JSON with a stray word", '{\n"start_times": oops\n}', undefined, "not valid JSON"],
  ["JSON with a missing comma", '{\n"a": 1\n"b": 2}', 3, "not valid JSON"],
  ["JSON without times", '{"values": {}}', undefined, "start_times must be an array"],
  ["JSON error body", '{"error": {"message": "no"}}', undefined, 'JSON of an unknown kind with "error": read are'],
  ["JSON times unequal in number", response({ end_times: [] }), undefined, "start_times has 2 items, end_times 0"],
  ["JSON time of another kind", response({ start_times: [1, 2] }), undefined, "start_times[0]"],
  ["JSON end off", response({ end_times: [RESPONSE.end_times[0], "2024-06-21T11:30:00Z"] }), undefined, "end_times[1]"],
  ["JSON without values", response({ values: undefined }), undefined, "values must be an object"],
  ["JSON without weather", response({ values: { pv_production: [1, 2] } }), undefined, "no weather"],
  ["JSON column short", response({ values: { temperature: [1] } }), undefined, "values.temperature has 1 items"],
  ["JSON column of text", response({ values: { temperature: "1,2" } }), undefined, "values.temperature must be"],
  ["JSON item of text", response({ values: { temperature: [1, "2"] } }), undefined, "values.temperature[1]"],
  ["JSON latitude", response({ meta: { lat: 91, lon: 0 } }), undefined, "latitude"],
  ["JSON meta", response({ meta: 5 }), undefined, "meta must be"],
  [
    "JSON without rows",
    response({ start_times: [], end_times: [], values: { temperature: [] } }),
    undefined,
    "no rows",
  ],

  ["TMY3 without rows", tmy3Text([]), undefined, "no rows"],
  ["TMY3 station line", tmy3Text(hours).replace(/^.*\n/, "723170,GREENSBORO\n"), 1, "station number"],
  ["TMY3 latitude", tmy3Text(hours).replace("36.100", "96.100"), 1, "latitude"],
  ["TMY3 time zone", tmy3Text(hours).replace("-5.0", "east"), 1, "timeZone"],
  ["TMY3 without columns", `${tmy3Text([]).split("\n")[0]}\n${DATE_TIME},x\n`, 2, "no weather column"],
  ["TMY3 row cut", tmy3Text(hours).slice(0, -8), 5, "cells as in line 2"],
  ["TMY3 date", tmy3Text(["1999-01-01,01:00"]), 3, "MM/DD/YYYY"],
  ["TMY3 day", tmy3Text(["01/32/1999,01:00"]), 3, "no date"],
  ["TMY3 month", tmy3Text(["13/01/1999,01:00"]), 3, "no date"],
  ["TMY3 hour", tmy3Text(["01/01/1999,25:00"]), 3, "24:00"],
  ["TMY3 hour twice", tmy3Text([hours[0]!, hours[0]!]), 4, "duplicate time"],
  ["TMY3 hours unsorted", tmy3Text([hours[1]!, hours[0]!]), 4, "time goes back"],
  ["TMY3 half hour", tmy3Text([hours[0]!, "01/01/1999,02:30"]), 4, "equally spaced"],
  ["TMY3 value", tmy3Text(hours, () => "none"), 3, "GHI (W/m^2)"],
];

describe("malformed weather", () => {
  it.each(CASES)("%s", expectRefused);

  it("names the line of plain CSV beyond the first chunk, with and without quotes", async () => {
    const start = Date.UTC(2024, 0, 1);
    const rows = Array.from({ length: 9_000 }, (_, k) => `${new Date(start + k * 60_000).toISOString()},${k},1`);
    rows[8_000] = "2024-01-06T13:20:00Z,bad,1";
    await expect(readWeather(csv(...rows))).rejects.toMatchObject({ line: 8_002 });
    rows[5] = rows[5]!.replace(",1", ',"1"');
    await expect(readWeather(csv(...rows))).rejects.toMatchObject({ line: 8_002 });
  });

  it.each<[object, unknown]>([
    [{ format: "epw2" }, RangeError],
    [{ format: 3 }, TypeError],
    [{ label: "middle" }, RangeError],
    [{ timeOffset: 99 }, RangeError],
    [{ timeOffset: "5" }, TypeError],
    [{ year: 2023.5 }, RangeError],
    [{ periodic: 1 }, TypeError],
    [{ file: 1 }, TypeError],
  ])("refuses the options %o", async (options, kind) => {
    await expect(readWeather(csv(...ROWS), options)).rejects.toThrow(kind as never);
    await expect(readWeather(csv(...ROWS), options)).rejects.toThrow(`"${Object.keys(options)[0]}"`);
  });

  it("refuses sources of another kind", async () => {
    await expect(readWeather(5 as never)).rejects.toThrow(TypeError);
    const texts = (async function* () {
      yield "text";
    })();
    await expect(readWeather(texts as never)).rejects.toThrow(TypeError);
  });
});
