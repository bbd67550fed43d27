/** A plane hour by hour, stage by stage: the same chain, run as far as each stage. */
import type { ObservationColumns, ObservationQuery } from "../contract/observation/types.js";
import { computeColumns } from "../engine/compute.js";
import type { ObservationContext } from "../engine/plan/context.js";
import { pvwattsSystem } from "../models/pv/index.js";
import type { Stage } from "../models/stage.js";
import type { CheckedPlane, CheckedSystem } from "../system/checked.js";
import type { CheckedWeather } from "../weather/checked-series.js";
import type { Examination } from "../weather/examine/types.js";
import { planeContext } from "./rows.js";

/** Hourly means: W/m² of light, W per kWp of power; NaN = missing. */
export interface PlaneHours {
  /** The columns of the first run: hours, place, notices. */
  readonly columns: ObservationColumns;
  readonly horizontal: Float64Array;
  readonly plane: Float64Array;
  readonly shaded: Float64Array;
  /** Behind the horizon line and in rows. */
  readonly inRows: Float64Array;
  /** Behind the cover of the front; `effective` is that of both sides. */
  readonly front: Float64Array;
  readonly effective: Float64Array;
  readonly dc: Float64Array;
  readonly ac: Float64Array;
}

export interface Situation {
  readonly latitude: number;
  readonly longitude: number;
  readonly weather: CheckedWeather;
  readonly context: ObservationContext;
  readonly typicalYear: boolean;
  /** The weather's light is that behind a horizon line. */
  readonly horizonInLight: boolean;
  /** Undefined: there are no doubts, or they are accepted. */
  readonly examination: Examination | undefined;
}

const LIGHT = [
  "global_horizontal_irradiance",
  "global_tilted_irradiance",
  "global_tilted_irradiance_with_shading",
] as const;
const POWER = "pv_production_with_shading";

export function planeHours(plane: CheckedPlane, system: CheckedSystem, situation: Situation): PlaneHours {
  const columns = run(plane, system, situation, "ac", [...LIGHT, POWER]);
  const only = (output: "dc" | "effective", of = system) => run(plane, of, situation, output, [POWER]).values[POWER]!;
  const [horizontal, inPlane, inRows] = LIGHT.map((name) => columns.values[name]!) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const effective = only("effective");
  const { bifacial, ...oneSided } = system.options;
  return {
    columns,
    horizontal,
    plane: inPlane,
    shaded: plane.rows ? alone(plane, system, situation) : inRows,
    inRows,
    front: bifacial === undefined ? effective : only("effective", { ...system, options: oneSided }),
    effective,
    dc: only("dc"),
    ac: columns.values[POWER]!,
  };
}

/** The light behind the horizon line, without other rows, W/m². */
function alone(plane: CheckedPlane, system: CheckedSystem, situation: Situation): Float64Array {
  const { bifacial: _none, ...options } = system.options;
  const { rows: _neither, ...single } = plane;
  return run(single, { ...system, options }, situation, "ac", [LIGHT[2]]).values[LIGHT[2]]!;
}

/** AC power alone, W per kWp. */
export function planePower(plane: CheckedPlane, system: CheckedSystem, situation: Situation): Float64Array {
  return run(plane, system, situation, "ac", [POWER]).values[POWER]!;
}

function run(
  plane: CheckedPlane,
  { options }: CheckedSystem,
  { latitude, longitude, weather, context }: Situation,
  output: "ac" | "dc" | "effective",
  parameters: readonly string[],
): ObservationColumns {
  const query: ObservationQuery = {
    lat: latitude,
    lon: longitude,
    parameters,
    frequency: "1_hour",
    surface_tilt: plane.surfaceTilt,
    surface_azimuth: plane.surfaceAzimuth,
    tracking_mode: plane.trackingMode,
    horizon: context.horizon === undefined ? "flat" : "auto",
  };
  const pv = { model: pvwattsSystem as { readonly stage: Stage }, options: { ...options, output } };
  return computeColumns(query, weather, { ...planeContext(plane, context), models: { ...context.models, pv } });
}
