/** Humidity and wind, which are not outputs of the engine's chain: means of the weather's columns. */
import { cellAt, cellStart, type Lattice } from "../engine/grid/lattice.js";
import { weatherLattice } from "../engine/plan/basis.js";
import type { Settings } from "../engine/plan/context.js";
import { stateMeanRows } from "../engine/weather-grid/air-and-snow.js";
import { loadColumn, type StateCounts } from "../engine/weather-grid/inputs.js";
import { MAGNUS, rhFromTdewRows, tdewFromRhRows } from "../models/atmosphere/humidity.js";
import type { CheckedWeather } from "../weather/checked-series.js";
import type { StateColumn } from "../weather/limits.js";

export type StateName = "dew_point_temperature" | "relative_humidity" | "wind_speed";

/** Averages columns of the weather over the intervals of a year. */
export class States {
  private readonly series: CheckedWeather;
  private readonly settings: Settings;
  private readonly counts: StateCounts;
  private readonly weather: Lattice;
  private readonly output: Lattice;
  private readonly count: number;
  /** Number of the weather interval in the first loaded row, and the count: one more on each side. */
  private readonly first: number;
  private readonly rows: number;

  constructor(series: CheckedWeather, settings: Settings, output: Lattice, count: number, counts: StateCounts) {
    this.series = series;
    this.settings = settings;
    this.counts = counts;
    this.output = output;
    this.count = count;
    this.weather = weatherLattice(series);
    this.first = cellAt(this.weather, output.origin) - 1;
    this.rows = cellAt(this.weather, cellStart(output, count)) + 2 - this.first;
  }

  /** Means over the output intervals; NaN where the weather has no data. */
  of(name: StateName): Float64Array {
    if (name === "wind_speed") return this.means(this.given(name), true);
    if (name === "dew_point_temperature") return this.means(this.dewPoint(), false);
    // The saturation deficit varies like snow, never below 0, so that no mean exceeds 100 %.
    const dryness = this.means(
      this.humidity().map((percent) => 100 - Math.min(percent, 100)),
      true,
    );
    return dryness.map((missing) => Math.max(100 - missing, 0));
  }

  private given(name: StateColumn): Float64Array {
    const column = new Float64Array(this.rows);
    loadColumn(this.series, name, this.first, this.rows, column, this.counts);
    return column;
  }

  /** Given, or computed from air temperature and humidity. */
  private dewPoint(): Float64Array {
    const dewPoint = this.given("dew_point_temperature");
    if (!this.series.columns.relative_humidity) return dewPoint;
    const derived = new Float64Array(this.rows);
    const temperature = this.given("temperature");
    tdewFromRhRows(0, this.rows, temperature, this.given("relative_humidity"), MAGNUS[1], MAGNUS[2], derived);
    return withoutGaps(dewPoint, derived);
  }

  /** Given, or computed from air temperature and dew point. */
  private humidity(): Float64Array {
    const humidity = this.given("relative_humidity");
    if (!this.series.columns.dew_point_temperature) return humidity;
    const derived = new Float64Array(this.rows);
    const temperature = this.given("temperature");
    rhFromTdewRows(0, this.rows, temperature, this.given("dew_point_temperature"), MAGNUS[1], MAGNUS[2], derived);
    return withoutGaps(humidity, derived);
  }

  private means(mean: Float64Array, positive: boolean): Float64Array {
    const { count, output, weather, first, settings } = this;
    const out = new Float64Array(count);
    const course = { smooth: settings.spread === "smooth", positive };
    stateMeanRows(count, output, 0, weather, first, course, settings.minimumCoverage, mean, out, 0);
    return out;
  }
}

function withoutGaps(column: Float64Array, instead: Float64Array): Float64Array {
  return column.map((value, row) => (Number.isNaN(value) ? instead[row]! : value));
}
