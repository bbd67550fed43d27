/** Holds an answer of the server to what openapi.yaml says of the operation: status, headers, content type and body. */
import { AssertionError } from "node:assert";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Answer, Header, MediaType, Schema } from "./document.js";
import { DOCUMENT, deref, METHODS, pathItem } from "./document.js";

export interface HttpAnswer {
  readonly status: number;
  /** Names in any case, as of `fetch`, `http` or `inject`. */
  readonly headers: Headers | { readonly [name: string]: string | number | readonly string[] | undefined };
  /** As received, decompressed. */
  readonly body: string | Uint8Array;
}

/** What every HTTP server may add, and what belongs to CORS: no part of the contract. */
const TRANSPORT =
  /^(access-control-.*|alt-svc|connection|content-encoding|content-length|content-type|date|keep-alive|strict-transport-security|transfer-encoding|x-content-type-options)$/;

/**
 * @param method as sent
 * @param path as sent, with `/v1` and the query
 * @throws AssertionError that lists every deviation from openapi.yaml
 */
export function expectAnswer(method: string, path: string, answer: HttpAnswer): void {
  const found = deviations(method, path, answer);
  if (found.length === 0) return;
  const message = [`${method} ${path} answered ${answer.status}, not as openapi.yaml says:`, ...found].join("\n  ");
  throw new AssertionError({ message, stackStartFn: expectAnswer });
}

/** Every deviation, one line each. */
export function deviations(method: string, path: string, answer: HttpAnswer): string[] {
  const headers = lowerCased(answer.headers);
  const body = typeof answer.body === "string" ? answer.body : new TextDecoder("utf-8").decode(answer.body);
  const item = pathItem(path);
  if (item !== undefined && method === "OPTIONS") return preflightDeviations(answer.status, headers, body);

  const allowed = METHODS.filter((name) => item?.[name] !== undefined).map((name) => name.toUpperCase());
  const operation = item?.[METHODS.find((name) => name.toUpperCase() === method)!];
  let documented: Answer | undefined = operation?.responses[answer.status];
  if (item === undefined) documented = answer.status === 404 ? DOCUMENT.components.responses.UnknownPath : undefined;
  else if (operation === undefined && answer.status === 405) {
    documented = DOCUMENT.components.responses.MethodNotAllowed;
  }
  if (documented === undefined) return [`status: ${answer.status} is not documented`];

  const { content, headers: documentedHeaders = {}, "x-error-codes": codes } = deref(documented);
  return [
    ...headerDeviations(documentedHeaders, headers, method === "HEAD"),
    ...(answer.status === 405 ? allowDeviations([...allowed, "OPTIONS"], headers.get("allow") ?? "") : []),
    ...(method === "HEAD" ? headBodyDeviations(body) : bodyDeviations(content, headers, body, path)),
    ...(codes === undefined || method === "HEAD" ? [] : codeDeviations("body", codes, parsed(body))),
  ];
}

/** Programs decide by the code: one that is not listed is a change of the interface. */
function codeDeviations(what: string, codes: readonly string[], value: unknown): string[] {
  const { code } = (value as { error?: { code?: unknown } } | undefined)?.error ?? {};
  return code === undefined || codes.includes(String(code))
    ? []
    : [`${what}: the error code ${code} is not documented`];
}

const ALL_CODES = DOCUMENT.components.schemas.ErrorCode!["x-extensible-enum"]!;

function lowerCased(headers: HttpAnswer["headers"]): Map<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return new Map(
    entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : String(value)]],
    ),
  );
}

function preflightDeviations(status: number, headers: Map<string, string>, body: string): string[] {
  return [
    ...(status === 204 ? [] : [`status: OPTIONS must be answered 204, got ${status}`]),
    ...(headers.get("access-control-allow-origin") === "*" ? [] : ["access-control-allow-origin: must be *"]),
    ...headBodyDeviations(body),
  ];
}

function headBodyDeviations(body: string): string[] {
  return body === "" ? [] : [`body: must be empty, got ${body.length} characters`];
}

function headerDeviations(
  documented: { readonly [name: string]: Header },
  headers: Map<string, string>,
  isHead: boolean,
): string[] {
  const found: string[] = [];
  const type = mediaTypeOf(headers.get("content-type") ?? "");
  for (const [name, reference] of Object.entries(documented)) {
    const header = deref(reference);
    const value = headers.get(name.toLowerCase());
    const partner = header["x-media-type"];
    if (value === undefined) {
      const needed = header.required === true || (partner !== undefined && partner === type);
      if (needed) found.push(`header ${name}: missing`);
      continue;
    }
    if (partner !== undefined && partner !== type && !isHead) found.push(`header ${name}: only with ${partner}`);
    found.push(...schemaDeviations(`header ${name}`, header.schema, headerValue(value, header.schema)));
  }
  const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
  for (const name of headers.keys()) {
    if (!names.has(name) && !TRANSPORT.test(name)) found.push(`header ${name}: not documented`);
  }
  return found;
}

/** A header is text: a number must look like one. */
function headerValue(text: string, schema: Schema): unknown {
  const { type } = deref(schema);
  return (type === "number" || type === "integer") && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function allowDeviations(expected: readonly string[], allow: string): string[] {
  const sorted = (methods: readonly string[]) => [...methods].sort().join(", ");
  const given = sorted(allow.split(", "));
  return given === sorted(expected) ? [] : [`header Allow: must be ${sorted(expected)}, got ${given}`];
}

function bodyDeviations(
  content: Answer["content"],
  headers: Map<string, string>,
  body: string,
  path: string,
): string[] {
  if (content === undefined) return headBodyDeviations(body);
  const given = headers.get("content-type");
  const type = Object.keys(content).find((documented) => sameType(documented, given ?? ""));
  if (type === undefined) {
    return [`content-type: must be ${Object.keys(content).join(" or ")}, got ${given ?? "none"}`];
  }
  const media = content[type]!;
  if (mediaTypeOf(type) === "text/csv" && path.startsWith("/v1/account/usage")) return bookDeviations(body);
  if (mediaTypeOf(type) === "text/csv")
    return /^\/v1\/(yield|(forecast|observation)\/pv)\b/.test(path) ? tableDeviations(body) : csvDeviations(body);
  // Its bytes are no text: those who want them read them.
  if (mediaTypeOf(type).endsWith(".parquet")) return body.startsWith("PAR1") ? [] : ["body: must be a Parquet file"];
  if (media["x-line-schema"] !== undefined) return lineDeviations(media["x-line-schema"], body, path);
  return jsonDeviations(media, body, path);
}

function mediaTypeOf(contentType: string): string {
  return contentType.split(";", 1)[0]!.trim().toLowerCase();
}

/** As documented, word for word; JSON may say that it is UTF-8. */
function sameType(documented: string, given: string): boolean {
  return given === documented || (documented === "application/json" && given === "application/json; charset=utf-8");
}

function jsonDeviations(media: MediaType, body: string, path: string): string[] {
  const value = parsed(body);
  if (value === undefined) return [`body: no JSON: ${body.slice(0, 80)}`];
  const found = schemaDeviations("body", media.schema, value);
  return found.length > 0 ? found : shapeDeviations(value, path);
}

/** Both shapes are documented, but which of them comes is for the query to say. */
function shapeDeviations(value: unknown, path: string): string[] {
  const { meta } = value as { meta?: object };
  if (meta === undefined) return [];
  const wanted = new URL(path, "http://localhost").searchParams.get("meta") === "extended";
  if ("sources" in meta === wanted) return [];
  return [`body: meta must ${wanted ? "" : "not "}be the extended one`];
}

function lineDeviations(schema: Schema, body: string, path: string): string[] {
  if (body !== "" && !body.endsWith("\n")) return ["body: the last line does not end"];
  const lines = body.split("\n").slice(0, -1);
  // A part of a job begins where the one before it ends.
  const first = path.startsWith("/v1/jobs/") ? Number(indexOf(parsed(lines[0] ?? ""))) : 0;
  return lines.flatMap((line, i) => {
    const value = parsed(line);
    if (value === undefined) return [`body line ${i}: no JSON: ${line.slice(0, 80)}`];
    const order = indexOf(value) === first + i ? [] : [`body line ${i}: its index is ${indexOf(value)}`];
    const code = codeDeviations(`body line ${i}`, ALL_CODES, value);
    return [...order, ...code, ...schemaDeviations(`body line ${i}`, schema, value)];
  });
}

function indexOf(line: unknown): unknown {
  return (line as { index?: unknown } | undefined)?.index;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CSV_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
/** Times of start and end, then numbers or nothing: a year has thousands of rows, and each is looked at once. */
const csvRow = (numbers: number) => {
  const time = CSV_TIME.source.slice(1, -1);
  return new RegExp(`^${time},${time}(?:,(?:-?\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?)?){${numbers}}$`);
};

/** A cell of RFC 4180: no text that a spreadsheet would take for a formula. */
const BOOK_CELL = /^(-?\d+(\.\d+)?|(?![=+\-@\t\r])[^",\r\n]*|"(?![=+\-@\t\r])([^"]|"")*")$/;
const BOOK_COLUMNS = [
  "kind,time,endpoint,requests,tokens",
  "kind,time,endpoint,requests,tokens,request_id,key,rows,columns,status,duration,bytes,cut,reason",
];

function bookDeviations(body: string): string[] {
  const [head = "", ...rows] = body.split("\r\n");
  if (!BOOK_COLUMNS.includes(head) || rows.pop() !== "")
    return [`body: the first line is ${head.slice(0, 80)}, or the last is torn`];
  const isWhole = (row: string) => {
    const cells = row.match(/("([^"]|"")*"|[^,"]*)(,|$)/g)?.slice(0, head.split(",").length) ?? [];
    return cells.length === head.split(",").length && cells.every((cell) => BOOK_CELL.test(cell.replace(/,$/, "")));
  };
  const torn = rows.find((row) => !isWhole(row));
  return torn === undefined ? [] : [`body: a row is ${torn.slice(0, 80)}`];
}

function csvDeviations(body: string): string[] {
  if (!body.endsWith("\n")) return ["body: the last line does not end"];
  const [head = "", ...rows] = body.slice(0, -1).split("\n");
  const names = head.split(",");
  const known = [...deref(DOCUMENT.components.schemas.ClimateParameter!).enum!, "surface_azimuth", "surface_tilt"];
  const found: string[] = [];
  if (names[0] !== "start_time" || names[1] !== "end_time") found.push(`body: the first line is ${head.slice(0, 80)}`);
  const unknown = names.slice(2).filter((name) => !known.includes(name));
  if (unknown.length > 0) found.push(`body: unknown columns ${unknown.join(", ")}`);
  const whole = csvRow(Math.max(0, names.length - 2));
  const bad = rows.findIndex((row) => !whole.test(row));
  if (bad >= 0) found.push(`body: row ${bad} is ${rows[bad]!.slice(0, 80)}`);
  return found;
}

/** Of a yield: names, then as many numbers or times in each row. */
function tableDeviations(body: string): string[] {
  if (!body.endsWith("\n")) return ["body: the last line does not end"];
  const [head = "", ...rows] = body.slice(0, -1).split("\n");
  const names = head.split(",");
  const found = names.every((name) => /^[a-z][a-z0-9_]*$/.test(name))
    ? []
    : [`body: the first line is ${head.slice(0, 80)}`];
  const bad = rows.findIndex((row) => {
    const cells = row.split(",");
    return (
      cells.length !== names.length ||
      !cells.every((cell) => cell === "" || CSV_TIME.test(cell) || Number.isFinite(Number(cell)))
    );
  });
  return bad < 0 ? found : [...found, `body: row ${bad} is ${rows[bad]!.slice(0, 80)}`];
}

const ROOT = "openapi.yaml";
const ajv = new Ajv2020({ strict: true });
ajv.addVocabulary(["x-irradiance-extension", "x-extensible-enum", "example"]);
ajv.addFormat("double", { type: "number", validate: () => true });
ajv.addFormat("date-time", (text) => !Number.isNaN(Date.parse(text)));
ajv.addFormat("date", (text) => !Number.isNaN(Date.parse(text)));
ajv.addSchema({ $id: ROOT, $defs: located(DOCUMENT.components.schemas) });

/** With references that lead to the document from anywhere. */
function located<Node>(node: Node): Node {
  return JSON.parse(JSON.stringify(node).replaceAll('"#/components/schemas/', `"${ROOT}#/$defs/`));
}

const compiled = new WeakMap<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) compiled.set(schema, (validate = ajv.compile(located(schema))));
  return validate;
}

function schemaDeviations(what: string, schema: Schema, value: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return validate.errors!.map(({ instancePath, message, params }) => {
    const detail = params.additionalProperty ?? params.pattern ?? params.allowedValues ?? params.allowedValue;
    return `${what}${instancePath}: ${message}${detail === undefined ? "" : ` (${String(detail)})`}`;
  });
}

/** Compiles every schema of the document: ajv's strict mode refuses what it does not know. */
export function compileAll(): void {
  for (const name of Object.keys(DOCUMENT.components.schemas)) validatorOf({ $ref: `#/components/schemas/${name}` });
}
