import { readFileSync } from "node:fs";

/** Reads a file of fixtures/sun as text. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/sun/${name}`, import.meta.url), "utf8");
}

/** Reads a table of fixtures/sun as one column per name. */
export function readColumns(name: string): {
  n: number;
  names: readonly string[];
  column: (name: string) => Float64Array;
} {
  const { columns, rows } = JSON.parse(readFixture(name)) as { columns: string[]; rows: number[][] };
  return {
    n: rows.length,
    names: columns,
    column(wanted) {
      const at = columns.indexOf(wanted);
      if (at < 0) throw new Error(`${name} has no column ${wanted}`);
      return Float64Array.from(rows, (row) => row[at]!);
    },
  };
}

/** Difference of two angles in degrees, −180…180. */
export function angleBetween(a: number, b: number): number {
  const d = (a - b) % 360;
  return d > 180 ? d - 360 : d < -180 ? d + 360 : d;
}
