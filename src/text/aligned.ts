/**
 * Lines of a table, their columns two spaces apart.
 *
 * @experimental
 * @param isRight whether a column is aligned to the right; default: all but the first
 */
export function aligned(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = (column) => column > 0,
): string[] {
  const widths = (rows[0] ?? []).map((_, k) => Math.max(...rows.map((row) => row[k]!.length)));
  const padded = (cell: string, k: number) => (isRight(k) ? cell.padStart(widths[k]!) : cell.padEnd(widths[k]!));
  return rows.map((row) => row.map(padded).join("  ").trimEnd());
}
