// What the tables of the page's views must hold, worked out from a second, direct request and by nothing of the page's own.

const HOUR = 3_600_000;
const MISSING = "–";
/** Sums of what is a power, in thousands; the others are means. */
const POWERS = ["W/m**2", "W/kWp"];

/** Rows of the series: start in UTC, then every column. @returns {string[][]} */
export function seriesRows({ start_times, values }) {
  const columns = Object.values(values).filter((column) => column !== null);
  return start_times.map((start, i) => [clock(start), ...columns.map((column) => text(column[i]))]);
}

/** Rows of days, columns of hours, UTC. */
export function dayRows({ start_times, values }, name) {
  const days = new Map();
  start_times.forEach((start, i) => {
    const day = start.slice(0, 10);
    if (!days.has(day)) days.set(day, [day]);
    days.get(day).push(text(values[name][i]));
  });
  return [...days.values()];
}

/** Rows of months in UTC: for every parameter its figure, then the days with values. */
export function monthRows({ start_times, end_times, values, meta }) {
  const months = new Map();
  start_times.forEach((start, i) => {
    const month = new Date(start).toLocaleString("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
    months.set(month, [...(months.get(month) ?? []), i]);
  });
  return [...months].map(([month, rows]) => [
    month,
    ...meta.parameters.flatMap(({ name, unit }) => {
      const known = rows.filter((i) => values[name][i] !== null);
      const hours = known.map((i) => (Date.parse(end_times[i]) - Date.parse(start_times[i])) / HOUR);
      const sum = known.reduce((all, row, k) => all + values[name][row] * hours[k], 0);
      const length = hours.reduce((all, one) => all + one, 0);
      const figure = POWERS.includes(unit.name) ? sum / 1000 : sum / length;
      return [figure.toFixed(2), String(Math.round((length / 24) * 100) / 100)];
    }),
  ]);
}

/** Rows of months, columns of years, of sums of whole months in Wh; at last the year. */
export function yearRows({ start_times, values }, name) {
  const years = [...new Set(start_times.map((start) => start.slice(0, 4)))];
  const sum = (isWanted) =>
    (start_times.reduce((all, start, i) => all + (isWanted(start) ? values[name][i] : 0), 0) / 1000).toFixed(2);
  const months = Array.from({ length: 12 }, (_, month) => [
    new Date(Date.UTC(2022, month)).toLocaleString("en-US", { month: "short", timeZone: "UTC" }),
    ...years.map((year) => sum((start) => start.startsWith(`${year}-${String(month + 1).padStart(2, "0")}`))),
  ]);
  return [...months, ["Year", ...years.map((year) => sum((start) => start.startsWith(year)))]];
}

/** Rows of hours in which a value is reached, largest value first: of hourly values. */
export function durationRows({ values }, name) {
  const known = values[name].filter((value) => value !== null).sort((a, b) => b - a);
  return known.map((value, k) => [String(k + 1), (((k + 1) / known.length) * 100).toFixed(2), String(value)]);
}

/** Rows of a forecast and the observations before it, with quantiles where the service knows any. */
export function forecastRows(forecast, observed, name) {
  const rows = new Map();
  const quantiles = Object.values(forecast.meta.quantiles?.[name] ?? {});
  const known = quantiles.flat().some((value) => value !== null) ? quantiles : [];
  observed.start_times.forEach((start, i) => {
    rows.set(start, [text(observed.values[name][i]), MISSING, ...known.map(() => MISSING)]);
  });
  forecast.start_times.forEach((start, i) => {
    const spread = known.map((values) => text(values[i]));
    rows.set(start, [rows.get(start)?.[0] ?? MISSING, text(forecast.values[name][i]), ...spread]);
  });
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([start, cells]) => [clock(start), ...cells]);
}

function clock(start) {
  return start.slice(0, 16).replace("T", " ");
}

function text(value) {
  return value === null ? MISSING : String(value);
}
