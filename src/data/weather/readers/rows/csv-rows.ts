/** Rows of a CSV text with their line numbers, and JSON texts, whose errors name the line. */
import { type Delimiter, QuoteError, splitLine } from "../../../../foundation/text/split-line.js";
import { WeatherError } from "../../series.js";
import { lineAt, lineBlocks, type WeatherText } from "../text.js";

/** `isCut`: the text ends within this row, before its line end. */
type OnRow = (cells: string[], line: number, isCut: boolean) => void;

/**
 * Calls `onRow` with the trimmed cells of every row that is not blank and its line (1-based). Cells may be quoted,
 * but must not span several lines. In a line that begins with # quotes are ordinary characters: it is a comment.
 *
 * @throws WeatherError for a quote that is not closed or is in the wrong place; any error of onRow
 */
export async function csvRows(
  text: WeatherText,
  file: string | undefined,
  onRow: OnRow,
  delimiter: Delimiter = ",",
): Promise<void> {
  let line = 0;
  for await (const { lines, isCut } of lineBlocks(text)) {
    for (const [k, content] of lines.entries()) {
      line += 1;
      const cells = cellsOf(content, delimiter, file, line);
      if (cells.length > 1 || cells[0]) onRow(cells, line, isCut && k === lines.length - 1);
    }
  }
}

function cellsOf(content: string, delimiter: Delimiter, file: string | undefined, line: number): string[] {
  if (isComment(content)) return content.split(delimiter).map((cell) => cell.trim());
  try {
    return splitLine(content, delimiter);
  } catch (cause) {
    throw cause instanceof QuoteError ? new WeatherError(cause.message, { file, line }) : cause;
  }
}

/** Whether quotes in this line are ordinary characters. */
export function isComment(line: string): boolean {
  return /^\s*#/.test(line);
}

/** Cells of a line for recognising a format, without quotes. */
export function headCells(line: string): string[] {
  return line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

export type Dictionary = { readonly [key: string]: unknown };

export function isDictionary(value: unknown): value is Dictionary {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws WeatherError for a text that is not valid JSON */
export function parseJson(text: string, file: string | undefined): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as SyntaxError;
    // Engines do not always give the position; an unexpected end is at the end.
    const position = /end of JSON/.test(message) ? text.length : /at position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? undefined : lineAt(text, Number(position));
    throw new WeatherError(`not valid JSON (${message.replace(/\s+/g, " ")})`, { file, line });
  }
}
