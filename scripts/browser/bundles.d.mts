/** The specifiers of all entries for browsers. */
export function browserEntries(root: string): Promise<string[]>;
/** A folder below node_modules, where an application's imports are resolved. */
export function applicationFolder(root: string): Promise<string>;
export function writeApplication(folder: string, entries: readonly string[]): Promise<void>;
/** Warnings; the page is `esbuild/index.html` of the folder. */
export function bundleWithEsbuild(folder: string): Promise<string[]>;
/** Warnings; the page is `vite/index.html` of the folder. */
export function bundleWithVite(folder: string): Promise<string[]>;
