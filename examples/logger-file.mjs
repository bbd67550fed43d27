// Writes hours of weather as many loggers and spreadsheets export them: semicolons, decimal commas, local standard time.
// The weather is synthetic: it is drawn from the embedded climate of the place. After a build:
//   node examples/logger-file.mjs FILE [FIRST_YEAR LAST_YEAR [LATITUDE LONGITUDE]]
import { writeFileSync } from "node:fs";
import { SyntheticWeather } from "../dist/answers/climate/index.js";
import { loadWorldClimate, openClimatology } from "../dist/data/climatology/index.js";

const HOUR = 3_600_000;
const [file, first = "2021", last = "2024", lat = "47.4", lon = "8.5"] = process.argv.slice(2);
if (file === undefined) throw new Error("name the file to write");

const [latitude, longitude] = [Number(lat), Number(lon)];
const climate = (await loadWorldClimate()).at(latitude, longitude);
const turbidity = Array.from((await openClimatology()).linkeTurbidity(latitude, longitude));
const weather = new SyntheticWeather({ latitude, longitude, altitude: climate.altitude, turbidity }, climate);

const zone = Math.round(longitude / 15);
const start = Date.UTC(Number(first), 0, 1) - zone * HOUR;
const { globalHorizontal, temperature } = weather.hours(start, Date.UTC(Number(last) + 1, 0, 1) - zone * HOUR);
const rows = Array.from(globalHorizontal, (light, k) => {
  const [, year, month, day, hour] = /(\d+)-(\d+)-(\d+)T(\d+)/.exec(new Date(start + (k + zone) * HOUR).toISOString());
  return [`${day}.${month}.${year} ${hour}:00`, decimal(light), decimal(temperature[k])].join(";");
});
writeFileSync(file, ["Time;Pyranometer [W/m²];T air [°C]", ...rows, ""].join("\n"));
console.log(`${file}: ${rows.length} hours from ${first} to ${last}, synthetic`);

function decimal(value) {
  return value.toFixed(1).replace(".", ",");
}
