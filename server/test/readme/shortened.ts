/** JSON as the README shows it: lists cut after three, without what is null, short things on one line. */

const WIDTH = 110;
const MOST = 3;

export function shortened(value: unknown, indent = ""): string {
  const line = onOneLine(value);
  if (typeof value !== "object" || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return bracketed("[", partsOf(value, inner), "]", indent);
  const parts = entriesOf(value ?? {}).map(([name, part]) => `${JSON.stringify(name)}: ${shortened(part, inner)}`);
  return bracketed("{", parts, "}", indent);
}

function bracketed(open: string, parts: readonly string[], close: string, indent: string): string {
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${partsOf(value).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = entriesOf(value).map(([name, part]) => `${JSON.stringify(name)}: ${onOneLine(part)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** Of a list of objects the first alone. */
function partsOf(list: readonly unknown[], indent?: string): readonly string[] {
  const isOfObjects = list.some((part) => typeof part === "object" && part !== null);
  const most = isOfObjects ? 1 : MOST;
  const parts = list.slice(0, most).map((part) => (indent === undefined ? onOneLine(part) : shortened(part, indent)));
  return list.length > most ? [...parts, "…"] : parts;
}

function entriesOf(value: object): readonly [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== null);
}
