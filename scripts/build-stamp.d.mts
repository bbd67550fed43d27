/** Whether dist/ is what a build would make; false wherever it cannot be told. */
export function isBuilt(root?: string): boolean;
/** After a build of all packages. */
export function markBuilt(root?: string): void;
