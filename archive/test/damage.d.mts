type Archive = typeof import("../src/index.js");

export const DAMAGES: Readonly<
  Record<string, (bytes: Buffer, random: () => number, others: Buffer[]) => Buffer | undefined>
>;

export const RUNS: Pick<
  import("../src/index.js").ZarrOptions,
  "variables" | "select" | "dataset" | "class" | "licence"
>;

export function bomb(file: Buffer, blocks: number): Buffer;
export function unpacked(file: Buffer): Buffer;
export function repacked(file: Buffer, change: (content: Buffer) => Buffer): Buffer;

export function damage(
  archive: Pick<Archive, "zarrSource" | "omSource" | "netcdfSource" | "budgetOf" | "ArchiveError">,
  options: { format: "zarr" | "icechunk" | "om" | "netcdf"; count: number; seed: number; only?: string[] },
): Promise<{
  read: number;
  same: number;
  refused: number;
  told: number;
  missing: number;
  silent: Record<string, number>;
  failures: string[];
}>;
