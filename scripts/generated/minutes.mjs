/** Measured minutes against those that the generator makes of their hours. */
import { yearCalendar } from "../../dist/climate/generation/calendar.js";
import { computeEnvelope, envelopeTurbidity } from "../../dist/climate/generation/envelope.js";
import { minuteIrradiance } from "../../dist/climate/generation/minute.js";
import { Random } from "../../dist/climate/index.js";
import { readWeather } from "../../dist/weather/node.js";
import { deviation, ksDistance, mean } from "./statistics.mjs";

const DAY = 86_400_000;
const LEAST_SINE = Math.sin(Math.PI / 18);

/** Mean distance and ratios of some seeds; days with a missing minute are left out. */
export async function compareMinutes(path, climatology, seeds) {
  const { start, columns, place } = await seriesOf(path);
  const measured = Array.from(columns.global_horizontal_irradiance);
  const first = new Date(start);
  const year = first.getUTCFullYear();
  const { latitude, longitude } = place;
  const site = { latitude, longitude, altitude: place.altitude ?? 0 };
  const turbidity = climatology
    .linkeTurbidity(latitude, longitude)
    .map((value) => envelopeTurbidity("ineichen", value));
  // The clock of UTC: a day of the file is one of the envelope's. Behind 29 February days keep their dates.
  const calendar = yearCalendar(year, 0);
  const envelope = computeEnvelope(site, calendar, "ineichen", turbidity, true);
  const begin = (Date.UTC(2005, first.getUTCMonth(), first.getUTCDate()) - Date.UTC(2005, 0, 1)) / DAY;

  const hourly = new Float64Array(8760);
  const truth = new Float64Array(525_600);
  const days = [];
  for (let day = 0; (day + 1) * 1440 <= measured.length; day++) {
    const minutes = measured.slice(day * 1440, (day + 1) * 1440);
    if (!minutes.every((value) => value > -50)) continue;
    days.push(begin + day);
    truth.set(
      minutes.map((value) => Math.max(value, 0)),
      (begin + day) * 1440,
    );
    for (let hour = 0; hour < 24; hour++) {
      const row = (begin + day) * 24 + hour;
      const clear = envelope.global[row];
      const index = clear > 0 ? mean(truth.subarray(row * 60, row * 60 + 60)) / clear : 0;
      hourly[row] = Math.min(index, 1.3);
    }
  }
  const real = indicesOf(truth, envelope, days);
  const figures = seeds.map((seed) => {
    const made = indicesOf(minuteIrradiance(hourly, envelope, new Random(seed)), envelope, days);
    return {
      distance: ksDistance(made.indices, real.indices),
      spread: deviation(made.indices) / deviation(real.indices),
      ramps: deviation(made.ramps) / deviation(real.ramps),
    };
  });
  const of = (name) => mean(figures.map((figure) => figure[name]));
  return { days: days.length, distance: of("distance"), spread: of("spread"), ramps: of("ramps") };
}

async function seriesOf(path) {
  const reading = await readWeather(path);
  const { start } = reading.series;
  return { ...reading.series, start: typeof start === "string" ? Date.parse(start) : start };
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
