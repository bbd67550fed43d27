/** "irradiance-engine/weather": readers of weather files, and the embedded sample. Uses no Node API. */

export { examineWeather } from "./believe/examine.js";
export { type Examination, refuseClock, withoutFlagged } from "./believe/types.js";
export { type ReadWeatherOptions, readWeather, type WeatherReading } from "./read-weather.js";
export type { WeatherInput } from "./readers/text.js";
export { loadSample } from "./sample.js";
export { WEATHER_COLUMNS, type WeatherColumn, WeatherError, type WeatherPlace, type WeatherSeries } from "./series.js";
export { writeEpw } from "./writers/epw.js";
export { writeWeatherCsv } from "./writers/own-csv.js";
export type { WeatherFileOptions } from "./writers/rows.js";
export { writeSam } from "./writers/sam.js";
export { writeTmy3 } from "./writers/tmy3.js";
