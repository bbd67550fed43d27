/** Means on one grid brought to another. No value comes from outside the series, and what is missing stays missing. */

import { standardPressure } from "../../physics/models/atmosphere/pressure.js";
import { MOST_INDEX } from "../../physics/sky/clear-index.js";
import { type ClearSky, clearSkyAt, clearSkyOn, type Place } from "../../physics/sky/clear-sky.js";
import { isSameRaster, type RowRange, type TimeGrid } from "../../physics/sky/time-grid.js";
import type { WeatherColumn } from "../weather/series.js";
import { spreadIrradiance } from "./course.js";
import { CLEAR_SKY_OF, type IrradianceColumn, isIrradiance, type JoinedSeries } from "./joined.js";

/** Share of an interval's time that must have values for a mean of a state. */
const LEAST_COVERAGE = 0.5;

/**
 * Writes columns of a series into those of the target grid, where these are still missing.
 *
 * Irradiance (W/m²): each interval's energy is spread (./spread.ts), so that it is kept wherever the edges are; an interval that is not
 * wholly covered stays missing. States: means where the series is finer, a straight line between the middles where it is coarser.
 */
export function resample(
  series: JoinedSeries,
  names: readonly WeatherColumn[],
  target: TimeGrid,
  rows: RowRange,
  place: Place,
  into: ReadonlyMap<WeatherColumn, Float64Array>,
): void {
  const present = names.filter((name) => series.columns.has(name));
  const light = present.filter(isIrradiance);
  const isSame = isSameRaster(series.grid, target);
  const spread = isSame || light.length === 0 ? undefined : spreadIrradiance(series, light, target, rows, place);
  for (const name of present) {
    const values = series.columns.get(name)!;
    const column = into.get(name)!;
    for (let row = rows.from; row < rows.to; row++) {
      if (!Number.isNaN(column[row]!)) continue;
      if (isSame)
        column[row] = values[row + Math.round((target.start - series.grid.start) / target.step)] ?? Number.NaN;
      else if (isIrradiance(name)) column[row] = spread!.get(name)![row - rows.from]!;
      else column[row] = stateAt(values, series.grid, target.start + row * target.step, target.step);
    }
  }
}

function stateAt(values: Float64Array, grid: TimeGrid, start: number, step: number): number {
  return step < grid.step ? lineAt(values, grid, start + step / 2) : meanOver(values, grid, start, start + step);
}

/** On the line between the middles of neighbouring intervals; beside what is missing, and at the ends, level. */
function lineAt(values: Float64Array, grid: TimeGrid, time: number): number {
  const row = Math.floor((time - grid.start) / grid.step);
  const value = values[row] ?? Number.NaN;
  // From whole milliseconds: the same bits wherever the series begins.
  const offset = (time - grid.start - row * grid.step) / grid.step - 0.5;
  const other = values[row + Math.sign(offset)] ?? Number.NaN;
  return Number.isNaN(other) ? value : value + (other - value) * Math.abs(offset);
}

function meanOver(values: Float64Array, grid: TimeGrid, start: number, end: number): number {
  let sum = 0;
  let covered = 0;
  const first = Math.max(0, Math.floor((start - grid.start) / grid.step));
  for (let row = first; row < grid.count && grid.start + row * grid.step < end; row++) {
    const from = grid.start + row * grid.step;
    const time = Math.min(end, from + grid.step) - Math.max(start, from);
    if (time <= 0 || Number.isNaN(values[row]!)) continue;
    sum += values[row]! * time;
    covered += time;
  }
  return covered >= LEAST_COVERAGE * (end - start) ? sum / covered : Number.NaN;
}

/** Below this clear sky (global, W/m²) the ratio to it is meaningless: the nearest valid ratio is used. */
const LOW_SUN = 20;
/** Largest distance in time to that ratio, ms. */
export const NEAR = 2 * 3_600_000;

/**
 * Irradiance keeps its ratio to the clear sky over the interval; other columns are interpolated linearly between readings.
 * Missing values stay missing.
 *
 * @param fillsLowSun that of a satellite, which sees nothing of a sun near the horizon: what it misses there has the ratio of the
 *   nearest reading, as else the hours of sunrise and sunset would be lost, or at night is 0
 */
export function instantsToMeans(series: JoinedSeries, place: Place, fillsLowSun = false): JoinedSeries {
  if (!series.isInstant) return series;
  const names = [...series.columns.keys()];
  const sky = names.some(isIrradiance) ? clearSkyOf(series, place) : undefined;
  const columns = new Map<WeatherColumn, Float64Array>();
  for (const [name, values] of series.columns) {
    columns.set(
      name,
      isIrradiance(name) ? irradianceMeans(name, values, series.grid.step, sky!, fillsLowSun) : stateMeans(values),
    );
  }
  return { ...series, isInstant: false, columns };
}

function clearSkyOf({ grid }: JoinedSeries, place: Place) {
  const middles = Float64Array.from({ length: grid.count }, (_, row) => grid.start + (row + 0.5) * grid.step);
  return { moment: clearSkyAt(middles, place), mean: clearSkyOn(grid, place) };
}

function irradianceMeans(
  name: IrradianceColumn,
  values: Float64Array,
  step: number,
  sky: ReturnType<typeof clearSkyOf>,
  fillsLowSun: boolean,
): Float64Array {
  const [moment, mean] = [sky.moment[CLEAR_SKY_OF[name]], sky.mean[CLEAR_SKY_OF[name]]];
  const isHigh = (row: number) => sky.moment.global[row]! >= LOW_SUN;
  const ratio = (row: number) => values[row]! / moment[row]!;
  const reach = Math.floor(NEAR / step);
  return values.map((value, row) => {
    const isFilled = Number.isNaN(value) && fillsLowSun && !isHigh(row);
    if (!isFilled && (Number.isNaN(value) || mean[row]! === 0)) return value;
    if (isHigh(row)) return moment[row]! > 0 ? ratio(row) * mean[row]! : value;
    for (let far = 1; far <= reach; far++) {
      for (const near of [row - far, row + far]) {
        if (near < 0 || near >= values.length || !isHigh(near) || !(moment[near]! > 0)) continue;
        const borrowed = ratio(near);
        if (!Number.isNaN(borrowed)) return Math.min(borrowed, MOST_INDEX) * mean[row]!;
      }
    }
    return value;
  });
}

/** Mean of the straight lines to the neighbours: (a + 6 b + c) / 8. */
function stateMeans(values: Float64Array): Float64Array {
  return values.map((value, row) => {
    const near = (other: number | undefined) => (other === undefined || Number.isNaN(other) ? value : other);
    return (near(values[row - 1]) + 6 * value + near(values[row + 1])) / 8;
  });
}

/*
 * From the cell of a coarse grid to a place in it, and from a height to another.
 *
 * A cell of a quarter of a degree has another sun than the place: its clear-sky index is taken there, not its irradiance. All light
 * on level ground has one factor, so that the components still add up. Air is 6.5 K colder for each kilometre up, and as much thinner
 * as in the standard atmosphere (ISO 2533:1975).
 */

/** Degrees up to which a cell's sun is that of all its places: 0.09 % of the clear sky. */
const FINE = 0.1001;
/** km within which a place counts as the station itself. */
const SAME_PLACE = 0.02;
/** K/m: the standard atmosphere's. */
const LAPSE_RATE = 0.0065;
/** m: farther up or down the air is another. */
const MOST_HEIGHT = 2500;
/** W/m² added to both clear skies: at the edge of the night their ratio is none. */
const TWILIGHT = 1;
/** Clear beam (W/m² on level ground) below which the beam is left unchanged. */
const MIN_CLEAR_BEAM = 5;

/** A cell of a grid or a station, and how far it is from the place that was asked for. */
export interface Cell extends Place {
  readonly distanceKm: number;
  /** Degrees from this cell of a grid to the next, the larger of both directions; undefined: a station. */
  readonly spacing?: number | undefined;
}

/** Where the light of a cell is: that of a coarse cell in its middle, any other at the place. */
export function lightAt(cell: Cell, place: Place): Place {
  if (!isCoarse(cell)) return place;
  const { latitude, longitude, altitude = place.altitude } = cell;
  return { latitude, longitude, altitude };
}

/** The means of a cell as those of a place; of what does not change the same arrays. */
export function toSite(series: JoinedSeries, cell: Cell, place: Place): JoinedSeries {
  const height = heightOf(cell, place);
  const names = [...series.columns.keys()];
  const light = isCoarse(cell) && names.some(isIrradiance) ? lightFactors(series, cell, place) : undefined;
  if (light === undefined && height === undefined) return series;
  const columns = new Map<WeatherColumn, Float64Array>();
  for (const [name, values] of series.columns) {
    if (light !== undefined && isIrradiance(name)) columns.set(name, values.map(light(name)));
    else if (height !== undefined && name in MOVED) columns.set(name, values.map(MOVED[name]!(height)));
    else columns.set(name, values);
  }
  return { ...series, columns };
}

/** What `toSite` does to columns, one phrase each. */
export function movesOf(cell: Cell, place: Place, columns: readonly WeatherColumn[]): string[] {
  const told: string[] = [];
  if (isCoarse(cell) && columns.some(isIrradiance)) told.push("clear-sky index taken from the cell to the place");
  const height = heightOf(cell, place);
  const moved = columns.filter((name) => name in MOVED);
  if (height !== undefined && moved.length > 0) {
    told.push(`${moved.join(", ")} adjusted from ${Math.round(height.cell)} m to ${Math.round(height.place)} m`);
  }
  return told;
}

function isCoarse({ spacing = 0 }: Cell): boolean {
  return spacing > FINE;
}

interface Heights {
  readonly cell: number;
  readonly place: number;
}

/** Undefined where one of them is not known, or there is nothing between them. */
function heightOf({ altitude, distanceKm, spacing }: Cell, place: Place): Heights | undefined {
  const isThere = spacing === undefined && distanceKm <= SAME_PLACE;
  if (altitude === undefined || place.altitude === undefined || isThere) return undefined;
  return altitude === place.altitude ? undefined : { cell: altitude, place: place.altitude };
}

const MOVED: { readonly [name in WeatherColumn]?: (heights: Heights) => (value: number) => number } = {
  temperature({ cell, place }) {
    const warmer = LAPSE_RATE * Math.min(Math.max(cell - place, -MOST_HEIGHT), MOST_HEIGHT);
    return (value) => value + warmer;
  },
  pressure({ cell, place }) {
    const denser = standardPressure(place) / standardPressure(cell);
    return (value) => value * denser;
  },
};

/** By what the value of a row is multiplied, for each column. */
function lightFactors(
  series: JoinedSeries,
  cell: Cell,
  place: Place,
): (name: WeatherColumn) => (value: number, row: number) => number {
  const there = clearSkyOn(series.grid, lightAt(cell, place));
  const here = clearSkyOn(series.grid, { ...place, altitude: place.altitude ?? cell.altitude });
  const factor = levelFactors(there, here, series.columns.get("global_horizontal_irradiance"));
  return (name) =>
    name === "direct_normal_irradiance"
      ? (value, row) => value * beamFactor(there, here, factor[row]!, row)
      : (value, row) => value * factor[row]!;
}

/** Of all light on level ground. */
function levelFactors(there: ClearSky, here: ClearSky, global: Float64Array | undefined): Float64Array {
  const cell = there.global;
  return here.global.map((clear, row) => {
    const factor = (clear + TWILIGHT) / (cell[row]! + TWILIGHT);
    const most = (MOST_INDEX * clear) / (global?.[row] ?? 0);
    return factor > most ? Math.max(most, Math.min(factor, 1)) : factor;
  });
}

/** Of the beam: as much of the light on level ground as before, under the sun of the place. */
function beamFactor(there: ClearSky, here: ClearSky, level: number, row: number): number {
  const [before, after] = [levelOfBeam(there, row), levelOfBeam(here, row)];
  return before === undefined || after === undefined ? 1 : (level * before) / after;
}

/** Light on level ground per beam; undefined where there is next to none. */
function levelOfBeam(sky: ClearSky, row: number): number | undefined {
  const level = sky.direct[row]!;
  return level < MIN_CLEAR_BEAM ? undefined : level / sky.beam[row]!;
}
