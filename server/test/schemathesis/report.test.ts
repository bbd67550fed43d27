/** The judge of a schemathesis report must itself see what is missing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOfFile } from "../temporary.js";
import { closingLine, shortfalls, summaryLine, tally } from "./report.mjs";

const folder = folderOfFile();

type Case = { label: string; method?: string; status?: number; failed?: string };

/** A report as schemathesis writes it, cut down to what is read. */
function reportOf(cases: readonly Case[], more: object[] = []): string {
  const file = join(folder, "report.ndjson");
  const events = cases.map(({ label, method = label.split(" ")[0]!, status, failed }) => ({
    ScenarioFinished: {
      recorder: {
        label,
        interactions: {
          a: {
            request: { method, uri: "http://h/x" },
            response: status === undefined ? null : { status_code: status },
          },
        },
        checks:
          failed === undefined ? {} : { a: [{ name: failed, status: "failure", failure: { message: "why\nso" } }] },
      },
    },
  }));
  writeFileSync(file, [{ Initialize: {} }, ...events, ...more].map((event) => `${JSON.stringify(event)}\n`).join(""));
  return file;
}

const WANTED = { cases: 2, answered: 0.5 };
const good: Case[] = [
  { label: "GET /a", status: 200 },
  { label: "GET /b", status: 204 },
  { label: "GET /b", status: 400 },
];

describe("a report", () => {
  it("is as wanted with enough cases, enough of them 200, and each operation among those", async () => {
    const found = await tally(reportOf(good));
    expect(shortfalls(found, WANTED)).toEqual([]);
    expect(summaryLine(found)).toBe(
      "schemathesis: 3 cases, 66.7 % answered 2xx, 2 of 2 operations answered 2xx, 0 server errors, 0 undocumented answers",
    );
    expect(closingLine(found, WANTED)).toBe("8 passed, 0 failed");
  });

  it("shows each kind of finding once, but counts them all", async () => {
    const failed = "response_schema_conformance";
    const found = await tally(reportOf([...good, ...["a", "b"].map(() => ({ label: "GET /b", status: 200, failed }))]));
    expect(found.undocumented).toHaveLength(2);
    expect(shortfalls(found, WANTED)).toEqual(["GET http://h/x: 200, response_schema_conformance: why so"]);
    expect(closingLine(found, WANTED)).toBe("7 passed, 1 failed");
  });

  it.each([
    ["too few cases", good, { ...WANTED, cases: 4 }, "3 cases are fewer than 4"],
    ["too few 200", good, { ...WANTED, answered: 0.7 }, "fewer than 70 % were answered 2xx"],
    [
      "an operation never answered 2xx",
      [...good, { label: "GET /c", status: 404 }],
      WANTED,
      "never answered 2xx: GET /c",
    ],
    [
      "a 200 of another method",
      [...good, { label: "GET /c", method: "HEAD", status: 200 }],
      WANTED,
      "never answered 2xx: GET /c",
    ],
    ["a server error", [...good, { label: "GET /b", status: 500 }], WANTED, "GET http://h/x: 500"],
    ["no answer", [...good, { label: "GET /b" }], WANTED, "GET http://h/x: no answer"],
    [
      "an undocumented answer",
      [...good, { label: "GET /b", status: 418, failed: "status_code_conformance" }],
      WANTED,
      "GET http://h/x: 418, status_code_conformance: ",
    ],
    ["nothing at all", [], { cases: 0, answered: 0 }, "no operation was tried"],
  ] satisfies [string, Case[], typeof WANTED, string][])("falls short with %s", async (_, cases, wanted, line) => {
    expect(shortfalls(await tally(reportOf(cases)), wanted).join("\n")).toContain(line);
  });

  it("falls short when a scenario could not be run", async () => {
    const found = await tally(reportOf(good, [{ NonFatalError: { label: "GET /a" } }]));
    expect(shortfalls(found, WANTED).join()).toContain("NonFatalError");
  });
});
