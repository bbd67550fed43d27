/** What lies at a path or an address: the kind of source it would be. */
import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ArchiveError, inspectZarr, isLiveStore, type OmOptions } from "irradiance-archive";

/** Folders of Open-Meteo's archive, and what `layout` calls them. */
const OM_FOLDERS = { data: "series", data_run: "run", data_spatial: "maps" } as const;
type OmFolder = keyof typeof OM_FOLDERS;

export type Inspected =
  | { readonly kind: "zarr" | "netcdf" | "om file" | "live" | "files" | "description"; readonly location: string }
  | { readonly kind: "om"; readonly location: string; readonly model: string; readonly layout: OmOptions["layout"] };

const NETCDF = /\.(nc|nc4|h5|hdf5|cdf)$/i;
/** What `archive inspect` takes. */
export const KINDS =
  "a Zarr store or reference file (.json), Open-Meteo's files (with --model, or a single .om), NetCDF or HDF5 files of this " +
  "machine, weather files, a live store, or a description of sources (.json)";

/**
 * @param model folder of a model in an archive of Open-Meteo's files, where that is named
 * @throws Error naming what was looked for, if it is nothing that can be inspected
 */
export async function whatIsAt(location: string, model: string | undefined): Promise<Inspected> {
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
