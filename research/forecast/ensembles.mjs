// Persistence ensembles: the clear-sky indices of other days at the same time of day.
//   plain: the last 20 of them; complete history: those of all days of the record, also of later ones (a strong reference)

const DAY = 96;
const PLAIN = 20;

/** @returns for a row of the judged ones its quantiles of GHI by both, in W/m² */
export function persistenceEnsembles({ index, count }, probabilities) {
  const days = Math.floor(count / DAY);
  const at = (day, slot) => index[day * DAY + slot];
  const complete = Array.from({ length: DAY }, (_, slot) =>
    quantiles(
      Array.from({ length: days }, (_, day) => at(day, slot)).filter((value) => value >= 0),
      probabilities,
    ),
  );
  const plain = Array.from({ length: count }, (_, row) => {
    const recent = [];
    for (let day = Math.floor(row / DAY) - 1; day >= 0 && recent.length < PLAIN; day--) {
      const value = at(day, row % DAY);
      if (value >= 0) recent.push(value);
    }
    return recent.length < PLAIN ? undefined : quantiles(recent, probabilities);
  });
  return { complete: (row) => complete[row % DAY], plain: (row) => plain[row] };
}

export function quantiles(values, probabilities) {
  const sorted = Float64Array.from(values).sort();
  return probabilities.map((p) => {
    const place = p * (sorted.length - 1);
    const low = Math.floor(place);
    return sorted[low] + (place - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
  });
}

/** Standard deviation of the index over the 3 hours before row `end`; NaN with less than an hour of it. */
export function variability({ index }, end) {
  let [n, sum, squares] = [0, 0, 0];
  for (let i = Math.max(0, end - 12); i < end; i++) {
    if (!(index[i] >= 0)) continue;
    n++;
    sum += index[i];
    squares += index[i] ** 2;
  }
  return n < 4 ? Number.NaN : Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2));
}

/** 2 × the mean pinball loss: the continuous ranked probability score by quantiles. */
export function crps(values, truth, probabilities) {
  let sum = 0;
  for (let k = 0; k < probabilities.length; k++) {
    const miss = truth - values[k];
    sum += miss >= 0 ? probabilities[k] * miss : (probabilities[k] - 1) * miss;
  }
  return (2 * sum) / probabilities.length;
}
