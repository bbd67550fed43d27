/** Weather that cannot be used: names the file (if there is one), the line (1-based) and the problem. */
export class WeatherError extends Error {
  override readonly name = "WeatherError";
  readonly code = "ERR_WEATHER";
  readonly file: string | undefined;
  readonly line: number | undefined;

  constructor(message: string, { file, line }: { file?: string | undefined; line?: number | undefined } = {}) {
    const place = [file, line && `line ${line}`].filter(Boolean).join(", ");
    super(place ? `${place}: ${message}` : message);
    this.file = file;
    this.line = line;
  }
}

/** What is no weather at all, such as a picture or a text of another kind: nobody need mend it. */
export class NotWeatherError extends WeatherError {}
