/** Libraries as SAM publishes them: CSV with rows of names, units and SAM's own variables above the products. */
import { QuoteError, splitLine } from "../weather/readers/rows/split.js";

export interface SamTable {
  readonly units: Readonly<Record<string, string>>;
  /** Cells of all products by the name of their column. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/**
 * @param text of a CSV file of SAM's `libraries` folder
 * @throws RangeError naming the line and what is wrong with it
 */
export function parseSamTable(text: string): SamTable {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const first = lines[0]!;
  if (!/^"?name"?,/i.test(first)) {
    throw new RangeError(`a library of SAM begins with the line "Name,…", got ${JSON.stringify(first.slice(0, 60))}`);
  }
  const rows = lines.flatMap((line, k) => (line.trim() === "" ? [] : [{ cells: cellsOf(line, k + 1), line: k + 1 }]));
  const head = rows[0]!.cells;
  for (const { cells, line } of rows) {
    if (cells.length === head.length) continue;
    throw new RangeError(`line ${line} has ${cells.length} cells, but the first one has ${head.length}`);
  }
  const [units, variables] = [rows[1]?.cells, rows[2]?.cells];
  const hasUnits = units?.[0] === "Units";
  const above = 1 + Number(hasUnits) + Number((hasUnits ? variables : units)?.[0] === "[0]");
  return tableOf(
    head,
    hasUnits ? units : [],
    head.map((_, column) => rows.slice(above).map(({ cells }) => cells[column]!)),
  );
}

function cellsOf(line: string, number: number): string[] {
  try {
    return splitLine(line, ",");
  } catch (cause) {
    if (cause instanceof QuoteError) throw new RangeError(`line ${number}: ${cause.message}`);
    throw cause;
  }
}

/** @param columns cells of each column, without the rows above */
export function tableOf(
  names: readonly string[],
  units: readonly string[],
  columns: readonly (readonly string[])[],
): SamTable {
  const known = names.flatMap((name, k) => (units[k] === undefined || units[k] === "" ? [] : [[name, units[k]]]));
  return { units: Object.fromEntries(known), columns: new Map(names.map((name, k) => [name, columns[k]!])) };
}
