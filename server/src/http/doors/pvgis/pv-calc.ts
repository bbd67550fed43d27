/** PVcalc: what a fixed plane yields in a typical year, by months, from our yield and its stages. */
import { MONTH_DAYS } from "irradiance-engine/internal/shared";
import type { DoorRequest, OwnAnswer } from "../door.js";
import { saidOfWeather, type WireWeather } from "../said.js";
import { headOf } from "./descriptions.js";
import { type Asked, type Plane, planeOf, readWithHorizon, type SystemAsked, systemAsked, systemOf } from "./query.js";

/** Of our yield, what the translation needs. */
interface YieldBody {
  readonly place: { readonly altitude: number };
  readonly annual: Sum | null;
  readonly months: readonly (Sum & { readonly month: number; readonly stages: Stages })[];
  readonly losses: readonly { readonly name: string; readonly energy: number; readonly factor: number }[];
  readonly optimum: { readonly surface_tilt: number; readonly surface_azimuth: number } | null;
  readonly weather: WireWeather;
  readonly notices: readonly { readonly message: string }[];
}
interface Sum {
  /** kWh */
  readonly energy: number;
}
/** kWh: light counts as a system of nominal efficiency would convert it. */
type Stages = { readonly [name: string]: number | undefined };

const DAYS_OF_YEAR = 365;

export async function pvCalc({ query, ours }: DoorRequest): Promise<object> {
  const asked = await readWithHorizon("PVcalc", { query, ours });
  const [plane, system] = [planeOf("PVcalc", query), systemAsked(query)];
  const chosen = await chosenPlane(asked, plane, system, ours);
  const { json, notices } = await askYield(asked, ours, systemOf(system, chosen));
  const weather = saidOfWeather(json.weather, [...json.notices.map(({ message }) => message), ...notices]);
  return {
    ...withSystem(headOf("PVcalc", asked, json.place.altitude, weather), system, chosen, plane.kind === "best"),
    outputs: {
      monthly: { fixed: json.months.map((month) => monthOf(month, system.peakPower)) },
      totals: { fixed: totalsOf(json, system.peakPower) },
    },
  };
}

/** Of two answers, where the best plane is asked for, the first says which it is. */
export async function chosenPlane(
  asked: Asked,
  plane: Plane,
  { loss }: Pick<SystemAsked, "loss">,
  ours: DoorRequest["ours"],
): Promise<Exclude<Plane, { kind: "best" }>> {
  if (plane.kind !== "best") return plane;
  const { lat, lon, horizon } = asked;
  const query = { lat, lon, horizon, losses: loss, tilt: "best", dc_ac_ratio: 0.5 };
  const { json } = await ours<YieldBody>({ path: "yield", query });
  const { surface_tilt: tilt, surface_azimuth: azimuth } = json.optimum!;
  return { kind: "fixed", tilt, azimuth };
}

function askYield(
  { lat, lon, horizon }: Asked,
  ours: DoorRequest["ours"],
  body: object,
): Promise<OwnAnswer<YieldBody>> {
  return ours<YieldBody>({ path: "yield", query: { lat, lon, horizon, meta: "extended" }, body });
}

/** Two digits, as theirs; null where there is none. */
function rounded(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : Math.round(value * 100) / 100;
}

/** The light behind the horizon line, kWh/m²: a kilowatt of modules would make so many kWh of it. */
function lightOf(stages: Stages, peakPower: number): number {
  return (stages.shading ?? stages.plane ?? Number.NaN) / peakPower;
}

function monthOf({ month, energy, stages }: YieldBody["months"][number], peakPower: number): object {
  const days = MONTH_DAYS[month - 1]!;
  const light = lightOf(stages, peakPower);
  return {
    ...{ month, E_d: rounded(energy / days), E_m: rounded(energy) },
    ...{ "H(i)_d": rounded(light / days), "H(i)_m": rounded(light), SD_m: null },
  };
}

/** Null without all twelve months. */
function totalsOf({ annual, losses }: YieldBody, peakPower: number): object {
  const energy = annual?.energy ?? Number.NaN;
  const stages = Object.fromEntries(losses.map((stage) => [stage.name, stage.energy]));
  const light = annual === null ? Number.NaN : lightOf(stages, peakPower);
  const share = (...names: readonly string[]) => {
    const factors = losses.filter(({ name }) => names.includes(name)).map(({ factor }) => factor);
    if (annual === null || factors.length === 0) return null;
    return rounded(100 * (factors.reduce((product, factor) => product * factor, 1) - 1));
  };
  return {
    ...{ E_d: rounded(energy / DAYS_OF_YEAR), E_m: rounded(energy / 12), E_y: rounded(energy) },
    ...{ "H(i)_d": rounded(light / DAYS_OF_YEAR), "H(i)_m": rounded(light / 12), "H(i)_y": rounded(light) },
    ...{
      SD_m: null,
      SD_y: null,
      l_aoi: share("incidence"),
      l_spec: share("spectrum"),
      l_tg: share("temperature", "mismatch", "snow"),
    },
    l_total: rounded(100 * (energy / (light * peakPower) - 1)),
  };
}

/** `inputs` as theirs say them. */
export function withSystem(
  { inputs, meta }: ReturnType<typeof headOf>,
  { peakPower, loss, technology, mounting: type }: SystemAsked,
  plane: Exclude<Plane, { kind: "best" }>,
  optimal: boolean,
): object {
  const angle = (value: number) => ({ value, optimal });
  const mounting_system =
    plane.kind === "fixed"
      ? { fixed: { slope: angle(plane.tilt), azimuth: angle(plane.azimuth - 180), type } }
      : { horizontal_axis_ns: { slope: angle(0), azimuth: angle(0), type } };
  return {
    inputs: { ...inputs, mounting_system, pv_module: { technology, peak_power: peakPower, system_loss: loss } },
    meta,
  };
}
