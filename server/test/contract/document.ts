/** openapi.yaml as data, and the way from a path to the operation and its answers. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const OPENAPI_FILE = fileURLToPath(new URL("../../openapi.yaml", import.meta.url));

/** A JSON Schema of the document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** What there is today; clients take others, too. */
  readonly "x-extensible-enum"?: readonly string[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "header" | "path";
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly deprecated?: boolean;
  readonly schema: Schema;
}

export interface Header {
  readonly required?: boolean;
  readonly schema: Schema;
  /** Media type that the header comes with, and with no other. */
  readonly "x-media-type"?: string;
}

export interface MediaType {
  readonly schema: Schema;
  /** Of each line, where the body is lines of JSON. */
  readonly "x-line-schema"?: Schema;
}

export interface Answer {
  readonly description: string;
  /** Of an error: those that can come with this answer. */
  readonly "x-error-codes"?: readonly string[];
  readonly headers?: { readonly [name: string]: Header };
  readonly content?: { readonly [type: string]: MediaType };
}

export interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly [type: string]: MediaType } };
  readonly responses: { readonly [status: string]: Answer };
}

export const METHODS = ["get", "head", "post", "put", "delete"] as const;
export type Method = (typeof METHODS)[number];

type PathItem = { readonly [method in Method]?: Operation } & { readonly parameters?: readonly Parameter[] };

interface OpenApi {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema };
    readonly responses: { readonly [name: string]: Answer };
    readonly headers: { readonly [name: string]: Header };
  };
}

export const DOCUMENT: OpenApi = parse(readFileSync(OPENAPI_FILE, "utf8"));

/** What a reference stands for, else the node itself. Keywords beside a `$ref` stay. */
export function deref<Node extends object>(node: Node): Node {
  if (!("$ref" in node) || typeof node.$ref !== "string") return node;
  const { $ref, ...beside } = node;
  const found = $ref
    .slice("#/".length)
    .split("/")
    .reduce<unknown>((at, key) => (at as { [key: string]: unknown })?.[key], DOCUMENT);
  if (found === undefined) throw new ReferenceError(`openapi.yaml has no ${$ref}`);
  return { ...deref(found as Node), ...beside };
}

/** The path of the document behind that of a URL: undefined where there is none. */
export function pathItem(path: string): PathItem | undefined {
  const base = DOCUMENT.servers[0]!.url;
  const { pathname } = new URL(path, "http://localhost");
  if (!pathname.startsWith(`${base}/`)) return undefined;
  const own = pathname.slice(base.length);
  return DOCUMENT.paths[own] ?? TEMPLATES.find(({ pattern }) => pattern.test(own))?.item;
}

/** Paths with a parameter in them. */
const TEMPLATES = Object.entries(DOCUMENT.paths)
  .filter(([path]) => path.includes("{"))
  .map(([path, item]) => ({ item, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));

/** Every operation with the parameters of its path and its own. */
export function operations(): { path: string; method: Method; operation: Operation; parameters: Parameter[] }[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(deref);
      return [{ path, method, operation, parameters }];
    }),
  );
}
