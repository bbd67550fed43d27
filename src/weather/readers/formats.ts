/** The formats that `readWeather` knows, in the order in which "auto" tries them. A new format is one file and one line here. */
import { bsrn } from "./bsrn.js";
import { cams } from "./cams.js";
import { epw } from "./epw.js";
import { era5 } from "./era5.js";
import type { WeatherFormat } from "./format.js";
import { midc } from "./midc.js";
import { ownCsv } from "./own-csv.js";
import { psm } from "./psm.js";
import { pvgis } from "./pvgis.js";
import { responseJson } from "./response-json.js";
import { sam } from "./sam.js";
import { surfrad } from "./surfrad.js";
import { timestamped } from "./timestamped.js";
import { tmy2 } from "./tmy2.js";
import { tmy3 } from "./tmy3.js";

/** The least distinctive formats come last. @experimental */
export const WEATHER_FORMATS: readonly WeatherFormat[] = [
  pvgis,
  responseJson,
  tmy3,
  tmy2,
  epw,
  psm,
  sam,
  midc,
  surfrad,
  bsrn,
  cams,
  era5,
  ownCsv,
  timestamped,
];
