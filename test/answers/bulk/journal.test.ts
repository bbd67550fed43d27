/** What a journal says that was damaged, or written by another hand. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type JournalHead, journalLine, type PartEntry, readJournal } from "../../../src/answers/bulk/files/journal.js";

const folder = mkdtempSync(join(tmpdir(), "irradiance-journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const HEAD: JournalHead = { journal: 1, run: { interval: 3600 } };
const partOf = (part: number): PartEntry => ({
  ...{ part, first: 4 * part, sites: 4, rows: 96, offset: 10 + 500 * part, bytes: 500, sha256: "ab", index: null },
  failed: [],
  told: [],
});

async function journalOf(...lines: unknown[]) {
  const path = join(folder, "journal");
  writeFileSync(path, Buffer.concat(lines.map((line) => journalLine(line as PartEntry))));
  const file = await open(path);
  try {
    return await readJournal(file);
  } finally {
    await file.close();
  }
}

test("a whole journal is read back, with the end of each line", async () => {
  const entries = [HEAD, partOf(0), partOf(1)];
  const { head, parts, ends } = (await journalOf(...entries))!;
  expect([head, ...parts]).toEqual(entries);
  const lengths = entries.map((entry) => journalLine(entry).length);
  expect(ends).toEqual([lengths[0], lengths[0]! + lengths[1]!, lengths[0]! + lengths[1]! + lengths[2]!]);
});

test.each([[null], [{ journal: 2, run: {} }], [{ run: {} }], [{ journal: 1, run: null }], [{ journal: 1, run: "a" }]])(
  "%j is no head",
  async (head) => {
    expect(await journalOf(head, partOf(0))).toBeUndefined();
  },
);

describe("the parts end before the first that is none", () => {
  const COUNTS = ["first", "sites", "rows", "offset", "bytes"] as const;
  const bad = COUNTS.flatMap((key) => [-1, 1.5, "4", null, 2 ** 53].map((value) => [key, value] as const));

  test.each([...bad, ["part", 2], ["part", 0], ["sha256", 5], ["failed", null], ["told", null]] as const)(
    "%s: %j",
    async (key, value) => {
      const { parts } = (await journalOf(HEAD, partOf(0), { ...partOf(1), [key]: value }, partOf(2)))!;
      expect(parts).toEqual([partOf(0)]);
    },
  );
});
