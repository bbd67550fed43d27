/** How far two years are from each other: distances of distributions, and persistence. */

const sorted = (values) => Float64Array.from(values).sort();

/** Two-sample Kolmogorov–Smirnov distance. */
export function ksDistance(a, b) {
  const [x, y] = [sorted(a), sorted(b)];
  let i = 0;
  let j = 0;
  let most = 0;
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i], y[j]);
    while (i < x.length && x[i] <= value) i++;
    while (j < y.length && y[j] <= value) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return most;
}

/** KSI and OVER in % (Espinar et al. 2009): 100 equal bins from the joint least to the joint most. */
export function ksiAndOver(a, b) {
  const [x, y] = [sorted(a), sorted(b)];
  const least = Math.min(x[0], y[0]);
  const most = Math.max(x.at(-1), y.at(-1));
  const critical = 1.63 / Math.sqrt(y.length);
  const width = (most - least) / 100;
  let ksi = 0;
  let over = 0;
  let i = 0;
  let j = 0;
  for (let bin = 1; bin <= 100; bin++) {
    const edge = least + bin * width;
    while (i < x.length && x[i] <= edge) i++;
    while (j < y.length && y[j] <= edge) j++;
    const distance = Math.abs(i / x.length - j / y.length);
    ksi += distance * width;
    over += Math.max(distance - critical, 0) * width;
  }
  const area = critical * (most - least);
  return { ksi: (100 * ksi) / area, over: (100 * over) / area };
}

export function mean(values) {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

export function deviation(values) {
  const middle = mean(values);
  return Math.sqrt(mean(Array.from(values, (value) => (value - middle) ** 2)));
}

/** Pearson's correlation of each value with the next. */
export function lagOne(values) {
  const [a, b] = [values.slice(0, -1), values.slice(1)];
  const [ma, mb] = [mean(a), mean(b)];
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let k = 0; k < a.length; k++) {
    ab += (a[k] - ma) * (b[k] - mb);
    aa += (a[k] - ma) ** 2;
    bb += (b[k] - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}
