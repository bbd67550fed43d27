/** A system interval by interval, stage by stage. */
import { weatherLattice } from "../../engine/plan/basis.js";
import type { CheckedSystem } from "../../system/checked.js";
import type { OverTimeInputs } from "../over-time/inputs.js";
import { type KeptShares, keptShares } from "../over-time/kept-shares.js";
import type { Situation } from "../situation.js";
import type { StageHours } from "../sums.js";
import { fedIn } from "./fed-in.js";
import type { PlaceSteps } from "./place-steps.js";
import { type PlaneSteps, planeSteps } from "./plane-steps.js";

/** A plane with everything that is known of it. */
export interface PlaneHours extends Pick<PlaneSteps, "columns" | "cellTemperature" | "directions"> {
  readonly plane: CheckedSystem["planes"][number];
  readonly kwp: number;
  readonly hours: StageHours;
  readonly kept: KeptShares;
  readonly inputs: OverTimeInputs;
}

/** @param frequency of the output intervals */
export function systemHours(system: CheckedSystem, situation: Situation, frequency?: string): PlaneHours[] {
  const { weather } = situation;
  const time = startsOf(weather);
  let place: PlaceSteps | undefined;
  const planes = system.planes.map((plane) => {
    const steps = planeSteps(plane, system, situation, frequency, place);
    place = steps.place;
    const inputs = inputsOf(steps, situation, time);
    return { plane, steps, inputs, kept: keptShares(system, plane, inputs) };
  });
  const power = fedIn(planes, system, weather, planes[0]!.steps.columns.interval);
  return planes.map(({ plane, kept, inputs, steps: { columns, cellTemperature, directions, hours } }, k) => ({
    ...{ plane, kwp: plane.kwp, kept, inputs, columns, cellTemperature, directions },
    hours: { ...hours, ...power[k]! },
  }));
}

/** Of the intervals of the weather, Unix ms. */
function startsOf(weather: Situation["weather"]): Float64Array {
  const { origin, step } = weatherLattice(weather);
  const time = new Float64Array(weather.count);
  for (let row = 0; row < time.length; row++) time[row] = origin + row * step;
  return time;
}

function inputsOf(
  { columns, light, tilt }: PlaneSteps,
  { weather, context, typicalYear }: Situation,
  time: Float64Array,
): OverTimeInputs {
  const air = weather.columns.temperature;
  return {
    time,
    interval: weather.interval,
    light,
    temperature: air?.some((value) => !Number.isNaN(value))
      ? air
      : new Float64Array(weather.count).fill(context.temperature ?? Number.NaN),
    surfaceTilt: tilt,
    columns: weather.columns,
    typicalYear,
    timeZone: columns.meta.time_zone,
  };
}

/** AC power of a plane on its part of its inverter, W per kWp. */
export function planePower(
  plane: CheckedSystem["planes"][number],
  system: CheckedSystem,
  situation: Situation,
): Float64Array {
  const inverter = system.inverters[plane.inverter]!;
  const partOf = (all: number) => (all * plane.kwp) / inverter.kwp;
  const own = { ...inverter, kwp: plane.kwp, acPower: partOf(inverter.acPower), count: partOf(inverter.count) };
  const single = { ...system, planes: [{ ...plane, inverter: 0 }], inverters: [own], kwp: plane.kwp };
  return systemHours({ ...single, exportLimit: undefined }, situation)[0]!.hours.ac;
}
