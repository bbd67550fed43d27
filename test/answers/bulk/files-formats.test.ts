/** Files of parts, read back by readers that are not ours. */
import { RecordBatchReader, tableFromIPC } from "apache-arrow";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { formatOf, openFormat } from "../../../src/answers/bulk/files/formats.js";
import { type FileRunOptions, simulateToFile } from "../../../src/answers/bulk/files/run-file.js";
import type { FormatName, FormatOptions } from "../../../src/answers/bulk/table.js";
import { BlockBuilder, type SiteRows, type TableDescription } from "../../../src/answers/bulk/table.js";
import { loadPackage, MissingPackageError } from "../../../src/foundation/packages.js";

const START = Date.UTC(2023, 0, 1);
const HOUR = 3_600_000;
const UNITS = '{"ghi":"W/m**2","temperature":"°C"}';

const description: TableDescription = {
  columns: [
    { name: "site", type: "string", description: "Name" },
    { name: "start_time", type: "timestamp" },
    { name: "ghi", type: "float32", unit: "W/m**2", description: "Global" },
    { name: "temperature", type: "float64", unit: "°C" },
  ],
  metadata: { frequency: "1_hour" },
};

/** Rows with a missing value every `gap`, extremes and signed zeros among them. */
function site(id: string, count: number, gap: number): SiteRows {
  const values = (scale: number) =>
    Array.from({ length: count }, (_, i) => (i % gap === gap - 1 ? Number.NaN : i === 0 ? -0 : (i - 3) * scale));
  return {
    id,
    columns: [
      Float64Array.from({ length: count }, (_, i) => START + i * HOUR),
      Float32Array.from(values(0.1)),
      Float64Array.from(values(1 / 3)),
    ],
  };
}

// Quotes, commas, several bytes per character, no gap at all, nothing but gaps, no rows.
const groups = [
  [site('á "1", north', 30, 4), site("b", 5, 99)],
  [site("c", 3, 1)],
  [site("empty", 0, 1), site("日本", 12, 5)],
];

async function fileOf(name: FormatName, table = description, options: FormatOptions = {}, sites = groups) {
  const format = await openFormat(name, table, options);
  const builder = new BlockBuilder(table);
  const chunks: Uint8Array[] = [format.head];
  const parts = [];
  let offset = format.head.length;
  for (const group of sites) {
    for (const rows of group) builder.append(rows);
    const { bytes, index } = format.encode(builder.take());
    // The journal keeps the index as JSON.
    parts.push({ offset, index: JSON.parse(JSON.stringify(index)) });
    chunks.push(bytes);
    offset += bytes.length;
  }
  chunks.push(format.tail(parts, offset));
  return Buffer.concat(chunks);
}

/** What a reader should say: null for missing values. */
function expectedRows(sites = groups.flat()) {
  return sites.flatMap(({ id, columns: [times, ghi, temperature] }) =>
    Array.from(times!, (time, i) => ({
      site: id,
      start_time: time,
      ghi: present(ghi![i]!),
      temperature: present(temperature![i]!),
    })),
  );
}

function present(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

describe("Parquet", () => {
  it("reads back with the same numbers and names", async () => {
    const file = arrayBuffer(await fileOf("parquet"));
    const rows = await parquetReadObjects({ file });
    expect(rows.map((row) => ({ ...row, start_time: row.start_time.getTime() }))).toEqual(expectedRows());
  });

  it("has units, types, row groups and statistics in its metadata", async () => {
    const metadata = parquetMetadata(arrayBuffer(await fileOf("parquet")));
    expect(metadata.key_value_metadata).toEqual([
      { key: "frequency", value: "1_hour" },
      { key: "units", value: UNITS },
    ]);
    expect(metadata.schema.map(({ name, type, repetition_type }) => [name, type, repetition_type])).toEqual([
      ["schema", undefined, undefined],
      ["site", "BYTE_ARRAY", "REQUIRED"],
      ["start_time", "INT64", "REQUIRED"],
      ["ghi", "FLOAT", "OPTIONAL"],
      ["temperature", "DOUBLE", "OPTIONAL"],
    ]);
    expect(metadata.schema[2]!.logical_type).toEqual({ type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" });
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([35, 3, 12]);
    const [names, times, ghi] = metadata.row_groups[0]!.columns.map(({ meta_data }) => meta_data!);
    expect(names!.statistics).toMatchObject({ min_value: "b", max_value: 'á "1", north', null_count: 0n });
    expect(times!.statistics).toMatchObject({ min_value: new Date(START), max_value: new Date(START + 29 * HOUR) });
    expect(ghi!.statistics).toMatchObject({
      min_value: Math.fround(-0.2),
      max_value: Math.fround(2.6),
      null_count: 7n,
    });
    expect(ghi!.key_value_metadata).toEqual([{ key: "unit", value: "W/m**2" }]);
  });

  it("says nothing of extremes where there are none", async () => {
    const metadata = parquetMetadata(arrayBuffer(await fileOf("parquet")));
    const { statistics } = metadata.row_groups[1]!.columns[2]!.meta_data!;
    expect([statistics!.null_count, statistics!.min_value]).toEqual([3n, undefined]);
  });

  it("takes a zero among the extremes for either zero, as the format says", async () => {
    const sites = [
      [
        {
          id: "a",
          columns: [
            [START, START + HOUR],
            [0, 1],
            [-1, -0],
          ],
        },
      ],
    ];
    const metadata = parquetMetadata(arrayBuffer(await fileOf("parquet", description, {}, sites)));
    const [ghi, temperature] = metadata.row_groups[0]!.columns.slice(2).map(({ meta_data }) => meta_data!.statistics!);
    expect([ghi!.min_value, temperature!.max_value]).toEqual([-0, 0]);
  });

  it("marks local times as such", async () => {
    const local = { ...description, columns: description.columns.map((c, i) => (i === 1 ? LOCAL : c)) };
    const metadata = parquetMetadata(arrayBuffer(await fileOf("parquet", local)));
    expect(metadata.schema[2]!.logical_type).toEqual({ type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MILLIS" });
  });
});

const LOCAL = { name: "period_start", type: "local-timestamp" } as const;

describe("Arrow", () => {
  it("reads back with the same numbers and names, from the file and as a stream", async () => {
    const bytes = await fileOf("arrow");
    const table = tableFromIPC(bytes);
    expect(table.toArray().map((row) => row.toJSON())).toEqual(expectedRows());
    // Behind the magic number the file is a stream.
    const batches = [...RecordBatchReader.from(bytes.subarray(8))];
    expect(batches.map(({ numRows }) => numRows)).toEqual([35, 3, 12]);
  });

  it("has units with its fields and in its metadata", async () => {
    const { schema } = tableFromIPC(await fileOf("arrow"));
    expect([...schema.metadata]).toEqual([
      ["frequency", "1_hour"],
      ["units", UNITS],
    ]);
    expect(schema.fields.map(({ name, type, nullable }) => [name, String(type), nullable])).toEqual([
      ["site", "Utf8", false],
      ["start_time", "Timestamp<MILLISECOND, UTC>", false],
      ["ghi", "Float32", true],
      ["temperature", "Float64", true],
    ]);
    expect(Object.fromEntries(schema.fields[2]!.metadata)).toEqual({ unit: "W/m**2", description: "Global" });
  });
});

describe("CSV", () => {
  it("writes rounded values, gaps as empty fields, names in quotes where needed", async () => {
    const lines = (await fileOf("csv")).toString().split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "site,start_time,ghi,temperature",
      '"á ""1"", north",2023-01-01T00:00:00Z,0,0',
      '"á ""1"", north",2023-01-01T01:00:00Z,-0.2,-0.67',
      '"á ""1"", north",2023-01-01T02:00:00Z,-0.1,-0.33',
      '"á ""1"", north",2023-01-01T03:00:00Z,,',
      '"á ""1"", north",2023-01-01T04:00:00Z,0.1,0.33',
    ]);
    expect(lines).toHaveLength(1 + 50 + 1);
  });

  it("writes all digits that tell a number from its neighbours, and no more", async () => {
    const numbers = [0.1, 1 / 3, 1234.5678, 1e-12, 8.7e22, 16777217, 0.30000001192092896];
    const sites = [[{ id: "a", columns: [numbers.map((_, i) => START + i * HOUR), numbers, numbers] }]];
    const lines = (await fileOf("csv", description, { decimals: null }, sites)).toString().trim().split("\n").slice(1);
    const fields = lines.map((line) => line.split(",").slice(2));
    expect(fields.map(([, double]) => Number(double))).toEqual(numbers);
    expect(fields.map(([single]) => Math.fround(Number(single)))).toEqual(numbers.map(Math.fround));
    expect(fields[0]).toEqual(["0.1", "0.1"]);
    expect(fields[6]![0]).toBe("0.3");
  });

  it("writes local times without a zone", async () => {
    const local = { ...description, columns: description.columns.map((c, i) => (i === 1 ? LOCAL : c)) };
    expect((await fileOf("csv", local)).toString().split("\n")[7]).toMatch(/,2023-01-01T06:00:00,0.3,1$/);
  });
});

describe("formats", () => {
  it("are told by the file's name", () => {
    expect(["a.parquet", "b.c.PQ", "d.feather", "e.arrow", "f.csv"].map(formatOf)).toEqual([
      "parquet",
      "parquet",
      "arrow",
      "arrow",
      "csv",
    ]);
    expect(() => formatOf("year.xlsx")).toThrow("year.xlsx: expected a file name that ends in .parquet");
  });

  it("refuse sites of another shape", () => {
    const { id, columns } = site("a", 3, 9);
    const builder = new BlockBuilder(description);
    expect(() => builder.append({ id, columns: columns.slice(1) })).toThrow('site "a": expected 3 columns, got 2');
    expect(() => builder.append({ id, columns: [...columns.slice(0, 2), [1, 2]] })).toThrow(
      'site "a", temperature: expected 3 values, got 2',
    );
  });

  it.each([
    [{ out: undefined }, TypeError, "simulateToFile: out must be a file's path, got undefined"],
    [{ out: "year.xls" }, RangeError, "year.xls: expected a file name that ends in .parquet"],
    [{ format: "xls" }, RangeError, "format must be parquet, arrow, csv"],
    [{ encoders: -1 }, RangeError, "simulateToFile: encoders must be a whole number from 0 to 1024, got -1"],
    [{ sitesPerPart: 0.5 }, RangeError, "sitesPerPart must be a whole number from 1, got 0.5"],
    [{ decimals: 9 }, RangeError, "decimals"],
    [{ onResult: 1 }, TypeError, "simulateToFile: onResult must be a function, got 1"],
    [{ threads: 0 }, RangeError, "simulate: threads"],
    [{ frequency: "2_hours" }, Error, "frequency"],
  ])("are not begun with options that are none: %j", async (options, type, message) => {
    const weather = { start: 0, interval: 3600, columns: { temperature: [1] } };
    const run = simulateToFile({ sites: [], weather, out: "/nowhere/year.csv", ...options } as FileRunOptions);
    const error = await run.catch((cause) => cause);
    expect(error).toBeInstanceOf(type);
    expect(error.message).toContain(message);
  });

  it("are not begun without options", async () => {
    const error = new TypeError("simulateToFile: options must be an object, got undefined");
    await expect(simulateToFile(undefined as never)).rejects.toThrow(error);
  });

  it("name the package that is not installed, and the command", async () => {
    const load = () => import("no-such-package" as string);
    await expect(loadPackage("no-such-package", "Tables", load)).rejects.toThrow(MissingPackageError);
    await expect(loadPackage("no-such-package", "Tables", load)).rejects.toThrow("npm install no-such-package");
    await expect(loadPackage("another", "Tables", load)).rejects.toMatchObject({ code: "ERR_MODULE_NOT_FOUND" });
  });
});
