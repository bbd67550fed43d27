// What synthetic weather keeps of the climate that it is drawn from (npm run build first; a minute):
//
//   node research/validate-synthetic.mjs [--years=30]
//
// Thirty years at each place, months of the place's own clock. Month: the largest difference of a month's mean GHI over the years
// from the climatology's, in % of it; months below 1 W/m² apart, in W/m². Year: that of the year's. Air: the largest difference of a
// month's temperature, K. r: correlation of one day's light with the next day's, both less the mean of the 31 days around. Hour: the
// brightest hour, W/m², and the most that an hour (sun above 20 degrees) has of its clear sky, as it is without the factor of the day.
import { parseArgs } from "node:util";
import { computeEnvelope, envelopeTurbidity } from "../dist/answers/climate/generation/envelope.js";
import { SyntheticWeather } from "../dist/answers/climate/index.js";
import { loadWorldClimate, openClimatology } from "../dist/data/climatology/index.js";
import { lagOne } from "./generated/statistics.mjs";

const { values: given } = parseArgs({ options: { years: { type: "string", default: "30" } } });
const YEARS = Number(given.years);
const FIRST_YEAR = 1991;
const HOUR = 3_600_000;
/** Sine of 20 degrees. */
const HIGH = 0.342;
/** Below, a share says nothing. */
const FEEBLE = 1;

const PLACES = [
  ["Svalbard", 78.2, 15.6],
  ["Tromsø", 69.65, 18.96],
  ["70 N, Siberia", 70, 100],
  ["Helsinki", 60.2, 24.9],
  ["50 N 10 E", 50, 10],
  ["Zürich", 47.4, 8.5],
  ["Denver", 39.7, -105],
  ["Tokyo", 35.7, 139.7],
  ["Aswan", 24, 33],
  ["Singapore", 1.4, 103.9],
  ["Pacific at the equator", 0, -150],
  ["Nairobi", -1.3, 36.8],
  ["Alice Springs", -23.7, 133.9],
  ["Sydney", -33.9, 151.2],
  ["Punta Arenas", -53.2, -70.9],
  ["Southern Ocean", -60, 0],
  ["66.5 N, edge of the polar night", 66.5, -40],
  ["Mizuho, Antarctica", -70.7, 44.3],
  ["South Pole", -90, 0],
];

const [world, climatology] = await Promise.all([loadWorldClimate(), openClimatology()]);

function judge(latitude, longitude) {
  const climate = world.at(latitude, longitude);
  const turbidity = Array.from(climatology.linkeTurbidity(latitude, longitude));
  const weather = new SyntheticWeather({ latitude, longitude, altitude: climate.altitude, turbidity }, climate);
  const months = Array.from({ length: 12 }, () => ({ light: 0, air: 0, count: 0 }));
  const days = [];
  let brightest = 0;
  let clearest = 0;
  for (let year = FIRST_YEAR; year < FIRST_YEAR + YEARS; year++) {
    const start = Date.UTC(year, 0, 1) - weather.zone * HOUR;
    const { globalHorizontal, temperature } = weather.hours(start, Date.UTC(year + 1, 0, 1) - weather.zone * HOUR);
    const sky = clearSkyOf(year, { latitude, longitude, altitude: climate.altitude, turbidity }, weather.zone);
    globalHorizontal.forEach((value, row) => {
      const month = months[new Date(Date.UTC(year, 0, 1) + row * HOUR).getUTCMonth()];
      month.light += value;
      month.air += temperature[row];
      month.count++;
      brightest = Math.max(brightest, value);
      if (sky && sky.sine[row] > HIGH) clearest = Math.max(clearest, value / sky.global[row]);
      if (row % 24 === 0) days.push(0);
      days[days.length - 1] += value;
    });
  }
  const light = months.map(({ light, count }) => light / count);
  const errors = light.map((value, month) => value - climate.globalHorizontal[month]);
  const shares = errors.map((error, month) =>
    climate.globalHorizontal[month] >= FEEBLE ? error / climate.globalHorizontal[month] : 0,
  );
  const feeble = errors.map((error, month) => (climate.globalHorizontal[month] < FEEBLE ? error : 0));
  const worst = shares.reduce((most, share, month) => (Math.abs(share) > Math.abs(shares[most]) ? month : most), 0);
  const sum = (values) => Array.from(values).reduce((total, value) => total + value, 0);
  const rest = days.map((value, day) => {
    const around = days.slice(Math.max(day - 15, 0), day + 16);
    return value - sum(around) / around.length;
  });
  return {
    month: `${percent(shares[worst])} (${worst + 1})`,
    feeble: Math.max(...feeble.map(Math.abs)).toFixed(3),
    year: percent(sum(errors) / sum(climate.globalHorizontal)),
    air: Math.max(...months.map(({ air, count }, k) => Math.abs(air / count - climate.temperature[k]))).toFixed(2),
    r: lagOne(rest).toFixed(2),
    brightest: brightest.toFixed(0),
    clearest: clearest.toFixed(2),
  };
}

/** The generator's clear sky of a common year, as it is before a month or a day raises it. */
function clearSkyOf(year, { turbidity, latitude, longitude, altitude }, timeZone) {
  if (new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1) return null;
  const calendar = { year, start: Date.UTC(year, 0, 1) - timeZone * HOUR, timeZone, leap: false };
  const own = turbidity.map((value) => envelopeTurbidity("ineichen", value));
  return computeEnvelope({ latitude, longitude, altitude }, calendar, "ineichen", own, false);
}

const percent = (share) => (100 * share).toFixed(2);
console.log("| place | °N | °E | month % | below 1 W/m² | year % | air K | r | brightest | of clear sky |");
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const [name, latitude, longitude] of PLACES) {
  const { month, feeble, year, air, r, brightest, clearest } = judge(latitude, longitude);
  console.log(
    `| ${name} | ${latitude} | ${longitude} | ${month} | ${feeble} | ${year} | ${air} | ${r} | ${brightest} | ${clearest} |`,
  );
}
