/** Lists: a table for people, JSON for programs. Tokens as decimals, times as ISO 8601. */
import { aligned } from "irradiance-engine/shared";
import { MICRO } from "../accounts/accounts.js";
import type { Call } from "./command.js";

export type Cell = string | number | null;

/** Micro-tokens as tokens. Doubles tell micro-tokens apart up to 2³³ tokens; the export of the books writes digits. */
export function tokens(micro: number): number {
  return micro / MICRO;
}

export function time(at: number): string;
export function time(at: number | null): string | null;
export function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Prints rows: with --json as one array, else as a table whose head is the rows' names. */
export function printList(call: Call, rows: readonly Readonly<Record<string, Cell>>[]): void {
  if (call.has("json")) call.io.out(JSON.stringify(rows));
  else if (rows.length === 0) call.io.err("nothing to list");
  else for (const line of table(rows)) call.io.out(line);
}

function table(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const names = Object.keys(rows[0]!);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? "-")))];
  return aligned(lines, (k) => rows.every((row) => typeof row[names[k]!] === "number"));
}
