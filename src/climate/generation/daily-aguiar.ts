/**
 * Days by a library of Markov matrices: R. J. Aguiar, M. Collares-Pereira, J. P. Conde (1988), Simple procedure for generating
 * sequences of daily radiation values using a library of Markov transition matrices, Solar Energy 40, 269–279. The month's
 * mean clearness names the matrix, yesterday's clearness its row. Kept to be compared with.
 */
import { AGUIAR_CLASSES } from "./aguiar-matrices.generated.js";
import type { DailyLaw } from "./daily.js";
import { PURPOSE } from "./purpose.js";

const STATES = 10;

/** Rows cumulated and brought to end at 1: they are printed with three digits. */
const CUMULATED = /* @__PURE__ */ AGUIAR_CLASSES.map(({ rows }) =>
  rows.map((row) => {
    const total = row.reduce((sum, p) => sum + p, 0);
    let sum = 0;
    return row.map((p) => (sum += p) / total);
  }),
);

export const aguiarDays: DailyLaw = {
  begin: (_random, december) => december.clearness,
  draw(random, { firstDay, endDay, clearness }, { global, extraterrestrial }, attempt, state, index) {
    const found = AGUIAR_CLASSES.findIndex(({ upper }) => clearness <= upper);
    const number = found < 0 ? AGUIAR_CLASSES.length - 1 : found;
    const { least, most } = AGUIAR_CLASSES[number]!;
    const rows = CUMULATED[number]!;
    const width = (most - least) / STATES;
    let k = state;
    for (let day = firstDay; day < endDay; day++) {
      const today = Math.min(Math.max(Math.floor((k - least) / width), 0), STATES - 1);
      k = least + width * nextPosition(rows[today]!, random.uniform(PURPOSE.states, day, 0, attempt));
      index[day] = global[day]! > 0 ? (k * extraterrestrial[day]!) / global[day]! : 0;
    }
    return k;
  },
};

/** State and place inside it, 0…10, at which a cumulated row has the probability u. */
function nextPosition(row: readonly number[], u: number): number {
  let next = 0;
  while (next < STATES - 1 && !(row[next]! > u)) next++;
  const below = next > 0 ? row[next - 1]! : 0;
  return next + (u - below) / (row[next]! - below);
}
