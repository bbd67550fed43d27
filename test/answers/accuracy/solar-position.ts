import * as solar from "../../../src/physics/models/solar-position/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const closed = { tolerance: { relative: 1e-12, absolute: 1e-12 }, reason: "closed formula; sums that pass 0" };
const DEG = Math.PI / 180;

/** Angle between the sun and the zenith or nadir, or cos of the latitude: where pvlib's azimuth has no denominator. */
const poleOrOverhead: Mask = {
  where: ({ latitude, hourAngle, declination }) => {
    const { zenith } = solar.solarZenithAnalytical({
      latitude: latitude!,
      hourAngle: hourAngle!,
      declination: declination!,
    });
    return Math.abs(Math.sin(zenith[0]! * DEG) * Math.cos(latitude! * DEG)) < 1e-8;
  },
  reason: "at the poles and overhead pvlib gives 0, 180 or 360; ours is the limit along the given hour angle",
};
const meridian: Mask = {
  where: ({ azimuth, hourAngle }) => hourAngle === 0 && azimuth === 180,
  reason: "hour angle 0: pvlib gives 180 also where the sun culminates in the north",
};
const snapped: Mask = {
  where: ({ azimuth, hourAngle }) => hourAngle !== 0 && azimuth! % 180 === 0,
  reason:
    "pvlib takes a cosine within 1e-8 of ±1, and ±180° of hour angle, for the meridian; 0 and 360 are one azimuth",
};

export const rows: AccuracyRow[] = [
  {
    name: "pvlib.solarposition.equation_of_time_spencer71",
    fixture: "pvlib/solar-position/equation-of-time-spencer71",
    run: ({ dayOfYear }) => solar.equationOfTimeSpencer71({ dayOfYear }),
    ...closed,
  },
  {
    name: "pvlib.solarposition.equation_of_time_pvcdrom",
    fixture: "pvlib/solar-position/equation-of-time-pvcdrom",
    run: ({ dayOfYear }) => solar.equationOfTimePvcdrom({ dayOfYear }),
    ...closed,
  },
  {
    name: "pvlib.solarposition.declination_spencer71",
    fixture: "pvlib/solar-position/declination-spencer71",
    run: ({ dayOfYear }) => solar.declinationSpencer71({ dayOfYear }),
    ...closed,
  },
  {
    name: "pvlib.solarposition.declination_cooper69",
    fixture: "pvlib/solar-position/declination-cooper69",
    run: ({ dayOfYear }) => solar.declinationCooper69({ dayOfYear }),
    ...closed,
  },
  {
    name: "pvlib.solarposition.hour_angle",
    fixture: "pvlib/solar-position/hour-angle",
    run: ({ time, longitude, equationOfTime }) => solar.hourAngle({ time, longitude, equationOfTime }),
    tolerance: { relative: 0, absolute: 1e-9 },
    reason: "pvlib takes hours from nanoseconds in floating point; a millisecond is 4e-6°",
  },
  {
    name: "pvlib.solarposition.solar_zenith_analytical",
    fixture: "pvlib/solar-position/solar-zenith-analytical",
    run: ({ latitude, hourAngle, declination }) => solar.solarZenithAnalytical({ latitude, hourAngle, declination }),
    tolerance: { relative: 0, absolute: 3e-7 },
    reason: "what the project asks of sun angles; pvlib's arccosine loses digits near the zenith, else 1e-13°",
  },
  {
    name: "pvlib.solarposition.solar_azimuth_analytical",
    fixture: "pvlib/solar-position/solar-azimuth-analytical",
    run: ({ latitude, hourAngle, declination }) => solar.solarAzimuthAnalytical({ latitude, hourAngle, declination }),
    tolerance: { relative: 0, absolute: 3e-7 },
    reason: "pvlib's arccosine loses digits near the meridian; elsewhere 1e-12°",
    mask: [poleOrOverhead, meridian, snapped],
  },
  ...["spencer", "asce", "nrel"].map(
    (method): AccuracyRow => ({
      name: "pvlib.irradiance.get_extra_radiation",
      fixture: `pvlib/solar-position/extra-radiation-${method}`,
      run: ({ time }, options) => solar.getExtraRadiation({ time }, options),
      tolerance: method === "nrel" ? { relative: 2e-7 } : { relative: 1e-14 },
      reason:
        method === "nrel"
          ? "pvlib holds ΔT at 67 s, ours is 43…69 s from 1973 on: up to 24 s, in which R² changes by 1e-7"
          : "closed formula; rounding of the elementary functions",
    }),
  ),
  {
    name: "pvlib.solarposition.nrel_earthsun_distance",
    fixture: "pvlib/solar-position/earth-sun-distance",
    run: ({ time }) => solar.nrelEarthsunDistance({ time }),
    tolerance: { relative: 1e-7 },
    reason: "pvlib holds ΔT at 67 s, ours is 43…69 s from 1973 on: up to 24 s, in which R changes by 5e-8",
  },
  {
    name: "pvlib.spa",
    fixture: "pvlib/solar-position/spa-intermediates",
    run: (inputs, options) => ({ ...solar.spaIntermediates(inputs as never, options) }),
    tolerance: { relative: 0, absolute: 3e-7 },
    reason:
      "pvlib's one double for the Julian date (4.7e-10 days) is 1.7e-7° of the sidereal time; angles 0 and 360 apart",
  },
  {
    name: "pvlib.solarposition.sun_rise_set_transit_spa",
    fixture: "pvlib/solar-position/sun-rise-set-transit-spa",
    run: ({ time, latitude, longitude }, options) => ({
      ...solar.sunRiseSetTransitSpa({ time: time, latitude: latitude, longitude: longitude }, options),
    }),
    tolerance: { relative: 0, absolute: 0.1 },
    reason: "values in ms: pvlib's Julian date is a double with steps of 4e-5 s; grazing suns multiply that",
  },
  {
    name: "pvlib.spa.solar_position_numpy",
    fixture: "pvlib/solar-position/sun-rise-set-transit",
    run: ({ time, latitude, longitude, altitude }, options) => ({
      ...solar.sunRiseSetTransit({ time: time, latitude: latitude, longitude: longitude, altitude: altitude }, options),
    }),
    tolerance: { relative: 0, absolute: 1 },
    reason: "values in ms: the reference's Julian date is a double with steps of 4e-5 s, more where the sun grazes",
  },
  {
    name: "pvlib.solarposition.sun_rise_set_transit_geometric",
    fixture: "pvlib/solar-position/sun-rise-set-transit-geometric",
    run: ({ time, latitude, longitude, declination, equationOfTime }) => ({
      ...solar.sunRiseSetTransitGeometric({ time, latitude, longitude, declination, equationOfTime }),
    }),
    tolerance: { relative: 0, absolute: 1e-2 },
    reason: "values in ms: Unix time has steps of 2e-4 ms, and the arccosine is steep where the day or night is short",
  },
];
