import type { AccuracyRow } from "../../src/accuracy/index.js";

export function howAccurateTexts(
  classErrors: { readonly [kind: string]: readonly number[] },
  rows?: readonly AccuracyRow[],
): Map<string, string>;
