/** What a run says of a system's power: its chain under the run as it came, and under the clear sky. */
import type { CheckedSystem } from "../../../data/system/checked.js";
import {
  type CheckedWeather,
  checkWeather,
  type WeatherColumn,
  type WeatherSeries,
} from "../../../data/weather/series.js";
import type { ObservationContext } from "../../../engine/plan/context.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { clearSkyOn } from "../../../physics/sky/clear-sky.js";
import type { TimeGrid } from "../../../physics/sky/time-grid.js";
import type { PowerRows } from "../../forecast/power/index.js";
import { computedPower } from "../series.js";

/** What is looked at of a run: the chain is computed of it, and humidity tells of clouds. Light is split anew, as that of a corrected run is. */
export const TAUGHT_COLUMNS: readonly WeatherColumn[] = [
  ...(["global_horizontal_irradiance", "temperature", "relative_humidity", "wind_speed"] as const),
  ...(["snow_depth", "snowfall", "precipitation"] as const),
];

export interface ChainPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly context: Pick<ObservationContext, "altitude" | "linkeTurbidity" | "temperature">;
}

const STEPS = { "15_minutes": HOUR / 4, "30_minutes": HOUR / 2, "1_hour": HOUR };

/**
 * On rows of a frequency that has bands. In the open: what a horizon line takes is in the meter's past, which any line would take twice.
 *
 * @param columns of the run that count
 * @throws as `yieldSeries`
 */
export function chainUnder(
  run: WeatherSeries,
  system: CheckedSystem,
  columns: readonly WeatherColumn[],
  { frequency, latitude, longitude, context }: ChainPlace & { readonly frequency: string },
): PowerRows {
  const { altitude = run.place?.altitude, linkeTurbidity, temperature } = context;
  const of = { latitude, longitude, frequency, context: { altitude, linkeTurbidity, temperature } };
  const checked = checkWeather(run);
  const kept = Object.fromEntries(columns.map((name) => [name, checked.columns[name]]));
  const { snow_depth: _depth, snowfall: _fall, ...air } = kept;
  const grid = { start: checked.start, step: checked.interval * 1000, count: checked.count };
  const sky = clearSkyOn(grid, { latitude, longitude, altitude }, linkeTurbidity);
  const open = {
    global_horizontal_irradiance: sky.global,
    direct_horizontal_irradiance: sky.direct,
    diffuse_horizontal_irradiance: sky.diffuse,
  };
  const [chain, clear] = [kept, { ...air, ...open }].map((one) =>
    computedPower("forecastPower", { ...run, columns: one }, system, of),
  ) as [ReturnType<typeof computedPower>, ReturnType<typeof computedPower>];
  const step = STEPS[frequency as keyof typeof STEPS];
  const rows = { start: chain.start, step, count: chain.ac.length };
  const [humidity, warmth] = [kept.relative_humidity, kept.temperature].map(
    (one) => one && meansOn(rows, checked, one),
  );
  return {
    ...{ start: chain.start, step, latitude, longitude },
    ...{ chain: chain.ac.map(atLeast0), clear: clear.ac.map(atLeast0) },
    fields: { humidity: humidity?.map((percent) => percent / 100), temperature: warmth },
  };
}

function atLeast0(power: number): number {
  return Math.max(power, 0);
}

/** Means of shorter steps, and values of longer ones. */
function meansOn(rows: TimeGrid, { start, interval }: CheckedWeather, values: Float64Array): Float64Array {
  const step = interval * 1000;
  const many = Math.max(1, Math.round(rows.step / step));
  return Float64Array.from({ length: rows.count }, (_, row) => {
    const first = Math.floor((rows.start + row * rows.step - start) / step);
    let sum = 0;
    for (let k = first; k < first + many; k++) sum += values[k] ?? Number.NaN;
    return sum / many;
  });
}

/** The same on other rows of the same step: NaN where it has none. */
export function onRows(found: PowerRows, start: number, count: number): PowerRows {
  const first = Math.round((start - found.start) / found.step);
  const on = (column: Float64Array) =>
    Float64Array.from({ length: count }, (_, row) => column[first + row] ?? Number.NaN);
  const { humidity, temperature } = found.fields ?? {};
  const fields = { humidity: humidity && on(humidity), temperature: temperature && on(temperature) };
  return { ...found, start, chain: on(found.chain), clear: on(found.clear), fields };
}
