/** A file of a few lines that one other file imports is a detour: its lines belong there. */
import { expect, it } from "vitest";
import { parseSource, read, repositoryFiles } from "./repository.js";

const FEW_LINES = 40;

/** Such files, as long as they are not merged. The bound falls with them, and never rises. */
const MOST = 74;

/** Files that stay small, each with the reason. */
const APART: Readonly<Record<string, string>> = {
  "src/cli/main.ts": "what a shell starts",
  "archive/src/description/schema.ts": "what a script prints",
  "server/explorer/place/packed.d.ts": "types of what the build makes",
};

/** What a command takes, and what it does: loaded only when it is called, so the two are never one file. */
const COMMAND_OR_RUN = /^src\/cli\/[^/]+\/(command|run)\.ts$/;
/** Rooms of the page are loaded when they are opened; the texts of a part stand apart in each language, as long as they may be. */
const ROOM_OR_TEXTS = /^server\/explorer\/(rooms\/[^/]+\/room|texts\/(en|de)\/\w+)\.ts$/;

it(`a file under ${FEW_LINES} lines has two importers, or its reason stands in this test`, () => {
  const paths = repositoryFiles("src/*.ts", "archive/src/*.ts", "server/src/*.ts", "server/explorer/*.ts");
  const importers = new Map<string, number>();
  for (const path of paths) {
    const targets = new Set(parseSource(path).imports.map(({ path: target }) => target));
    for (const target of targets) if (target !== undefined) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  const small = paths.filter(
    (path) =>
      read(path).trimEnd().split("\n").length < FEW_LINES &&
      !/(^|\/)index\.ts$|\.generated\.ts$/.test(path) &&
      (importers.get(path) ?? 0) < 2 &&
      !COMMAND_OR_RUN.test(path) &&
      !ROOM_OR_TEXTS.test(path) &&
      !(path in APART),
  );
  expect(small.length, `merge one into its importer: ${small.join(", ")}`).toBeLessThanOrEqual(MOST);
});
