// Made-up weather of Golden, Colorado, and how programs write times and numbers: for make-foreign-csv.mjs.

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const PLACE = { latitude: 39.742, longitude: -105.18 };
export const MST = -7;

/** Local standard time of Golden as Unix ms of UTC: a summer's days, which hold all of its light. */
function light(localMs) {
  const hour = (localMs % DAY) / HOUR;
  return Math.max(0, Math.sin((Math.PI * (hour - 5)) / 14));
}

/** Means of an interval. @param {number} middle Unix ms, UTC */
function weatherAt(middle) {
  const local = middle + MST * HOUR;
  const bell = light(local);
  const cloud = 0.6 + 0.4 * Math.sin(middle / 7e6) ** 2;
  const ghi = 980 * bell * cloud;
  const dhi = Math.min(ghi, 90 * Math.sqrt(bell) * (2 - cloud));
  return {
    ghi,
    dhi,
    dni: bell > 0 ? (ghi - dhi) / Math.max(bell, 0.1) : 0,
    temp: 12 + 14 * bell + Math.sin(middle / 3e7),
    wind: 2 + 1.5 * Math.cos(middle / 5e6) ** 2,
    rh: 70 - 40 * bell,
    hpa: 820 + 3 * Math.sin(middle / 9e7),
  };
}

export const pad = (number, width = 2) => String(number).padStart(width, "0");

/** Parts of a local time. */
export function parts(ms) {
  const date = new Date(ms);
  const [Y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [H, M, S] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const doy = Math.floor((ms - Date.UTC(Y, 0, 1)) / DAY) + 1;
  return { Y, m, d, H, M, S, doy, h12: H % 12 || 12, half: H < 12 ? "AM" : "PM", yy: pad(Y % 100) };
}

export const iso = (ms) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
export const utc = (ms) => `${iso(ms).replace(" ", "T")}Z`;
/** A local time in the way of a program. */
export const written = (shape) => (ms) => shape(parts(ms));
export const german = written(({ Y, m, d, H, M }) => `${pad(d)}.${pad(m)}.${Y} ${pad(H)}:${pad(M)}`);
export const british = written(({ Y, m, d, H, M }) => `${pad(d)}/${pad(m)}/${Y} ${pad(H)}:${pad(M)}`);
export const american = written(({ Y, m, d, H, M }) => `${m}/${d}/${Y} ${H}:${pad(M)}`);
export const halfDays = written(
  ({ m, d, yy, h12, M, half }) => `${pad(m)}/${pad(d)}/${yy} ${pad(h12)}:${pad(M)}:00 ${half}`,
);
export const davis = written(({ m, d, yy, h12, M, half }) => `${m}/${d}/${yy} ${h12}:${pad(M)} ${half}`);
export const compact = written(({ Y, m, d, H, M }) => `${Y}${pad(m)}${pad(d)}${pad(H)}${pad(M)}`);
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"];
export const named = written(({ Y, m, d, H, M }) => `${pad(d)}-${MONTHS[m - 1]}-${Y} ${pad(H)}:${pad(M)}:00`);
export const comma = (text) => text.replace(".", ",");
export const f1 = (value) => value.toFixed(1);
export const f3 = (value) => value.toFixed(3);
export const f4 = (value) => value.toFixed(4);
export const fahrenheit = (celsius) => f1(celsius * 1.8 + 32);
export const quoted = (text) => `"${text}"`;

export const COLUMNS = {
  ghi: "global_horizontal_irradiance",
  dni: "direct_normal_irradiance",
  dhi: "diffuse_horizontal_irradiance",
  bhi: "direct_horizontal_irradiance",
  temp: "temperature",
  wind: "wind_speed",
  rh: "relative_humidity",
  hpa: "pressure",
};
/** From the unit of `weatherAt` to the series'. */
const TO_SERIES = { hpa: 100 };

/**
 * A file and what was put into it.
 *
 * @typedef {object} ForeignFile
 * @property {string} name
 * @property {Uint8Array} bytes
 * @property {number} start Unix ms
 * @property {number} interval seconds
 * @property {string} label
 * @property {{ [name: string]: { values: number[], tolerance: number } }} columns
 * @property {string[]} [keys] columns read, if others are than those compared
 * @property {string} [labelRead]
 * @property {import("../../dist/data/weather/index.js").WeatherPlace} [place]
 * @property {RegExp} [question]
 * @property {import("../../dist/data/weather/index.js").ReadWeatherOptions} [answer]
 * @property {boolean} [alwaysAnswer] the file does not say it, and nothing shows it
 * @property {RegExp} [notice]
 *
 * @param {string} name
 * @param {string} head lines before the rows
 * @param {string} columns names of `weatherAt`, each with the decimals that are written unless it is one: half of the last is the tolerance
 * @param {(row: any, k: number) => (string | number)[]} cells of a row: the weather and `stamp`, local ms
 * @param {any} [more] shape of the file, and how it is to be read
 * @returns {ForeignFile}
 */
export function file(name, head, columns, cells, more = {}) {
  const shape = { join: ",", start: Date.UTC(2024, 5, 20), days: 3, minutes: 60, zone: 0, label: "start", ...more };
  const { join: mark, start, days, minutes, zone, label, end = "\n", encoding = "utf8", scales = [], ...rest } = shape;
  const step = minutes * 60_000;
  const first = start - zone * HOUR;
  const shift = { end: step, center: step / 2, start: 0 }[label];
  const rows = Array.from({ length: Math.round((days * DAY) / step) }, (_, k) => {
    const begin = first + k * step;
    return { ...weatherAt(begin + step / 2), begin, stamp: begin + zone * HOUR + shift, step };
  });
  const lines = [...head.split("\n"), ...rows.map((row, k) => cells(row, k).join(mark))];
  const put = columns.split(" ").filter((column) => column !== "");
  return {
    ...{ name, bytes: Buffer.from(lines.join(end) + end, encoding), start: first, interval: step / 1000, label },
    columns: Object.fromEntries(
      put.map((text, k) => {
        const [column, digits = "1"] = text.split(".");
        const factor = TO_SERIES[column] ?? 1;
        const tolerance = 0.5001 * 10 ** -Number(digits) * factor * (scales[k] ?? 1);
        return [COLUMNS[column], { values: rows.map((row) => row[column] * factor), tolerance }];
      }),
    ),
    ...rest,
  };
}
