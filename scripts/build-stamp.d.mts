export type Part = "engine" | "archive" | "server" | "page" | "mcp";
/** Module that says of which commit the server is. */
export const COMMIT_FILE: string;
/** The parts of the build, in order. */
export const PARTS: { readonly [name in Part]: { readonly folder: string; readonly apart: readonly string[] } };
export function commit(root?: string): string;
export function commitModule(root?: string): string;
/** Whether all of dist/ is what a build would make; false wherever it cannot be told. */
export function isBuilt(root?: string): boolean;
/** Whether a part is what a build would make of it now. */
export function isCurrent(name: Part, root?: string): boolean;
/** A hash of all that a part is built from. */
export function sourcesOf(name: Part, root?: string): string;
/** After a build of a part, which began when its sources had this hash. */
export function markBuilt(name: Part, sources: string, root?: string): void;
