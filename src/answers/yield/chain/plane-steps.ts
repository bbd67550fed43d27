/** The chain of a plane up to DC power: its models with their options. */
import type { ObservationColumns, ObservationQuery } from "../../../data/contract/observation/types.js";
import { shadeOfPlane } from "../../../data/obstacles/placed.js";
import { stringsOfPlane } from "../../../data/obstacles/string-map.js";
import type { CheckedPlane, CheckedSystem } from "../../../data/system/checked.js";
import { moduleDc } from "../../../data/system/module.js";
import { swingsWithin } from "../../../data/system/over-time.js";
import { computeColumns } from "../../../engine/compute.js";
import type { Lattice } from "../../../engine/grid/lattice.js";
import { weatherLattice } from "../../../engine/plan/basis.js";
import type { ObservationContext } from "../../../engine/plan/context.js";
import { computeSteps, type StepBlock } from "../../../engine/steps.js";
import { acos, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { sheds } from "../../../physics/models/bifacial/index.js";
import { pvwattsSystem } from "../../../physics/models/pv/index.js";
import {
  ASSUMED_WIND,
  dcRows,
  frontRows,
  type PreparedSystem,
  prepareSystem,
  rearRows,
  spectrumRows,
  systemColumns,
} from "../../../physics/models/pv/system.js";
import { tracker as trackerOf } from "../../../physics/models/tracking/index.js";
import type { Situation } from "../situation.js";
import { beamRatioRows } from "./clipping.js";
import { Mismatch } from "./mismatch.js";
import { GrowingColumn, PlaceCollector, type PlaceSteps } from "./place-steps.js";

export interface Chain {
  readonly system: PreparedSystem;
  /** Voltage of one module at STC, V; null: it has only a power. */
  readonly volts: number | null;
}

/** It holds memory to work in: one for each run. @throws RangeError, TypeError for options of the models */
function preparedChain(checked: CheckedSystem, { bifacial }: Pick<CheckedPlane, "bifacial">): Chain {
  const { gammaPdc: _ofModule, ...options } = checked.options;
  const { rows, volts } = moduleDc(checked);
  return { system: prepareSystem("yieldOf: system", { ...options, ...(bifacial && { bifacial }) }, rows), volts };
}

/** Means over output intervals, up to DC power: W/m² of light, W per kWp of power, °C; NaN = missing. */
export interface LightHours {
  readonly horizontal: Float64Array;
  readonly plane: Float64Array;
  /** Behind the horizon line. */
  readonly shaded: Float64Array;
  /** Behind what stands near, by a map of shade or a scene: without what it takes of the beam, and of the sky's light. */
  readonly beam: Float64Array;
  readonly diffuse: Float64Array;
  /** In rows, too. */
  readonly inRows: Float64Array;
  /** Behind the cover of the front; `effective` is that of both sides, `spectral` what the cells make of its colours. */
  readonly front: Float64Array;
  readonly effective: Float64Array;
  readonly spectral: Float64Array;
  /** Of modules that all have the mean light, and of their strings. */
  readonly dc: Float64Array;
  readonly mismatch: Float64Array;
}

export interface PlaneSteps {
  readonly columns: ObservationColumns;
  readonly hours: LightHours;
  /** While the sun shines, °C; NaN in the dark. */
  readonly cellTemperature: Float64Array;
  readonly place: PlaceSteps;
  /** DC power before losses at each sub-step, W per kWp, and behind the last one that in the dark: what follows works in it. */
  readonly dc: Float64Array;
  /** Voltage over that at STC, and that of one module there, V; null: the module has none. */
  readonly voltage: Float64Array | null;
  readonly volts: number | null;
  /** How much more the light on the plane swings than that on the horizontal; undefined: power is steady within a sub-step. */
  readonly beamRatio: Float64Array | undefined;
  /** By weather interval: the light on the plane (W/m²), and its tilt (degrees, mean of the lit part; 0 for fixed planes). */
  readonly light: Float64Array;
  readonly tilt: Float64Array;
  /** Roughly the light on planes of `DIRECTIONS` with this tilt, and on this one; undefined for trackers and flat planes. */
  readonly directions: { readonly others: readonly number[]; readonly own: number } | undefined;
}

const LIGHT = [
  "global_horizontal_irradiance",
  "global_tilted_irradiance",
  "global_tilted_irradiance_with_shading",
  "direct_tilted_irradiance",
  "direct_tilted_irradiance_with_shading",
] as const;
/** Asks the engine for everything that power needs. */
const POWER = "pv_production_with_shading";

/** Turns away from the equator, degrees, that the direction of a fixed plane is compared with. */
export const DIRECTIONS = [0, 45, -45, 90, -90] as const;
/** One of so many sub-steps, odd as their patterns are even. */
const SAMPLE = 3;

/**
 * The run of a plane.
 * @param frequency of the output intervals
 * @param place from the run of another plane
 */
export function planeSteps(
  plane: CheckedPlane,
  system: CheckedSystem,
  situation: Situation,
  frequency = "1_hour",
  place?: PlaceSteps,
): PlaneSteps {
  const chain = preparedChain(system, plane);
  const swings = swingsWithin(system.clipping, situation.weather.interval);
  const weather = weatherLattice(situation.weather);
  const collector = new Collector(chain, plane, situation, swings);
  const ofPlace = place === undefined ? new PlaceCollector(weather, situation.weather.count, swings) : undefined;
  const isOpen = [plane.rows, plane.shade, plane.scene, horizonOf(plane, situation)].every(
    (shading) => shading === undefined,
  );
  const [ghi, gti, gtiShaded, ...beams] = LIGHT;
  const wanted = [ghi, gti, POWER, ...(isOpen ? [] : [gtiShaded]), ...(isNear(plane) ? beams : [])];
  const query = queryOf(plane, situation, frequency, wanted);
  const reads = [...pvwattsSystem.stage.reads, ...chain.system.spectralReads];
  const columns = computeSteps(
    query,
    situation.weather,
    planeContext(plane, situation),
    { reads, assumedWind: ASSUMED_WIND },
    (steps) => {
      collector.take(steps);
      ofPlace?.take(steps);
    },
  );
  const light = lightHours(plane, situation, frequency, columns.values, isOpen);
  return {
    columns,
    place: place ?? ofPlace!.finished(columns.count),
    ...collector.finished(columns.count, light),
  };
}

type Light = Omit<LightHours, "front" | "effective" | "spectral" | "dc" | "mismatch">;

/** The light before the cover, stage by stage. What stands before the horizon line comes behind it. */
function lightHours(
  plane: CheckedPlane,
  situation: Situation,
  frequency: string,
  values: ObservationColumns["values"],
  isOpen: boolean,
): Light {
  const [ghi, gti, gtiShaded, beamOpen, beamShaded] = LIGHT;
  const [horizontal, inPlane] = [values[ghi]!, values[gti]!];
  const inRows = isOpen ? inPlane : values[gtiShaded]!;
  const stages = { horizontal, plane: inPlane, inRows };
  if (!isNear(plane)) {
    const shaded = plane.rows ? behindLine(plane, situation, frequency)[gtiShaded]! : inRows;
    return { ...stages, shaded, beam: shaded, diffuse: shaded };
  }
  const line = horizonOf(plane, situation) && behindLine(plane, situation, frequency);
  const [shaded, before, after] = [
    line?.[gtiShaded] ?? inPlane,
    (line ?? values)[line ? beamShaded : beamOpen]!,
    values[beamShaded]!,
  ];
  const beam = shaded.map((all, k) => all - (before[k]! - after[k]!));
  return { ...stages, shaded, beam, diffuse: inRows };
}

/** Whether something stands near. */
function isNear({ shade, scene }: CheckedPlane): boolean {
  return shade !== undefined || scene !== undefined;
}

function horizonOf({ horizon }: CheckedPlane, { context }: Situation): ArrayLike<number> | undefined {
  return horizon ?? context.horizon;
}

function queryOf(
  plane: CheckedPlane,
  situation: Situation,
  frequency: string,
  parameters: readonly string[],
): ObservationQuery {
  const { latitude, longitude } = situation;
  return {
    ...{ lat: latitude, lon: longitude, parameters, frequency },
    ...{ surface_tilt: plane.surfaceTilt, surface_azimuth: plane.surfaceAzimuth, tracking_mode: plane.trackingMode },
    horizon: horizonOf(plane, situation) === undefined ? "flat" : "auto",
  };
}

/** The light behind the horizon line alone, W/m²: without other rows, and without what stands near. */
function behindLine(plane: CheckedPlane, situation: Situation, frequency: string): ObservationColumns["values"] {
  const single = { ...plane, rows: undefined, shade: undefined, scene: undefined };
  const query = queryOf(single, situation, frequency, plane.rows ? [LIGHT[2]] : [LIGHT[2], LIGHT[4]]);
  return computeColumns(query, situation.weather, planeContext(single, situation)).values;
}

function planeContext(
  { tracker, rows, horizon, shade: given, scene }: CheckedPlane,
  { context, latitude }: Situation,
): ObservationContext {
  const shade = scene ? shadeOfPlane(scene.placed, scene.plane, latitude) : given;
  return {
    ...context,
    ...(horizon && { horizon }),
    ...(shade && { shade }),
    ...(tracker && { tracker: trackerOf(tracker) }),
    ...(rows && { rows: sheds(rows, "yieldOf: ") }),
  };
}

function mismatchOf({ scene }: CheckedPlane, latitude: number): Mismatch | undefined {
  const map = scene && stringsOfPlane(scene.placed, scene.plane, latitude);
  return map && new Mismatch(map, latitude);
}

/** Means over output intervals that the collector writes. */
type OwnHours = Pick<LightHours, "front" | "effective" | "spectral" | "dc" | "mismatch"> & {
  readonly cell: Float64Array;
};

/** Columns of the sub-steps of a block; they grow. */
const WORK = ["power", "voltage", "beamRatio"] as const;
type Work = { readonly [name in (typeof WORK)[number]]: Float64Array };
const workOf = (length: number) => Object.fromEntries(WORK.map((name) => [name, new Float64Array(length)])) as Work;

/** Computes the chain of each block, and keeps what later stages need. */
class Collector {
  readonly #chain: Chain;
  readonly #swings: boolean;
  readonly #weather: Lattice;
  readonly #light: Float64Array;
  readonly #tilt: Float64Array;
  readonly #tiltTime: Float64Array | undefined;
  /** East, north and up of `DIRECTIONS` and of the plane itself, one after the other: they have one tilt. */
  readonly #normals: Float64Array | undefined;
  readonly #mismatch: Mismatch | undefined;
  readonly #sums = new Float64Array(DIRECTIONS.length + 1);
  readonly #dc = new GrowingColumn<Float64Array>(Float64Array);
  readonly #voltage = new GrowingColumn<Float64Array>(Float64Array);
  readonly #beamRatio = new GrowingColumn<Float64Array>(Float64Array);
  #hours: OwnHours | undefined;
  #work = workOf(0);

  /** @param swings whether power swings within the intervals of the weather */
  constructor(chain: Chain, plane: CheckedPlane, { weather, latitude }: Situation, swings: boolean) {
    this.#chain = chain;
    this.#swings = swings;
    this.#weather = weatherLattice(weather);
    this.#light = new Float64Array(weather.count);
    this.#tilt = new Float64Array(weather.count);
    this.#mismatch = mismatchOf(plane, latitude);
    const { surfaceTilt, trackingMode } = plane;
    this.#tiltTime = trackingMode === "none" ? undefined : new Float64Array(weather.count);
    const equator = latitude < 0 ? 0 : 180;
    if (trackingMode !== "none" || surfaceTilt === 0) return;
    const [flat, up] = [sin(surfaceTilt * DEG), cos(surfaceTilt * DEG)];
    const azimuths = [...DIRECTIONS.map((turn) => equator + turn), plane.surfaceAzimuth];
    this.#normals = Float64Array.from(
      azimuths.flatMap((azimuth) => [flat * sin(azimuth * DEG), flat * cos(azimuth * DEG), up]),
    );
  }

  #hoursOf(count: number): OwnHours {
    const { rearShare, spectrum } = this.#chain.system;
    const column = () => new Float64Array(count);
    const front = column();
    const effective = rearShare === null ? front : column();
    const spectral = spectrum === null ? effective : column();
    const dc = column();
    const mismatch = this.#mismatch === undefined ? dc : column();
    return { front, effective, spectral, dc, mismatch, cell: column().fill(Number.NaN) };
  }

  take(steps: StepBlock): void {
    const { from, to } = steps.block;
    const { system: chain, volts } = this.#chain;
    this.#hours ??= this.#hoursOf(steps.count);
    if (this.#work.power.length < to) this.#work = workOf(to);
    const { power, voltage, beamRatio } = this.#work;
    const hours = this.#hours;
    const s = systemColumns(steps.block, chain);
    frontRows(from, to, chain, s);
    this.#mismatch?.lightRows(steps, s, chain.iam !== null);
    steps.mean(s.effective, hours.front);
    rearRows(from, to, chain, s);
    if (hours.effective !== hours.front) steps.mean(s.effective, hours.effective);
    spectrumRows(from, to, chain, s);
    if (hours.spectral !== hours.effective) steps.mean(s.effective, hours.spectral);
    dcRows(from, to, chain, s, power, volts === null ? undefined : voltage);
    steps.mean(power, hours.dc);
    if (this.#mismatch !== undefined) {
      this.#mismatch.powerRows(steps, power);
      steps.mean(power, hours.mismatch);
    }
    litMeans(steps, s.tempCell, hours.cell);
    const share = steps.last / steps.count;
    this.#dc.append(power, from, to, share);
    if (volts !== null) this.#voltage.append(voltage, from, to, share);
    if (this.#swings) {
      const { directTilted, globalTilted } = steps.block.columns;
      const { directHorizontal, ghi } = steps.open;
      beamRatioRows(from, to, directTilted, globalTilted, directHorizontal, ghi, beamRatio);
      this.#beamRatio.append(beamRatio, from, to, share);
    }
    this.#addIntervals(steps);
    this.#addDirections(steps);
  }

  #addIntervals({ block, weight }: StepBlock): void {
    const { from, to, columns } = block;
    const { time, globalTilted, cosTilt } = columns;
    const { origin, step } = this.#weather;
    const [light, tilt, tiltTime] = [this.#light, this.#tilt, this.#tiltTime];
    for (let i = from; i < to; i++) {
      const j = Math.floor((time[i]! - origin) / step);
      if (j < 0 || j >= light.length) continue;
      light[j]! += (globalTilted[i]! * weight[i]! * 1000) / step;
      if (tiltTime === undefined) continue;
      tilt[j]! += acos(Math.max(Math.min(cosTilt[i]!, 1), -1)) * RAD * weight[i]!;
      tiltTime[j]! += weight[i]!;
    }
  }

  /** Beam and an isotropic sky at some of the sub-steps: close enough to say which direction gets far more. */
  #addDirections({ block, weight }: StepBlock): void {
    const [normals, sums] = [this.#normals, this.#sums];
    if (normals === undefined) return;
    const { from, to, columns } = block;
    const { east, north, up, dni, dhi } = columns;
    const view = (1 + normals[2]!) / 2;
    let sky = 0;
    for (let i = from; i < to; i += SAMPLE) {
      const [beam, diffuse] = [dni[i]! * weight[i]!, view * dhi[i]! * weight[i]!];
      if (!(beam + diffuse > 0)) continue;
      sky += diffuse;
      const high = normals[2]! * up[i]!;
      for (let k = 0; k < sums.length; k++) {
        const facing = normals[3 * k]! * east[i]! + normals[3 * k + 1]! * north[i]! + high;
        if (facing > 0) sums[k]! += facing * beam;
      }
    }
    for (let k = 0; k < sums.length; k++) sums[k]! += sky;
  }

  finished(count: number, light: Light) {
    const { volts } = this.#chain;
    const { cell, ...own } = this.#hours ?? this.#hoursOf(count);
    this.#dc.append(Float64Array.of(0), 0, 1, 1);
    const [tilt, tiltTime] = [this.#tilt, this.#tiltTime];
    if (tiltTime !== undefined) for (let j = 0; j < tilt.length; j++) if (tiltTime[j]! > 0) tilt[j]! /= tiltTime[j]!;
    return {
      hours: { ...light, ...own },
      cellTemperature: cell,
      dc: this.#dc.values,
      voltage: volts === null ? null : this.#voltage.values,
      volts,
      beamRatio: this.#swings ? this.#beamRatio.values : undefined,
      light: this.#light,
      tilt,
      directions: this.#normals && { others: [...this.#sums.subarray(0, -1)], own: this.#sums.at(-1)! },
    };
  }
}

/** Means over the lit part of each output interval. */
function litMeans({ first, last, starts, weight }: StepBlock, column: Float64Array, out: Float64Array): void {
  for (let k = first; k < last; k++) {
    let [sum, time] = [0, 0];
    for (let i = starts[k - first]!; i < starts[k - first + 1]!; i++) {
      sum += column[i]! * weight[i]!;
      time += weight[i]!;
    }
    if (time > 0) out[k] = sum / time;
  }
}
