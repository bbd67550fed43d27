import type { Tree } from "./tree.mjs";

/** All rules by what they demand: a rule lists what in a tree is against it. */
export const RULES: Readonly<Record<string, (tree: Tree) => string[]>>;
