import { describe, expect, it } from "vitest";
import { startProgress } from "../../src/cli/progress.js";

function terminal(isTTY = true) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

async function* chunks(...lengths: number[]) {
  for (const length of lengths) yield new Uint8Array(length);
}

async function lengthsOf(source: AsyncIterable<Uint8Array>): Promise<number[]> {
  const lengths: number[] = [];
  for await (const { length } of source) lengths.push(length);
  return lengths;
}

describe("progress", () => {
  it("says how much has been read, on one line that it wipes, and hands every chunk on", async () => {
    const stream = terminal();
    const progress = startProgress(false, stream);
    expect(await lengthsOf(progress.follow("year.csv", chunks(1_500_000, 4_500_000), 6_000_000))).toEqual([
      1_500_000, 4_500_000,
    ]);
    expect(stream.written[0]).toBe("\r\u001b[Kreading year.csv: 25 % (1.5 MB) …");
    progress.show("computing");
    expect(stream.written.at(-1)).toBe("\r\u001b[Kcomputing …");
    progress.clear();
    expect(stream.written.at(-1)).toBe("\r\u001b[K");
    expect(stream.written.join("")).not.toContain("\n");
  });

  it("does without the total of a stream", async () => {
    const stream = terminal();
    await lengthsOf(startProgress(false, stream).follow("standard input", chunks(2_000_000)));
    expect(stream.written).toEqual(["\r\u001b[Kreading standard input: 2.0 MB …"]);
  });

  it.each([
    ["to a file or a pipe", false, false],
    ["when quiet", true, true],
  ])("says nothing %s", async (_, quiet, isTTY) => {
    const stream = terminal(isTTY);
    const progress = startProgress(quiet, stream);
    expect(await lengthsOf(progress.follow("year.csv", chunks(3, 4)))).toEqual([3, 4]);
    progress.show("computing");
    progress.clear();
    expect(stream.written).toEqual([]);
  });
});
