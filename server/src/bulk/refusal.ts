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
}

/** Undefined: none. */
export function refusalOf({ software, archive }: RunRecord, kind: WorkerKind): string | undefined {
  if (software.version !== SOFTWARE.version || software.commit !== SOFTWARE.commit) {
    const shown = ({ version, commit }: RunRecord["software"]) => `${version} (${commit})`;
    return `it needs the version ${shown(software)}, this is ${shown(SOFTWARE)}`;
  }
  if (archive === null) return undefined;
  if (kind.archive === undefined)
    return "it needs weather of an archive: --archive FILE, the description that the run has";
  if (kind.archive !== archive.sha256) return "its description of the archive is not the file of --archive";
  return undefined;
}

/** Whether this machine sees the output that the coordinator sees. Undefined: it does. */
export async function unseenOutput(store: Store, { out, run }: RunRecord): Promise<string | undefined> {
  const found = await store.read(RUN_FILE).catch((cause: Error) => cause);
  if (found instanceof Error) return `its output cannot be read: ${found.message}`;
  if (runOf(found)?.id === run) return undefined;
  return `${out} is not here what it is for the coordinator: its ${RUN_FILE} does not name the run`;
}

/** The device decides the last bits of the values, so that a run has one kind. Undefined: this one. */
export function otherDevice(first: string | null, { isMixed }: RunRecord, { device }: WorkerKind): string | undefined {
  if (isMixed || first === null || first === device) return undefined;
  return `its parts are computed on ${first}, this is ${device} (a run with --mixed takes both)`;
}
