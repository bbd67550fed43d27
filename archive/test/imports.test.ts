/** What test/policy/workspaces.test.ts cannot know of the archive: which of its files know what. */
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSource, repositoryFiles } from "../../test/policy/repository.js";

const paths = repositoryFiles("archive/src/**/*.ts", "archive/src/*.ts");
const imports = paths.flatMap((from) => parseSource(from).imports.map((one) => ({ from, ...one })));

describe("the archive", () => {
  it("knows no format outside of the back end's folder", () => {
    const inner = imports.filter(
      ({ from, path }) =>
        from !== "archive/src/index.ts" &&
        path !== undefined &&
        posix.dirname(path) !== "archive/src" &&
        posix.dirname(path) !== posix.dirname(from),
    );
    expect(inner.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });
});
