/**
 * A source for tests that has weather everywhere and at any time: a smooth sky over the sun's rough course. It says
 * "measured", "forecast" and "typical", so that every endpoint has something to answer from.
 *
 * @import { WeatherColumn } from "irradiance-engine"
 * @import { Offer, Part, WeatherSource } from "irradiance-archive"
 * @import { YearGenerator } from "irradiance-server"
 */
import { climatePeriod } from "irradiance-engine/internal/climate";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STEP = HOUR;
const FIRST = Date.UTC(2015, 0, 1);

/** Rough GHI in W/m²: enough for an engine to work on, and never above what is possible. */
function light(time, { latitude, longitude }) {
  const day = (time - Date.UTC(2020, 0, 1)) / DAY;
  const declination = -0.409 * Math.cos((2 * Math.PI * (day + 10)) / 365.25);
  const hourAngle = 2 * Math.PI * (day % 1) + (longitude * Math.PI) / 180 - Math.PI;
  const phi = (latitude * Math.PI) / 180;
  const up = Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle);
  return up > 0.05 ? 700 * up : 0;
}

export function everywhere({ last = () => Date.now(), snow = true } = {}) {
  /** @type {WeatherColumn[]} */
  const columns = [
    "global_horizontal_irradiance",
    "temperature",
    "dew_point_temperature",
    "relative_humidity",
    "wind_speed",
  ];
  if (snow) columns.push("snow_depth");
  /** @returns {Offer} */
  const offer = (place, dataset, first, end, more) => ({
    source: "everywhere",
    dataset,
    columns,
    interval: STEP / 1000,
    first,
    last: end,
    revision: "1",
    cell: { latitude: place.latitude, longitude: place.longitude, altitude: 100, distanceKm: 0 },
    licence: "none: made for tests",
    notices: [],
    ...more,
  });
  return /** @satisfies {WeatherSource} */ ({
    id: "everywhere",
    async offer(place) {
      const now = Math.floor(last() / STEP) * STEP;
      const run = Math.floor(now / (6 * HOUR)) * 6 * HOUR;
      return [
        offer(place, "history", FIRST, now, { class: "measured" }),
        offer(place, "run", run - 2 * DAY, run + 15 * DAY, { class: "forecast", run, revision: String(run) }),
        offer(place, "typical", Date.UTC(2005, 0, 1), Date.UTC(2006, 0, 1), { class: "typical" }),
      ];
    },
    async read(from, place, period, wanted) {
      const whole = from.class === "typical" ? period : clip(period, from);
      const start = Math.floor(whole.start / STEP) * STEP;
      const count = Math.ceil((whole.end - start) / STEP);
      if (count <= 0) return [];
      const make = { ...makers(place) };
      const names = wanted.filter((column) => columns.includes(column));
      const series = {
        start,
        interval: STEP / 1000,
        columns: Object.fromEntries(
          names.map((column) => [
            column,
            Float64Array.from({ length: count }, (_, k) => make[column](start + (k + 0.5) * STEP)),
          ]),
        ),
      };
      /** @type {Part} */
      const part = {
        series,
        provenance: {
          source: "everywhere",
          dataset: from.dataset,
          class: from.class,
          columns: names,
          start,
          end: start + count * STEP,
          revision: from.revision,
          run: from.run,
          cell: from.cell,
          method: "point",
          corrections: [],
          licence: from.licence,
          synthetic: false,
        },
      };
      return [part];
    },
    async close() {},
  });
}

/**
 * A generator for tests: that same sky, whatever the monthly values.
 *
 * @returns {YearGenerator}
 */
export function everyYear() {
  const source = everywhere();
  return {
    version: "everywhere",
    async generate(_values, request, { timeZone }) {
      const place = { latitude: request.lat, longitude: request.lon };
      const offer = (await source.offer(place)).find((one) => one.class === "typical");
      const { start, end } = climatePeriod(request, timeZone);
      const [{ series, provenance }] = await source.read(
        offer,
        place,
        { start: start - DAY, end: end + DAY },
        offer.columns,
      );
      return { weather: series, provenance, notices: [] };
    },
  };
}

function makers(place) {
  const temperature = (time) => 12 + 8 * Math.sin((2 * Math.PI * (time % DAY)) / DAY);
  return {
    global_horizontal_irradiance: (time) => light(time, place),
    temperature,
    dew_point_temperature: (time) => temperature(time) - 5,
    relative_humidity: () => 60,
    wind_speed: () => 3,
    snow_depth: () => 0,
  };
}

function clip(period, { first, last }) {
  return { start: Math.max(period.start, first), end: Math.min(period.end, last) };
}
