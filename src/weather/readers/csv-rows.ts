/** Rows of a CSV text with their line numbers. */
import { WeatherError } from "../errors.js";
import { lineAt } from "./text.js";

const CHUNK = 65_536;

/**
 * Calls `onRow` with the trimmed cells of every row that is not blank and its line (1-based). Cells may stand in quotes,
 * but not go over several lines.
 *
 * fast-csv rests on Node's streams: it is loaded here, at the first CSV text, so that nothing else depends on it. In a
 * browser a bundler has to supply `stream`.
 *
 * @throws WeatherError for a quote that is not closed or stands in the wrong place; whatever onRow throws
 */
export async function csvRows(
  text: string,
  file: string | undefined,
  onRow: (cells: string[], line: number) => void,
): Promise<void> {
  const { parse } = await import("fast-csv");
  const parser = parse<string[], string[]>({ headers: false, trim: true });
  let failure: unknown;
  let emitted = 0;
  let begin = 0;
  parser.on("data", (cells: string[]) => {
    if (failure !== undefined) return;
    try {
      emitted += 1;
      if (cells.length > 1 || cells[0]) onRow(cells, emitted);
    } catch (cause) {
      failure = cause;
    }
  });
  parser.on("error", () => {
    failure ??= new WeatherError("a quote stands in the wrong place", { file, line: lineAt(text, begin) });
  });
  const closed = new Promise<void>((resolve) => parser.once("close", resolve));
  const write = (part: string) => new Promise<void>((resolve) => parser.write(part, () => resolve()));
  for (const [from, to] of parts(text)) {
    begin = from;
    const part = text.slice(from, to);
    if ((part.split('"').length - 1) % 2 === 1) {
      failure ??= new WeatherError("a quote is not closed on its line", { file, line: lineAt(text, from) });
    }
    if (failure !== undefined) break;
    await write(part);
  }
  if (failure === undefined) parser.end();
  else parser.destroy();
  await closed;
  if (failure !== undefined) throw failure;
}

/**
 * Pieces of the text as [begin, end): a line with quotes is one of its own, so that an error of the parser, which only
 * quotes can cause, belongs to the line just written.
 */
function* parts(text: string): Generator<[number, number]> {
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const plainEnd = quote < 0 ? text.length : text.lastIndexOf("\n", quote) + 1;
    for (; at < plainEnd; at = Math.min(at + CHUNK, plainEnd)) yield [at, Math.min(at + CHUNK, plainEnd)];
    if (quote < 0) return;
    const newline = text.indexOf("\n", quote);
    const lineEnd = newline < 0 ? text.length : newline + 1;
    yield [at, lineEnd];
    at = lineEnd;
  }
}
