// How far do the default sub-steps of hourly weather depart from sixty equal ones an hour? By elevation of the sun, in W/m²,
// root mean square / worst hour: node research/validate-sub-steps.mjs (after a build) prints Markdown, research/interval-course.md
// has it. Weather: GHI and DHI of a made-up broken sky, a year at five latitudes, and the same place's clear sky.
import { ALTITUDE, brokenSky } from "../bench/lib/requests.mjs";
import * as engine from "../dist/index.js";

/** Latitude and longitude. */
const PLACES = /** @type {const} */ ([
  [66, 20],
  [52, 10],
  [40, -3.7],
  [20, 78],
  [-34, 18],
]);
/** Rough hills: up to 19°, a ridge or a notch every few degrees. */
const HILLS = Array.from({ length: 360 }, (_, azimuth) =>
  Math.max(0, Math.round(8 + 6 * Math.sin(azimuth / 5) + 5 * Math.sin(azimuth / 1.7))),
);
const SHADED = "global_tilted_irradiance_with_shading";
const PLANES = {
  "wall facing east": { surface_tilt: 90, surface_azimuth: 90 },
  "35° to the south": { surface_tilt: 35, surface_azimuth: 180 },
  tracker: { tracking_mode: "1_axis" },
  "wall behind hills": { surface_tilt: 90, surface_azimuth: 90, horizon: HILLS },
  "tracker behind hills": { tracking_mode: "1_axis", horizon: HILLS },
};
/** Edges of the classes of elevation, degrees. */
const EDGES = [-6, 0, 5, 10, 15, 20, 30, 45, 60, 90];
const CLASSES = EDGES.slice(1).map((to, k) => `${EDGES[k]}–${to}°`);

/** Hourly GHI and DHI: broken sky as the engine splits it, or its clear sky. */
function weatherAt(lat, lon, isClear) {
  const hours = brokenSky(engine, { interval: 3600, lat, lon });
  const parameters = "diffuse_horizontal_irradiance,global_clear_sky_irradiance";
  const { values } = engine.computeColumns({ lat, lon, parameters, frequency: "1_hour" }, hours, context());
  const ghi = isClear ? values.global_clear_sky_irradiance : hours.columns.global_horizontal_irradiance;
  const dhi = isClear ? ghi.map((global) => 0.12 * global) : values.diffuse_horizontal_irradiance;
  return { ...hours, columns: { global_horizontal_irradiance: ghi, diffuse_horizontal_irradiance: dhi } };
}

/** @param {object} [more] */
function context(more = {}) {
  return { altitude: ALTITUDE, ...more };
}

/** Departures of a plane by class. */
function departuresOf(plane, isClear) {
  const classes = CLASSES.map(() => ({ squares: 0, count: 0, worst: 0 }));
  for (const [lat, lon] of PLACES) {
    const weather = weatherAt(lat, lon, isClear);
    const query = { lat, lon, frequency: "1_hour", parameters: SHADED, ...plane };
    const truth = engine.computeColumns(query, weather, context({ subSteps: 60, extra: ["apparent_zenith"] }));
    const { values } = engine.computeColumns(query, weather, context());
    weather.columns.global_horizontal_irradiance.forEach((ghi, i) => {
      const elevation = 90 - truth.extra.apparent_zenith[i];
      const at = classes[EDGES.findIndex((edge) => elevation < edge) - 1];
      if (!(ghi > 0) || at === undefined) return;
      const departure = Math.abs(values[SHADED][i] - truth.values[SHADED][i]);
      at.squares += departure ** 2;
      at.count++;
      at.worst = Math.max(at.worst, departure);
    });
  }
  return classes;
}

console.log(`| plane | sky | ${CLASSES.join(" | ")} |\n| --- | --- |${" ---: |".repeat(CLASSES.length)}`);
for (const [name, plane] of Object.entries(PLANES)) {
  for (const sky of ["broken", "clear"]) {
    const cells = departuresOf(plane, sky === "clear").map(
      ({ squares, count, worst }) => `${Math.sqrt(squares / count).toFixed(2)}/${worst.toFixed(1)}`,
    );
    console.log(`| ${name} | ${sky} | ${cells.join(" | ")} |`);
  }
}
