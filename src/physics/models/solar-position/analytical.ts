/**
 * The sun by spherical trigonometry from the day of the year: declination, equation of time, hour angle, zenith and azimuth.
 *
 * Position: a rotation of the unit vector by the latitude, and the arctangents of its components, after J. A. Duffie, W. A. Beckman (2006),
 * Solar Engineering of Thermal Processes, 3rd edition, pp. 13–15. The arccosines printed there (and used by pvlib) lose half of the digits
 * overhead, and towards the meridian the azimuth.
 */
import { atan2, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY } from "../../../foundation/time/calendar.js";
import { columnsOf, emptyColumns, type Inputs, model, type Outputs } from "../model.js";
import { signedDegrees } from "./nutation.js";
import { checkLatitudes, compassDegrees } from "./spa.js";

/** Day angle per day of the year, radians. */
const PER_DAY = (2 * Math.PI) / 365;

/**
 * Declination of the sun by Spencer's Fourier series, within 0.6° of SPA's (2019–2026, noon UTC; most of it because the
 * day of the year slips with leap years). SPA's is in `spaIntermediates`.
 *
 * @param inputs `dayOfYear` 1…366; other values continue the series periodically
 * @returns `declination` in degrees (pvlib: radians); NaN for NaN
 * @throws TypeError for a column of wrong kind
 *
 * Source: J. W. Spencer (1971), Fourier series representation of the position of the sun, Search 2 (5), 172.
 * @experimental
 */
export const declinationSpencer71 = /* @__PURE__ */ model("declinationSpencer71", {
  inputs: ["dayOfYear"],
  outputs: ["declination"],
  rows(from, to, { dayOfYear, declination }) {
    for (let i = from; i < to; i++) {
      const b = PER_DAY * (dayOfYear[i]! - 1);
      const once = -0.399912 * cos(b) + 0.070257 * sin(b);
      const twice = -0.006758 * cos(2 * b) + 0.000907 * sin(2 * b);
      const thrice = -0.002697 * cos(3 * b) + 0.00148 * sin(3 * b);
      declination[i] = (0.006918 + once + twice + thrice) * RAD;
    }
  },
});

/**
 * Declination of the sun as one sine, within 1.2° of SPA's (2019–2026, noon UTC).
 *
 * @param inputs `dayOfYear` 1…366; other values continue the sine periodically
 * @returns `declination` in degrees (pvlib: radians); NaN for NaN
 * @throws TypeError for a column of wrong kind
 *
 * Source: P. I. Cooper (1969), The absorption of radiation in solar stills, Solar Energy 12, 333–346, as in J. A. Duffie,
 * W. A. Beckman (2006), Solar Engineering of Thermal Processes, 3rd edition.
 * @experimental
 */
export const declinationCooper69 = /* @__PURE__ */ model("declinationCooper69", {
  inputs: ["dayOfYear"],
  outputs: ["declination"],
  rows(from, to, { dayOfYear, declination }) {
    for (let i = from; i < to; i++) declination[i] = 23.45 * sin(PER_DAY * (dayOfYear[i]! + 284));
  },
});

/** Row kernel of {@link equationOfTimeSpencer71}. */
export function equationOfTimeSpencer71Rows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  equationOfTime: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const b = PER_DAY * (dayOfYear[i]! - 1);
    const once = 0.001868 * cos(b) - 0.032077 * sin(b);
    const twice = -0.014615 * cos(2 * b) - 0.040849 * sin(2 * b);
    equationOfTime[i] = (720 / Math.PI) * (0.0000075 + once + twice);
  }
}

/**
 * Equation of time (apparent minus mean solar time) by Spencer's Fourier series. Within 0.9 minutes of
 * SPA's (2019–2026), which `solarPosition` gives.
 *
 * @param inputs `dayOfYear` 1…366; other values continue the series periodically
 * @returns `equationOfTime` in minutes; NaN for NaN
 * @throws TypeError for a column of wrong kind
 *
 * Source: J. W. Spencer (1971), Fourier series representation of the position of the sun, Search 2 (5), 172. Misprints:
 * the constant is 0.0000075 (printed 0.000075), the last coefficient 0.040849 (0.04089 in Duffie & Beckman).
 * @experimental
 */
export const equationOfTimeSpencer71 = /* @__PURE__ */ model("equationOfTimeSpencer71", {
  inputs: ["dayOfYear"],
  outputs: ["equationOfTime"],
  rows: (from, to, c) => equationOfTimeSpencer71Rows(from, to, c.dayOfYear, c.equationOfTime),
});

/**
 * Equation of time (apparent minus mean solar time) as PVCDROM gives it. Within 1.1 minutes of SPA's (2019–2026).
 *
 * @param inputs `dayOfYear` 1…366; other values continue the series periodically
 * @returns `equationOfTime` in minutes; NaN for NaN
 * @throws TypeError for a column of wrong kind
 *
 * Source: PVCDROM, chapter "Solar time"; S. A. Kalogirou (2009), Solar Energy Engineering, Academic Press.
 * @experimental
 */
export const equationOfTimePvcdrom = /* @__PURE__ */ model("equationOfTimePvcdrom", {
  inputs: ["dayOfYear"],
  outputs: ["equationOfTime"],
  rows(from, to, { dayOfYear, equationOfTime }) {
    for (let i = from; i < to; i++) {
      const b = PER_DAY * (dayOfYear[i]! - 81);
      equationOfTime[i] = 9.87 * sin(2 * b) - 7.53 * cos(b) - 1.5 * sin(b);
    }
  },
});

/** Full rotation of the Earth against the mean sun, rad per second. */
export const HOUR_ANGLE_RATE = (2 * Math.PI) / 86_400;

/**
 * Hour angle of the sun from clock time and the equation of time: 0 at apparent noon, 15 an hour, positive after noon.
 *
 * @param inputs `time` Unix ms (UTC); `longitude` degrees east; `equationOfTime` in minutes
 * @returns `hourAngle` in degrees, −180 ≤ hourAngle < 180 (pvlib counts from the midnight of the index's time zone and
 *   leaves whole turns in); NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: J. A. Duffie, W. A. Beckman (2006), Solar Engineering of Thermal Processes, 3rd edition, p. 13.
 * @experimental
 */
export const hourAngle = /* @__PURE__ */ model("hourAngle", {
  inputs: ["time", "longitude", "equationOfTime"],
  outputs: ["hourAngle"],
  rows(from, to, { time, longitude, equationOfTime, hourAngle }) {
    for (let i = from; i < to; i++) {
      const fraction = (time[i]! - Math.floor(time[i]! / DAY) * DAY) / DAY;
      hourAngle[i] = signedDegrees(360 * (fraction - 0.5) + longitude[i]! + equationOfTime[i]! / 4);
    }
  },
});

function analyticalPosition(
  model: string,
  inputs: Inputs<"latitude" | "hourAngle" | "declination">,
): Outputs<"zenith" | "azimuth"> {
  const { latitude, hourAngle, declination, n } = columnsOf(model, inputs, ["latitude", "hourAngle", "declination"]);
  checkLatitudes(model, latitude);
  const { zenith, azimuth } = emptyColumns(["zenith", "azimuth"], n);
  for (let i = 0; i < n; i++) {
    const phi = latitude[i]! * DEG;
    const delta = declination[i]! * DEG;
    const h = hourAngle[i]! * DEG;
    const meridian = cos(delta) * cos(h);
    const west = cos(delta) * sin(h);
    const pole = sin(delta);
    const north = pole * cos(phi) - meridian * sin(phi);
    const up = meridian * cos(phi) + pole * sin(phi);
    zenith[i] = atan2(Math.sqrt(north * north + west * west), up) * RAD;
    azimuth[i] = compassDegrees(-west, north);
  }
  return { zenith, azimuth };
}

/**
 * True (unrefracted) solar zenith by spherical trigonometry, seen from the Earth's centre (no parallax).
 *
 * @param inputs `latitude` −90…90, `hourAngle`, `declination`, all in degrees (pvlib: radians)
 * @returns `zenith` in degrees, 0…180; NaN for NaN
 * @throws RangeError for a latitude outside −90…90 or unequal lengths; TypeError for columns of wrong kind
 *
 * Source: Duffie & Beckman (2006), see the file.
 * @experimental
 */
export function solarZenithAnalytical(inputs: Inputs<"latitude" | "hourAngle" | "declination">): Outputs<"zenith"> {
  return { zenith: analyticalPosition("solarZenithAnalytical", inputs).zenith };
}

/**
 * Solar azimuth by spherical trigonometry, seen from the Earth's centre (no parallax).
 *
 * @param inputs `latitude` −90…90, `hourAngle`, `declination`, all in degrees (pvlib: radians, and the zenith besides,
 *   which is not needed here)
 * @returns `azimuth` in degrees, 0 ≤ azimuth < 360, clockwise from north. At a pole the longitude behind the hour angle
 *   decides, as in `solarPosition`; exactly overhead it is 0. NaN for NaN. pvlib differs: with an hour angle of exactly 0 it
 *   gives 180 also where the sun culminates in the north, within 0.008° of the meridian it gives the meridian, and at the
 *   poles it gives 0, 180 or 360
 * @throws RangeError for a latitude outside −90…90 or unequal lengths; TypeError for columns of wrong kind
 *
 * Source: Duffie & Beckman (2006), see the file.
 * @experimental
 */
export function solarAzimuthAnalytical(inputs: Inputs<"latitude" | "hourAngle" | "declination">): Outputs<"azimuth"> {
  return { azimuth: analyticalPosition("solarAzimuthAnalytical", inputs).azimuth };
}
