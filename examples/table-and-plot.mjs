// A year as a monthly table and pictures. `npm run build`, then
//   node examples/table-and-plot.mjs [folder]
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatTable, monthly, plotSvg, sunPathSvg, total } from "../dist/answers/report/index.js";
import { loadSample } from "../dist/data/weather/index.js";
import { computeColumns } from "../dist/index.js";

const folder = process.argv[2] ?? "out";
const weather = await loadSample();
const { latitude, longitude, altitude } = weather.place;
// A ridge, 12° high, in the south-west.
const horizon = Array.from({ length: 360 }, (_, azimuth) => Math.max(0, Math.round(12 - Math.abs(azimuth - 235) / 4)));
const columns = computeColumns(
  {
    lat: latitude,
    lon: longitude,
    parameters: "all",
    frequency: "1_hour",
    surface_tilt: 35,
    surface_azimuth: 180,
    horizon,
  },
  weather,
);

console.log(formatTable(monthly(columns, { typicalYear: true }), total(columns)));

await mkdir(folder, { recursive: true });
const pictures = {
  "day.svg": plotSvg(columns, { kind: "day", date: "2023-06-21" }),
  "year.svg": plotSvg(columns, { kind: "year" }),
  "months.svg": plotSvg(columns, { kind: "months", parameter: "pv_production_with_shading", typicalYear: true }),
  "sun-path.svg": sunPathSvg({ latitude, longitude, altitude, horizon, timeZone: columns.meta.time_zone }),
};
for (const [name, svg] of Object.entries(pictures)) {
  await writeFile(join(folder, name), svg);
  console.log(join(folder, name));
}
