/** What an operator can know of weather before it is served: what is there, what it costs, and what is wrong with it. */
import {
  ArchiveError,
  filesSource,
  inspectNetcdf,
  inspectOm,
  inspectSource,
  inspectZarr,
  kindOf,
  liveSource,
  messageOf,
  type NetcdfOptions,
  netcdfSource,
  omSource,
  readDescription,
  type WeatherSource,
  type ZarrOptions,
  zarrSource,
} from "irradiance-archive";
import { type Call, UsageError } from "./command.js";
import { arrayLines, problemLines, productLine, sourceLines } from "./inspect-lines.js";
import { type Inspected, KINDS, whatIsAt } from "./inspect-place.js";

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
    const { arrays, products } = listing;
    const wrong = typeof found === "string" ? [found] : (found?.problems ?? listing.problems);
    const { datasets = [], opened } = typeof found === "object" ? found : {};
    print(call, { kind, arrays, products, datasets, opened, problems: wrong }, [
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
