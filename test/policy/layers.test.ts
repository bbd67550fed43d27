/** What stands on what: no circle between files, types included, and no room of the server below HTTP that knows HTTP. */
import { describe, expect, it } from "vitest";
import { parseSources, type SourceFile } from "./repository.js";

const sources: ReadonlyMap<string, SourceFile> = new Map(
  ["src", "archive/src", "server/src", "server/explorer"].flatMap((folder) => [...parseSources(folder)]),
);

function importsOf(path: string): string[] {
  return (sources.get(path)?.imports ?? []).flatMap(({ path: next }) => next ?? []);
}

/** The shortest way from a file to another one that is wanted, type-only and lazy imports included. */
function wayTo(isWanted: (path: string) => boolean, start: string): readonly string[] | undefined {
  const before = new Map<string, string>();
  for (const queue = [start]; queue.length > 0; ) {
    const path = queue.shift()!;
    for (const next of importsOf(path)) {
      if (isWanted(next)) return [...trailOf(path, before), next];
      if (next !== start && !before.has(next)) queue.push(next);
      if (next !== start && !before.has(next)) before.set(next, path);
    }
  }
  return undefined;
}

function trailOf(end: string, before: ReadonlyMap<string, string>): readonly string[] {
  const previous = before.get(end);
  return previous === undefined ? [end] : [...trailOf(previous, before), end];
}

function wayToCommands(start: string): string | undefined {
  return wayTo((path) => path.startsWith("server/src/cli/"), start)?.join(" → ");
}

function wayToHttp(start: string): string | undefined {
  return wayTo((path) => path.startsWith("server/src/http/"), start)?.join(" → ");
}

describe.each(["answers", "learning", "jobs", "bulk", "background", "store", "accounts"])("server/src/%s/", (room) => {
  const files = [...sources.keys()].filter((path) => path.startsWith(`server/src/${room}/`));

  it("does not reach HTTP, not even for a type", () => {
    expect(files.length).toBeGreaterThan(0);
    const hint = "throw a Refusal, and let http/errors.ts give it a status";
    expect(
      files.flatMap((path) => wayToHttp(path) ?? []),
      hint,
    ).toEqual([]);
  });

  it("does not reach the command line", () => {
    expect(files.flatMap((path) => wayToCommands(path) ?? [])).toEqual([]);
  });
});

it("settings do not reach the command line, which reads them", () => {
  expect(wayToCommands("server/src/settings.ts")).toBeUndefined();
});

describe("background work", () => {
  const shared = [...sources.keys()].filter((path) => path.startsWith("server/src/background/"));
  const wayToAccounts = (start: string) => wayTo((path) => path.startsWith("server/src/accounts/"), start)?.join(" → ");

  it("is shared without a way to accounts", () => {
    expect(shared.flatMap((path) => wayToAccounts(path) ?? [])).toEqual([]);
  });

  it("of a bulk run never reaches the accounts", () => {
    expect(wayToAccounts("server/src/bulk/run-worker.ts")).toBeUndefined();
  });
});

it("ways into HTTP and to the command line are found", () => {
  expect(wayToCommands("server/src/main.ts")).toContain("server/src/cli/");
  expect(wayToHttp("server/src/service.ts")).toBe("server/src/service.ts → server/src/http/callers.ts");
});

it("files form no circle, not even of types", () => {
  const circles = [...sources.keys()].flatMap((path) => wayTo((next) => next === path, path)?.join(" → ") ?? []);
  expect(circles, "move what both need into the lower file, or one of its own").toEqual([]);
});
