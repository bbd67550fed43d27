/** Weather of a yield, from wherever it is. */
import type { Examination } from "../../weather/examine/types.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { LightSource } from "../../yield/index.js";

export interface YieldWeather {
  readonly series: WeatherSeries;
  readonly typicalYear: boolean;
  /** The light is that behind a horizon line, as all files say. */
  readonly horizonInLight: boolean;
  readonly examination?: Examination | undefined;
  readonly lightSource?: LightSource | undefined;
  /** What it is, for a headline. */
  readonly name: string;
  /** The same with how good it is, for a picture. */
  readonly source: string;
}
