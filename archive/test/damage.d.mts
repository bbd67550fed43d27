import type { ArchiveError, budgetOf, omSource, zarrSource } from "../src/index.js";

export function damage(
  archive: {
    zarrSource: typeof zarrSource;
    omSource: typeof omSource;
    budgetOf: typeof budgetOf;
    ArchiveError: typeof ArchiveError;
  },
  options: { format: "zarr" | "om"; count: number; seed: number; only?: string[] },
): Promise<{
  read: number;
  same: number;
  refused: number;
  told: number;
  missing: number;
  silent: Record<string, number>;
  failures: string[];
}>;
