/** By how much the clock of measured power differs from that of the model. */

/** Shifts that are tried, either way: further than daylight saving, and a label at the other end. */
const FARTHEST = 3 * 3600;
/** A shift must leave so much less of the squared error: a model is never exact. */
const LESS = 0.85;
/** Fewer rows say nothing. */
const FEWEST = 48;

/**
 * The shift at which the errors of a model scaled to the measured energy are least, in whole rows.
 *
 * @param reasons rows other than 0 do not count
 * @returns seconds by which the measured times are late; 0 where no other shift is clearly better
 */
export function clockShift(
  measured: Float64Array,
  modelled: Float64Array,
  reasons: Uint8Array,
  interval: number,
): number {
  const most = Math.floor(FARTHEST / interval);
  const error = (shift: number) => {
    let [own, cross, square, rows] = [0, 0, 0, 0];
    for (let k = 0; k < measured.length; k++) {
      const other = modelled[k - shift];
      if (reasons[k]! > 1 || other === undefined || Number.isNaN(other)) continue;
      own += measured[k]! * measured[k]!;
      cross += measured[k]! * other;
      square += other * other;
      rows++;
    }
    // What a model times the best factor leaves of the squares.
    return rows < FEWEST || square === 0 || own === 0 ? 1 : (own - (cross * cross) / square) / own;
  };
  const shifts = Array.from({ length: 2 * most + 1 }, (_, k) => k - most);
  const best = shifts.reduce((least, shift) => (error(shift) < error(least) ? shift : least), 0);
  return best !== 0 && error(best) < LESS * error(0) ? best * interval : 0;
}
