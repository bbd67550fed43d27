/** Tables of products: a CSV file of SAM's libraries, or one that the package has packed. */
import { QuoteError, splitLine } from "../../foundation/text/split-line.js";

/** Cells of all products, one under the other. */
type SamColumn = Pick<readonly string[], "at">;

export interface SamTable {
  readonly units: Readonly<Record<string, string>>;
  /** Of the products. */
  readonly names: readonly string[];
  readonly columns: ReadonlyMap<string, SamColumn>;
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
  const cellsAt = (column: number) => rows.slice(above).map(({ cells }) => cells[column]!);
  const [, ...others] = head.keys();
  return tableOf(head, hasUnits ? units : [], [cellsAt(0), ...others.map(cellsAt)]);
}

function cellsOf(line: string, number: number): string[] {
  try {
    return splitLine(line, ",");
  } catch (cause) {
    if (cause instanceof QuoteError) throw new RangeError(`line ${number}: ${cause.message}`);
    throw cause;
  }
}

/**
 * @param head names of the columns, of which the first one has the names of the products
 * @param columns cells of each column, without the rows above
 */
function tableOf(
  head: readonly string[],
  units: readonly string[],
  [names, ...others]: readonly [readonly string[], ...SamColumn[]],
): SamTable {
  const known = head.flatMap((name, k) => (units[k] === undefined || units[k] === "" ? [] : [[name, units[k]]]));
  const columns = new Map<string, SamColumn>([names, ...others].map((cells, k) => [head[k]!, cells]));
  return { units: Object.fromEntries(known), names, columns };
}

/**
 * @param names of the columns, of which the first one has the names of the products
 * @param text lines of cells with tabs between them: the names; by product how many different ones back its cells lie (nothing: they are the
 *   next ones); then the other columns, of different products
 */
export function unpackedTable(names: readonly string[], units: readonly string[], text: string): SamTable {
  const [first, steps, ...others] = text.split("\n");
  const places = placesOf(steps!.split("\t"));
  return tableOf(names, units, [first!.split("\t"), ...others.map((line) => columnOf(line, places))]);
}

/**
 * Cells with tabs between them, cut out where they are asked for: as texts of their own those of a large library take forty megabytes.
 *
 * @param places of the products' cells
 */
function columnOf(line: string, places: Uint32Array): SamColumn {
  let starts: Uint32Array | undefined;
  return {
    at(row) {
      starts ??= startsOf(line);
      const place = places[row];
      return place === undefined ? undefined : line.slice(starts[place], starts[place + 1]! - 1);
    },
  };
}

/** By product: the place of its cells. Many have those of a product before them, under another name. */
function placesOf(steps: readonly string[]): Uint32Array {
  let count = 0;
  return Uint32Array.from(steps, (step) => (step === "" ? count++ : count - Number(step)));
}

/** Of each cell, and of one behind the last. */
function startsOf(line: string): Uint32Array {
  const starts = [0];
  for (let at = line.indexOf("\t"); at >= 0; at = line.indexOf("\t", at + 1)) starts.push(at + 1);
  return Uint32Array.from([...starts, line.length + 1]);
}
