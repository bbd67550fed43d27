/** What an operator can know of weather before it is served: of a Zarr store, a live store, files, or a description of them. */
import { readFile, stat } from "node:fs/promises";
import {
  filesSource,
  type InspectedGroup,
  type InspectedZarr,
  inspectZarr,
  isLiveStore,
  readDescription,
  type ZarrOptions,
} from "irradiance-archive";
import type { Call } from "./command.js";
import { time } from "./output.js";

const KIB = 1024;

/** @throws what reading it throws, and an Error for a store in which nothing can be used */
export async function inspect(call: Call): Promise<void> {
  const [location] = call.arguments as [string];
  const isStore = /^https?:/i.test(location) || (await isZarr(location)) || (await isReferenceFile(location));
  if (isStore) return inspectStore(call, location);
  if (await isLiveStore(location))
    return tell(call, { kind: "live" }, [`${location}: a live store (see archive status)`]);
  if (location.endsWith(".json")) return inspectDescription(call, location);
  return inspectFiles(call, location);
}

async function isZarr(location: string): Promise<boolean> {
  const names = ["zarr.json", ".zgroup", ".zmetadata"];
  const found = await Promise.all(names.map((name) => stat(`${location}/${name}`).catch(() => undefined)));
  return found.some((one) => one !== undefined);
}

/** Of kerchunk, not a description. */
async function isReferenceFile(location: string): Promise<boolean> {
  if (!location.endsWith(".json")) return false;
  const text = await readFile(location, "utf8").catch(() => "");
  return /"refs"\s*:/.test(text) || /"\.zgroup"\s*:/.test(text);
}

async function inspectStore(call: Call, location: string): Promise<void> {
  const options = {
    location,
    product: call.option("product"),
    label: call.option("label"),
    class: "reanalysis",
  } as ZarrOptions;
  const found = await inspectZarr(options);
  tell(call, { kind: "zarr", ...found }, linesOf(found, call.option("product")));
  if (call.option("product") !== undefined && found.groups.length === 0) throw new Error("nothing in it can be used");
}

function linesOf({ arrays, products, groups, opened, problems }: InspectedZarr, product: string | undefined): string[] {
  const stored = arrays.map(({ name, type, units, dimensions, shape, chunks }) => {
    const size = dimensions.map((dimension, k) => `${dimension} ${shape[k]}`).join(" × ");
    return `  ${name}  ${type}, ${size}, chunks of ${chunks.join(" × ")}${units === undefined ? "" : `, ${units}`}`;
  });
  const fitting = products.length === 0 ? "none of the known ones" : products.join(", ");
  return [
    "arrays:",
    ...stored,
    `products whose variables it has: ${fitting}${product === undefined ? "; say which with --product" : ""}`,
    ...groups.flatMap(linesOfGroup),
    `opening it: ${opened.requests} requests, ${kib(opened.bytes)}`,
    ...problems.map((problem) => `problem: ${problem}`),
  ];
}

function linesOfGroup({ columns, step, first, last, gaps, extent, year }: InspectedGroup): string[] {
  const { south, north, west, east, cells, spacing } = extent;
  const apart = spacing === undefined ? "" : `, ${Number(spacing.toFixed(4))}° apart`;
  return [
    "columns:",
    ...columns.map(({ column, variable, is }) => `  ${column}  from ${variable}: ${is}`),
    `period: ${time(first)} to ${time(last)}, every ${step} s${gaps > 0 ? `, ${gaps} gaps of a day or more` : ""}`,
    `cells: ${cells} from ${south} to ${north}° N, ${west} to ${east}° E${apart}`,
    ...(year === undefined
      ? []
      : [
          `a year at ${year.place.latitude}, ${year.place.longitude}: ${year.requests} requests, ${kib(year.bytes)} for ` +
            `${year.values} values, of which ${year.missing} are missing`,
        ]),
  ];
}

async function inspectDescription(call: Call, file: string): Promise<void> {
  const { sources, kinds } = await readDescription(file, { environment: call.io.env });
  const all = sources.map(({ id }, k) => ({ id, kind: kinds[k]! }));
  tell(
    call,
    { kind: "description", sources: all },
    all.map(({ id, kind }) => `${id}: ${kind}`),
  );
}

async function inspectFiles(call: Call, path: string): Promise<void> {
  const source = filesSource({ paths: [path] });
  await source.refresh();
  const [count, problems] = [source.count(), source.problems()];
  await source.close();
  const lines = problems.map(({ path, message }) => `problem: ${path}: ${message}`);
  tell(call, { kind: "files", count, problems }, [`${count} weather files in use`, ...lines]);
  if (count === 0) throw new Error(`there is no weather in ${path} that can be used`);
}

function tell({ io, has }: Call, facts: object, lines: readonly string[]): void {
  if (has("json")) io.out(JSON.stringify(facts));
  else for (const line of lines) io.out(line);
}

function kib(bytes: number): string {
  return `${(bytes / KIB).toFixed(1)} KiB`;
}
