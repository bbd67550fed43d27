/** CSV as the lists of a dataset are written: every line ends, cells are quoted where they must be. */

/** A cell, and what ends it. */
const CELL = /("(?:[^"]|"")*"|[^",\n]*)([,\n])/y;

/** The rows up to the first invalid one, such as a last row that was cut off. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = 0;
  for (let match = CELL.exec(text); match !== null; match = CELL.exec(text)) {
    const [, cell, end] = match as unknown as [string, string, string];
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
