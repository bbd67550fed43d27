/** What workers need to know about a run. It names the output as the coordinator does, and contains no secret. */
import type { PartOptions } from "irradiance-engine/bulk";
import type { SiteArchive } from "irradiance-engine/internal/bulk-command";
import { isCount, isRecord } from "../background/queue/strike.js";

export interface RunRecord {
  readonly run: string;
  readonly out: string;
  readonly software: { readonly version: string; readonly commit: string };
  readonly options: Omit<PartOptions, "weather" | "accelerator" | "terrain">;
  /** Whether there is weather for all sites beside the record. */
  readonly hasWeather: boolean;
  /** What is asked of the archive of each worker; `sha256` is that of its description. */
  readonly archive: (Omit<SiteArchive, "file"> & { readonly sha256: string }) | null;
  /** Identity of the elevation data of each worker. Null: the run needs none. */
  readonly elevation: string | null;
  /** Parts of one run may come from devices of several kinds. */
  readonly isMixed: boolean;
  /** Number of times that a part may be begun. */
  readonly attempts: number;
  /** ms after which the part of a worker that is gone is another's. */
  readonly takeover: number;
}

/** @returns undefined: no coordinator has written this for the run */
export function asRecord(text: string, run: string): RunRecord | undefined {
  let record: Partial<RunRecord>;
  try {
    record = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(record) || record.run !== run || typeof record.out !== "string") return undefined;
  const { software, options, archive, attempts, takeover } = record;
  const isWhole = [software, options].every(isRecord) && (archive === null || isRecord(archive));
  return isWhole && isCount(attempts) && isCount(takeover) ? (record as RunRecord) : undefined;
}

/** The data of a job; the sites lie beside it. */
export interface PartJob {
  readonly part: number;
}
