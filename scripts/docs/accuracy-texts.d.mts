import type { AccuracyRow } from "../../src/accuracy/index.js";

export function joinedRows(): AccuracyRow[];
export function accuracyTexts(
  sources: { readonly [source: string]: string },
  rows?: readonly AccuracyRow[],
): Map<string, string>;
export function theRow(rows: readonly AccuracyRow[], wanted: Partial<AccuracyRow>): AccuracyRow;
export function figure(value: number): string;
