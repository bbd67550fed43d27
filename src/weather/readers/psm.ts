/**
 * NSRDB PSM3 and PSM4 (physical solar model) time series as downloaded: a SAM CSV with the units and legends of all
 * columns in its first two lines, every 5, 15, 30 or 60 minutes, in the time of the field "Time Zone" (0 if UTC was
 * requested).
 *
 * The values are satellite-based and represent the INSTANT of their stamp (Sengupta et al. 2018, The National Solar
 * Radiation Data Base, Renewable and Sustainable Energy Reviews 89, 51–60), so the series is one of instants. Typical
 * years made of them are used as hours centred on the stamp, and so are files without legends, which have no more information
 * than any SAM CSV (format "sam").
 */
import type { WeatherFormat } from "./format.js";
import { readStationCsv, stationLines } from "./sam.js";

export const psm: WeatherFormat = {
  name: "psm",
  description: "NSRDB PSM3/PSM4 time series as downloaded",
  detect(head) {
    const lines = stationLines(head);
    if (lines === undefined) return false;
    const [fields, , columns, first, second] = lines;
    const hasUnits = fields!.some((field) => /^(?:ghi|dni|dhi) units$/.test(field));
    const hasLegend = fields!.some((field) => /^(?:clearsky \w+ units|cloud type \S+|fill flag \S+)$/.test(field));
    const minute = columns!.indexOf("minute");
    const isSubHourly = minute >= 0 && second?.[minute] !== undefined && first![minute] !== second[minute];
    return (hasUnits || hasLegend) && minute >= 0 && (hasLegend || isSubHourly);
  },
  read: (text, options) => readStationCsv(text, options, "instant"),
};
