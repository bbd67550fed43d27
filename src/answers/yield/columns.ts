/** The columns of a yield's series: each is an entry here, and series, JSON, CSV and bulk runs have it. */
import type { LightHours } from "./chain/plane-steps.js";
import type { PlaneHours, StageHours } from "./chain/system-hours.js";

/** What a column of a yield's series is. */
interface ColumnEntry {
  /** As units of parameters are written. */
  readonly unit: "W/m**2" | "°C" | "W";
  readonly description: string;
  /** How the column of all planes follows from theirs: powers add up, of light and temperature there is a mean over kWp. */
  readonly joins: "sum" | "mean";
  /** Its values of one plane. */
  of(plane: PlaneHours): Float64Array;
}

function light(description: string, stage: keyof LightHours): ColumnEntry {
  return { unit: "W/m**2", description, joins: "mean", of: ({ hours }) => hours[stage] };
}

function power(description: string, stage: keyof StageHours): ColumnEntry {
  const of = ({ plane, hours }: PlaneHours) => hours[stage].map((watts) => watts * plane.kwp);
  return { unit: "W", description, joins: "sum", of };
}

/** @param before stage before it; @param after that behind it */
function loss(description: string, before: keyof StageHours, after: keyof StageHours): ColumnEntry {
  const of = ({ plane, hours }: PlaneHours) => hours[before].map((watts, k) => (watts - hours[after][k]!) * plane.kwp);
  return { unit: "W", description, joins: "sum", of };
}

/** `dc` less all losses is `ac`. */
export const YIELD_COLUMN_ENTRIES = {
  plane_irradiance: light("Light on the fronts in the open", "plane"),
  effective_irradiance: light("Light that the cells get, behind shade, cover and spectrum", "spectral"),
  cell_temperature: {
    ...{ unit: "°C", description: "Temperature of the cells; null in the dark", joins: "mean" },
    of: ({ cellTemperature }) => cellTemperature,
  },
  dc: power("DC power before losses", "dc"),
  snow_loss: loss("Loss by snow", "dc", "snow"),
  soiling_loss: loss("Loss by dirt", "snow", "soiling"),
  constant_loss: loss("Constant losses", "soiling", "losses"),
  cabling_loss: loss("Loss in DC cables", "losses", "cabling"),
  inverter_loss: loss("Loss in the inverter", "cabling", "inverter"),
  clipping_loss: loss("Loss at the limit of the inverter", "inverter", "clipping"),
  transformer_loss: loss("Loss in AC cables and transformer", "clipping", "transformer"),
  export_loss: loss("Loss at the limit of the grid", "transformer", "ac"),
  ac: power("AC power fed in", "ac"),
} as const satisfies { readonly [name: string]: ColumnEntry };

export type YieldColumn = keyof typeof YIELD_COLUMN_ENTRIES;
/**
 * Columns of a yield's series: `dc` (W) is the DC power before losses, `ac` (W) what is fed in, at night below 0 where an inverter or
 * a transformer takes power; `dc` less all losses (W) is `ac`. `plane_irradiance` is the light on the front in the open,
 * `effective_irradiance` what the cells get of it behind shade, cover and spectrum, with the rear's part (W/m²); `cell_temperature`
 * (°C) is that while the sun shines, NaN in the dark.
 */
export const YIELD_COLUMNS = Object.keys(YIELD_COLUMN_ENTRIES) as readonly YieldColumn[];
export type YieldColumns = { readonly [name in YieldColumn]: Float64Array };
