import { expect, it } from "vitest";
import { UnwritableError, WriteWatch } from "../../src/bulk/write-watch.js";

const FULL = "host: /data/part-000001.parquet: ENOSPC: no space left on device";
const PATIENCE = 60_000;

it("says once that nothing can be written, and once that it can be again", () => {
  const watch = new WriteWatch("/data", PATIENCE);
  const said = (second: number, ...held: string[]) => watch.lines(second * 1000, { held, active: 2 });
  expect(said(0)).toEqual([]);
  expect(said(3, FULL)).toEqual([`results cannot be written and are kept until they can: ${FULL}`]);
  expect(said(6, FULL, FULL)).toEqual([]);
  expect(said(9)).toEqual(["results can be written again"]);
  expect(said(12)).toEqual([]);
  expect(said(15, FULL)).toHaveLength(1);
});

it("ends the run when all that is in hand has waited too long, counted from the last part that was written", () => {
  const watch = new WriteWatch("/data", PATIENCE);
  const look = (second: number, held: number, active: number) =>
    watch.lines(second * 1000, { held: Array(held).fill(FULL), active });
  look(0, 1, 1);
  look(50, 1, 1);
  watch.written();
  look(70, 1, 1);
  look(120, 1, 1);
  // Another worker still computes, and may be able to write.
  look(129, 1, 2);
  look(131, 2, 2);
  look(190, 2, 2);
  expect(() => look(191, 2, 2)).toThrow(UnwritableError);
  expect(() => look(191, 2, 2)).toThrow(
    `/data: nothing could be written for 60 s: ${FULL}; finished parts are kept there, --resume continues`,
  );
});
