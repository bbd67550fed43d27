// The requests that are measured, and seeded weather for them. Arithmetic only: the same bits on every JavaScript engine.

export const LATITUDE = 40;
export const LONGITUDE = -3.7;
export const ALTITUDE = 600;
export const YEAR = 2023;
export const DAY = 86_400_000;

/** Uniform numbers in 0…1 (Lehmer's generator of 1951 with the multiplier of Park & Miller). */
export function uniform(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** 360 elevations of hills, 0 to 12°, higher in east and west. */
export const HORIZON = Array.from({ length: 360 }, (_, azimuth) => {
  const toSide = 1 - Math.abs((azimuth % 180) - 90) / 90;
  return Math.round(2 + 7 * toSide + 3 * Math.abs(((azimuth % 34) - 17) / 17));
});

/**
 * Broken sky: the engine's own clear sky times a clearness that wanders between overcast and clear, and a temperature
 * that follows the day and the year.
 *
 * @param engine the library
 * @param options interval in s, days from 1 January of YEAR (or `start` in Unix ms), seed, lat, lon
 */
export function brokenSky(
  engine,
  { interval = 900, days = 365, start = Date.UTC(YEAR, 0, 1), seed = 1, lat = LATITUDE, lon = LONGITUDE } = {},
) {
  const count = Math.round((days * DAY) / (interval * 1000));
  const random = uniform(seed);
  const temperature = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const day = (i * interval) / 86_400;
    const hour = (day % 1) * 24;
    const season = 1 - ((((day + 150) % 365) - 182.5) / 182.5) ** 2;
    temperature[i] = 2 + 16 * (1 - season) + 9 * (1 - ((hour - 14.5) / 14.5) ** 2);
  }
  const query = {
    ...{ lat, lon },
    parameters: "global_clear_sky_irradiance",
    frequency: FREQUENCY[interval],
  };
  const dark = { start, interval, columns: { temperature } };
  const clear = engine.computeColumns(query, dark, { altitude: ALTITUDE }).values.global_clear_sky_irradiance;
  const ghi = new Float64Array(count);
  const stay = 1 - Math.min(interval / 5400, 0.5);
  let sky = 0.7;
  for (let i = 0; i < count; i++) {
    sky = stay * sky + (1 - stay) * (random() < 0.55 ? 1.02 : 0.1 + 0.6 * random());
    ghi[i] = Math.round(100 * clear[i] * Math.min(sky + 0.06 * (random() - 0.5), 1.05)) / 100;
  }
  return { start, interval, columns: { global_horizontal_irradiance: ghi, temperature } };
}

export const FREQUENCY = { 60: "1_minute", 900: "15_minutes", 3600: "1_hour" };

/** Request R: a 15-minute year, GHI and temperature given, one-axis tracker, a horizon of 360 elevations, all columns. */
export const QUERY_R = {
  lat: LATITUDE,
  lon: LONGITUDE,
  start: `${YEAR}-01-01T00:00Z`,
  end: `${YEAR + 1}-01-01T00:00Z`,
  frequency: "15_minutes",
  parameters: "all",
  tracking_mode: "1_axis",
  horizon: HORIZON,
};

/** Context of R: Erbs, Perez–Driesse, one sub-step. */
export function contextR({ allModels }) {
  return {
    altitude: ALTITUDE,
    registry: allModels,
    models: { decomposition: "erbs", transposition: "perez_driesse" },
    subSteps: 1,
  };
}

/** Context of R-default: the default chain and the default sub-steps. */
export const CONTEXT_DEFAULT = { altitude: ALTITUDE };

/** Unix ms as the interface writes it. */
export function iso(time) {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Rows `from` to `to` of a series as a series of its own. */
export function rowsOf(weather, from, to) {
  const columns = Object.fromEntries(
    Object.entries(weather.columns).map(([name, values]) => [name, values.subarray(from, to)]),
  );
  return { ...weather, start: weather.start + from * weather.interval * 1000, columns };
}
