/** Sums over a span of time that ends with each row, with the same bits whichever rows are asked for. */

/** Number of rows in `span` (seconds), at least the row itself. */
export function rowsIn(span: number, interval: number): number {
  return Math.max(Math.round(span / interval), 1);
}

/**
 * Row kernel: sum of `values` over the `length` rows that end with each of the rows [i0, i1); rows before `first` count as 0.
 *
 * A running sum would carry its rounding from the row where it began, so that results would depend on it. Here rows stand in
 * groups of `length` that are fixed in time (`number` is that of row 0, counted from any fixed time): a span is the end of one
 * group and the beginning of the next, each summed from the group's edge (van Herk 1992; Gil & Werman 1993). Two additions a
 * row, whatever the length.
 *
 * @param tail scratch of the same rows
 */
export function trailingSumRows(
  i0: number,
  i1: number,
  first: number,
  length: number,
  number: number,
  values: Float64Array,
  tail: Float64Array,
  sums: Float64Array,
): void {
  if (length === 1 && i0 >= first) {
    sums.set(values.subarray(i0, i1), i0);
    return;
  }
  let group = i0 - modulo(number + i0, length);
  for (; group < i1; group += length) {
    let ending = 0;
    for (let i = group - 1; i > group - length; i--) {
      if (i >= first) {
        ending += values[i]!;
        tail[i] = ending;
      }
    }
    const end = Math.min(group + length, i1);
    let beginning = 0;
    for (let i = Math.max(group, first); i < end; i++) {
      beginning += values[i]!;
      if (i < i0) continue;
      const from = i - length + 1;
      sums[i] = from >= group ? beginning : (from >= first ? tail[from]! : ending) + beginning;
    }
  }
}

function modulo(value: number, length: number): number {
  return value - length * Math.floor(value / length);
}
