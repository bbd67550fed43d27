/**
 * From the cell of a coarse grid to a place in it, and from a height to another.
 *
 * A cell of a quarter of a degree has another sun than the place: its clear-sky index is taken there, not its irradiance. All light
 * on level ground has one factor, so that the components still add up. Air is 6.5 K colder for each kilometre up, and as much thinner
 * as in the standard atmosphere (ISO 2533:1975).
 */
import { standardPressure } from "../models/atmosphere/pressure.js";
import { type ClearSky, clearSkyOn, type Place } from "../sky/clear-sky.js";
import type { WeatherColumn } from "../weather/series.js";
import { isIrradiance } from "./columns.js";
import type { JoinedSeries } from "./joined.js";

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
/** No light that is moved becomes clearer. */
const MOST_INDEX = 1.3;
/** Clear beam (W/m² on level ground) below which the beam is left unchanged. */
const MIN_CLEAR_BEAM = 5;

/**
 * A cell of a grid or a station, and how far it is from the place that was asked for.
 *
 * @experimental
 */
export interface Cell extends Place {
  readonly distanceKm: number;
  /** Degrees from this cell of a grid to the next, the larger of both directions; undefined: a station. */
  readonly spacing?: number | undefined;
}

/** Where the light of a cell is: that of a coarse cell in its middle, any other at the place. @experimental */
export function lightAt(cell: Cell, place: Place): Place {
  if (!isCoarse(cell)) return place;
  const { latitude, longitude, altitude = place.altitude } = cell;
  return { latitude, longitude, altitude };
}

/** The means of a cell as those of a place; of what does not change the same arrays. @experimental */
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

/** What `toSite` does to columns, one phrase each. @experimental */
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
