/** Sums that count up, read as the light itself. */

/** Seconds: of steps within a day, so many have an evening in which light falls. */
const TWO_DAYS = 172_800;
const LONGEST_STEP = 10_800;

/** When the values of a meter never fall, in words; undefined: they are those of no meter. */
export function meterSign(values: ArrayLike<number>, interval: number): string | undefined {
  if (interval > LONGEST_STEP || values.length * interval < TWO_DAYS) return undefined;
  if (countsUp(values)) return "from the first row to the last";
  return countsUpByDay(values) ? "in the course of a day" : undefined;
}

function countsUp(values: ArrayLike<number>): boolean {
  let [first, before] = [Number.NaN, Number.NaN];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value < before) return false;
    if (Number.isNaN(value)) continue;
    if (Number.isNaN(first)) first = value;
    before = value;
  }
  return before > first;
}

/** A fall of a meter is its return to the beginning. */
const RETURN = 0.1;
/** Light falls about as often as it rises; a meter so many times less. */
const RISES = 4;

/** A meter that begins anew each day: it falls once, to nothing. */
function countsUpByDay(values: ArrayLike<number>): boolean {
  let [before, rises, falls] = [Number.NaN, 0, 0];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    if (value < before) {
      if (value > RETURN * before) return false;
      falls++;
    } else if (value > before) rises++;
    before = value;
  }
  return falls > 0 && rises >= RISES * falls;
}
