/** The formats that `readWeather` knows, in the order in which "auto" asks them. A new format is one file and one line here. */
import type { WeatherFormat } from "./format.js";
import { ownCsv } from "./own-csv.js";
import { responseJson } from "./response-json.js";
import { tmy3 } from "./tmy3.js";

export const WEATHER_FORMATS: readonly WeatherFormat[] = [responseJson, tmy3, ownCsv];
