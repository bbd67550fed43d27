/** Files that root makes for a service of another user, as in an emergency: they belong to whom the others belong. */
import { chownSync, statSync } from "node:fs";

/**
 * Gives a file to the owner of another file or folder. Only root can; for everybody else the file has its owner already.
 *
 * @param like what it stands beside, or in place of
 */
export function giveToOwnerOf(like: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  chownSync(file, uid, gid);
}
