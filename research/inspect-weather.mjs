// What readWeather makes of files: format, label, span, closure of the components, sums, remarks.
// node research/inspect-weather.mjs [--place=LAT,LON] [--format NAME] [--label NAME] [--dist FOLDER] FILE…
// The place serves files that do not say where they are. Reads dist/: build first. Exit code 1 when a file cannot be read.
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    place: { type: "string" },
    format: { type: "string" },
    label: { type: "string" },
    dist: { type: "string" },
  },
});
const dist = resolve(given.dist ?? new URL("../dist", import.meta.url).pathname);
const { readWeather, checkLabels } = await import(pathToFileURL(`${dist}/data/weather/node.js`).href);

const [latitude, longitude] = (given.place ?? "").split(",").map(Number);
const options = {
  ...(given.place && { place: { latitude, longitude } }),
  ...(given.format && { format: given.format }),
  ...(given.label && { label: given.label }),
};
const SHORT = {
  global_horizontal_irradiance: "GHI",
  direct_normal_irradiance: "DNI",
  diffuse_horizontal_irradiance: "DHI",
};

/** kWh/m²; night-time offsets below 0 are in it as measured. */
function sum(column, interval) {
  return column === undefined
    ? "–"
    : (column.reduce((total, value) => (Number.isNaN(value) ? total : total + value), 0) * interval) / 3.6e6;
}

function describe(series, label) {
  const { start, interval, columns, sampling = "average" } = series;
  const count = Object.values(columns)[0].length;
  const check = checkLabels(series, { label });
  const sums = Object.entries(SHORT).map(([name, short]) => {
    const total = sum(columns[name], interval);
    return `${short} ${typeof total === "number" ? total.toFixed(3) : total}`;
  });
  console.log(`  from ${new Date(start).toISOString()}, ${count} intervals of ${interval} s, ${sampling}`);
  console.log(`  place ${JSON.stringify(series.place)}`);
  const filled = Object.entries(columns).map(
    ([name, column]) => `${name} ${column.filter((v) => !Number.isNaN(v)).length}`,
  );
  console.log(`  values: ${filled.join(", ")}`);
  console.log(`  sums in kWh/m²: ${sums.join(", ")}`);
  if (check === undefined) console.log("  closure: cannot be told");
  else {
    console.log(
      `  closure: ${check.spreadAsRead.toFixed(2)} W/m² as read, best ${check.bestSpread.toFixed(2)} W/m² at ` +
        `${check.bestShift} min (${check.rows} rows)`,
    );
  }
}

for (const file of files) {
  try {
    const { series, format, label, notices } = await readWeather(file, options);
    console.log(`${basename(file)}: format ${format}, label ${label}`);
    describe(series, label);
    for (const { code, message } of notices) console.log(`  ${code}: ${message}`);
  } catch (cause) {
    console.log(`${basename(file)}: ${cause.name}: ${cause.message}`);
    process.exitCode = 1;
  }
}
