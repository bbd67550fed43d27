/** A series of nothing but light on the horizontal, in intervals of so many seconds. */
export function ghiSeries<Ghi extends ArrayLike<number | null>>(start: number, interval: number, ghi: Ghi) {
  return { start, interval, columns: { global_horizontal_irradiance: ghi } };
}
