export interface Import {
  readonly specifier: string;
  /** Of the file that it names; undefined for a package or a module of Node's. */
  readonly path: string | undefined;
  readonly typeOnly: boolean;
  /** Loaded when it is reached, not with the file. */
  readonly lazy: boolean;
}

export interface Source {
  readonly imports: Import[];
  /** Names that may come from the global scope. */
  readonly globals: Set<string>;
  /** Strings with blanks. */
  readonly texts: string[];
  /** Line and name of what depends on the engine, and on the clock. */
  readonly engine: string[];
  readonly clock: string[];
  /** `shape`: the same for functions that differ in names alone; `size`: its nodes; `top`: no part of another one. */
  readonly functions: { name: string; line: number; lines: number; size: number; shape: string; top: boolean }[];
  /** Literal regular expressions, and how many are made at run time. */
  readonly expressions: string[];
  readonly madeExpressions: number;
}

export interface Tree {
  readonly files: readonly string[];
  /** Those of the packages and the page. */
  readonly shipped: readonly string[];
  /** Whether it is the repository's: then exceptions and bounds count. */
  readonly isWhole: boolean;
  has(path: string): boolean;
  text(path: string): string;
  source(path: string): Source;
}

export const SHIPPED: RegExp;
export const GENERATED: RegExp;
export function wholeTree(): Tree;
/** A tree of a few files, by path. */
export function treeOf(texts: Readonly<Record<string, string>>): Tree;
export function parse(path: string, text: string): Source;
