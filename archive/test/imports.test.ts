/** What test/policy/workspaces.test.ts cannot know of the archive: which of its files know what. */
import { describe, expect, it } from "vitest";
import { parseSource, repositoryFiles } from "../../test/policy/repository.js";

const paths = repositoryFiles("archive/src/**/*.ts", "archive/src/*.ts");
const imports = paths.flatMap((from) => parseSource(from).imports.map((one) => ({ from, ...one })));

/** "zarr" of archive/src/zarr/arrays.ts; "" of what all back ends share. Bytes have no format, codecs serve several, and CF is one of meaning. */
function roomOf(path: string): string {
  return /^archive\/src\/([^/]+)\//.exec(path)?.[1] ?? "";
}

/** Formats of arrays with names and attributes. */
const ARRAYS = ["zarr", "netcdf"];
/**
 * Descriptions are made of the catalogue's entries, which have names for formats and know none; scans are arrays of NetCDF files, and
 * live stores take updates from such files. Who follows a satellite has its addresses from the catalogue.
 */
const ALSO: { readonly [room: string]: readonly string[] } = {
  ...Object.fromEntries(ARRAYS.map((room) => [room, ["cf"]])),
  description: ["catalogue"],
  scans: ["cf", "netcdf", "catalogue"],
  live: ["cf", "netcdf", "scans"],
};
/** What is offered to programs, and what a description can name. */
const TABLES = ["archive/src/index.ts", "archive/src/description/kinds.ts"];

describe("the archive", () => {
  it("knows no format outside of the back end's folder", () => {
    const inner = imports.filter(
      ({ from, path }) =>
        !TABLES.includes(from) &&
        path !== undefined &&
        !["", "bytes", "codecs", ...(ALSO[roomOf(from)] ?? []), roomOf(from)].includes(roomOf(path)),
    );
    expect(inner.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });
});
