/** A table of power as JSON that a person reads. */
import type { PowerTable } from "./table.js";

/** @experimental */
export function powerTableText(table: PowerTable): string {
  return `${JSON.stringify(table)}\n`;
}

/** @experimental */
export function parsePowerTable(given: string): PowerTable {
  return JSON.parse(given) as PowerTable;
}
