/** Where the sun is, for what stands before it or tilts below it: an almanac's formulas, good to 0.02°, apart from the engine's. */
import { DAY, DHI, GHI, rowsOf } from "./rows.mjs";

const RAD = Math.PI / 180;

/** Sine of the sun's elevation, and its azimuth from north in degrees (Astronomical Almanac, low precision). */
export function sunAt(time, { latitude, longitude }) {
  const n = time / DAY - 10_957.5;
  const g = (357.528 + 0.9856003 * n) * RAD;
  const lambda = (280.46 + 0.9856474 * n + 1.915 * Math.sin(g) + 0.02 * Math.sin(2 * g)) * RAD;
  const epsilon = 23.439 * RAD;
  const declination = Math.asin(Math.sin(epsilon) * Math.sin(lambda));
  const ascension = Math.atan2(Math.cos(epsilon) * Math.sin(lambda), Math.cos(lambda));
  const hourAngle = (280.46062 + 360.98564737 * n + longitude) * RAD - ascension;
  const [phi, cosine] = [latitude * RAD, Math.cos(hourAngle)];
  const sine = Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * cosine;
  const azimuth = Math.atan2(
    -Math.cos(declination) * Math.sin(hourAngle),
    Math.cos(phi) * Math.sin(declination) - Math.sin(phi) * Math.cos(declination) * cosine,
  );
  return { sine, azimuth: (azimuth / RAD + 360) % 360 };
}

/** Highest elevation of the sun in degrees at the place in the rows of the series. */
export function highestSun({ start, interval, place, columns }) {
  const rows = rowsOf({ columns });
  let highest = -1;
  for (let time = start; time < start + rows * interval * 1000; time += DAY / 4) {
    const noon = (Math.floor(time / DAY) + 0.5 - place.longitude / 360) * DAY;
    highest = Math.max(highest, sunAt(noon, place).sine);
  }
  return Math.asin(highest) / RAD;
}

/**
 * The series with its direct light times factor(sine, azimuth), as it is weighted by the sine of the sun within a row. Direct light is
 * GHI − DHI where the series has DHI, else that of Erbs et al. 1982.
 */
export function withDirect(series, factor) {
  const { start, interval, place, columns } = series;
  const many = Math.max(1, Math.ceil(interval / 300));
  const global = columns[GHI].slice();
  for (let row = 0; row < global.length; row++) {
    if (!(global[row] > 0)) continue;
    let [sent, left] = [0, 0];
    for (let k = 0; k < many; k++) {
      const { sine, azimuth } = sunAt(start + (row + (k + 0.5) / many) * interval * 1000, place);
      if (sine <= 0) continue;
      sent += sine;
      left += sine * factor(sine, azimuth);
    }
    if (sent === 0) continue;
    const direct = columns[DHI] ? global[row] - columns[DHI][row] : global[row] * directShare(global[row], sent / many);
    if (direct > 0) global[row] += direct * (left / sent - 1);
  }
  return { ...series, columns: { ...columns, [GHI]: global } };
}

/** Erbs, Klein & Duffie 1982. */
function directShare(light, sine) {
  const kt = Math.min(1, light / (1361 * sine));
  if (kt <= 0.22) return 0.09 * kt;
  if (kt > 0.8) return 0.835;
  return 1 - (0.9511 - 0.1604 * kt + 4.388 * kt ** 2 - 16.638 * kt ** 3 + 12.336 * kt ** 4);
}

/** A ridge of so many degrees from one azimuth to another. */
export function behindRidge(series, degrees, from, to) {
  const edge = Math.sin(degrees * RAD);
  return withDirect(series, (sine, azimuth) => (sine < edge && azimuth > from && azimuth < to ? 0 : 1));
}

/** The sensor leans by so many degrees towards an azimuth. */
export function leaning(series, degrees, towards) {
  const [sin, cos] = [Math.sin(degrees * RAD), Math.cos(degrees * RAD)];
  return withDirect(series, (sine, azimuth) => {
    const across = Math.sqrt(1 - sine * sine) * Math.cos((azimuth - towards) * RAD);
    return Math.max(0, cos + (sin * across) / Math.max(sine, 0.02));
  });
}
