/** Findings as they come, and the bits of their rows. */
import { FINDING_CODES, type Finding, type FindingCode, type Findings, type RowSpan } from "./types.js";

/** Of rows whose light is not the sun's, whatever else they have. @experimental */
export const LOST_CODES = ["dead", "stuck", "saturated"] as const satisfies readonly FindingCode[];

/** The bits of findings in `Examination.flags`. @experimental */
export function bitsOf(codes: readonly FindingCode[]): number {
  return codes.reduce((bits, code) => bits | (1 << FINDING_CODES.indexOf(code)), 0);
}

/** Rows with one of the bits, as stretches. @experimental */
export function spansOf(flags: Uint32Array, bits: number): RowSpan[] {
  const spans: RowSpan[] = [];
  for (let row = 0; row < flags.length; row++) {
    if ((flags[row]! & bits) === 0) continue;
    const from = row;
    while (row < flags.length && (flags[row]! & bits) !== 0) row++;
    spans.push({ from, to: row });
  }
  return spans;
}

export class FindingsOf implements Findings {
  readonly flags: Uint32Array;
  readonly list: Finding[] = [];

  constructor(count: number) {
    this.flags = new Uint32Array(count);
  }

  add(finding: Omit<Finding, "rows">, isRow: (row: number) => boolean = () => true): void {
    const bit = bitsOf([finding.code]);
    let rows = 0;
    for (const { from, to } of finding.spans) {
      for (let row = from; row < to; row++) {
        if (!isRow(row)) continue;
        this.flags[row]! |= bit;
        rows++;
      }
    }
    this.list.push({ ...finding, rows });
  }
}
