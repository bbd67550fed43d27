/** Parts have the same bytes in whatever thread they are encoded, also when a thread dies of them. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openFormat } from "../../../src/answers/bulk/files/formats.js";
import { BlockBuilder, type TableDescription } from "../../../src/answers/bulk/table.js";
import { bulk, bulkUrl } from "./dist.js";

const { openEncoder }: typeof import("../../../src/answers/bulk/files/encoder.js") = await import(
  new URL("files/encoder.js", bulkUrl).href
);
const { WorkerThreads }: typeof import("../../../src/answers/bulk/threads/thread-pool.js") = await import(
  new URL("threads/thread-pool.js", bulkUrl).href
);
const { BulkError } = bulk;
const folder = mkdtempSync(join(tmpdir(), "irradiance-encoder-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a file", () => {
  const sites = Array.from({ length: 20 }, (_, i) => ({ id: `s${i}`, lat: 46, lon: i }));
  const weather = { start: 0, interval: 3600, columns: { temperature: [20, Number.NaN, 22] } };
  const run = { sites, weather, parameters: "temperature", frequency: "1_hour", threads: 2, sitesPerPart: 3 };

  test.each(["parquet", "arrow", "csv"])(
    "of %s is that of the computing threads, of others and of this one",
    async (name) => {
      const bytes = async (encoders?: number) => {
        const out = join(folder, `${encoders}.${name}`);
        await bulk.simulateToFile({ ...run, out, encoders });
        return readFileSync(out);
      };
      const shared = await bytes();
      expect(shared.length).toBeGreaterThan(100);
      expect(await bytes(0)).toEqual(shared);
      expect(await bytes(2)).toEqual(shared);
    },
  );
});

describe("a block", () => {
  const description: TableDescription = {
    columns: [
      { name: "site", type: "string" },
      { name: "start_time", type: "timestamp" },
      { name: "ghi", type: "float64" },
    ],
    metadata: {},
  };
  const task = { format: "parquet", description, options: {} } as const;
  const rowsOf = (id: string, count: number) => {
    const numbers = Float64Array.from({ length: count }, (_, i) => i);
    return { id, columns: [numbers, numbers.map((value) => (value % 7 === 0 ? Number.NaN : Math.sqrt(value)))] };
  };

  test("that costs its thread's life is encoded here", async () => {
    const dying = {
      threads: 1,
      submit: () => ({ result: Promise.reject(new BulkError("ERR_WORKER_CRASHED", "gone")) }),
    };
    const builder = new BlockBuilder(description);
    builder.append(rowsOf("s", 100));
    const block = builder.take();
    const { bytes } = await openEncoder(task, dying as unknown as InstanceType<typeof WorkerThreads>).encode(block);
    expect(bytes).toEqual((await openFormat("parquet", description, {})).encode(block).bytes);
  });

  test("that cannot be encoded, or has no threads, fails with the reason", async () => {
    const workers = new WorkerThreads({ threads: 1 });
    const encoder = openEncoder(task, workers);
    const odd = { rows: 1, columns: [{ values: ["s"], counts: [1] }, Float64Array.of(0.5), Float64Array.of(1)] };
    await expect(encoder.encode(odd)).rejects.toThrow(RangeError);
    await workers.close();
    await expect(encoder.encode(odd)).rejects.toMatchObject({ code: "ERR_POOL_CLOSED" });
  });

  test("whose memory is given back is followed by one in that memory, with its own rows", () => {
    const builder = new BlockBuilder(description);
    builder.append(rowsOf("first", 100));
    const first = builder.take();
    const memory = (block: typeof first) =>
      block.columns.flatMap((column) => ("buffer" in column ? [column.buffer] : []));
    const used = memory(first);
    builder.giveBack(first);
    builder.append(rowsOf("second", 60));
    const second = builder.take();
    expect(memory(second).every((buffer) => used.includes(buffer))).toBe(true);
    expect(second).toMatchObject({
      rows: 60,
      columns: [{ values: ["second"], counts: [60] }, { length: 60 }, { length: 60 }],
    });
    builder.append(rowsOf("third", 60));
    expect(memory(builder.take()).some((buffer) => used.includes(buffer))).toBe(false);
  });
});
