/** Columns that live in a workspace: stale ones are refused, copies stay. */
import { describe, expect, it } from "vitest";
import { assertCurrent, copyColumns, guardColumns } from "../../../src/data/contract/observation/columns.js";
import { csvChunks, writeCsv } from "../../../src/data/contract/observation/csv.js";
import { jsonChunks, writeJson } from "../../../src/data/contract/observation/json.js";
import { StaleColumnsError } from "../../../src/data/contract/observation/readers.js";
import { toResponse } from "../../../src/data/contract/observation/response.js";
import { columnsByHand, text } from "./columns-by-hand.js";

function guarded(count = 2) {
  let generation = 0;
  const columns = guardColumns(columnsByHand(count, { parameters: "all" }), () => generation === 0);
  return { columns, reuse: () => void generation++ };
}

describe("guarded columns", () => {
  it.each([
    ["toResponse", toResponse],
    ["writeJson", writeJson],
    ["writeCsv", writeCsv],
    ["jsonChunks", jsonChunks],
    ["csvChunks", csvChunks],
    ["copyColumns", copyColumns],
    ["assertCurrent", assertCurrent],
  ] as [string, (columns: ReturnType<typeof columnsByHand>) => unknown][])(
    "%s: fine while current, refused when stale",
    (_, use) => {
      const { columns, reuse } = guarded();
      expect(() => use(columns)).not.toThrow();
      reuse();
      expect(() => use(columns)).toThrow(StaleColumnsError);
      expect(() => use(columns)).toThrow(expect.objectContaining({ code: "ERR_STALE_COLUMNS" }));
      expect(() => use(columns)).toThrow(/workspace that has been reused.*copyColumns/);
    },
  );

  it.each([toResponse, writeJson, writeCsv, jsonChunks, csvChunks, copyColumns])(
    "$name names what is no columns",
    (use) => {
      for (const odd of [undefined, null, {}, 5]) {
        const run = () => use(odd as never);
        expect(run, String(odd)).toThrow(TypeError);
        expect(run, String(odd)).toThrow(
          /columns must come from computeColumns|columns\.values\.surface_azimuth must be /,
        );
      }
      if (use !== copyColumns) expect(() => use(columnsByHand(1), null as never)).not.toThrow();
    },
  );

  it("chunks stop at the next one when the columns become stale on the way", () => {
    for (const chunksOf of [jsonChunks, csvChunks]) {
      const { columns, reuse } = guarded(20_000);
      const chunks = chunksOf(columns);
      expect(chunks.next().done).toBe(false);
      reuse();
      expect(() => chunks.next()).toThrow(StaleColumnsError);
    }
  });

  it("guardColumns returns the same columns; unguarded ones are always current", () => {
    const columns = columnsByHand(1);
    expect(guardColumns(columns, () => true)).toBe(columns);
    expect(() => assertCurrent(columnsByHand(1))).not.toThrow();
  });
});

describe("copyColumns", () => {
  it("stays after the workspace was used again", () => {
    const { columns, reuse } = guarded();
    const before = text(writeJson(columns));
    const copy = copyColumns(columns);
    reuse();
    for (const column of Object.values(columns.values)) column?.fill(7);
    columns.extra.apparent_zenith!.fill(7);
    columns.meta.lat = 7;
    columns.meta.parameters[0]!.unit.name = "x";
    columns.diagnostics.counts.capped = 7;
    columns.diagnostics.notices[0]!.message = "x";
    expect(text(writeJson(copy))).toBe(before);
    expect(copy.extra.apparent_zenith![0]).toBe(60);
    expect(copy.diagnostics).toEqual(columnsByHand(1).diagnostics);
  });

  it("is equal and independent: arrays of its own, count rows each, null stays null", () => {
    const columns = columnsByHand(5);
    const copy = copyColumns(columns);
    expect(copy).toEqual(columns);
    for (const [name, column] of Object.entries(copy.values)) {
      if (column) expect(column.buffer).not.toBe(columns.values[name as "temperature"]!.buffer);
    }
    expect(copyColumns({ ...columns, count: 3 }).values.temperature).toHaveLength(3);
  });

  it("takes columns on shared memory off it", () => {
    const columns = columnsByHand(3);
    columns.values.temperature = new Float64Array(new SharedArrayBuffer(24)).fill(5);
    expect(copyColumns(columns).values.temperature!.buffer).toBeInstanceOf(ArrayBuffer);
  });
});
