/** The repository's folder. */
export const ROOT: string;
/** Files under version control or about to be (untracked, not ignored), relative to the root, with forward slashes. */
export function repositoryFiles(...patterns: string[]): string[];
