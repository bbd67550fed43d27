/** What the policy tests look at: the manifest and the files under version control. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, repositoryFiles } from "../../scripts/lint/files.mjs";

export { ROOT, repositoryFiles };

export interface Target {
  types: string;
  default: string;
}

export interface Manifest {
  name: string;
  version: string;
  bin: Record<string, string>;
  files: string[];
  exports: Record<string, string | (Target & { node?: Target })>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  bundleDependencies?: string[];
  scripts?: Record<string, string>;
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export const manifest: Manifest = JSON.parse(read("package.json"));

/** What Node takes of an entry of "exports": its `node` condition where it has one. */
export function inNode(target: Target & { node?: Target }): Target {
  return target.node ?? target;
}
