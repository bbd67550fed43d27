/** Straight lines between the knots of a table. */

/** A number of a table between two of its leads; before the first and after the last that of these. */
export function between(leads: readonly number[], lead: number, of: (k: number) => number): number {
  const { k, share } = cellOf(leads, lead);
  return of(k) + (of(k + 1) - of(k)) * share;
}

/** Between which of two or more ascending knots a value lies, and where between them, 0…1. */
export function cellOf(knots: readonly number[], value: number): { readonly k: number; readonly share: number } {
  let k = 0;
  while (k < knots.length - 2 && knots[k + 1]! <= value) k++;
  return { k, share: Math.min(1, Math.max(0, (value - knots[k]!) / (knots[k + 1]! - knots[k]!))) };
}
