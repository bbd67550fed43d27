/**
 * PVGIS, the European Commission's Photovoltaic Geographical Information System: hourly series and typical years (TMY),
 * each as CSV and as JSON. Times are UTC.
 *
 * Sources: JRC, PVGIS "Hourly radiation" and "TMY" tools; pvlib-python, iotools.get_pvgis_hourly: "SARAH and SARAH2 provide
 * instantaneous values, whereas values from ERA5 are averages for the hour".
 *
 * Hourly series: the stamps (20160101:0010) are the moments of the satellite's picture, so the series is one of instants;
 * those of PVGIS-ERA5 (hh:30) are the centres of their hours. The irradiances are those on the requested plane, so
 * they are read only for a fixed plane of slope 0 (where G(i), Gb(i), Gd(i) are global, direct and diffuse horizontal) and
 * ignored, with a notice, for any other.
 *
 * Typical years: stamps are whole hours, irradiance is that of the stamp plus the file's irradiance time offset (hours; PVGIS
 * 5.3). They are used as hours centred there; temperature, wind and pressure, which are those of the stamp, are shifted along.
 *
 * PVGIS includes terrain shading by default (option usehorizon).
 */
import type { WeatherFormat } from "./format.js";
import { isPvgisCsv, readPvgisCsv } from "./pvgis-csv.js";
import { isPvgisJson, readPvgisJson } from "./pvgis-json.js";

export const pvgis: WeatherFormat = {
  name: "pvgis",
  description: "PVGIS hourly series or typical year, CSV or JSON",
  detect: (head) => isPvgisCsv(head) || isPvgisJson(head),
  read: (text, options) =>
    text.head.trimStart().startsWith("{") ? readPvgisJson(text, options) : readPvgisCsv(text, options),
};
