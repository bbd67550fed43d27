export interface Tally {
  readonly cases: number;
  readonly answered: number;
  readonly operations: ReadonlyMap<string, number>;
  readonly errors: readonly string[];
  readonly undocumented: readonly string[];
  readonly failed: readonly string[];
}

export function tally(file: string): Promise<Tally>;
export function summaryLine(found: Tally): string;
export function shortfalls(found: Tally, wanted: { readonly cases: number; readonly answered: number }): string[];
export function closingLine(found: Tally, wanted: { readonly cases: number; readonly answered: number }): string;
