import type { ArchiveError, budgetOf, zarrSource } from "../src/index.js";

export function damage(
  archive: { zarrSource: typeof zarrSource; budgetOf: typeof budgetOf; ArchiveError: typeof ArchiveError },
  options: { count: number; seed: number; only?: string[] },
): Promise<{
  read: number;
  same: number;
  refused: number;
  told: number;
  missing: number;
  silent: Record<string, number>;
  failures: string[];
}>;
