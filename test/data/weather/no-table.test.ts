/** Sources that are no tables: refused early and by name, whatever their size. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chunksOf } from "../../../src/data/weather/file-chunks.js";
import { readWeather, WeatherError } from "../../../src/data/weather/index.js";
import { fixture } from "./damage.js";
import { tmy3Text } from "./tmy3-text.js";

const MIB = 2 ** 20;
const HEAD = "start_time,temperature\n2024-06-21T10:00Z,1\n";

/** `mebis` MiB of one byte in chunks, after a head; tells how many bytes were taken. */
function source(byte: string, mebis: number, head = "", chunk = 65_536) {
  const state = { given: 0 };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (head !== "") yield Buffer.from(head);
    const bytes = new Uint8Array(chunk).fill(byte.charCodeAt(0));
    for (; state.given < mebis * MIB; state.given += chunk) yield bytes;
  }
  return { chunks: chunks(), state };
}

async function failure(work: Promise<unknown>): Promise<WeatherError> {
  const cause = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(cause).toBeInstanceOf(WeatherError);
  return cause as WeatherError;
}

describe("a line without an end", () => {
  const message = "expected a text file, got no line break in 4 MiB";

  it("in a stream ends the reading after some MiB, not at the limits of the engine", async () => {
    const { chunks, state } = source("x", 10_000);
    expect((await failure(readWeather(chunks, { file: "x.csv" }))).message).toBe(`x.csv, line 1: ${message}`);
    expect(state.given).toBeLessThan(5 * MIB);
    const later = source("1", 10_000, HEAD);
    expect((await failure(readWeather(later.chunks, { file: "x.csv" }))).message).toBe(`x.csv, line 3: ${message}`);
    expect(later.state.given).toBeLessThan(5 * MIB);
  });

  it("in gzip, in chunks of any size, in bytes and in a text", async () => {
    const bytes = Buffer.alloc(9 * MIB, HEAD + "1".repeat(9 * MIB));
    for (const whole of [
      gzipSync(bytes),
      bytes,
      bytes.toString(),
      source("1", 9, HEAD, 9 * MIB).chunks,
      source(" ", 9, HEAD).chunks,
    ]) {
      expect((await failure(readWeather(whole, { file: "x.csv" }))).message).toBe(`x.csv, line 3: ${message}`);
    }
  });

  it("may be longer in JSON, which is often one line, but not without end", async () => {
    const times = Array.from({ length: 101 }, (_, k) => new Date(k * 3_600_000).toISOString());
    const temperature = Array.from({ length: 100 }, (_, k) => k % 30);
    const response = { start_times: times.slice(0, -1), end_times: times.slice(1), values: { temperature } };
    const text = `\n ${JSON.stringify(response)}`;
    const long = text.replace("{", `{${" ".repeat(6 * MIB)}`);
    const expected = await readWeather(text);
    expect(await readWeather(long)).toEqual(expected);
    expect(await readWeather(Buffer.from(`\uFEFF${long}`))).toEqual(expected);
    const { chunks, state } = source(" ", 10_000, "{");
    expect((await failure(readWeather(chunks, { file: "x.json" }))).message).toBe(
      "x.json, line 1: expected a text file, got no line break in 256 MiB",
    );
    expect(state.given).toBeLessThan(257 * MIB);
  });

  it("in a table that begins like JSON", async () => {
    for (const format of ["csv", "epw"]) {
      const error = await failure(readWeather(`{${",".repeat(5 * MIB)}`, { format, file: "x.csv" }));
      expect(error.message).toBe(`x.csv: ${message}`);
    }
  });
});

it("line ends of old (CR) in a long text", async () => {
  const rows = Array.from({ length: 250_000 }, (_, k) => `${new Date(k * 60_000).toISOString()},1`);
  const text = ["start_time,temperature", ...rows].join("\r");
  expect(text.length).toBeGreaterThan(5 * MIB);
  expect((await readWeather(text)).series.columns.temperature).toHaveLength(250_000);
});

it("blank lines without end are not called an empty file", async () => {
  const { chunks, state } = source("\n", 1000);
  expect((await failure(readWeather(chunks))).message).toBe("line 1: the file begins with too many blank lines");
  expect(state.given).toBeLessThan(MIB);
  expect((await failure(readWeather("\n \n"))).message).toBe("line 1: the file is empty");
});

it("NUL bytes are binary data at once, packed or not", async () => {
  const { chunks, state } = source("\0", 10_000);
  expect((await failure(readWeather(chunks, { file: "x" }))).message).toMatch(/^x, line 1: binary data/);
  expect(state.given).toBeLessThan(MIB);
  const packed = gzipSync(new Uint8Array(50 * MIB));
  expect((await failure(readWeather(packed, { file: "x" }))).message).toMatch(/^x, line 1: binary data/);
  expect((await failure(readWeather(Buffer.from(`${HEAD}2024-06-21T11:00Z,\0`)))).line).toBe(3);
});

it("a number of JSON beyond all doubles is refused, as in a table", async () => {
  const text =
    '{"start_times":["2024-01-01T00:00Z"],"end_times":["2024-01-01T01:00Z"],"values":{"temperature":[1e999]}}';
  await expect(readWeather(text)).rejects.toThrow(
    "values.temperature[0] must be a finite number or null, got Infinity",
  );
});

it("a file that cannot be read tells why, with its cause", async () => {
  const missing = await failure(chunksOf("/nothing/here.csv", "here").next());
  expect(missing.message).toBe("here: cannot be read: there is no such file");
  expect(missing.cause).toMatchObject({ code: "ENOENT", syscall: "open" });
});

it.each([
  ["PK\x03\x04\x14\0", "a ZIP archive, whatever its name says: unpack it"],
  [`PK\x03\x04${"\0".repeat(26)}[Content_Types].xml`, "a spreadsheet (xlsx): save the sheet as CSV"],
  [`PK\x03\x04${"\0".repeat(26)}mimetypeapplication/vnd.oasis.opendocument`, "a spreadsheet (ods): save the sheet"],
  ["\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old spreadsheet (xls): save the sheet as CSV"],
  ["\x89HDF\r\n\x1A\n\0", "NetCDF or HDF5: irradiance-archive reads"],
  ["CDF\x01\0", "NetCDF: irradiance-archive reads"],
  ["GRIB\0\0\0\x02", "GRIB: convert it"],
  ["PAR1\x15\x04", "Parquet: write it as CSV"],
])("a file that begins with %j is called what it is", async (head, kind) => {
  const { message } = await failure(readWeather(Buffer.from(`${head} and more`, "latin1"), { file: "x" }));
  // The line is that of the first byte that no text has.
  expect(message).toMatch(/^x, line [12]: binary data, not a text file: /);
  expect(message).toContain(kind);
});

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
