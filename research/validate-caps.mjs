// What the caps of the beam take from measured DNI, and how large the stairs are that they leave. Run `npm run build` first; prints
// Markdown (research/decomposition.md has it).
//
//   node research/validate-caps.mjs FILE@LAT,LON,ALT…
//
// FILE: measured GHI, DNI and DHI in any format that readWeather knows.
//
// - Lost: DNI above the cap of a measured beam, E0/(1 + 0.06·m), in % of all DNI, at the file's own steps; rows with the sun above 0°
//   whose components close within 5 % + 10 W/m². In the head of the columns, the elevation of the sun.
// - Stairs: largest change of DNI from minute to minute, from hours of DNI and DHI with clear sky of turbidity 3: an hour of 900 W/m²
//   after dark ones, and one of 750 between the two.
import { computeColumns } from "../dist/index.js";
import { alt2pres } from "../dist/physics/models/atmosphere/index.js";
import { STANDARD_PRESSURE } from "../dist/physics/models/atmosphere/airmass.js";
import { readWeather } from "../dist/data/weather/node.js";
import { markdown } from "./averages/judge.mjs";
import { nameOf, splitPlace } from "./averages/measured.mjs";

const [GHI, DNI, DHI] = ["global_horizontal", "direct_normal", "diffuse_horizontal"].map((n) => `${n}_irradiance`);
const DAY = 86_400_000;
const RAD = 180 / Math.PI;
const iso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
const BANDS = [
  [0, 90],
  [0, 5],
  [5, 15],
  [15, 90],
];

/** Sun, E0 and air mass at the middles of the series' intervals: those of the minute that has the middle. */
function sunOf(series, place) {
  const { start, interval, columns } = series;
  const count = columns[GHI].length;
  const none = { start, interval, columns: { temperature: new Float64Array(count) } };
  const query = { lat: place.latitude, lon: place.longitude, parameters: GHI, frequency: "1_minute" };
  /** @type {("apparent_zenith" | "extraterrestrial_normal" | "relative_airmass")[]} */
  const extra = ["apparent_zenith", "extraterrestrial_normal", "relative_airmass"];
  const found = computeColumns({ ...query, start: iso(start), end: iso(start + count * interval * 1000) }, none, {
    altitude: place.altitude,
    extra,
  });
  const at = (i) => Math.floor((start + (i + 0.5) * interval * 1000 - found.start) / 60_000);
  return Object.fromEntries(
    extra.map((name) => [name, Float64Array.from({ length: count }, (_, i) => found.extra[name][at(i)])]),
  );
}

async function lostRow(argument) {
  const { path, place: given } = splitPlace(argument);
  const { series } = await readWeather(path);
  const place = given ?? series.place;
  if (place?.altitude === undefined) throw new Error(`${path}: write FILE@LAT,LON,ALTITUDE`);
  const weather = { ...series, start: new Date(series.start).getTime() };
  const sun = sunOf(weather, place);
  const { pressure } = alt2pres({ altitude: Float64Array.of(place.altitude) });
  const cells = BANDS.map(() => ({ rows: 0, all: 0, lost: 0 }));
  for (let i = 0; i < weather.columns[GHI].length; i++) {
    const elevation = 90 - sun.apparent_zenith[i];
    const [ghi, dni, dhi] = [GHI, DNI, DHI].map((name) => weather.columns[name][i]);
    const sum = dhi + dni * Math.sin(elevation / RAD);
    if (!(elevation > 0 && dni > 0) || !(Math.abs(sum - ghi) <= 0.05 * ghi + 10)) continue;
    const cap =
      sun.extraterrestrial_normal[i] / (1 + (0.06 * sun.relative_airmass[i] * pressure[0]) / STANDARD_PRESSURE);
    for (const [k, [least, most]] of BANDS.entries()) {
      if (elevation <= least || elevation > most) continue;
      cells[k].all += dni;
      if (dni <= cap) continue;
      cells[k].rows++;
      cells[k].lost += dni - cap;
    }
  }
  return [
    nameOf(argument).replace(/\..*/, ""),
    ...cells.map(({ rows, all, lost }) => `${((100 * lost) / all).toFixed(4)} (${rows})`),
  ];
}

/** Largest change from minute to minute of a day whose hours have DNI of `normal(h)`. */
function stairOf(latitude, day, normal) {
  const hours = (value) => Float64Array.from({ length: 24 }, (_, h) => value(h));
  const weather = {
    start: day,
    interval: 3600,
    columns: { [DNI]: hours(normal), [DHI]: hours((h) => (normal(h) > 0 ? 60 : 0)) },
  };
  const query = { lat: latitude, lon: 0, parameters: DNI, frequency: "1_minute", start: iso(day), end: iso(day + DAY) };
  const dni = computeColumns(query, weather, { altitude: 0, linkeTurbidity: 3 }).values[DNI];
  return dni.reduce((most, value, i) => (i > 0 ? Math.max(most, Math.abs(value - dni[i - 1])) : most), 0);
}

const files = process.argv.slice(2);
console.log("\n#### Lost DNI, % (rows above the cap)\n");
const rows = [];
for (const file of files) rows.push(await lostRow(file));
console.log(
  markdown(["station", ...BANDS.map(([least, most]) => (most - least > 80 ? "all" : `${least}° to ${most}°`))], rows),
);
console.log("\n#### Stairs, W/m² from minute to minute\n");
const body = [];
for (const [latitude, month, hour] of [
  [52, 8, 8],
  [47, 8, 8],
  [47, 3, 7],
  [40, 3, 7],
]) {
  const day = Date.UTC(2023, month, 21);
  const sunny = (h) => (h >= hour && h <= 12 ? 900 : 0);
  const first = stairOf(latitude, day, sunny);
  const second = stairOf(latitude, day, (h) => (h === hour - 1 ? 750 : sunny(h)));
  body.push([`${latitude}° N, ${iso(day).slice(5, 10)}, from ${hour} h`, first.toFixed(0), second.toFixed(0)]);
}
console.log(markdown(["day", "900 after dark", "750 between"], body));
