/** "irradiance-engine/internal/shared/node": what archive and server share with the engine on Node. It may change in any release. */
export { draftOf, makeFolder, makeFolderSync } from "./folders.js";
export { type LockOwner, lockFolder, type WriterLock, writerOf } from "./writer-lock.js";
