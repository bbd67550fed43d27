/** Lines of a table to cells, with any delimiter and quotes as RFC 4180 has them. */

/** What separates cells. */
export type Delimiter = "," | ";" | "\t" | "|" | " ";

/** Why a line cannot be split. */
export class QuoteError extends Error {}

/**
 * Trimmed cells of a line. A quoted cell may hold the delimiter and doubled quotes, but no line break. Blanks as
 * delimiters count once, however many.
 *
 * @throws QuoteError for a quote that is not closed or is in the wrong place
 */
export function splitLine(line: string, delimiter: Delimiter): string[] {
  if (line.includes('"')) return splitQuoted(delimiter === " " ? line.trim() : line, delimiter);
  if (delimiter === " ") return line.trim().split(/\s+/);
  const cells = line.split(delimiter);
  for (let k = 0; k < cells.length; k++) cells[k] = cells[k]!.trim();
  return cells;
}

function splitQuoted(line: string, delimiter: Delimiter): string[] {
  if ((line.split('"').length - 1) % 2 === 1) throw new QuoteError("a quote is not closed on its line");
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const begin = skipBlanks(line, at, delimiter);
    const { cell, end } = line[begin] === '"' ? quotedCell(line, begin) : plainCell(line, begin, delimiter);
    cells.push(cell);
    const next = skipBlanks(line, end, delimiter);
    if (next < line.length && line[next] !== delimiter) throw new QuoteError("a quote is in the wrong place");
    at = next + 1;
    if (delimiter === " ") while (line[at] === " ") at++;
  }
  return cells;
}

function skipBlanks(line: string, from: number, delimiter: Delimiter): number {
  let at = from;
  while (at < line.length && line[at] !== delimiter && line[at]!.trim() === "") at++;
  return at;
}

function quotedCell(line: string, begin: number): { cell: string; end: number } {
  let end = line.indexOf('"', begin + 1);
  while (line[end + 1] === '"') end = line.indexOf('"', end + 2);
  return {
    cell: line
      .slice(begin + 1, end)
      .replaceAll('""', '"')
      .trim(),
    end: end + 1,
  };
}

function plainCell(line: string, begin: number, delimiter: Delimiter): { cell: string; end: number } {
  const found = line.indexOf(delimiter, begin);
  const end = found < 0 ? line.length : found;
  const cell = line.slice(begin, end).trim();
  if (cell.includes('"')) throw new QuoteError("a quote is in the wrong place");
  return { cell, end };
}
