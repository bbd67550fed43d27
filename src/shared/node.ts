/** "irradiance-engine/shared/node": what archive and server share with the engine on Node. It may change in any release. */
import { randomUUID } from "node:crypto";

export { type LockOwner, lockFolder, type WriterLock, writerOf } from "./writer-lock.js";

/**
 * The name of a file until it is whole: in its folder, and nobody else's. (The number of the process does not do: in each container
 * the first one is 1.)
 */
export function draftOf(path: string): string {
  return `${path}.${process.pid}-${randomUUID()}.tmp`;
}
