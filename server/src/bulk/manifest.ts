/** The manifest of a dataset: what there is of it, written last. */
import type { RunIdentity } from "irradiance-engine/bulk";
import { SOFTWARE } from "../software.js";
import { type PartSummary, partFile } from "./part-entry.js";
import type { ManifestData } from "./weather-revisions.js";

export const MANIFEST = "_manifest.json";
/** Lists of sites beside it. */
export const LISTS = { failed: "_failed.csv", told: "_weather.csv" } as const;

/** A part that could not be made. */
export interface FailedPart {
  readonly part: number;
  readonly first: number;
  readonly sites: number;
  readonly attempts: number;
  readonly reason: string;
}

export interface Ending {
  readonly identity: RunIdentity;
  readonly run: string;
  readonly sites: number;
  readonly parts: readonly PartSummary[];
  readonly failedParts: readonly FailedPart[];
  readonly columns: readonly { readonly name: string; readonly unit?: string | undefined }[];
  readonly weather: readonly ManifestData[];
}

/** As much of it as is read again. */
export interface Manifest {
  readonly complete: boolean;
  readonly id: string;
  readonly failedSites: number;
  readonly devices: readonly string[];
  readonly run: RunIdentity;
  readonly weather?: readonly ManifestData[];
  readonly parts: readonly ManifestPart[];
}

export interface ManifestPart extends Pick<PartSummary, "part" | "first" | "sites" | "rows" | "bytes" | "sha256"> {
  /** Null: every site failed. */
  readonly file: string | null;
  readonly tag?: string | undefined;
  readonly failedSites?: number;
  readonly toldSites?: number;
  /** Where there are several. */
  readonly device?: string;
}

export function manifestOf({ identity, run, sites, parts, failedParts, columns, weather }: Ending): Buffer {
  const sum = (key: "rows" | "bytes" | "failed") => parts.reduce((total, part) => total + part[key], 0);
  const devices = [...new Set(parts.map(({ device }) => device))].sort();
  const manifest = {
    manifest: 1,
    complete: failedParts.length === 0,
    format: "parquet",
    software: { name: "irradiance-engine", ...SOFTWARE },
    id: run,
    sites,
    failedSites: sum("failed"),
    rows: sum("rows"),
    bytes: sum("bytes"),
    devices,
    columns,
    // Its options, and the hashes of the list of sites and of the weather.
    run: identity,
    ...(weather.length > 0 ? { weather } : {}),
    failedParts,
    parts: parts.map((part) => manifestPart(part, devices.length > 1)),
  } satisfies Manifest & { readonly [key: string]: unknown };
  return Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
}

function manifestPart({ failed, told, tag, device, ...part }: PartSummary, isMixed: boolean): ManifestPart {
  const { part: number, first, sites, rows, bytes, sha256 } = part;
  return {
    file: bytes > 0 ? partFile(number) : null,
    ...{ part: number, first, sites, rows, bytes, sha256 },
    ...(tag === undefined ? {} : { tag }),
    ...(failed > 0 ? { failedSites: failed } : {}),
    ...(told > 0 ? { toldSites: told } : {}),
    ...(isMixed ? { device } : {}),
  };
}

export function isComplete(manifest: Buffer | undefined): boolean {
  return (parsed(manifest) as { complete?: unknown } | undefined)?.complete === true;
}

/** Undefined: no JSON. */
export function parsed(bytes: Buffer | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
