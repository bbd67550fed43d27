/** What an operator can know of weather before it is served: what is there, what it costs, and what is wrong with it. */

import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  ArchiveError,
  filesSource,
  inspectNetcdf,
  inspectOm,
  inspectSource,
  inspectZarr,
  liveSource,
  type NetcdfOptions,
  netcdfSource,
  type OmOptions,
  omSource,
  readDescription,
  type WeatherSource,
  type ZarrOptions,
  zarrSource,
} from "irradiance-archive";
import {
  type InspectedDataset,
  type InspectedSource,
  isLiveStore,
  kindOf,
  type ListedArray,
  type Listing,
  messageOf,
} from "irradiance-archive/internal/server";
import { DAY } from "irradiance-engine/internal/shared";
import { degrees, extentText } from "../answers/look-at-sources.js";
import { type Call, time, UsageError } from "./command.js";

/** Folders of Open-Meteo's archive, and what `layout` calls them. */
const OM_FOLDERS = { data: "series", data_run: "run", data_spatial: "maps" } as const;
type OmFolder = keyof typeof OM_FOLDERS;

type Inspected =
  | { readonly kind: "zarr" | "netcdf" | "om file" | "live" | "files" | "description"; readonly location: string }
  | { readonly kind: "om"; readonly location: string; readonly model: string; readonly layout: OmOptions["layout"] };

const NETCDF = /\.(nc|nc4|h5|hdf5|cdf)$/i;
/** What `archive inspect` takes. */
const KINDS =
  "a Zarr or Icechunk store or reference file (.json), Open-Meteo's files (with --model, or a single .om), NetCDF or HDF5 files of this " +
  "machine, weather files, a live store, or a description of sources (.json)";

/**
 * @param model folder of a model in an archive of Open-Meteo's files, where that is named
 * @throws Error naming what was looked for, if it is nothing that can be inspected
 */
async function whatIsAt(location: string, model: string | undefined): Promise<Inspected> {
  return /^https?:/i.test(location) ? remote(location, model) : local(location, model);
}

async function remote(location: string, model: string | undefined): Promise<Inspected> {
  const path = new URL(location).pathname.replace(/^(.*[^/])?\/*$/s, "$1");
  if (path.endsWith(".om")) return { kind: "om file", location };
  if (NETCDF.test(path)) {
    throw new Error(
      `${location}: NetCDF and HDF5 files of web servers are read through a reference file: docs/how-to/archives.md, "Store it for places"`,
    );
  }
  if (model !== undefined) return { kind: "om", location, model, layout: "series" };
  const [, root, folder, name] = /^(.*?)\/(data|data_run|data_spatial)\/([\w-]+)$/.exec(path) ?? [];
  if (folder !== undefined) {
    return {
      kind: "om",
      location: new URL(root || "/", location).href,
      model: name!,
      layout: OM_FOLDERS[folder as OmFolder],
    };
  }
  // Whether there is a store is known when it was asked for.
  await inspectZarr({ location }).catch((error: unknown) => {
    if (!(error instanceof ArchiveError && error.kind === "not there")) throw error;
    throw new Error(`${error.message}; what can be inspected: ${KINDS}`);
  });
  return { kind: "zarr", location };
}

async function local(location: string, model: string | undefined): Promise<Inspected> {
  const about = await stat(location).catch(() => undefined);
  if (about === undefined)
    throw new Error(`${location}: there is no such file or folder; what can be inspected: ${KINDS}`);
  if (!about.isDirectory()) return { kind: await kindOfFile(location), location };
  const names = await readdir(location);
  if (["zarr.json", ".zgroup", ".zmetadata"].some((name) => names.includes(name))) return { kind: "zarr", location };
  // Of Icechunk, whichever spec.
  if (["snapshots", "manifests"].every((name) => names.includes(name))) return { kind: "zarr", location };
  if (await isLiveStore(location)) return { kind: "live", location };
  const om = await openMeteoAt(location, names, model);
  if (om !== undefined) return om;
  if (names.some((name) => NETCDF.test(name))) return { kind: "netcdf", location };
  return { kind: "files", location };
}

async function kindOfFile(path: string): Promise<"zarr" | "description" | "om file" | "netcdf" | "files"> {
  if (path.endsWith(".json")) return (await isReferenceFile(path)) ? "zarr" : "description";
  const head = await headOf(path);
  if (path.endsWith(".om") || head.startsWith("OM\x03")) return "om file";
  return NETCDF.test(path) || head.startsWith("CDF") || head.endsWith("HDF") ? "netcdf" : "files";
}

/** Of kerchunk, not a description. */
async function isReferenceFile(path: string): Promise<boolean> {
  const text = await readFile(path, "utf8");
  return /"refs"\s*:/.test(text) || /"\.zgroup"\s*:/.test(text);
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** An archive, or the folder of a model in it. */
async function openMeteoAt(
  location: string,
  names: readonly string[],
  wanted: string | undefined,
): Promise<Inspected | undefined> {
  const above = basename(dirname(location));
  if (isOmFolder(above) && (names.includes("static") || names.includes("latest.json"))) {
    return { kind: "om", location: dirname(dirname(location)), model: basename(location), layout: OM_FOLDERS[above] };
  }
  const folder = (Object.keys(OM_FOLDERS) as OmFolder[]).find((name) => names.includes(name));
  if (folder === undefined) return undefined;
  const models = wanted === undefined ? await modelsIn(join(location, folder)) : [wanted];
  const [model] = models;
  // Weather files may lie in a folder of this name, too.
  if (model === undefined) return undefined;
  if (models.length > 1) throw new Error(`${location}: --model must name one of ${models.join(", ")}`);
  return { kind: "om", location, model, layout: OM_FOLDERS[folder] };
}

async function modelsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch((): string[] => [])).sort();
  const isModel = await Promise.all(
    names.map(async (name) => {
      const inside = await readdir(join(folder, name)).catch((): string[] => []);
      return inside.includes("static") || inside.includes("latest.json");
    }),
  );
  return names.filter((_, k) => isModel[k]);
}

function isOmFolder(name: string): name is OmFolder {
  return Object.hasOwn(OM_FOLDERS, name);
}

/** @throws what reading it throws, and an Error for what cannot be used */
export async function inspect(call: Call): Promise<void> {
  const [location] = call.arguments as [string];
  const found = await whatIsAt(location, call.option("model"));
  checkOptions(call, found);
  switch (found.kind) {
    case "description":
      return inspectDescription(call, location);
    case "zarr":
    case "netcdf":
      return inspectArrays(call, found.kind, location);
    case "om file": {
      const arrays = await inspectOm(location);
      return print(call, { kind: "om file", arrays }, [
        ...arrayLines(arrays),
        "an OM file does not say where and when its values are: inspect the folder that `data` lies in, with --model",
      ]);
    }
    case "om":
      return inspectOne(call, "om", omSource({ location: found.location, model: found.model, layout: found.layout }));
    case "live":
      return inspectOne(call, "live", liveSource({ folder: location }));
    case "files":
      return inspectOne(call, "files", filesSource({ paths: [location] })).catch(nothingKnown);
  }
}

/** An option that would change nothing was meant for something else. */
function checkOptions(call: Call, { kind }: Inspected): void {
  const isOfArrays = kind === "zarr" || kind === "netcdf";
  for (const name of ["product", "label"]) {
    if (call.option(name) !== undefined && !isOfArrays) {
      throw new UsageError(`--${name} is for Zarr stores and NetCDF files, got it for ${kind}`);
    }
  }
  if (call.option("label") !== undefined && call.option("product") === undefined) {
    throw new UsageError("--label needs a --product");
  }
  if (call.option("model") !== undefined && kind !== "om") {
    throw new UsageError(`--model is for archives of Open-Meteo's files, got it for ${kind}`);
  }
}

async function inspectArrays(call: Call, kind: "zarr" | "netcdf", location: string): Promise<void> {
  const product = call.option("product");
  const options = { location, product, label: call.option("label") } as ZarrOptions & NetcdfOptions;
  const source = product === undefined ? undefined : kind === "zarr" ? zarrSource(options) : netcdfSource(options);
  try {
    const listing = kind === "zarr" ? await inspectZarr({ location }) : await inspectNetcdf(location);
    const found = source && (await orWhy(inspectSource(source, call.io.now())));
    const { form, arrays, products } = listing;
    const wrong = typeof found === "string" ? [found] : (found?.problems ?? listing.problems);
    const { datasets = [], opened } = typeof found === "object" ? found : {};
    print(call, { kind, form, arrays, products, datasets, opened, problems: wrong }, [
      ...(form === undefined ? [] : [form]),
      ...arrayLines(arrays),
      productLine(listing, source !== undefined),
      ...(typeof found === "object" ? sourceLines(found) : problemLines(wrong)),
    ]);
    if (typeof found === "string") throw new Error("nothing in it can be used");
  } finally {
    await source?.close();
  }
}

/** What is wrong with a store is what an inspection is for. */
async function orWhy<T>(work: Promise<T>): Promise<T | string> {
  return work.catch((error: unknown) => {
    if (error instanceof ArchiveError && error.code === "ERR_ARCHIVE_UNREADABLE") return error.message;
    throw error;
  });
}

/** What is nothing else is taken for weather files. */
function nothingKnown(error: unknown): never {
  if (!(error instanceof ArchiveError)) throw error;
  throw new Error(`${error.message}; what can be inspected: ${KINDS}`, { cause: error });
}

async function inspectOne(call: Call, kind: string, source: WeatherSource): Promise<void> {
  try {
    const found = await inspectSource(source, call.io.now());
    if (found !== undefined) print(call, { kind, ...found }, [found.what, ...sourceLines(found)]);
  } finally {
    await source.close();
  }
}

/** Each source side by side, as one that does not answer takes its time. */
async function inspectDescription(call: Call, file: string): Promise<void> {
  const { sources, kinds } = await readDescription(file, { environment: call.io.env });
  const all = await Promise.all(sources.map((source, k) => inspectDescribed(source, kinds[k]!, call.io.now())));
  await Promise.all(sources.map((source) => source.close()));
  print(
    call,
    { kind: "description", sources: all.map(({ facts }) => facts) },
    all.flatMap(({ lines }) => lines),
  );
  const broken = all.flatMap(({ facts }) => ("failure" in facts ? [facts.id] : []));
  if (broken.length > 0) {
    throw new Error(`${broken.length} of ${all.length} sources cannot be used: ${broken.join(", ")}`);
  }
}

async function inspectDescribed(source: WeatherSource, kind: string, now: number) {
  const { id } = source;
  try {
    const found = await inspectSource(source, now);
    if (found === undefined) return { facts: { id, kind }, lines: [`${id} (${kind}): always there`] };
    const lines = sourceLines(found).map((line) => `  ${line}`);
    return { facts: { id, kind, ...found }, lines: [`${id} (${kind}): ${found.what}`, ...lines] };
  } catch (error) {
    const failure = { kind: kindOf(error), message: messageOf(error) };
    return { facts: { id, kind, failure }, lines: [`${id} (${kind}): ${failure.kind}: ${failure.message}`] };
  }
}

function print({ io, has }: Call, facts: object, lines: readonly string[]): void {
  if (has("json")) io.out(JSON.stringify(facts));
  else for (const line of lines) io.out(line);
}

const KIB = 1024;
/** Stations that are listed; of more there is a line with their number. */
const MOST_LISTED = 20;

function arrayLines(arrays: readonly ListedArray[]): string[] {
  return ["arrays:", ...arrays.map(arrayLine)];
}

function arrayLine({ name, type, units, dimensions, shape, chunks }: ListedArray): string {
  const size = shape.map((length, k) => [...(dimensions[k] ? [dimensions[k]] : []), length].join(" ")).join(" × ");
  const extent = shape.length === 0 ? "one value" : `${size}, chunks of ${chunks.join(" × ")}`;
  return `  ${name}  ${type}, ${extent}${units === undefined ? "" : `, ${units}`}`;
}

function productLine({ products }: Listing, isNamed: boolean): string {
  const fitting = products.length === 0 ? "no known product" : products.join(", ");
  return `products whose variables it has: ${fitting}${isNamed ? "" : "; say which with --product"}`;
}

function problemLines(problems: readonly string[]): string[] {
  return problems.map((problem) => `problem: ${problem}`);
}

function sourceLines({ datasets, opened, problems }: InspectedSource): string[] {
  const rest = datasets.length - MOST_LISTED;
  return [
    ...datasets.slice(0, MOST_LISTED).flatMap(datasetLines),
    ...(rest > 0 ? [`and ${rest} more data sets`] : []),
    ...(opened === undefined ? [] : [`opening it: ${opened.requests} requests, ${kib(opened.bytes)}`]),
    ...problemLines(problems),
  ];
}

function datasetLines({
  dataset,
  class: kind,
  columns,
  step,
  first,
  last,
  gaps,
  extent,
  year,
}: InspectedDataset): string[] {
  const names = columns.map(({ column, variable, is, chunks }) => {
    const from = variable === undefined ? "" : `  from ${variable}`;
    const meaning = is === undefined ? "" : `${from === "" ? "  " : ": "}${is}`;
    return `  ${column}${from}${meaning}${chunks === undefined ? "" : `, chunks of ${chunks.join(" × ")}`}`;
  });
  const missing = gaps > 0 ? `, ${gaps} gaps of a day or more` : "";
  return [
    `data set: ${dataset}, ${kind}`,
    "columns:",
    ...names,
    first === undefined || last === undefined
      ? `period: nothing yet, every ${step} s`
      : `period: ${time(first)} to ${time(last)}, every ${step} s${missing}`,
    ...(extent === undefined ? [] : [`cells: ${extentText(extent)}`]),
    yearLine(year),
  ];
}

function yearLine(year: InspectedDataset["year"]): string {
  if (year === undefined) return "a year of a place: not known, because the place in the middle has no data";
  const { place, period, requests, bytes, values, missing } = year;
  const what = period.end - period.start < 365 * DAY ? "all there is" : "a year";
  const cost = `${requests === undefined ? "" : `${requests} requests, `}${kib(bytes)}`;
  return `${what} at ${degrees(place.latitude)}, ${degrees(place.longitude)}: ${cost} for ${values} values, ${missing} of them missing`;
}

function kib(bytes: number): string {
  return `${(bytes / KIB).toFixed(1)} KiB`;
}
