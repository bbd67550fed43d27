// Written by scripts/accuracy-table.mjs from research/results/.
import type { AccuracyRow } from "./accuracy-of.js";

/** @experimental */
export const ACCURACY_ROWS: readonly AccuracyRow[] = [];
