import { asin, atan, atan2, cos, DEG, RAD, sin, tan } from "../../../foundation/math/index.js";
import { DAY } from "../../../foundation/time/calendar.js";
import { toColumns } from "../model.js";
import { deltaTAt } from "./delta-t.js";
import {
  limitDegrees,
  meanAnomalyMoon,
  meanAnomalySun,
  meanElongation,
  moonArgumentLatitude,
  moonAscendingLongitude,
} from "./nutation.js";
import { ATMOS_REFRACT, atmosphericRefractionRows, checkAtmosRefract } from "./refraction.js";
import {
  axisDistance,
  checkLatitudes,
  createGeocentricSun,
  END_TIME,
  equatorDistance,
  FIRST_TIME,
  geocentricSun,
  type SolarPositionInput,
} from "./spa.js";
import { fixedDeltaT } from "./sun-rise-set-transit.js";

/** The quantities in the order of the report, with its symbols and equations. @experimental */
export const SPA_QUANTITIES = [
  "julianDay", // JD (4)
  "julianEphemerisDay", // JDE (5)
  "julianCentury", // JC (6)
  "julianEphemerisCentury", // JCE (7)
  "julianEphemerisMillennium", // JME (8)
  "heliocentricLongitude", // L (9–12)
  "heliocentricLatitude", // B (9–12)
  "heliocentricRadiusVector", // R (9–11), AU
  "geocentricLongitude", // Θ (13)
  "geocentricLatitude", // β (14)
  "meanElongation", // X0 (15)
  "meanAnomalySun", // X1 (16)
  "meanAnomalyMoon", // X2 (17)
  "moonArgumentLatitude", // X3 (18)
  "moonAscendingLongitude", // X4 (19)
  "longitudeNutation", // Δψ (20, 22)
  "obliquityNutation", // Δε (21, 23)
  "meanEclipticObliquity", // ε0 (24), arc seconds
  "trueEclipticObliquity", // ε (25)
  "aberrationCorrection", // Δτ (26)
  "apparentSunLongitude", // λ (27)
  "meanSiderealTime", // ν0 (28)
  "apparentSiderealTime", // ν (29)
  "geocentricSunRightAscension", // α (30)
  "geocentricSunDeclination", // δ (31)
  "localHourAngle", // H (32)
  "equatorialHorizontalParallax", // ξ (33)
  "uterm", // u (34), radians
  "xterm", // x (35), equatorial radii
  "yterm", // y (36), equatorial radii
  "parallaxSunRightAscension", // Δα (37)
  "topocentricSunRightAscension", // α′ (38)
  "topocentricSunDeclination", // δ′ (39)
  "topocentricLocalHourAngle", // H′ (40)
  "topocentricElevationAngleWithoutAtmosphere", // e0 (41)
  "atmosphericRefractionCorrection", // Δe (42)
  "topocentricElevationAngle", // e (43)
  "topocentricZenithAngle", // θ (44)
  "topocentricAstronomersAzimuth", // Γ (45)
  "topocentricAzimuthAngle", // Φ (46)
  "sunMeanLongitude", // M (A2)
  "equationOfTime", // E (A1), minutes
] as const;

export type SpaQuantity = (typeof SPA_QUANTITIES)[number];

/** One column per quantity, in degrees unless said. */
export type SpaIntermediates = { [name in SpaQuantity]: Float64Array };

/** Sections 3.1–3.11 and A.1 for one row. */
function writeGeocentric(out: SpaIntermediates, i: number, time: number, deltaT: number, longitude: number): void {
  const sun = createGeocentricSun();
  const day = Math.floor(time / DAY);
  const fraction = (time - day * DAY) / DAY;
  geocentricSun(day, fraction, deltaT, sun);
  const jd = 2440587.5 + time / DAY;
  const jde = jd + deltaT / 86400;
  const jce = (jde - 2451545) / 36525;
  out.julianDay[i] = jd;
  out.julianEphemerisDay[i] = jde;
  out.julianCentury[i] = (jd - 2451545) / 36525;
  out.julianEphemerisCentury[i] = jce;
  out.julianEphemerisMillennium[i] = jce / 10;
  out.heliocentricLongitude[i] = sun.heliocentricLongitude;
  out.heliocentricLatitude[i] = sun.heliocentricLatitude;
  out.heliocentricRadiusVector[i] = sun.distance;
  out.geocentricLongitude[i] = limitDegrees(sun.heliocentricLongitude + 180);
  out.geocentricLatitude[i] = -sun.heliocentricLatitude;
  out.meanElongation[i] = meanElongation(jce);
  out.meanAnomalySun[i] = meanAnomalySun(jce);
  out.meanAnomalyMoon[i] = meanAnomalyMoon(jce);
  out.moonArgumentLatitude[i] = moonArgumentLatitude(jce);
  out.moonAscendingLongitude[i] = moonAscendingLongitude(jce);
  out.longitudeNutation[i] = sun.nutationLongitude;
  out.obliquityNutation[i] = sun.nutationObliquity;
  out.meanEclipticObliquity[i] = (sun.obliquity - sun.nutationObliquity) * 3600;
  out.trueEclipticObliquity[i] = sun.obliquity;
  out.aberrationCorrection[i] = -20.4898 / (3600 * sun.distance);
  out.apparentSunLongitude[i] = sun.apparentLongitude;
  out.meanSiderealTime[i] = limitDegrees(sun.siderealTime - sun.nutationLongitude * cos(sun.obliquity * DEG));
  out.apparentSiderealTime[i] = sun.siderealTime;
  out.geocentricSunRightAscension[i] = sun.rightAscension;
  out.geocentricSunDeclination[i] = sun.declination;
  out.localHourAngle[i] = limitDegrees(sun.siderealTime + longitude - sun.rightAscension);
  out.equatorialHorizontalParallax[i] = 8.794 / (3600 * sun.distance);
  out.sunMeanLongitude[i] = sun.meanLongitude;
  out.equationOfTime[i] = sun.equationOfTime;
}

/** Sections 3.12–3.15 as printed, for one row whose geocentric part is there; refraction comes later. */
function writeTopocentric(out: SpaIntermediates, i: number, latitude: number, altitude: number): void {
  const phi = latitude * DEG;
  const sinPhi = sin(phi);
  const cosPhi = cos(phi);
  const x = axisDistance(sinPhi, cosPhi, altitude);
  const y = equatorDistance(sinPhi, cosPhi, altitude);
  const sinXi = sin(out.equatorialHorizontalParallax[i]! * DEG);
  const h = out.localHourAngle[i]! * DEG;
  const delta = out.geocentricSunDeclination[i]! * DEG;
  const towards = cos(delta) - x * sinXi * cos(h);
  const parallax = atan2(-x * sinXi * sin(h), towards);
  const declination = atan2((sin(delta) - y * sinXi) * cos(parallax), towards);
  out.uterm[i] = atan(0.99664719 * tan(phi));
  out.xterm[i] = x;
  out.yterm[i] = y;
  out.parallaxSunRightAscension[i] = parallax * RAD;
  out.topocentricSunRightAscension[i] = out.geocentricSunRightAscension[i]! + parallax * RAD;
  out.topocentricSunDeclination[i] = declination * RAD;
  out.topocentricLocalHourAngle[i] = out.localHourAngle[i]! - parallax * RAD;
  const hourAngle = h - parallax;
  const cosH = cos(hourAngle);
  const sinElevation = sinPhi * sin(declination) + cosPhi * cos(declination) * cosH;
  out.topocentricElevationAngleWithoutAtmosphere[i] = asin(sinElevation) * RAD;
  // Equation 45 with numerator and denominator multiplied by cos δ′: no tangent.
  const azimuth = atan2(
    sin(hourAngle) * cos(declination),
    cosH * sinPhi * cos(declination) - sin(declination) * cosPhi,
  );
  out.topocentricAstronomersAzimuth[i] = limitDegrees(azimuth * RAD);
  out.topocentricAzimuthAngle[i] = limitDegrees(azimuth * RAD + 180);
}

/**
 * Every quantity that the Solar Position Algorithm passes through, equation by equation, for checks and for teaching. The
 * sun itself comes faster and, overhead, more exactly from `solarPosition`: equation 41 ends in an arcsine.
 *
 * @param columns as for `solarPosition`: `time` Unix ms, `latitude`, `longitude` in degrees, `altitude` in m (0), `pressure`
 *   in Pa (101325), `temperature` in °C (12)
 * @param options `deltaT` in seconds or "auto" (default); `atmosRefract` in degrees (0.5667)
 * @returns one column for each of `SPA_QUANTITIES`, named as pvlib's `spa` functions: degrees, except `julian…` (days,
 *   centuries, millennia), `heliocentricRadiusVector` (AU), `meanEclipticObliquity` (arc seconds), `uterm` (radians),
 *   `xterm` and `yterm` (equatorial radii) and `equationOfTime` (minutes). NaN in all columns for NaN in time or deltaT and
 *   outside the years −2000…6000; the topocentric ones also for NaN in the place
 * @throws as `solarPosition`
 *
 * Source: I. Reda, A. Andreas, NREL/TP-560-34302, revised 2008; equation numbers are in the list of names.
 * @experimental
 */
export function spaIntermediates(
  { time, latitude, longitude, altitude = 0, pressure = 101325, temperature = 12 }: SolarPositionInput,
  {
    deltaT = "auto",
    atmosRefract = ATMOS_REFRACT,
  }: { deltaT?: number | "auto" | undefined; atmosRefract?: number | undefined } = {},
): SpaIntermediates {
  checkAtmosRefract("spaIntermediates", atmosRefract);
  const fixed = fixedDeltaT("spaIntermediates", deltaT);
  const c = toColumns("spaIntermediates", { time, latitude, longitude, altitude, pressure, temperature });
  const { n } = c;
  checkLatitudes("spaIntermediates", c.latitude);
  const entries = SPA_QUANTITIES.map((name) => [name, new Float64Array(n).fill(Number.NaN)]);
  const out = Object.fromEntries(entries) as SpaIntermediates;
  for (let i = 0; i < n; i++) {
    const t = c.time[i]!;
    if (!(t >= FIRST_TIME && t < END_TIME)) continue;
    writeGeocentric(out, i, t, Number.isNaN(fixed) ? deltaTAt(t) : fixed, c.longitude[i]!);
    writeTopocentric(out, i, c.latitude[i]!, c.altitude[i]!);
  }
  const trueElevation = out.topocentricElevationAngleWithoutAtmosphere;
  const refraction = out.atmosphericRefractionCorrection;
  atmosphericRefractionRows(0, n, trueElevation, c.pressure, c.temperature, atmosRefract, refraction);
  for (let i = 0; i < n; i++) {
    out.topocentricElevationAngle[i] = trueElevation[i]! + refraction[i]!;
    out.topocentricZenithAngle[i] = 90 - out.topocentricElevationAngle[i]!;
  }
  return out;
}
