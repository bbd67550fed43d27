/** mulberry32: uniform numbers in [0, 1), the same for the same seed on every machine. */
export function randomNumbers(seed: number): () => number;

export interface Seeded {
  next(): number;
  /** A whole number of 0 … count − 1. */
  below(count: number): number;
  between(least: number, most: number): number;
  of<T>(items: readonly T[]): T;
}

/** The same numbers, and what is usually made of them. */
export function seeded(seed: number): Seeded;
