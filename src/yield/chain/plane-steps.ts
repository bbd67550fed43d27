/** A plane's way from the light to DC power, at every sub-step of one run of the engine. */
import type { ObservationColumns, ObservationQuery } from "../../contract/observation/types.js";
import { computeColumns } from "../../engine/compute.js";
import type { Lattice } from "../../engine/grid/lattice.js";
import { weatherLattice } from "../../engine/plan/basis.js";
import type { ObservationContext } from "../../engine/plan/context.js";
import { computeSteps, type StepBlock } from "../../engine/steps.js";
import { acos, cos, DEG, RAD, sin } from "../../math/index.js";
import { sheds } from "../../models/bifacial/index.js";
import { pvwattsSystem } from "../../models/pv/index.js";
import { ASSUMED_WIND, dcRows, frontRows, rearRows, spectrumRows, systemColumns } from "../../models/pv/system.js";
import { tracker as trackerOf } from "../../models/tracking/index.js";
import type { CheckedPlane, CheckedSystem } from "../../system/checked.js";
import { beamRatioRows, clearnessOf } from "../clipping/within-hour.js";
import type { Situation } from "../situation.js";
import { type Chain, preparedChain } from "./prepared-chain.js";

/** Means over output intervals, up to DC power: W/m² of light, W per kWp of power, °C; NaN = missing. */
export interface LightHours {
  readonly horizontal: Float64Array;
  readonly plane: Float64Array;
  readonly shaded: Float64Array;
  /** Behind the horizon line and in rows. */
  readonly inRows: Float64Array;
  /** Behind the cover of the front; `effective` is that of both sides, `spectral` what the cells make of its colours. */
  readonly front: Float64Array;
  readonly effective: Float64Array;
  readonly spectral: Float64Array;
  readonly dc: Float64Array;
}

/** All sub-steps of the period, which are the same for all planes of a place; without those in the dark. */
export interface StepGrid {
  readonly time: Float64Array;
  /** Seconds. */
  readonly weight: Float64Array;
  /** The interval of the weather that each lies in; the first or the last for those outside. */
  readonly interval: Int32Array;
  /** Output interval k has the sub-steps [starts[k], starts[k + 1]). */
  readonly starts: Int32Array;
}

export interface PlaneSteps {
  readonly columns: ObservationColumns;
  readonly hours: LightHours;
  /** While the sun shines, °C; NaN in the dark. */
  readonly cellTemperature: Float64Array;
  readonly grid: StepGrid;
  /** DC power before losses at each sub-step, W per kWp. */
  readonly dc: Float64Array;
  /** Voltage over that at STC, and that of one module there, V; null: the module has none. */
  readonly voltage: Float64Array | null;
  readonly volts: number | null;
  /** What the light swings by within an interval of the weather: `beamRatioRows`, and GHI over that of a clear sky by interval. */
  readonly beamRatio: Float64Array;
  readonly clearness: () => Float64Array;
  /** By weather interval: the light on the plane (W/m²), and its tilt (degrees, mean of the lit part). */
  readonly light: Float64Array;
  readonly tilt: Float64Array;
  /** Roughly the light on planes of `DIRECTIONS` with this tilt, and on this one; undefined for trackers and flat planes. */
  readonly directions: { readonly others: readonly number[]; readonly own: number } | undefined;
}

const LIGHT = [
  "global_horizontal_irradiance",
  "global_tilted_irradiance",
  "global_tilted_irradiance_with_shading",
] as const;
/** Asks the engine for everything that power needs. */
const POWER = "pv_production_with_shading";

/** Turns away from the equator, degrees, that the direction of a fixed plane is compared with. */
export const DIRECTIONS = [0, 45, -45, 90, -90] as const;

/** The run of a plane. @param frequency of the output intervals */
export function planeSteps(
  plane: CheckedPlane,
  system: CheckedSystem,
  situation: Situation,
  frequency = "1_hour",
): PlaneSteps {
  const chain = preparedChain(system, plane);
  const collector = new Collector(chain, plane, situation);
  const query = queryOf(plane, situation, frequency, [...LIGHT, POWER]);
  const reads = [...pvwattsSystem.stage.reads, ...chain.system.spectralReads];
  const columns = computeSteps(
    query,
    situation.weather,
    planeContext(plane, situation.context),
    { reads, assumedWind: ASSUMED_WIND },
    (steps) => collector.take(steps),
  );
  const [horizontal, inPlane, inRows] = LIGHT.map((name) => columns.values[name]!) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const shaded = plane.rows ? alone(plane, situation, frequency) : inRows;
  return { columns, ...collector.finished(columns.count, { horizontal, plane: inPlane, shaded, inRows }) };
}

function queryOf(
  plane: CheckedPlane,
  { latitude, longitude, context }: Situation,
  frequency: string,
  parameters: readonly string[],
): ObservationQuery {
  return {
    ...{ lat: latitude, lon: longitude, parameters, frequency },
    ...{ surface_tilt: plane.surfaceTilt, surface_azimuth: plane.surfaceAzimuth, tracking_mode: plane.trackingMode },
    horizon: (plane.horizon ?? context.horizon) === undefined ? "flat" : "auto",
  };
}

/** The light behind the horizon line, without other rows, W/m². */
function alone({ rows: _none, ...single }: CheckedPlane, situation: Situation, frequency: string): Float64Array {
  const query = queryOf(single, situation, frequency, [LIGHT[2]]);
  return computeColumns(query, situation.weather, planeContext(single, situation.context)).values[LIGHT[2]]!;
}

function planeContext({ tracker, rows, horizon }: CheckedPlane, context: ObservationContext): ObservationContext {
  return {
    ...context,
    ...(horizon && { horizon }),
    ...(tracker && { tracker: trackerOf(tracker) }),
    ...(rows && { rows: sheds(rows, "yieldOf: ") }),
  };
}

/** Computes the chain of each block, and keeps what later stages need. */
class Collector {
  readonly #chain: Chain;
  readonly #weather: Lattice;
  readonly #light: Float64Array;
  readonly #tilt: Float64Array;
  readonly #tiltTime: Float64Array;
  readonly #normals: readonly (readonly number[])[] | undefined;
  readonly #sums = [...DIRECTIONS, 0].map(() => 0);
  readonly #blocks: Block[] = [];

  constructor(chain: Chain, plane: CheckedPlane, { weather, latitude }: Situation) {
    this.#chain = chain;
    this.#weather = weatherLattice(weather);
    this.#light = new Float64Array(weather.count);
    this.#tilt = new Float64Array(weather.count);
    this.#tiltTime = new Float64Array(weather.count);
    const { surfaceTilt, trackingMode } = plane;
    const equator = latitude < 0 ? 0 : 180;
    if (trackingMode !== "none" || surfaceTilt === 0) return;
    const [flat, up] = [sin(surfaceTilt * DEG), cos(surfaceTilt * DEG)];
    this.#normals = [...DIRECTIONS.map((turn) => equator + turn), plane.surfaceAzimuth].map((azimuth) => [
      flat * sin(azimuth * DEG),
      flat * cos(azimuth * DEG),
      up,
    ]);
  }

  take(steps: StepBlock): void {
    const { from, to, columns } = steps.block;
    const { system: chain, volts } = this.#chain;
    const s = systemColumns(steps.block, chain);
    const rows = steps.last - steps.first;
    const mean = (column: Float64Array) => {
      const out = new Float64Array(steps.last);
      steps.mean(column, out);
      return out.subarray(steps.first);
    };
    frontRows(from, to, chain, s);
    const front = mean(s.effective);
    rearRows(from, to, chain, s);
    const effective = chain.rearShare === null ? front : mean(s.effective);
    spectrumRows(from, to, chain, s);
    const spectral = chain.spectrum !== null ? mean(s.effective) : effective;
    const power = new Float64Array(to);
    const voltage = new Float64Array(volts === null ? 0 : to);
    dcRows(from, to, chain, s, power, voltage);
    const { open, weight } = steps;
    const { directTilted, globalTilted } = columns;
    const beamRatio = new Float64Array(to);
    beamRatioRows(from, to, directTilted, globalTilted, open.directHorizontal, open.ghi, beamRatio);
    const starts = steps.starts.slice(0, rows + 1).map((start) => start - from);
    this.#blocks.push({
      ...{ first: steps.first, rows, starts, front, effective, spectral, dc: mean(power) },
      power: power.subarray(from),
      voltage: voltage.subarray(volts === null ? 0 : from),
      beamRatio: beamRatio.subarray(from),
      time: columns.time.slice(from, to),
      weight: weight.slice(from, to),
      cell: s.tempCell.slice(from, to),
      ghi: open.ghi.slice(from, to),
      clearGhi: open.clearGhi.slice(from, to),
    });
    this.#addIntervals(steps);
    this.#addDirections(steps);
  }

  #addIntervals({ block, weight }: StepBlock): void {
    const { from, to, columns } = block;
    const { time, globalTilted, cosTilt } = columns;
    const { origin, step } = this.#weather;
    for (let i = from; i < to; i++) {
      const j = Math.floor((time[i]! - origin) / step);
      if (j < 0 || j >= this.#light.length) continue;
      this.#light[j]! += (globalTilted[i]! * weight[i]! * 1000) / step;
      this.#tilt[j]! += acos(Math.max(Math.min(cosTilt[i]!, 1), -1)) * RAD * weight[i]!;
      this.#tiltTime[j]! += weight[i]!;
    }
  }

  /** Beam and an isotropic sky: close enough to say which direction gets far more. */
  #addDirections({ block, weight }: StepBlock): void {
    if (this.#normals === undefined) return;
    const { from, to, columns } = block;
    const { east, north, up, dni, dhi } = columns;
    this.#normals.forEach(([x, y, z], k) => {
      let sum = 0;
      for (let i = from; i < to; i++) {
        const facing = x! * east[i]! + y! * north[i]! + z! * up[i]!;
        const light = (facing > 0 ? facing * dni[i]! : 0) + ((1 + z!) / 2) * dhi[i]!;
        if (light > 0) sum += light * weight[i]!;
      }
      this.#sums[k]! += sum;
    });
  }

  finished(count: number, light: Pick<LightHours, "horizontal" | "plane" | "shaded" | "inRows">) {
    const blocks = this.#blocks;
    const total = blocks.reduce((sum, { power }) => sum + power.length, 0);
    const steps = (name: StepName) => {
      const out = new Float64Array(total);
      let at = 0;
      for (const { [name]: column } of blocks) {
        out.set(column, at);
        at += column.length;
      }
      return out;
    };
    const hours = (name: "front" | "effective" | "spectral" | "dc") => {
      const out = new Float64Array(count);
      for (const block of blocks) out.set(block[name], block.first);
      return out;
    };
    const starts = new Int32Array(count + 1);
    let at = 0;
    for (const block of blocks) {
      for (let k = 0; k <= block.rows; k++) starts[block.first + k] = at + block.starts[k]!;
      at += block.power.length;
    }
    const { origin, step } = this.#weather;
    const most = this.#light.length - 1;
    const interval = Int32Array.from(steps("time"), (time) =>
      Math.min(Math.max(Math.floor((time - origin) / step), 0), most),
    );
    const grid = { time: steps("time"), weight: steps("weight"), interval, starts };
    const { system, volts } = this.#chain;
    const front = hours("front");
    const effective = system.rearShare === null ? front : hours("effective");
    const spectral = system.spectrum !== null ? hours("spectral") : effective;
    return {
      hours: { ...light, front, effective, spectral, dc: hours("dc") },
      cellTemperature: litMeans(grid, steps("cell")),
      grid,
      dc: steps("power"),
      voltage: volts === null ? null : steps("voltage"),
      volts,
      beamRatio: steps("beamRatio"),
      clearness: () => clearnessOf(steps("ghi"), steps("clearGhi"), grid.weight, interval, this.#light.length),
      light: this.#light,
      tilt: this.#tilt.map((sum, j) => (this.#tiltTime[j]! > 0 ? sum / this.#tiltTime[j]! : 0)),
      directions: this.#normals && { others: this.#sums.slice(0, -1), own: this.#sums.at(-1)! },
    };
  }
}

/** Columns of sub-steps. */
type StepName = "power" | "voltage" | "beamRatio" | "time" | "weight" | "cell" | "ghi" | "clearGhi";

/** Columns of a block's sub-steps, and means of its output intervals. */
interface Block extends Readonly<Record<StepName, Float64Array>> {
  readonly first: number;
  readonly rows: number;
  readonly starts: Int32Array;
  readonly front: Float64Array;
  readonly effective: Float64Array;
  readonly spectral: Float64Array;
  readonly dc: Float64Array;
}

function litMeans({ weight, starts }: StepGrid, column: Float64Array): Float64Array {
  const out = new Float64Array(starts.length - 1).fill(Number.NaN);
  for (let k = 0; k < out.length; k++) {
    let [sum, time] = [0, 0];
    for (let i = starts[k]!; i < starts[k + 1]!; i++) {
      sum += column[i]! * weight[i]!;
      time += weight[i]!;
    }
    if (time > 0) out[k] = sum / time;
  }
  return out;
}
