import type { WeatherPlace } from "./series.js";

interface WeatherErrorPlace {
  file?: string | undefined;
  line?: number | undefined;
  place?: WeatherPlace | undefined;
}

/** Weather that cannot be used: names the file (if there is one), the line (1-based) and the problem. */
export class WeatherError extends Error {
  override readonly name = "WeatherError";
  readonly code = "ERR_WEATHER";
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** Where the weather is, of a question about its time zone: whoever knows the zones can name the likely one. */
  readonly place: WeatherPlace | undefined;

  constructor(message: string, { file, line, place: at }: WeatherErrorPlace = {}) {
    const place = [file, line && `line ${line}`].filter(Boolean).join(", ");
    super(place ? `${place}: ${message}` : message);
    this.file = file;
    this.line = line;
    this.place = at;
  }
}

/** What is no weather at all, such as a picture or a text of another kind: nobody need mend it. */
export class NotWeatherError extends WeatherError {}

/** Rows at any time, as a history has them. */
export class UnequalStepsError extends WeatherError {}
