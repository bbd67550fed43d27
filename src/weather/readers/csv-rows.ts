/** Rows of a CSV text with their line numbers. */
import { WeatherError } from "../errors.js";
import { lineAt, type WeatherText } from "./text.js";

/** `isCut`: the text ends within this row, before its line end. */
export type OnRow = (cells: string[], line: number, isCut: boolean) => void;

/**
 * Calls `onRow` with the trimmed cells of every row that is not blank and its line (1-based). Cells may stand in quotes,
 * but not go over several lines.
 *
 * fast-csv rests on Node's streams: it is loaded here, at the first CSV text, so that nothing else depends on it. In a
 * browser a bundler has to supply `stream`.
 *
 * @throws WeatherError for a quote that is not closed or stands in the wrong place; whatever onRow throws
 */
export async function csvRows({ blocks }: WeatherText, file: string | undefined, onRow: OnRow): Promise<void> {
  const { parse } = await import("fast-csv");
  const parser = parse<string[], string[]>({ headers: false, trim: true });
  let failure: unknown;
  let emitted = 0;
  /** Line that the part just written begins on, and how many line ends have been written. */
  let begin = 1;
  let ended = 0;
  parser.on("data", (cells: string[]) => {
    if (failure !== undefined) return;
    try {
      emitted += 1;
      if (cells.length > 1 || cells[0]) onRow(cells, emitted, emitted > ended);
    } catch (cause) {
      failure = cause;
    }
  });
  parser.on("error", () => {
    failure ??= new WeatherError("a quote stands in the wrong place", { file, line: begin });
  });
  const closed = new Promise<void>((resolve) => parser.once("close", resolve));
  const write = (part: string) => new Promise<void>((resolve) => parser.write(part, () => resolve()));
  try {
    for await (const block of blocks) {
      for (const part of parts(block)) {
        begin = ended + 1;
        if ((part.split('"').length - 1) % 2 === 1) {
          failure ??= new WeatherError("a quote is not closed on its line", { file, line: begin });
        }
        ended += lineAt(part, part.length) - 1;
        if (failure === undefined) await write(part);
        if (failure !== undefined) break;
      }
      if (failure !== undefined) break;
    }
  } catch (cause) {
    failure ??= cause;
  }
  if (failure === undefined) parser.end();
  else parser.destroy();
  await closed;
  if (failure !== undefined) throw failure;
}

/** A line with quotes is a part of its own, so that an error of the parser, which only quotes can cause, belongs to it. */
function* parts(block: string): Generator<string> {
  let at = 0;
  while (at < block.length) {
    const quote = block.indexOf('"', at);
    const plainEnd = quote < 0 ? block.length : block.lastIndexOf("\n", quote) + 1;
    if (at < plainEnd) yield block.slice(at, plainEnd);
    if (quote < 0) return;
    const newline = block.indexOf("\n", quote);
    at = newline < 0 ? block.length : newline + 1;
    yield block.slice(plainEnd, at);
  }
}
