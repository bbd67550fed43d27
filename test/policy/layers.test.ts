/** The floors of the server: HTTP stands on rooms that do not know it. */
import { describe, expect, it } from "vitest";
import { parseSources } from "./repository.js";

const sources = parseSources("server/src");

/** The first way from a file into a folder, type-only and lazy imports included. */
function wayInto(folder: string, start: string): string | undefined {
  const before = new Map<string, string | undefined>([[start, undefined]]);
  for (const path of before.keys()) {
    if (path.startsWith(folder)) return trailOf(path, before);
    for (const { path: next } of sources.get(path)?.imports ?? []) {
      if (next !== undefined && !before.has(next)) before.set(next, path);
    }
  }
  return undefined;
}

function trailOf(end: string, before: ReadonlyMap<string, string | undefined>): string {
  const previous = before.get(end);
  return previous === undefined ? end : `${trailOf(previous, before)} → ${end}`;
}

describe.each(["answers", "learning", "jobs", "bulk", "work", "store", "accounts"])("server/src/%s/", (room) => {
  const files = [...sources.keys()].filter((path) => path.startsWith(`server/src/${room}/`));

  it("does not reach HTTP, not even for a type", () => {
    expect(files.length).toBeGreaterThan(0);
    const ways = files.flatMap((path) => wayInto("server/src/http/", path) ?? []);
    expect(ways, "throw a Refusal, and let http/errors.ts give it a status").toEqual([]);
  });
});

describe("background work", () => {
  const shared = [...sources.keys()].filter((path) => path.startsWith("server/src/work/"));

  it("is shared without a way to accounts", () => {
    expect(shared.flatMap((path) => wayInto("server/src/accounts/", path) ?? [])).toEqual([]);
  });

  it("of a bulk run never reaches the accounts", () => {
    expect(wayInto("server/src/accounts/", "server/src/bulk/run-worker.ts")).toBeUndefined();
  });
});

describe("server/src/http/", () => {
  it("is found where it is reached", () => {
    expect(wayInto("server/src/http/", "server/src/service.ts")).toBe(
      "server/src/service.ts → server/src/http/callers.ts",
    );
  });
});
