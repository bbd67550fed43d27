/** The formats that `readWeather` knows, in the order in which "auto" tries them. A new format is one file, one line here, and one in `format.ts`. */
import { bsrn } from "./bsrn.js";
import { cams } from "./cams.js";
import { epw, mos } from "./epw.js";
import { era5 } from "./era5.js";
import type { WeatherFormat } from "./format.js";
import { midc } from "./midc.js";
import { ownCsv, responseJson } from "./own-csv.js";
import { pvgis } from "./pvgis.js";
import { psm, sam } from "./sam.js";
import { srml } from "./srml.js";
import { solrad, surfrad } from "./surfrad.js";
import { timestamped } from "./timestamped.js";
import { tmy2 } from "./tmy2.js";
import { tmy3 } from "./tmy3.js";
import { testReferenceYear } from "./try.js";
import { uscrn } from "./uscrn.js";

/** The least distinctive formats come last. */
export const WEATHER_FORMATS: readonly WeatherFormat[] = [
  pvgis,
  responseJson,
  tmy3,
  tmy2,
  epw,
  mos,
  testReferenceYear,
  psm,
  sam,
  midc,
  surfrad,
  solrad,
  uscrn,
  srml,
  bsrn,
  cams,
  era5,
  ownCsv,
  timestamped,
];
