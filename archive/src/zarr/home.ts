/** What a location of a store is, and where the store's own files are. */
import { folderOf, isRemote } from "../bytes/location.js";

/** A file that says where in other files the chunks lie. */
export function isReferenceFile(location: string): boolean {
  return location.replace(/\?.*$/s, "").endsWith(".json");
}

export function homeOf(location: string): string {
  if (isRemote(location)) return new URL(location).origin;
  return isReferenceFile(location) ? folderOf(location) : location;
}
