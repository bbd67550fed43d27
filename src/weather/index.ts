/** "irradiance-engine/weather": readers of weather files, and the embedded sample. Uses no Node API. */
export { type CheckedWeather, checkWeather } from "./checked-series.js";
export { WeatherError } from "./errors.js";
export { checkLabels, type LabelCheck } from "./examine/clock/closing.js";
export * from "./examine/index.js";
export { type ReadWeatherOptions, readWeather, type WeatherReading } from "./read-weather.js";
export type { Duplicates, Label, WeatherFormat } from "./readers/format.js";
export { WEATHER_FORMATS } from "./readers/formats.js";
export type { WeatherInput } from "./readers/text.js";
export { loadSample } from "./sample.js";
export { WEATHER_COLUMNS, type WeatherColumn, type WeatherPlace, type WeatherSeries } from "./series.js";
export { writeEpw } from "./writers/epw.js";
export { writeWeatherCsv } from "./writers/own-csv.js";
export type { WeatherFileOptions } from "./writers/rows.js";
export { writeSam } from "./writers/sam.js";
export { writeTmy3 } from "./writers/tmy3.js";
