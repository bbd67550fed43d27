type Archive = typeof import("../src/index.js");

export const DAMAGES: Readonly<
  Record<string, (bytes: Buffer, random: () => number, others: Buffer[]) => Buffer | undefined>
>;

export const RUNS: Pick<
  import("../src/index.js").ZarrOptions,
  "variables" | "select" | "dataset" | "class" | "licence"
>;

export function bomb(blocks: number): Buffer;

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
