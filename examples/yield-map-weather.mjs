// Weather for yield-map.mjs, made in the threads that compute: the clear-sky irradiance of a place, dimmed
// day by day by the clouds of the embedded sample, with the sample's temperatures at the same time of day.

import { openClimatology } from "../dist/data/climatology/index.js";
import { loadSample } from "../dist/data/weather/index.js";
import { computeColumns } from "../dist/index.js";

const HOURS = 24;
const sample = await loadSample();
const climatology = await openClimatology();

/** Global irradiance of a year's hours (UTC) under a clear sky, W/m². */
function clearSky({ lat, lon, altitude, linkeTurbidity }) {
  const query = { lat, lon, parameters: "global_clear_sky_irradiance", frequency: "1_hour" };
  return computeColumns(query, sample, { altitude, linkeTurbidity }).values.global_clear_sky_irradiance;
}

/** Hours by which the clock of a place, by its sun, is behind UTC. */
function lagOf(longitude) {
  return Math.round(-longitude / 15);
}

/** Share of the clear-sky light on each day at the sample's place; days from midnight to midnight by its sun. */
function dailyClearness() {
  const { latitude: lat, longitude: lon, altitude } = sample.place;
  const clear = clearSky({ lat, lon, altitude, linkeTurbidity: climatology.clearTurbidity(lat, lon) });
  const measured = sample.columns.global_horizontal_irradiance;
  const lag = lagOf(lon);
  return Array.from({ length: clear.length / HOURS }, (_, day) => {
    let [light, clearLight] = [0, 0];
    for (let hour = 0; hour < HOURS; hour++) {
      const i = (day * HOURS + hour + lag) % clear.length;
      light += measured[i];
      clearLight += clear[i];
    }
    return light / clearLight;
  });
}

const clearness = dailyClearness();
const sampleLag = lagOf(sample.place.longitude);

export default function weather(site) {
  const clear = clearSky(site);
  const lag = lagOf(site.lon);
  const count = clear.length;
  const global_horizontal_irradiance = clear.map((value, i) => {
    const day = Math.floor(((i - lag + count) % count) / HOURS);
    return value * clearness[day];
  });
  // The hour of the sample with the same time of day by the sun.
  const temperature = clear.map((_, i) => sample.columns.temperature[(i - lag + sampleLag + count) % count]);
  return { start: sample.start, interval: sample.interval, columns: { global_horizontal_irradiance, temperature } };
}
