/** Ways to damage a file, for tests, and what a damaged one must come to. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { readWeather, WeatherError, type WeatherInput } from "../../../src/data/weather/index.js";

export const fixture = (name: string) =>
  readFileSync(new URL(`../../../fixtures/weather/${name}`, import.meta.url), "utf8");

/** A damaged file, the line and a part of the message that its error names, and the format to read it in; default: found. */
export type Damaged = [
  name: string,
  source: WeatherInput,
  line: number | undefined,
  message: string,
  format?: string | undefined,
];

/** The error names file and line, in one line. */
export async function expectRefused(...[, source, line, message, format]: Damaged): Promise<void> {
  const options = { file: "here.txt", ...(format !== undefined && { format }) };
  const error = await readWeather(source, options).then(
    ({ format: read }) => `read as ${read}`,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(WeatherError);
  const { message: found, file, line: named, code } = error as WeatherError;
  expect(found).toContain(message);
  expect({ file, line: named, code }).toEqual({ file: "here.txt", line, code: "ERR_WEATHER" });
  expect(found.startsWith(line === undefined ? "here.txt: " : `here.txt, line ${line}: `)).toBe(true);
  expect(found).not.toContain("\n");
}

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
