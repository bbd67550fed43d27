type Archive = typeof import("../../src/index.js");

export function damageScans(
  archive: Pick<Archive, "scanReader" | "ArchiveError">,
  options: { count: number; seed: number },
): Promise<{
  read: number;
  same: number;
  refused: number;
  silent: Record<string, number>;
  failures: string[];
}>;
