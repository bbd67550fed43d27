/** Why a worker leaves a run to others. */
import { SOFTWARE } from "../software.js";
import type { Store } from "../store/store.js";
import { RUN_FILE, runOf } from "./output.js";
import type { RunRecord } from "./record.js";

/** What a worker has. */
export interface WorkerKind {
  /** "cpu", or the form and adapter of its GPU. */
  readonly device: string;
  /** SHA-256 of the description of its archive. */
  readonly archive: string | undefined;
  /** Identity of its elevation data. */
  readonly elevation: string | undefined;
}

/** Undefined: none. */
export function refusalOf({ software, archive, elevation }: RunRecord, kind: WorkerKind): string | undefined {
  if (software.version !== SOFTWARE.version || software.commit !== SOFTWARE.commit) {
    const shown = ({ version, commit }: RunRecord["software"]) => `${version} (${commit})`;
    return `it needs the version ${shown(software)}, and this worker has ${shown(SOFTWARE)}`;
  }
  return archiveLack(archive, kind) ?? elevationLack(elevation, kind);
}

function archiveLack(wanted: RunRecord["archive"], { archive }: WorkerKind): string | undefined {
  if (wanted === null) return undefined;
  if (archive === undefined) return "it needs weather from an archive: give --archive FILE with the run's description";
  return archive === wanted.sha256 ? undefined : "its description of the archive differs from the file of --archive";
}

function elevationLack(wanted: RunRecord["elevation"], { device, elevation }: WorkerKind): string | undefined {
  if (wanted === null) return undefined;
  if (device !== "cpu")
    return `its horizon lines can only be computed in threads, and this worker computes on ${device}`;
  if (elevation === undefined) return "it needs elevation data: give --dem PATH:… with the run's files or address";
  return elevation === wanted ? undefined : "its elevation data differ from the data of --dem in names, sizes or bytes";
}

/** Whether this machine sees the output that the coordinator sees. Undefined: it does. */
export async function unseenOutput(store: Store, { out, run }: RunRecord): Promise<string | undefined> {
  const found = await store.read(RUN_FILE).catch((cause: Error) => cause);
  if (found instanceof Error) return `its output cannot be read: ${found.message}`;
  if (runOf(found)?.id === run) return undefined;
  return `${out} is another place here than for the coordinator: its ${RUN_FILE} does not name the run`;
}

/** The device decides the last bits of the values, so that a run has one kind. Undefined: this one. */
export function otherDevice(
  first: string | null,
  { isMixed }: RunRecord,
  { device }: Pick<WorkerKind, "device">,
): string | undefined {
  if (isMixed || first === null || first === device) return undefined;
  return `its parts are computed on ${first}, and this worker computes on ${device} (a run with --mixed accepts both)`;
}
