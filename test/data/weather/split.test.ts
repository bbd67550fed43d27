/** Cells of a line as fast-csv, an independent parser, gives them. */
import fc from "fast-check";
import { parseString } from "fast-csv";
import { describe, expect, it } from "vitest";
import { QuoteError, splitLine } from "../../../src/foundation/text/split-line.js";

function byFastCsv(line: string, delimiter: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    parseString<string[], string[]>(`${line}\n`, { headers: false, trim: true, delimiter })
      .on("error", reject)
      .on("data", resolve);
  });
}

/** A cell as programs write it: quoted where it must be, and sometimes elsewhere. */
const text = fc.string({ unit: fc.constantFrom("a", "1", ".", " ", ",", ";", '"', "é"), maxLength: 8 });
const cell = fc.tuple(text, fc.boolean()).map(([content, isQuoted]) => ({ content: content.trim(), isQuoted }));
const written = (content: string, isQuoted: boolean, delimiter: string) =>
  isQuoted || content.includes(delimiter) || content.includes('"') ? `"${content.replaceAll('"', '""')}"` : content;

describe("splitLine", () => {
  it.each([",", ";"] as const)(
    "gives the cells that were written, and those of fast-csv, between %j",
    async (delimiter) => {
      await fc.assert(
        fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 6 }), async (cells) => {
          const line = cells.map(({ content, isQuoted }) => written(content, isQuoted, delimiter)).join(delimiter);
          const expected = cells.map(({ content }) => content);
          expect(splitLine(line, delimiter)).toEqual(expected);
          // fast-csv leaves blank rows out.
          if (line.replaceAll(delimiter, "").trim() !== "") expect(await byFastCsv(line, delimiter)).toEqual(expected);
        }),
        { numRuns: 300 },
      );
    },
  );

  it("takes runs of blanks as one delimiter, and blanks around quotes as nothing", () => {
    expect(splitLine('  a   "b c"  d ', " ")).toEqual(["a", "b c", "d"]);
    expect(splitLine(' "a" , b ,"" ', ",")).toEqual(["a", "b", ""]);
    expect(splitLine("a\t\tb", "\t")).toEqual(["a", "", "b"]);
  });

  it.each(['a"b",c', '"a"b,c', '"a,b', 'a,"'])("refuses %s", (line) => {
    expect(() => splitLine(line, ",")).toThrow(QuoteError);
  });
});
