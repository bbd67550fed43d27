/** Rows of a series by the sun's clock, and stretches of days to break. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const GHI = "global_horizontal_irradiance";
export const DNI = "direct_normal_irradiance";
export const DHI = "diffuse_horizontal_irradiance";
export const LIGHT = [GHI, DNI, DHI];

/** Days of local solar time since 1970 at the middle of a row, with their fraction. */
export function solarDay({ start, interval, place }, row) {
  return (start + (row + 0.5) * interval * 1000) / DAY + place.longitude / 360;
}

export function solarHour(series, row) {
  const day = solarDay(series, row);
  return 24 * (day - Math.floor(day));
}

export function rowsOf(series) {
  return Object.values(series.columns)[0].length;
}

export function rowsPerDay({ interval }) {
  return 86_400 / interval;
}

/** Rows of the whole solar days [first, first + days), counted from the first whole day of the series. */
export function rowsOfDays(series, first, days) {
  const perDay = rowsPerDay(series);
  const from = Math.round((Math.ceil(solarDay(series, 0)) - solarDay(series, 0)) * perDay + first * perDay);
  return { from, to: Math.min(rowsOf(series), Math.round(from + days * perDay)) };
}

export function daysOf(series) {
  return Math.floor(rowsOf(series) / rowsPerDay(series)) - 1;
}

/** A stretch of days anywhere in the series, where it has light; as many days as there are at most. */
export function anyDays(series, days, random) {
  const most = daysOf(series);
  const long = Math.min(days, most);
  for (let attempt = 0; ; attempt++) {
    const stretch = rowsOfDays(series, random.below(most - long + 1), long);
    const light = series.columns[GHI];
    for (let row = stretch.from; row < stretch.to; row++) if (light[row] > 100 || attempt > 200) return stretch;
  }
}

/** The series with the columns of light rewritten: value(light, row, name). */
export function withLight(series, value, names = LIGHT) {
  const columns = { ...series.columns };
  for (const name of names) {
    if (columns[name] !== undefined) columns[name] = columns[name].map((light, row) => value(light, row, name));
  }
  return { ...series, columns };
}

/** The same in some rows alone. */
export function withLightIn(series, { from, to }, value, names = LIGHT) {
  return withLight(series, (light, row, name) => (row >= from && row < to ? value(light, row, name) : light), names);
}

/** Each row has the values of the row that source(row) names; missing where there is none. */
export function withRowsFrom(series, source) {
  const columns = Object.fromEntries(
    Object.entries(series.columns).map(([name, values]) => [
      name,
      values.map((_, row) => values[source(row)] ?? Number.NaN),
    ]),
  );
  return { ...series, columns };
}

/** All stamps later by so many minutes. */
export function late(series, minutes) {
  return { ...series, start: series.start + minutes * 60_000 };
}

export function sumOf(series, name = GHI) {
  return series.columns[name].reduce((sum, value) => (value > 0 && value < 2220 ? sum + value : sum), 0);
}
