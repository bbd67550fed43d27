type Archive = typeof import("irradiance-archive");

export function runFaults(
  archive: Pick<Archive, "openArchive" | "omSource" | "plan" | "ArchiveError">,
  options: { layout: "run" | "maps"; count: number; seed: number },
): Promise<{
  steps: number;
  answers: number;
  refused: number;
  older: number;
  duringReading: number;
  failures: string[];
}>;
