/** Measured minutes against those that the generator makes of their hours. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { yearCalendar } from "../../dist/answers/climate/generation/calendar.js";
import { computeEnvelope, envelopeTurbidity } from "../../dist/answers/climate/generation/envelope.js";
import { minuteIrradiance } from "../../dist/answers/climate/generation/minute.js";
import { Random } from "../../dist/foundation/statistics/random.js";
import { readWeather } from "../../dist/data/weather/node.js";
import { deviation, ksDistance, mean } from "./statistics.mjs";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LEAST_SINE = Math.sin(Math.PI / 18);
/** Minutes at an end of a file that its labels leave out: night. */
const FEW = 1;

/** Days of measured minutes at a station, and the sky that they are taken apart under. */
export async function measuredDays(folder, entry, climatology) {
  const { latitude, longitude, altitude, timeZone } = entry;
  const { start, values } = await minutesOf(join(folder, entry.file), entry);
  const local = start + timeZone * HOUR;
  // Behind 29 February days keep their dates.
  const first = new Date(local + DAY / 2);
  const begin = (Date.UTC(2005, first.getUTCMonth(), first.getUTCDate()) - Date.UTC(2005, 0, 1)) / DAY;
  const midnight = Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate());
  const turbidity = climatology
    .linkeTurbidity(latitude, longitude)
    .map((value) => envelopeTurbidity("ineichen", value));
  const calendar = yearCalendar(first.getUTCFullYear(), timeZone);
  const envelope = computeEnvelope({ latitude, longitude, altitude }, calendar, "ineichen", turbidity, true);
  const truth = new Float64Array(525_600);
  const hourly = new Float64Array(8760);
  const days = [];
  const shift = Math.round((midnight - local) / MINUTE);
  const count = Math.floor((values.length + 2 * FEW - Math.max(shift, 0)) / 1440);
  for (let day = 0; day < count; day++) {
    const minutes = Array.from({ length: 1440 }, (_, k) => {
      const i = shift + day * 1440 + k;
      return i >= -FEW && i < values.length + FEW ? (values[i] ?? 0) : Number.NaN;
    });
    if (!minutes.every((value) => value > -50)) continue;
    days.push(begin + day);
    truth.set(
      minutes.map((value) => Math.max(value, 0)),
      (begin + day) * 1440,
    );
  }
  for (const day of days) {
    for (let row = day * 24; row < day * 24 + 24; row++) {
      const clear = envelope.global[row];
      hourly[row] = clear > 0 ? Math.min(mean(truth.subarray(row * 60, row * 60 + 60)) / clear, 1.3) : 0;
    }
  }
  return { envelope, days, hourly, real: indicesOf(truth, envelope, days) };
}

/** Indices and steps of a seed's minutes under a law; without one that of the generator. */
export function madeMinutes({ envelope, days, hourly }, seed, law) {
  return indicesOf(minuteIrradiance(hourly, envelope, new Random(seed), law), envelope, days);
}

/** Distance and ratios of what was made to what was measured. */
export function compareMinutes(made, real) {
  return {
    distance: ksDistance(made.indices, real.indices),
    spread: deviation(made.indices) / deviation(real.indices),
    ramps: deviation(made.ramps) / deviation(real.ramps),
  };
}

async function minutesOf(path, { timeZone }) {
  if (path.endsWith("SRML-day-EUPO1801.txt")) return eugene(readFileSync(path, "utf8"), timeZone);
  if (path.includes("midc_bms")) return stamped(readFileSync(path, "utf8"));
  const { series } = await readWeather(path);
  const start = new Date(series.start).getTime();
  return { start, values: Array.from(series.columns.global_horizontal_irradiance) };
}

/** A day of the University of Oregon's network: day of the year, minute label, GHI; labels end their minutes. */
function eugene(text, timeZone) {
  const rows = text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => Number(line.split("\t")[2]));
  return { start: Date.UTC(2018, 0, 1) - timeZone * HOUR, values: rows };
}

/** Stamp with an offset, value. */
function stamped(text) {
  const rows = text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  return { start: Date.parse(rows[0][0].replace(" ", "T")), values: rows.map((cells) => Number(cells[1])) };
}

/** Clear-sky indices of the minutes, and steps in W/m², in whole hours with the sun above 10 degrees. */
function indicesOf(minutes, envelope, days) {
  const indices = [];
  const ramps = [];
  for (const day of days) {
    for (let row = day * 24; row < day * 24 + 24; row++) {
      if (!(envelope.sine[row] > LEAST_SINE)) continue;
      for (let i = row * 60; i < row * 60 + 60; i++) {
        indices.push(minutes[i] / envelope.minutes.global[i]);
        if (i > row * 60) ramps.push(minutes[i] - minutes[i - 1]);
      }
    }
  }
  return { indices, ramps };
}
