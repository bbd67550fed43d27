/** What a thread does: it reads the arguments of a call, runs the tool, and says in a text that fits into a model's context what came of it. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { aligned } from "irradiance-engine/internal/shared";
import type { Setting } from "./tool.js";
import { TOOLS } from "./tools.js";

/** Bytes of a text; what notices leave of it for the rest; and what is said where something was cut off. */
const [MOST, REST, CUT] = [1500, 900, "(cut: see structuredContent)"];

export function refusal(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: fitted(text, MOST) }] };
}

/** @param call name of a tool, arguments as JSON, and what the operator has set */
export default async function reply([name, given, setting]: readonly [
  string,
  string,
  Setting,
]): Promise<CallToolResult> {
  const { input, run } = TOOLS[name]!;
  try {
    const answer = await run(input.read(JSON.parse(given), "arguments"), setting);
    const { notices, ...data } = answer;
    const rest = fitted(Object.entries(data).flatMap(linesOf).join("\n"), notices.length === 0 ? MOST : REST);
    const first = notices.map((notice) => `! ${notice}\n`).join("");
    const text = fitted(first, MOST - Buffer.byteLength(rest)) + rest;
    return { content: [{ type: "text", text }], structuredContent: answer };
  } catch (cause) {
    // Without the function that found it, and with keys as JSON has them.
    const said = (cause as Error).message
      .replace(/^\w+: (?=\S)/, "")
      .replace(/\b(?:arguments|system)\.[\w.[\]]+/g, (path) =>
        path.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`),
      );
    return refusal(`${name}: ${said}`);
  }
}

/** A value, an object in a line, or a list as a table, of texts as lines. */
function linesOf([key, value]: readonly [string, unknown]): string[] {
  if (value === null || (Array.isArray(value) && value.length === 0)) return [];
  if (!Array.isArray(value) || typeof value[0] !== "object") return [`${key}: ${plain(value)}`];
  const names = Object.keys(value[0]);
  const cells = value.map((row) => names.map((name) => plain(row[name])));
  const isTable = cells.flat().every((cell) => cell.length < 30);
  return isTable ? aligned([names, ...cells]) : cells.map((row) => `- ${row.join("; ")}`);
}

function plain(value: unknown): string {
  if (typeof value === "number")
    return String(Math.abs(value) < 100 ? Number(value.toPrecision(3)) : Math.round(value));
  if (typeof value !== "object" || value === null) return String(value ?? "–");
  const isList = Array.isArray(value);
  return Object.entries(value)
    .map(([name, item]) => (isList ? plain(item) : `${name} ${plain(item)}`))
    .join(isList ? " to " : ", ");
}

/** The whole lines that fit, or what fits of the first. @param room bytes */
function fitted(text: string, room: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= room) return text;
  const kept = bytes
    .subarray(0, room - CUT.length - 1)
    .toString()
    .replace(/\uFFFD{1,3}$/, "");
  return `${kept.slice(0, kept.lastIndexOf("\n") + 1 || kept.length)}${CUT}\n`;
}
