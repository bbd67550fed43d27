/** What lines to copy are made of: how a shell, Python, TypeScript and Power Query send a request. The user's key is in none of them. */
import { DEMO_KEY } from "../service/service.js";
import { type Asked, type Query, written } from "./request.js";

export interface Line {
  readonly title: string;
  readonly text: string;
}

/** Who sends the lines, and to whom. */
export interface Caller {
  /** Address of the service, with `v1/`. */
  readonly base: string;
  readonly isDemo: boolean;
}

const ENVIRONMENT = "IRRADIANCE_KEY";

export function addressOf(request: Asked, { base }: Caller): string {
  return base + written(request);
}

export function csvAsked(request: Asked): Asked {
  return { ...request, query: [...request.query, ["response_format", "csv"]] };
}

export function csvAddress(request: Asked, caller: Caller): string {
  return addressOf(csvAsked(request), caller);
}

/** @param file where the CSV goes; without it the answer is JSON on the terminal */
export function curl(request: Asked, caller: Caller, file?: string): string {
  const options = file === undefined ? "" : ` --fail -o ${file}`;
  const address = file === undefined ? addressOf(request, caller) : csvAddress(request, caller);
  return `curl --compressed${options} -H ${shellHeader(caller)} ${shellQuoted(address)}`;
}

export function shellHeader({ isDemo }: Caller): string {
  return isDemo ? `'Authorization: Bearer ${DEMO_KEY}'` : `"Authorization: Bearer $${ENVIRONMENT}"`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The imports that the key needs. */
export function pythonHead({ isDemo }: Caller): string {
  return isDemo ? "" : "import os\n";
}

export function pythonBearer(caller: Caller): string {
  return caller.isDemo ? quoted(`Bearer ${DEMO_KEY}`) : `"Bearer " + ${pythonKey(caller)}`;
}

export function pythonKey({ isDemo }: Caller): string {
  return isDemo ? quoted(DEMO_KEY) : `os.environ["${ENVIRONMENT}"]`;
}

/** What a posted request's answer is read into. */
interface Reading {
  /** Of Python, beside `requests`. */
  readonly imports: string;
  /** The last line of Python. */
  readonly data: string;
  /** The answer's members, of TypeScript. */
  readonly names: string;
}

/** What is posted; pvlib and the package's client have no function for it. */
export function postedLines(request: Asked, caller: Caller, reading: Reading): readonly Line[] {
  const address = addressOf(request, caller);
  const body: unknown = JSON.parse(request.body ?? "{}");
  return [
    {
      title: "curl",
      text: `curl --compressed -H ${shellHeader(caller)} -H 'Content-Type: application/json' \\\n  -d ${shellQuoted(spaced(body))} \\\n  ${shellQuoted(address)}`,
    },
    { title: "Python (requests)", text: postedPython(address, body, caller, reading) },
    { title: "TypeScript", text: postedTypescript(address, body, caller, reading) },
  ];
}

function postedPython(address: string, body: unknown, caller: Caller, { imports, data }: Reading): string {
  return `${pythonHead(caller)}${imports}import requests

response = requests.post(
    ${quoted(address)},
    headers={"Authorization": ${pythonBearer(caller)}},
    json=${pythonLiteral(body)},
    timeout=60,
)
response.raise_for_status()
answer = response.json()
${data}`;
}

function postedTypescript(address: string, body: unknown, { isDemo }: Caller, { names }: Reading): string {
  const bearer = isDemo ? quoted(`Bearer ${DEMO_KEY}`) : `\`Bearer \${process.env.${ENVIRONMENT}}\``;
  return `const response = await fetch(${quoted(address)}, {
  method: "POST",
  headers: { authorization: ${bearer}, "content-type": "application/json" },
  body: JSON.stringify(${spaced(body)}),
});
if (!response.ok) throw new Error(await response.text());
const { ${names} } = await response.json();`;
}

/** JSON in one line, with blanks where people put them. */
function spaced(value: unknown): string {
  // Texts have no bare line breaks: each is one of the layout.
  return JSON.stringify(value, undefined, 1).replace(/\n\s*/g, " ");
}

/** As JSON, but for the names of what is true, false or nothing. */
function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, item]) => `${quoted(name)}: ${pythonLiteral(item)}`);
    return `{${members.join(", ")}}`;
  }
  if (typeof value === "string" || typeof value === "number") return JSON.stringify(value);
  return value === null ? "None" : value ? "True" : "False";
}

const LISTS = ["parameters", "horizon", "turbidity"];

/** @param names of the answer's members */
export function typescript({ path, query }: Asked, caller: Caller, names: string): string {
  return `${typescriptHead(caller)}
const { ${names} } = await service.get("/${path}", ${typescriptQuery(query)});`;
}

export function typescriptHead({ base, isDemo }: Caller): string {
  const key = isDemo ? quoted(DEMO_KEY) : `process.env.${ENVIRONMENT}!`;
  return `import { createClient } from "irradiance-server/client";

const service = createClient({ url: ${quoted(base.replace(/\/$/, ""))}, key: ${key} });`;
}

/** @param literals texts that stand for a value as they are */
export function typescriptQuery(query: Query, literals: { readonly [name: string]: string } = {}): string {
  const given = query.map(
    ([name, value]) => `  ${/^\w+$/.test(name) ? name : quoted(name)}: ${literals[name] ?? literal(name, value)},`,
  );
  return `{\n${given.join("\n")}\n}`;
}

function literal(name: string, value: string): string {
  if (LISTS.includes(name) && !/^(all|flat|auto)$/.test(value)) {
    return JSON.stringify(value.split(",").map((item) => (/^\d/.test(item) ? Number(item) : item))).replaceAll(
      ",",
      ", ",
    );
  }
  return /^-?\d+(\.\d+)?$/.test(value) ? value : quoted(value);
}

/**
 * For Excel and Power BI: Data, From Other Sources, Blank Query, Advanced Editor; the access is anonymous, as the key is in a header.
 * Numbers are read with a decimal point whatever the language of the computer.
 */
export function powerQuery(request: Asked, caller: Caller): string {
  const key = caller.isDemo ? DEMO_KEY : ENVIRONMENT;
  return `let
  Answer = Web.Contents(
    "${csvAddress(request, caller).replaceAll('"', '""')}",
    [Headers = [Authorization = "Bearer ${key}"]]
  ),
  Rows = Table.PromoteHeaders(Csv.Document(Answer, [Delimiter = ",", Encoding = 65001])),
  Numbers = List.Select(Table.ColumnNames(Rows), each not Text.EndsWith(_, "_time")),
  Data = Table.TransformColumnTypes(Rows, List.Transform(Numbers, each {_, type number}), "en-US")
in
  Data`;
}

export function quoted(text: string): string {
  return JSON.stringify(text);
}
