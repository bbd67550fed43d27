// The references of the forecast tables, as clear-sky indices. Observations are known until a quarter of an hour before the issue: the last
// whole quarter before it is that of row `issue − 2`. With the sun below 5° then there is none yet, and the climatology takes its place.
export const LEADS = Array.from({ length: 24 }, (_, k) => k + 1);
/** Quarters from the issue to the end of hours that are judged. */
export const HOUR_LEADS = [8, 12, 16, 20, 24];

/** Mean index of `length` quarters that end before row `end`: ΣGHI/ΣGc; NaN unless all are known. */
export function indexBefore({ ghi, clear, index }, end, length) {
  let [light, full] = [0, 0];
  for (let i = end - length; i < end; i++) {
    if (!(index[i] >= 0)) return Number.NaN;
    light += ghi[i];
    full += clear[i];
  }
  return light / full;
}

/**
 * Correlation between the last index and that of the target, by lead, of all training stations.
 *
 * @param {number} length quarters of an interval: 1, or 4 for hours
 */
export function lagCorrelations(stations, leads, length) {
  return new Map(
    leads.map((lead) => {
      let [n, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
      for (const station of stations) {
        for (let issue = length + 1; issue + lead <= station.count; issue++) {
          const last = indexBefore(station, issue - 1, length);
          if (Number.isNaN(last)) continue;
          const then = indexBefore(station, issue + lead, length);
          if (Number.isNaN(then)) continue;
          n++;
          x += last;
          y += then;
          xx += last * last;
          yy += then * then;
          xy += last * then;
        }
      }
      const covariance = xy / n - (x / n) * (y / n);
      return [lead, covariance / Math.sqrt((xx / n - (x / n) ** 2) * (yy / n - (y / n) ** 2))];
    }),
  );
}
