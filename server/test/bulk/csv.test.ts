import { partLists } from "irradiance-engine/bulk";
import { expect, it } from "vitest";
import { readCsv } from "../../src/bulk/csv.js";

it("reads the lists of a dataset as they were written", async () => {
  const failed = [
    { index: 0, id: 'a "b", c', code: "ERR_REQUEST", reason: "lat, 95\nand lon" },
    { index: 12, id: "", code: "E", reason: '"' },
  ];
  async function* each() {
    yield* failed;
  }
  let text = "";
  for await (const line of partLists.failed(each())) text += line;
  expect(readCsv(text)).toEqual([
    ["index", "site", "code", "reason"],
    ["0", 'a "b", c', "ERR_REQUEST", "lat, 95 and lon"],
    ["12", "", "E", '"'],
  ]);
});

it("ends before what was cut off or damaged", () => {
  expect(readCsv('a,b\n1,"x')).toEqual([["a", "b"]]);
  expect(readCsv("a,b\n1")).toEqual([["a", "b"]]);
  expect(readCsv('a,b\n1,x"y\n')).toEqual([["a", "b"]]);
  expect(readCsv("")).toEqual([]);
});
