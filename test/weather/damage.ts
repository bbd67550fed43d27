/** Ways to damage a file, for tests. */

/** The text with line k (1-based) changed; undefined takes it out. */
export function withLine(text: string, k: number, change: (line: string) => string | undefined): string {
  return text
    .split("\n")
    .flatMap((line, i) => (i === k - 1 ? (change(line) ?? []) : [line]))
    .join("\n");
}

export const cell =
  (index: number, value: string, separator = ",") =>
  (line: string) =>
    line.split(separator).with(index, value).join(separator);

export const at = (from: number, value: string) => (line: string) =>
  line.slice(0, from) + value + line.slice(from + value.length);

export const binary = (text: string) => `${text.slice(0, -40)}\u0000\u0001\u0002${text.slice(-40)}`;

export const lastLine = (text: string) => text.trimEnd().split("\n").length;

/** Line k (1-based) and the next one change places. */
export function swapped(text: string, k: number): string {
  const lines = text.split("\n");
  [lines[k - 1], lines[k]] = [lines[k]!, lines[k - 1]!];
  return lines.join("\n");
}
